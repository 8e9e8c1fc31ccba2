import { isSafeMethod } from '../../../internal/is-safe-method.ts'
import type { Plan } from '../plan-attacks.ts'
import type { Prover } from '../prover.ts'
import type { Sent } from '../sender.ts'

/** Whether a visitor who has not signed in may use a route. */
export interface Access {
  readonly plan: Plan
  /** What happened to the plain request. With an unsafe method, it was stopped right before the handler. */
  readonly sent: Sent
  readonly isOpen: boolean
  /** Whether a guard has refused the visitor. */
  readonly isGuarded: boolean
}

/** Finds out which routes a visitor may use who has not signed in. No handler starts that could change data. */
export async function tryAccess(prover: Prover, plans: readonly Plan[]): Promise<Access[]> {
  const found: Access[] = []
  for (const plan of plans) {
    const { target, plain } = plan
    const baseline = prover.baselines.get(target)
    const isRead = isSafeMethod(target.method) && baseline !== undefined
    const sent = isRead ? baseline.sent : await prover.send(target, plain[0]!, true)
    const isRefused = prover.isGuarded(sent)
    found.push({ plan, sent, isGuarded: isRefused, isOpen: !isRefused && hasPassed(sent) })
  }
  return found
}

/** Whether a request has got past the guards: a handler has started, or the contract has looked at the input. */
function hasPassed({ status, starts }: Sent): boolean {
  return starts.length > 0 || status === 422 || (status >= 200 && status < 300)
}

/** The routes that a visitor may use who has not signed in, by path. */
export function strangersOf(all: readonly Access[]): string[] {
  return (
    all
      // The action of a page handles all of its methods, so one of them says enough.
      .filter(({ isOpen, plan }) => isOpen && !plan.target.isBrief)
      .map(({ plan }) => plan.target)
      .sort((a, b) => compare(a.pattern, b.pattern) || compare(a.method, b.method))
      .map(({ name }) => name)
  )
}

/** By code units, so that the order is the same everywhere. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
