import { isSafeMethod } from '../../internal/http/http.ts'
import type { Planned } from './planned.ts'
import type { ProofReport, Untried } from './prove-options.ts'
import type { Sent } from './sender.ts'
import type { Target } from './targets.ts'

/** How far a request has come: to the handler, or to a guard. */
export type Reach = 'tried' | 'user' | 'guard'

/** Says how far a request has come. */
export function reachOf(
  { target, attack, user }: Planned,
  sent: Sent,
  isGuarded: boolean,
): Reach | undefined {
  const { status, location, isStopped } = sent
  const hasRun = hasReached(target, sent)
  const passed = user === undefined ? 'tried' : 'user'
  if (hasRun && (isStopped || location === attack.path)) return passed
  if (isGuarded || status === 429) return 'guard'
  return hasRun && (status !== 404 || target.isCatchAll) ? passed : undefined
}

/** Whether the handler of a target has started. A page without a loader has none, so its response counts. */
function hasReached(
  { method, route, isPage, isCatchAll }: Target,
  { starts, status }: Sent,
): boolean {
  if (isPage && !isSafeMethod(method)) return starts.some(({ kind }) => kind === 'action')
  const own = starts.filter((start) => start.route === route)
  const isWhole = status < 400 || isCatchAll
  return own.some(({ kind }) => kind !== 'page') || (own.length > 0 && isWhole)
}

/** Lists the routes that were not tried, by the reason. */
export function untriedOf(
  targets: readonly Target[],
  {
    reached,
    baselines,
  }: {
    readonly reached: ReadonlyMap<Target, ReadonlySet<Reach>>
    readonly baselines: ReadonlyMap<Target, { readonly sent: Sent }>
  },
): Pick<ProofReport, 'tried' | 'untried' | 'failures'> {
  const reasonOf = (target: Target): Untried['reason'] | 'tried' => {
    const reach = order.find((one) => reached.get(target)?.has(one))
    return reach ?? (baselines.get(target)!.sent.status === 404 ? 'missing' : 'handler')
  }
  // The action of a page handles all of its methods, so one of them says enough.
  const own = targets.filter((target) => !target.isBrief && baselines.has(target))
  const groups = Map.groupBy(own, reasonOf)
  const tried = groups.get('tried')?.length ?? 0
  groups.delete('tried')
  const untried = Array.from(groups, ([reason, list]): Untried => ({
    reason: reason as Untried['reason'],
    routes: [...new Set(list.map(({ name }) => name))],
  }))
  const isNone = own.length > 0 && tried === 0 && !groups.has('user')

  return { tried, untried, failures: isNone ? [noneTried] : [] }
}

const order: readonly Reach[] = ['tried', 'user', 'guard']

const noneTried =
  'Tried no route: no request got past a guard or a 404. Give users with --users <file>, and link to pages with params.'

/** The maximum number of names in a sentence. */
const maxNames = 10

/** Writes names as a list, without those that are too many to read. */
export function listOf(names: Iterable<string>): string {
  const [...all] = names
  const rest = all.length - maxNames
  return rest > 0 ? `${all.slice(0, maxNames).join(', ')} and ${rest} more` : all.join(', ')
}
