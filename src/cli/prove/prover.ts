import { isSafeMethod } from '../../internal/is-safe-method.ts'
import { toCurl, type Attack } from './attack.ts'
import { judge, type Fault } from './checks.ts'
import { isGuarded, isRefused, type Exchange, type Rule } from './checks/check.ts'
import { differenceOf, errorOf, FaultList, type FoundFault } from './fault-list.ts'
import { mayChange } from './may-change.ts'
import type { Planned } from './plan-one.ts'
import type { ProveOptions } from './prove-options.ts'
import type { Sender, Sent } from './sender.ts'
import { shrink } from './shrink.ts'
import type { Target, Targets } from './target.ts'

/** A request that a probe has sent. */
export interface PlannedRequest {
  readonly target: Target
  readonly planned: Planned
}

/** Requests that take longer than this are reported, in milliseconds. A visitor notices a second. */
const slowAfter = 1_000

/** Sends requests, judges the responses, and keeps the faults. */
export class Prover {
  readonly options: ProveOptions
  readonly faults: FaultList
  /** The plain request to each route, with its response. */
  readonly baselines: Map<Target, NonNullable<Exchange['baseline']>> = new Map()
  readonly slow: Map<string, string> = new Map()
  /** Routes that are not attacked, because they have blocked the process. */
  readonly skipped: ReadonlySet<string>
  requests: number
  leftOut: number
  readonly #sender: Sender
  readonly #all: Targets

  constructor(sender: Sender, all: Targets, options: ProveOptions) {
    this.options = options
    this.#sender = sender
    this.#all = all
    const { resume } = options
    this.faults = new FaultList(resume?.faults)
    this.skipped = new Set(resume?.skipped)
    this.requests = resume?.requests ?? 0
    this.leftOut = resume?.leftOut ?? 0
  }

  /** Sends one request, judges it, and returns what happened. */
  async attack(request: PlannedRequest): Promise<Sent> {
    const [exchange] = await this.attackAll([request])
    return exchange!.sent
  }

  /** Sends requests at the same time, then judges them one after the other. */
  async attackAll(requests: readonly PlannedRequest[]): Promise<Exchange[]> {
    this.#announce(requests)
    const exchanges = await Promise.all(
      requests.map(({ target, planned }) => this.#exchange(target, planned, false)),
    )
    for (const exchange of exchanges) {
      const faults = await judge(exchange)
      for (const fault of faults) await this.#record(exchange, fault)
      if (faults.length === 0) await this.#noteSlow(exchange)
    }
    return exchanges
  }

  /**
   * Sends one request without judging it.
   *
   * @param stops Whether to stop before the handler
   */
  async send(target: Target, planned: Planned, stops = false): Promise<Sent> {
    return (await this.#exchangeAlone(target, planned, stops)).sent
  }

  /** Whether the plain request is refused. */
  isRefused(target: Target): boolean {
    const baseline = this.baselines.get(target)
    return baseline !== undefined && isRefused(target, baseline.attack, baseline.sent)
  }

  /** Whether a guard turned the visitor away. The plain requests say which pages ask for a password. */
  isGuarded(sent: Sent): boolean {
    const signInPages = [...this.baselines.values()]
      .filter((baseline) => /<input[^>]*type=["']?password/i.test(baseline.sent.text))
      .map(({ attack }) => attack.path)
    return isGuarded(sent, new Set(signInPages))
  }

  /** Whether a request only reads, or changes are allowed. */
  async maySend(target: Target, attack: Attack): Promise<boolean> {
    if (this.options.writes || isSafeMethod(attack.method)) return true
    this.options.watcher?.starts([{ route: target.name, command: toCurl(attack) }])
    return !(await mayChange(attack, this.#all.targets))
  }

  /** Adds what a probe has found. */
  report(
    { name }: Rule,
    target: Target,
    found: Pick<FoundFault, 'what' | 'says' | 'cause'>,
    ...attacks: readonly Attack[]
  ): void {
    const isNeeded = ([header]: Attack['headers'][number]): boolean => header !== 'Accept'
    const curl = attacks
      .map((attack) => toCurl({ ...attack, headers: attack.headers.filter(isNeeded) }))
      .join('\n    ')
    const fault = { rule: name, routes: [target.name], curl, error: undefined, isStable: true }
    this.faults.add({ ...fault, ...found })
  }

  #announce(requests: readonly PlannedRequest[]): void {
    this.options.watcher?.starts(
      requests.map(({ target, planned }) => ({
        route: target.name,
        command: toCurl(planned.attack),
      })),
    )
  }

  async #exchange(target: Target, planned: Planned, stops: boolean): Promise<Exchange> {
    this.requests += 1
    const sent = await this.#sender.send(planned.attack, stops)
    const baseline = this.baselines.get(target)
    const { contracts } = this.#all
    return { target, planned, sent, baseline, contracts, patience: this.options.patience ?? 5_000 }
  }

  async #record(exchange: Exchange, fault: Fault): Promise<void> {
    const { target, planned } = exchange
    const { rule } = fault
    if (!this.faults.isNew(exchange, fault)) return

    // Others may have been sent with it, so what happens to it alone counts.
    const alone = (await this.maySend(target, planned.attack))
      ? await this.#exchangeAlone(target, planned)
      : undefined
    const again = alone && (await rule.judge(alone))
    const isStable = again?.says === fault.says
    if (isStable && !this.faults.isNew(alone!, { ...again, rule })) return
    if (!isStable && fault.isTimed) return

    const stillFails = async (attack: Attack): Promise<boolean> => {
      if (!(await this.maySend(target, attack))) return false
      const smaller = await this.#exchangeAlone(target, { ...planned, attack })
      return (await rule.judge(smaller))?.says === fault.says
    }
    const plain = this.baselines.get(target)?.attack ?? planned.attack
    const attack = isStable ? await shrink(planned.attack, plain, stillFails) : planned.attack
    const { says, cause = differenceOf(rule, attack, plain) } = isStable ? again : fault
    this.faults.add({
      rule: rule.name,
      says,
      cause,
      routes: [target.name],
      what: planned.what,
      curl: toCurl(attack),
      error: errorOf((isStable ? alone! : exchange).sent.errors),
      isStable,
    })
  }

  #exchangeAlone(target: Target, planned: Planned, stops = false): Promise<Exchange> {
    this.#announce([{ target, planned }])
    return this.#exchange(target, planned, stops)
  }

  /** Says that a request takes long. Others may have been sent with it, so it is measured alone. */
  async #noteSlow({ target, planned, sent }: Exchange): Promise<void> {
    if (sent.milliseconds <= slowAfter || !sent.isWhole || this.slow.has(target.name)) return
    const { milliseconds } = await this.send(target, planned)
    if (milliseconds <= slowAfter) return
    const seconds = (milliseconds / 1_000).toFixed(1)
    this.slow.set(target.name, `${target.name} took ${seconds} s ${planned.what}`)
  }
}
