import { isSafeMethod } from '../../internal/http.ts'
import { dataQuery } from '../../page-protocol/shared.ts'
import { refusalOf, type Rule } from '../checks/check.ts'
import type { Plan } from '../plan-attacks.ts'
import type { Prover } from '../prover.ts'
import type { Sent } from '../sender.ts'
import type { Target } from '../targets.ts'

/** Whether a visitor who has not signed in may use a route. */
interface Access {
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
    const sent = isRead ? baseline.sent : await prover.send(plain[0]!, true)
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

export const accessRule: Rule = {
  name: 'access',
  title: 'A route that refuses a visitor must do so with every method',
  advice:
    'Put the guard into the middleware of all methods: of the route module, of a mount(), or of the controller. A guard in a loader does not protect the action beside it.',
}

/** Finds methods that a visitor may use although others of the same route are refused. */
export async function findOpenMethods(prover: Prover, all: readonly Access[]): Promise<void> {
  for (const open of all) {
    const { target, plain } = open.plan
    if (!open.isOpen || isSafeMethod(target.method) || signsIn(target)) continue
    const guarded = all.find((other) => other.isGuarded && isSibling(other.plan.target, target))
    if (guarded === undefined || !(await isProven(prover, open, guarded))) continue

    const refusal = `${guarded.plan.target.name} gets ${refusalOf(guarded.sent)}`
    const says = `is open to a visitor who has not signed in, although ${refusal}`
    prover.report(accessRule, plain[0]!, { says, cause: target.pattern })
  }
}

/**
 * Whether two routes need the same guard. Many APIs let every visitor create what only some may list or delete, so a POST of an
 * API says nothing. A page has its form for those who may see it.
 */
function isSibling(guarded: Target, open: Target): boolean {
  if (guarded.owner !== open.owner || guarded.method === open.method) return false
  if (open.method === 'POST') {
    return open.isDocument && guarded.method === 'GET' && guarded.pattern === open.pattern
  }
  const collection = open.pattern.replace(/\/:[^/]+$/, '')
  return (
    guarded.pattern === open.pattern ||
    (guarded.pattern === collection && guarded.method === 'POST' && !open.isPage)
  )
}

/**
 * Whether the open route is sure to need a guard. A handler may refuse the visitor itself: if the other one does, what counts
 * is a response after the handler has run, or a contract that has looked at the input of a stranger.
 */
async function isProven(prover: Prover, { plan }: Access, guarded: Access): Promise<boolean> {
  if (guarded.sent.starts.length === 0) return true

  const { target, plain } = plan
  const sent = prover.baselines.get(target)?.sent
  if (sent !== undefined && hasRun(prover, sent)) return true

  const refused = plain[1]
  if (refused === undefined) return false
  // The page around a refused form may redirect, so its data is asked for, too.
  const queries = target.data.map(dataQuery)
  for (const query of [undefined, ...queries]) {
    const { attack } = refused
    const changed = query === undefined ? attack : { ...attack, query: [...attack.query, query] }
    const { status } = await prover.send({ ...refused, attack: changed })
    if (status === 422) return true
  }
  return false
}

/** Whether a handler has done something for a visitor. If loaders run after an action, it has not refused the visitor. */
function hasRun(prover: Prover, sent: Sent): boolean {
  const { starts, status } = sent
  const index = starts.findIndex(({ kind }) => kind === 'action' || kind === 'route')
  if (index === -1 || status >= 400) return false
  return !prover.isGuarded(sent) || starts.slice(index).some(({ kind }) => kind === 'loader')
}

/** Whether the route signs visitors in, up or out. Every visitor may do that. */
function signsIn({ pattern }: Target): boolean {
  return /log-?(?:in|out|off)|sign-?(?:in|up|out)|session|auth|token|regist/i.test(pattern)
}
