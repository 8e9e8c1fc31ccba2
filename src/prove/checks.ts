import { guard, origin } from './checks/access.ts'
import type { Check, Exchange, Finding } from './checks/check.ts'
import { input, returns } from './checks/contract.ts'
import { host, markup, redirect } from './checks/echo.ts'
import { cookie, cors, sharedCache, stack } from './checks/leak.ts'

export const crash: Check = {
  name: 'crash',
  title: 'The app must not crash',
  advice: 'Find what throws. If the client is wrong, respond with a 4xx.',
  limit: 3,

  judge({ sent, patience }) {
    const { status, isCutOff, hasUnhandled, milliseconds } = sent
    const seconds = patience / 1_000
    const cause = placeOf(sent.errors.at(-1))
    if (status === 0) return { says: `got no response within ${seconds} s`, isTimed: true }
    if (status >= 500) return { says: `got a ${status}`, cause }
    if (isCutOff) return { says: `got a ${status} whose body ends with an error` }
    if (hasUnhandled) {
      return { says: `got a ${status}, and left a rejected promise unhandled`, cause }
    }
    if (milliseconds > patience) {
      return { says: `got its response after more than ${seconds} s`, isTimed: true }
    }
    return undefined
  },
}

/** Where an error was thrown, and its message. Quoted parts and numbers are left out, because they may come from the request. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const place = /\n\s+at .*/.exec(error.stack ?? '')?.[0] ?? ''
  return error.message.replace(/(["'`]).*\1|\d+/gs, '') + place
}

/** Everything that must hold for each request. */
export const checks: readonly Check[] = [
  crash,
  input,
  origin,
  guard,
  markup,
  redirect,
  cookie,
  sharedCache,
  cors,
  stack,
  host,
  returns,
]

/** A rule that a request has broken. */
export interface Fault extends Finding {
  readonly rule: Check
}

/** Finds the rules that a request has broken. */
export async function judge(exchange: Exchange): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const rule of checks) {
    const finding = await rule.judge(exchange)
    if (finding !== undefined) faults.push({ ...finding, rule })
  }
  return faults
}
