import { guard, origin } from './checks/access.ts'
import type { Check, Exchange, Finding } from './checks/check.ts'
import { input, returns } from './checks/contract.ts'
import { crash } from './checks/crash.ts'
import { host, markup, redirect } from './checks/echo.ts'
import { cookie, cors, sharedCache, stack } from './checks/leak.ts'

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
