import type { FetchHandlerSource } from '../../fetch-router/index.ts'
import type { Proof } from '../../internal/handler-start.ts'
import { isSafeMethod } from '../../internal/is-safe-method.ts'
import { toCurl, type Attack } from './attack.ts'
import { differenceOf, errorOf, FaultList, type FoundFault } from './fault-list.ts'
import { isRefused, judge, type Case, type Fault } from './judge.ts'
import { mayChange } from './may-change.ts'
import { planAttacks, type Plan } from './plan-attacks.ts'
import type { Planned } from './plan-one.ts'
import { createRandom } from './random.ts'
import { createSender, type Sender, type Sent } from './sender.ts'
import { shrink } from './shrink.ts'
import { listTargets, type Target, type Targets } from './targets.ts'

export interface ProveOptions {
  readonly seed: number
  /** How long to send requests, in milliseconds. */
  readonly time: number
  /** Whether requests may reach handlers that change data. */
  readonly writes: boolean
  /** Attacks only the routes with this pattern. */
  readonly only?: string | undefined
  /**
   * How many milliseconds a response may take.
   *
   * @default 5000
   */
  readonly patience?: number
  /** Called with the command of each request before it is sent. */
  readonly onSend?: (command: string) => void
}

/** The result of a proof. */
export interface ProofReport {
  readonly faults: readonly FoundFault[]
  /** Requests that took more than a second. */
  readonly slow: readonly string[]
  readonly routes: number
  readonly requests: number
  /** Requests that were not sent, because they could change data. */
  readonly leftOut: number
  /** Requests for which there was no time. */
  readonly unsent: number
  readonly milliseconds: number
}

/**
 * Attacks an app in this process.
 *
 * @param source The handler of the app
 * @param proof What the app has reported about itself since it was created
 * @throws {Error} If there is no route to attack
 */
export async function proveApp(
  source: FetchHandlerSource,
  proof: Proof,
  options: ProveOptions,
): Promise<ProofReport> {
  const sender = createSender(source, proof, options.patience ?? 5_000)
  try {
    // An app creates its router before its first response.
    await sender.send(firstRequest)
    const all = await listTargets(proof)
    return await new Prover(sender, all, options).run()
  } finally {
    sender.close()
  }
}

const firstRequest: Attack = {
  method: 'GET',
  origin: 'http://localhost',
  path: '/',
  query: [],
  headers: [],
  body: undefined,
}

class Prover {
  readonly #sender: Sender
  readonly #all: Targets
  readonly #options: ProveOptions
  readonly #faults: FaultList = new FaultList()
  readonly #slow = new Map<string, string>()
  readonly #baselines = new Map<Target, Case['baseline']>()
  readonly #startedAt: number = performance.now()
  #requests = 0
  #leftOut = 0

  constructor(sender: Sender, all: Targets, options: ProveOptions) {
    this.#sender = sender
    this.#all = all
    this.#options = options
  }

