import type { Check, Exchange, Finding } from './checks/check.ts'
import { cookie } from './checks/cookie.ts'
import { cors } from './checks/cors.ts'
import { crash } from './checks/crash.ts'
import { guard } from './checks/guard.ts'
import { host } from './checks/host.ts'
import { input } from './checks/input.ts'
import { markup } from './checks/markup.ts'
import { origin } from './checks/origin.ts'
import { redirect } from './checks/redirect.ts'
import { returns } from './checks/returns.ts'
import { sharedCache } from './checks/shared-cache.ts'
import { stack } from './checks/stack.ts'

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
