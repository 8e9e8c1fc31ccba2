import { isSafeMethod } from '../../internal/http/http.ts'
import { dataQuery } from '../../pages/page-protocol/shared.ts'
import { urlencoded } from './attack.ts'
import { refusalOf, type Rule } from './check.ts'
import type { Plan } from './plan-app.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import type { Target } from './targets.ts'

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
    const isRead = isSafeMethod(target.method)
    const sent = isRead ? prover.baselines.get(target)!.sent : await prover.send(plain, true)
    const isGuarded = prover.isGuarded(sent)
    found.push({ plan, sent, isGuarded, isOpen: !isGuarded && hasPassed(sent) })
  }
  return found
}

/** Whether a request has got past the guards: a handler has started, or the contract has looked at the input. */
function hasPassed({ status, starts }: Sent): boolean {
  return starts.length > 0 || status === 422 || (status >= 200 && status < 300)
}

/** The routes that a visitor may use who has not signed in, by path. */
export function strangersOf(all: readonly Access[]): string[] {
  // The action of a page handles all of its methods, so one of them says enough.
  const open = all.filter(({ isOpen, plan }) => isOpen && !plan.target.isBrief)
  // By code units, so that the order is the same everywhere.
  const key = ({ pattern, method }: Target): string => `${pattern} ${method}`
  const targets = open.map(({ plan }) => plan.target)
  return targets.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ name }) => name)
}

export const accessRule: Rule = {
  name: 'access',
  title: 'A route that refuses a visitor must do so with every method',
  advice:
    'Put the guard into the middleware of all methods: of the route module, of a mount(), or of the controller. A guard in a loader does not protect the action beside it.',
}

/** Every visitor may sign in, up or out. */
const signsIn = /log-?(?:in|out|off)|sign-?(?:in|up|out)|session|auth|token|regist/i

/** Finds methods that a visitor may use although others of the same route are refused. */
export async function findOpenMethods(prover: Prover, all: readonly Access[]): Promise<void> {
  for (const { isOpen, plan } of all) {
    const { target, plain } = plan
    if (!isOpen || isSafeMethod(target.method) || signsIn.test(target.pattern)) continue
    const guarded = all.find((other) => other.isGuarded && isSibling(other.plan.target, target))
    if (guarded === undefined || !(await isProven(prover, plan, guarded))) continue

    const refusal = `${guarded.plan.target.name} gets ${refusalOf(guarded.sent)}`
    const says = `is open to a visitor who has not signed in, although ${refusal}`
    prover.report(accessRule, plain, { says, cause: target.pattern })
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
async function isProven(prover: Prover, { target, plain }: Plan, guarded: Access) {
  if (guarded.sent.starts.length === 0) return true
  const { sent } = prover.baselines.get(target)!
  if (!sent.isStopped && hasRun(prover, sent)) return true

  const { attack } = plain
  const headers = [['Content-Type', urlencoded]] as const
  // The page around a refused form may redirect, so its data is asked for, too.
  for (const query of [[], ...target.data.map((ids) => [dataQuery(ids)])]) {
    const refused = { ...attack, query: [...attack.query, ...query], headers, body: '' }
    if ((await prover.send({ ...plain, attack: refused })).status === 422) return true
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