  async run(): Promise<ProofReport> {
    const targets = this.#chooseTargets()
    const plans: Plan[] = []
    const links = new Set<string>()
    // Pages without params link to those with params.
    for (const target of targets.toSorted((a, b) => a.tokens.length - b.tokens.length)) {
      this.#options.onSend?.(`${target.name}, while input for its contract is created`)
      const random = createRandom(this.#options.seed + hash(target.name))
      const plan = await planAttacks(target, random, links)
      plans.push(plan)
      const sent = await this.#sendPlain(plan)
      for (const link of sent?.links ?? []) links.add(link)
    }

    // One attack on each route after the other, so that a short run has tried something everywhere.
    const total = Math.max(...plans.map(({ attacks }) => attacks.length))
    let unsent = 0
    for (let i = 0; i < total; i++) {
      for (const { target, plain, attacks } of plans) {
        const planned = attacks[i]
        if (planned === undefined) continue
        if (planned.isForGuard && !this.#isGuarded(target)) continue
        if (this.#elapsed() > this.#options.time) unsent += 1
        else if (await this.#maySend(planned.attack)) await this.#attack(target, planned, plain)
        else this.#leftOut += 1
      }
    }

    return {
      faults: this.#faults.faults,
      slow: [...this.#slow.values()],
      routes: targets.length,
      requests: this.#requests,
      leftOut: this.#leftOut,
      unsent,
      milliseconds: this.#elapsed(),
    }
  }

  #elapsed(): number {
    return performance.now() - this.#startedAt
  }

  #chooseTargets(): Target[] {
    const { only } = this.#options
    const { targets } = this.#all
    const chosen = targets.filter(({ pattern }) => only === undefined || pattern === only)
    if (chosen.length > 0) return chosen

    const patterns = [...new Set(targets.map(({ pattern }) => pattern))]
    throw new Error(
      only === undefined
        ? 'Cannot find a route to prove: the app has neither pages nor routes.'
        : `Cannot find the route ${JSON.stringify(only)}. The routes are: ${patterns.join(', ')}`,
    )
  }

  /** Sends the plain request, which says whether the route is guarded. */
  async #sendPlain({ target, plain }: Plan): Promise<Sent | undefined> {
    for (const planned of plain) {
      if (!(await this.#maySend(planned.attack))) continue
      const sent = await this.#attack(target, planned, plain)
      this.#baselines.set(target, { attack: planned.attack, sent })
      return sent
    }
    return undefined
  }

  #isGuarded(target: Target): boolean {
    const baseline = this.#baselines.get(target)
    return baseline !== undefined && isRefused(target, baseline.attack, baseline.sent)
  }

  async #attack(target: Target, planned: Planned, plain: readonly Planned[]): Promise<Sent> {
    const found = await this.#send(target, planned)
    const fault = await judge(found)
    if (fault !== undefined) await this.#record(found, fault, plain)
    else if (found.sent.milliseconds > 1_000 && !this.#slow.has(target.name)) {
      const seconds = (found.sent.milliseconds / 1_000).toFixed(1)
      this.#slow.set(target.name, `${target.name} took ${seconds} s ${planned.what}`)
    }
    return found.sent
  }

  async #send(target: Target, planned: Planned): Promise<Case> {
    this.#requests += 1
    this.#options.onSend?.(toCurl(planned.attack))
    const sent = await this.#sender.send(planned.attack)
    const baseline = this.#baselines.get(target)
    const { contracts } = this.#all
    const patience = this.#options.patience ?? 5_000
    return { target, planned, sent, baseline, contracts, patience }
  }

  async #record(found: Case, fault: Fault, plain: readonly Planned[]): Promise<void> {
    if (!this.#faults.isNew(found, fault)) return

    const { target, planned, sent } = found
    const stillFails = async (attack: Attack): Promise<boolean> => {
      if (!(await this.#maySend(attack))) return false
      const again = await judge(await this.#send(target, { ...planned, attack }))
      return again?.rule === fault.rule && again.says === fault.says
    }
    const isStable = await stillFails(planned.attack)
    const plainest = this.#baselines.get(target)?.attack ?? plain[0]!.attack
    const attack = isStable ? await shrink(planned.attack, plainest, stillFails) : planned.attack

    this.#faults.add({
      ...fault,
      routes: [target.name],
      what: planned.what,
      curl: toCurl(attack),
      difference: differenceOf(attack, plainest),
      error: errorOf(sent.errors),
      isStable,
    })
  }

  async #maySend(attack: Attack): Promise<boolean> {
    if (this.#options.writes || isSafeMethod(attack.method)) return true
    this.#options.onSend?.(toCurl(attack))
    return !(await mayChange(attack, this.#all.targets))
  }
}

/** A number for a text, so that each route has its own random choices, whatever else is attacked. */
function hash(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0
  return sum
}
