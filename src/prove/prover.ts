import { isSafeMethod } from '../internal/http.ts'
import { toCurl, type Attack } from './attack.ts'
import { judge, type Fault } from './checks.ts'
import { isGuarded, isRefused, type Exchange, type Finding, type Rule } from './checks/check.ts'
import type { Planned } from './draft-plan.ts'
import { differenceOf, errorOf, FaultList } from './fault-list.ts'
import type { ProveOptions } from './prove-options.ts'
import { mayChange } from './reachable.ts'
import type { Sender, Sent } from './sender.ts'
import { shrink } from './shrink.ts'
import type { Target, Targets } from './targets.ts'

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

  /** Sends requests at the same time, then judges them one after the other. */
  async attack(...requests: readonly Planned[]): Promise<Exchange[]> {
    this.#announce(requests)
    const exchanges = await Promise.all(requests.map((planned) => this.#exchange(planned, false)))
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
  async send(planned: Planned, stops = false): Promise<Sent> {
    return (await this.#exchangeAlone(planned, stops)).sent
  }

  /** Whether the plain request is refused. */
  isRefused(target: Target): boolean {
    const baseline = this.baselines.get(target)
    return baseline !== undefined && isRefused(baseline.planned, baseline.sent)
  }

  /** Whether a guard turned the visitor away. The plain requests say which pages ask for a password. */
  isGuarded(sent: Sent): boolean {
    const signInPages = [...this.baselines.values()]
      .filter((baseline) => /<input[^>]*type=["']?password/i.test(baseline.sent.text))
      .map(({ planned }) => planned.attack.path)
    return isGuarded(sent, new Set(signInPages))
  }

  /** Whether a request only reads, or changes are allowed. */
  async maySend(planned: Planned): Promise<boolean> {
    const { attack } = planned
    if (this.options.writes || isSafeMethod(attack.method)) return true
    this.#announce([planned])
    return !(await mayChange(attack, this.#all.targets))
  }

  /**
   * Adds what a probe has found.
   *
   * @param then A request that shows what the first one has changed
   */
  report({ name }: Rule, planned: Planned, found: Finding, then?: Planned): void {
    const commands = [planned, ...(then ? [then] : [])].map(({ attack }) =>
      toCurl({ ...attack, headers: attack.headers.filter(([header]) => header !== 'Accept') }),
    )
    this.faults.add({
      rule: name,
      says: found.says,
      cause: found.cause,
      routes: [planned.target.name],
      what: planned.what,
      curl: commands.join('\n    '),
      error: undefined,
      isStable: true,
    })
  }

  #announce(requests: readonly Planned[]): void {
    const activities = requests.map(({ target, attack }) => ({
      route: target.name,
      command: toCurl(attack),
    }))
    this.options.tell?.({ type: 'starts', activities })
  }

  async #exchange(planned: Planned, stops: boolean): Promise<Exchange> {
    this.requests += 1
    const sent = await this.#sender.send(planned.attack, stops)
    const baseline = this.baselines.get(planned.target)
    const { contracts } = this.#all
    return { planned, sent, baseline, contracts, patience: this.options.patience ?? 5_000 }
  }

  #exchangeAlone(planned: Planned, stops = false): Promise<Exchange> {
    this.#announce([planned])
    return this.#exchange(planned, stops)
  }

  async #record(exchange: Exchange, fault: Fault): Promise<void> {
    const { planned } = exchange
    const { rule } = fault
    if (!this.faults.isNew(exchange, fault)) return

    // The request was sent together with others. Send it alone before blaming it.
    const alone = (await this.maySend(planned)) ? await this.#exchangeAlone(planned) : undefined
    const again = alone && (await rule.judge(alone))
    const isStable = again?.says === fault.says
    if (isStable && !this.faults.isNew(alone!, { ...again, rule })) return
    if (!isStable && fault.isTimed) return

    const stillFails = async (attack: Attack): Promise<boolean> => {
      const smaller = { ...planned, attack }
      if (!(await this.maySend(smaller))) return false
      return (await rule.judge(await this.#exchangeAlone(smaller)))?.says === fault.says
    }
    const plain = (this.baselines.get(planned.target)?.planned ?? planned).attack
    const attack = isStable ? await shrink(planned.attack, plain, stillFails) : planned.attack
    const { says, cause = differenceOf(rule, attack, plain) } = isStable ? again : fault
    this.faults.add({
      rule: rule.name,
      says,
      cause,
      routes: [planned.target.name],
      what: planned.what,
      curl: toCurl(attack),
      error: errorOf((isStable ? alone! : exchange).sent.errors),
      isStable,
    })
  }

  /** Says that a request takes long. It was sent together with others, so it is measured alone. */
  async #noteSlow({ planned, sent }: Exchange): Promise<void> {
    const { name } = planned.target
    if (sent.milliseconds <= slowAfter || !sent.isWhole || this.slow.has(name)) return
    const { milliseconds } = await this.send(planned)
    if (milliseconds <= slowAfter) return
    const seconds = (milliseconds / 1_000).toFixed(1)
    this.slow.set(name, `${name} took ${seconds} s ${planned.what}`)
  }
}
