import { createMultiMatcher, type MultiMatcher } from '../../router/route-pattern/index.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { encodeText, urlOf } from './attack.ts'
import { addressesIn } from './check.ts'
import type { Planned } from './planned.ts'
import type { Sent } from './sender.ts'
import { namesOf, type Params, type Target } from './targets.ts'

/** The maximum number of addresses that are remembered for one route. */
const maxKnown = 20

/** The addresses that links, redirects and lists of the app name: they lead to things that exist. */
export class Addresses {
  readonly #reads: MultiMatcher<Target> = createMultiMatcher()
  readonly #writes: MultiMatcher<Target> = createMultiMatcher()
  /** The paths that are known, by route. */
  readonly #known = new Map<string, string[]>()
  /** The texts of the first param of patterns that begin with an optional one, such as `de` for `lang`. */
  readonly #first = new Map<string, Set<string>>()

  constructor(targets: readonly Target[]) {
    const patterns = { true: new Set<string>(), false: new Set<string>() }
    for (const target of targets) {
      const isSafe = isSafeMethod(target.method)
      const known = patterns[`${isSafe}`]
      if (known.has(target.matcher.pattern.toString())) continue
      known.add(target.matcher.pattern.toString())
      ;(isSafe ? this.#reads : this.#writes).add(target.matcher.pattern, target)
    }
  }

  /** The GET route that handles an address. */
  routeAt(url: string): Target | undefined {
    return this.#reads.match(url)?.data
  }

  /** Remembers the addresses in a response, and where it redirects to. */
  learn(planned: Planned, sent: Sent): void {
    const { origin } = planned.attack
    for (const address of this.linksOf(planned, sent)) this.add(origin, address)
  }

  add(origin: string, address: string): void {
    const path = address.split('?', 1)[0]!
    for (const matcher of [this.#reads, this.#writes]) {
      const target = URL.canParse(origin + path) ? matcher.match(origin + path)?.data : undefined
      if (target === undefined) continue
      const list = this.#known.get(keyOf(target)) ?? []
      this.#known.set(keyOf(target), list)
      if (list.length < maxKnown && !list.includes(path)) list.push(path)
      const { first } = target
      const text = first && paramsAt(target, path)?.[first]
      if (text) this.#first.set(first, (this.#first.get(first) ?? new Set()).add(text))
    }
  }

  /** Puts an address first, because its response was not a 404. */
  confirm(target: Target, path: string): void {
    const others = (this.#known.get(keyOf(target)) ?? []).filter((other) => other !== path)
    this.#known.set(keyOf(target), [path, ...others])
  }

  /** The params of the known addresses of a route. Those with the fewest params come first. */
  of(target: Target): Params[] {
    const paths = this.#known.get(keyOf(target)) ?? []
    const all = paths.flatMap((path) => listOfParams(target, path))
    return all.sort((a, b) => Object.keys(a).length - Object.keys(b).length)
  }

  /** The params of addresses that nobody has named: what `/books/:id` has is also at `/books/:id/edit`. */
  below(target: Target): Params[] {
    const end = /[:*][^/]*((?:\/[^:*()/]+)+)$/.exec(target.pattern)?.[1]
    if (end === undefined) return []
    const parents = this.#known.get(keyOf(target).slice(0, -end.length)) ?? []
    return parents.flatMap((path) => listOfParams(target, path + end))
  }

  /** The texts that are known for the first param of a route, if the param is optional. Most probably they are languages. */
  firstTexts({ first }: Target): ReadonlySet<string> {
    return this.#first.get(first ?? '') ?? new Set()
  }

  /** The links of a page, and the addresses that the ids in JSON stand for. */
  linksOf({ attack }: Planned, sent: Sent): string[] {
    const { status, text, location, headers } = sent
    if (location?.startsWith('/')) return [location]
    if (status !== 200) return []
    const links = addressesIn(sent, 'href|action', urlOf(attack)!)
    if (!/\bjson\b/i.test(headers.get('Content-Type') ?? '')) return links

    // The items of `/orders` are at `/orders/:id`.
    const { origin, path } = attack
    const addresses = Array.from(
      text.matchAll(/"(?:id|slug|uuid|key|number)":\s*(?:"([^"\\]{1,100})"|(\d{1,20}))/g),
      ([, word, number]) => `${path.replace(/\/$/, '')}/${encodeURIComponent(word ?? number!)}`,
    )
    return [...links, ...addresses.filter((one) => this.routeAt(origin + one))]
  }
}

/** Routes have the same addresses if their patterns differ in the names of params only. */
function keyOf({ origin, pattern }: Target): string {
  return origin + pattern.replace(/([:*])[\w$]*/g, '$1')
}

function paramsAt({ matcher, origin, tokens }: Target, path: string): Params | undefined {
  const match = matcher.match(origin + path)
  if (match === null) return undefined
  const params: Record<string, string> = {}
  for (const [name, text] of Object.entries<string | undefined>(match.params)) {
    if (text === undefined) continue
    const isWildcard = name === '*' || tokens.includes(`*${name}`)
    params[name] = isWildcard ? text.split('/').map(encodeText).join('/') : encodeText(text)
  }
  return params
}

function listOfParams(target: Target, path: string): Params[] {
  const params = paramsAt(target, path)
  return params === undefined ? [] : [params]
}

/** Optional params that a request leaves out, and that may name another page: `/users` and `/users/ada` for `/users(/:id)`. */
export function freeParams(target: Target, params: Params): string[] {
  return namesOf(target.tokens).filter(
    (name) =>
      name !== target.first && target.tokens.includes(`:${name}`) && !Object.hasOwn(params, name),
  )
}
