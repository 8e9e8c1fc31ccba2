import { isSafeMethod } from '../../internal/http/http.ts'
import { Addresses } from './addresses.ts'
import { encodeText, entriesOf } from './attack.ts'
import { draftPlan, writePath } from './plan.ts'
import type { Draft, Planned } from './planned.ts'
import { ReadPages, seemsToChange } from './probe-pages.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import { requiredNames, type Params, type Target } from './targets.ts'
import { namesValues, validValues } from './values.ts'

/** A target, and the address at which it is attacked. */
export interface Plan {
  readonly target: Target
  readonly draft: Draft
  /** How every visitor requests the route, with valid input. */
  readonly plain: Planned
  /** Whether the app names the address, and not only its pattern. */
  readonly isKnown: boolean
}

/** How many addresses of one route are tried until its response is not a 404. */
const maxTries = 6

/** Looks for an address of each route, and sends the plain requests, which say whether a route is guarded. */
export class AppPlans {
  readonly addresses: Addresses
  readonly #prover: Prover
  readonly #plans = new Map<Target, Plan>()
  readonly #tried = new Map<Target, Set<string>>()
  readonly #lost = new Set<Target>()
  readonly #pages: ReadPages

  constructor(prover: Prover, targets: readonly Target[]) {
    this.#prover = prover
    this.addresses = new Addresses(targets)
    this.#pages = new ReadPages(prover)
  }

  get all(): Plan[] {
    return [...this.#plans.values()]
  }

  /** Of the routes that are not attacked, only those are planned that may know addresses. */
  async add(targets: readonly Target[]): Promise<void> {
    const useful = targets.filter(
      (target) =>
        this.#prover.isChosen(target) || (isSafeMethod(target.method) && !seemsToChange(target)),
    )
    for (const group of [useful.filter(isRead), useful.filter((target) => !isRead(target))]) {
      for (const target of group.toSorted(byUse)) await this.#find(target)
      await this.findLost()
    }
  }

  /** Tries the routes again for which only now an address is known. */
  async findLost(): Promise<void> {
    for (let count = Infinity; this.#lost.size < count;) {
      count = this.#lost.size
      for (const target of this.#lost) await this.#find(target)
    }
  }

  async #find(target: Target): Promise<void> {
    const prover = this.#prover
    if (prover.skipped.has(target.name)) return
    const command = `${target.name}, while input for its contract is created`
    prover.options.tell?.({ type: 'starts', route: target.name, command })
    const tried = this.#tried.get(target) ?? new Set()
    this.#tried.set(target, tried)
    for await (const { params, isKnown } of paramsFor(target, this.addresses)) {
      if (tried.size === maxTries) break
      const path = writePath(target, params)
      if (tried.has(path)) continue
      tried.add(path)
      const draft = await draftPlan(target, params)
      const plain = draft.plan('as it is', {}, { keepsInput: true })
      const exchange = await prover.attack(plain)
      this.addresses.learn(plain, exchange.sent)
      const isLost = this.#isLost(plain, exchange.sent)
      if (!isLost || !this.#plans.has(target)) {
        this.#plans.set(target, { target, draft, plain, isKnown })
        prover.baselines.set(target, exchange)
      }
      await this.#pages.visit(plain, exchange.sent)
      if (isLost) this.#lost.add(target)
      else {
        if (isKnown) this.addresses.confirm(target, path)
        this.#lost.delete(target)
        break
      }
    }
  }

  /** Whether there is nothing, another route, or only a redirect to another address of the route, such as to that of a language. */
  #isLost({ target, attack }: Planned, { status, starts, location = '' }: Sent): boolean {
    if (status === 404) return true
    const routes = starts.filter(({ kind }) => kind === 'route' || kind === 'page')
    if (routes.length > 0 && !routes.some(({ route }) => route === target.route)) return true
    if (!isRead(target) || !location.startsWith('/') || location === attack.path) return false
    return this.addresses.routeAt(attack.origin + location)?.pattern === target.pattern
  }
}

function isRead({ method }: Target): boolean {
  return isSafeMethod(method)
}

/**
 * Requests that only read come first, so that nothing else changes what they show. Of these, pages without params are first,
 * because they link to those with params, and routes that seem to change something are last.
 */
function byUse(a: Target, b: Target): number {
  return (
    Number(seemsToChange(a)) - Number(seemsToChange(b)) ||
    requiredNames(a).length - requiredNames(b).length ||
    a.tokens.length - b.tokens.length
  )
}

interface Candidate {
  readonly params: Params
  readonly isKnown: boolean
}

/** Params of addresses that the app names, the best first, and at last invented ones. More may be known when the next is read. */
export async function* paramsFor(target: Target, addresses: Addresses): AsyncGenerator<Candidate> {
  const names = requiredNames(target)
  if (names.length === 0) yield { params: {}, isKnown: true }
  for (const params of addresses.of(target)) yield { params, isKnown: true }
  if (names.length === 0) return

  const { texts, isNamed } = await contractTexts(target, names)
  if (isNamed) yield { params: texts, isKnown: true }
  for (const params of addresses.below(target)) yield { params, isKnown: true }
  const ones = Object.fromEntries(names.map((name) => [name, '1']))
  yield { params: { ...ones, ...texts }, isKnown: false }
}

/** Texts for the params that the contracts accept, and whether they name all of them, as an enum does. */
async function contractTexts(
  { paramSchemas }: Target,
  names: readonly string[],
): Promise<{ readonly texts: Params; readonly isNamed: boolean }> {
  const texts: Record<string, string> = {}
  for (const schema of paramSchemas) {
    const [value] = await validValues(schema)
    for (const [name, text] of entriesOf(value)) {
      if (names.includes(name)) texts[name] = encodeText(text)
    }
  }
  const isNamed = names.every((name) => paramSchemas.some((schema) => namesValues(schema, name)))
  return { texts, isNamed }
}
