import { isSafeMethod } from '../../internal/http/http.ts'
import { toCurl, type Attack } from './attack.ts'
import { isRefused, type Exchange, type Finding, type Rule } from './check.ts'
import { judge, type Broken } from './checks.ts'
import type { Planned } from './planned.ts'
import type { FoundFault, ProveOptions } from './prove-options.ts'
import type { Sender, Sent } from './sender.ts'
import type { Target, Targets } from './targets.ts'
import { reachOf, type Reach } from './untried.ts'

const signInPath = /\b(?:log-?in|sign-?in|logon|auth)\b/i

/** Sends requests, judges the responses, and keeps the faults. */
export class Prover {
  readonly options: ProveOptions
  /** A fault that several routes have is listed once. */
  readonly faults: FoundFault[]
  /** The plain request to each route, with its response. */
  readonly baselines: Map<Target, Exchange> = new Map()
  /** Routes that are not attacked, because they have blocked the process. */
  readonly skipped: ReadonlySet<string>
  requests: number
  stopped = 0
  /** How far the requests to each route have come. */
  readonly reached: Map<Target, Set<Reach>> = new Map()
  readonly #sender: Sender
  readonly #chosen: ReadonlySet<Target>
  readonly #contracts: Targets['contracts']

  /** @param chosen The targets that are attacked. Others are only requested to find addresses */
  constructor(
    sender: Sender,
    { contracts }: Targets,
    chosen: readonly Target[],
    options: ProveOptions,
  ) {
    const { resume } = options
    this.options = options
    this.#chosen = new Set(chosen)
    this.#sender = sender
    this.#contracts = contracts
    this.faults = [...(resume?.faults ?? [])]
    this.skipped = new Set(resume?.skipped)
    this.requests = resume?.requests ?? 0
  }

  isChosen(target: Target): boolean {
    return this.#chosen.has(target)
  }

  /** Sends a request, and judges the response if its target is chosen. */
  async attack(planned: Planned): Promise<Exchange> {
    const exchange = await this.#exchange(planned)
    if (!this.isChosen(planned.target)) return exchange
    for (const broken of await judge(exchange)) await this.#record(exchange, broken)
    return exchange
  }

  /**
   * Sends a request without judging the response.
   *
   * @param stops Whether to stop right before the handler
   */
  async send(planned: Planned, stops?: boolean): Promise<Sent> {
    return (await this.#exchange(planned, stops)).sent
  }

  /** Without `--writes`, a request that could change data is stopped right before its handler. */
  async #exchange(
    planned: Planned,
    stops = !this.options.writes && !isSafeMethod(planned.attack.method),
  ): Promise<Exchange> {
    const { target, attack } = planned
    this.options.tell?.({ type: 'starts', route: target.name, command: toCurl(attack) })
    this.requests += 1
    const sent = await this.#sender.send(attack, stops)
    // With `--writes`, only the search for open routes stops requests.
    if (sent.isStopped && !this.options.writes) this.stopped += 1
    this.#noteReach(planned, sent)
    const baseline = this.baselines.get(target)
    return { planned, sent, baseline, contracts: this.#contracts }
  }

  #noteReach(planned: Planned, sent: Sent): void {
    const reach = reachOf(planned, sent, this.isGuarded(sent))
    const known = this.reached.get(planned.target) ?? new Set()
    this.reached.set(planned.target, reach ? known.add(reach) : known)
  }

  /** Whether the plain request is refused. */
  isRefused(target: Target): boolean {
    const baseline = this.baselines.get(target)
    return baseline !== undefined && isRefused(baseline.planned, baseline.sent)
  }

  /** Whether a guard turned the visitor away, and not a page that redirects for its own reasons, such as an empty cart. */
  isGuarded({ status, location, starts }: Sent): boolean {
    if (status === 401 || status === 403) return true
    if (location === undefined) return false
    const path = location.split('?', 1)[0]!
    const asksForPassword = ({ planned, sent }: Exchange): boolean =>
      planned.attack.path === path && /<input[^>]*type=["']?password/i.test(sent.text)
    return (
      starts.length === 0 || signInPath.test(path) || this.baselines.values().some(asksForPassword)
    )
  }

  /**
   * Adds what a probe has found.
   *
   * @param then Requests that show what the first one has changed
   */
  report({ name }: Rule, planned: Planned, { says, cause }: Finding, ...then: Planned[]): void {
    const { target, what } = planned
    if (!this.isChosen(target)) return
    const same = this.faults.find((other) => other.rule === name && other.cause === cause)
    if (same !== undefined) return addRoute(same, target.name)
    const curl = [planned, ...then].map(({ attack }) => toCurl(attack)).join('\n    ')
    this.faults.push({ rule: name, says, cause, routes: [target.name], what, curl })
  }

  async #record(exchange: Exchange, { rule, says, cause, isTimed }: Broken): Promise<void> {
    const { planned, sent } = exchange
    const { name } = planned.target
    const error = firstLineOf(sent.errors.at(-1))
    const ofRule = this.faults.filter((other) => other.rule === rule.name)
    const isAlike = cause === undefined || error !== undefined
    const same = ofRule.find(
      (other) =>
        (cause !== undefined && other.cause === cause) ||
        (isAlike && other.what === planned.what && other.error === error),
    )
    if (same !== undefined) return addRoute(same, name)
    const ofRoute = ofRule.filter(({ routes }) => routes.includes(name))
    const isKnown = error !== undefined && ofRoute.some((other) => other.error === error)
    if (isKnown || ofRoute.length >= (rule.limit ?? 1)) return

    const again = await rule.judge(await this.#exchange(planned))
    const isUnstable = again?.says !== says
    // A busy machine may be slow for one request.
    if (isUnstable && isTimed) return
    const curl = toCurl(isUnstable ? planned.attack : await this.#narrow(planned, rule, says))
    const found = { rule: rule.name, says, cause, routes: [name], what: planned.what }
    this.faults.push({ ...found, curl, error, isUnstable })
  }

  /** Some requests have many names or headers at once. Finds the one that alone is to blame. */
  async #narrow(planned: Planned, rule: Broken['rule'], says: string): Promise<Attack> {
    const { attack, target } = planned
    const plain = this.baselines.get(target)?.planned.attack ?? attack
    const query = attack.query.filter((part) => !plain.query.includes(part))
    const headers = attack.headers.filter((header) => !plain.headers.includes(header))
    const smaller: Attack[] = [
      ...query.map((part) => ({ ...attack, query: [...plain.query, part] })),
      ...headers.map((header) => ({ ...attack, headers: [...plain.headers, header] })),
    ]
    for (const one of smaller.length > 1 ? smaller : []) {
      const found = await rule.judge(await this.#exchange({ ...planned, attack: one }))
      if (found?.says === says) return one
    }
    return attack
  }
}

function firstLineOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.split('\n', 1)[0]!.slice(0, 300)
}

function addRoute({ routes }: FoundFault, name: string): void {
  if (!routes.includes(name)) routes.push(name)
}
