import { createMultiMatcher, type MultiMatcher } from '../../router/route-pattern/index.ts'
import type { Addresses } from './addresses.ts'
import { wordsOf } from './compare-texts.ts'
import type { Plan } from './plan-app.ts'
import type { Planned } from './planned.ts'
import type { Prover } from './prover.ts'
import type { Sent } from './sender.ts'
import type { User } from './sign-in-users.ts'

/** A page that was requested as a user. */
export interface Seen {
  readonly planned: Planned
  readonly sent: Sent
  /** The path of the page that links to it. */
  readonly from: string | undefined
}

/** How many pages of one route a user looks at. They nearly always have the same faults. */
export const maxPages = 10

/** A user who follows this link could see nothing more. */
const signsOut = /(?:log|sign)[-_]?(?:out|off)/i

/** What one user can find by following links, beginning with all addresses that the app names. */
export class Exploration {
  readonly user: User
  /** By path and query. */
  readonly pages: Map<string, Seen> = new Map()
  /** All links, also those that were not followed, with the page that has them. */
  readonly links: Map<string, string | undefined> = new Map()
  /** The words of all pages that were looked at. */
  readonly words: Set<string> = new Set()
  /** How many pages of a route were looked at, at most. */
  limit = 0
  /** How many pages of each route were not looked at. */
  left: ReadonlyMap<string, number> = new Map()
  readonly #prover: Prover
  readonly #addresses: Addresses
  readonly #reads: MultiMatcher<Plan> = createMultiMatcher()

  constructor(prover: Prover, addresses: Addresses, plans: readonly Plan[], user: User) {
    this.user = user
    this.#prover = prover
    this.#addresses = addresses
    for (const plan of plans) {
      const { target, plain, isKnown } = plan
      if (target.method !== 'GET') continue
      this.#reads.add(target.matcher.pattern, plan)
      if (isKnown) this.links.set(addressOf(plain), undefined)
    }
  }

  /** Follows links to this many pages of each route. */
  async follow(limit: number): Promise<void> {
    const counts = new Map<string, number>()
    const left = new Map<string, number>()
    // The map grows while it is read.
    for (const [address, from] of this.links) {
      const plan = this.#planOf(address)
      if (plan === undefined || plan.target.isCatchAll || signsOut.test(address)) continue
      const { pattern } = plan.target
      const count = (counts.get(pattern) ?? 0) + 1
      counts.set(pattern, count)
      if (this.pages.has(address)) continue
      if (count > limit) left.set(pattern, (left.get(pattern) ?? 0) + 1)
      else await this.#visit(plan, address, from)
    }
    this.limit = limit
    this.left = left
  }

  /** Whether there are more pages of the kind that this address has. */
  isUnread(address: string | undefined): boolean {
    const pattern = address === undefined ? undefined : this.#planOf(address)?.target.pattern
    return pattern !== undefined && this.left.has(pattern)
  }

  async #visit(plan: Plan, address: string, from: string | undefined): Promise<void> {
    const planned = planAt(plan, address, this.user)
    const sent = await this.#prover.send(planned)
    this.pages.set(address, { planned, sent, from })
    for (const word of wordsOf(sent.text)) this.words.add(word)
    this.#addresses.learn(planned, sent)
    for (const link of this.#addresses.linksOf(planned, sent)) {
      if (!this.links.has(link)) this.links.set(link, planned.attack.path)
    }
  }

  #planOf(address: string): Plan | undefined {
    const url = URL.parse(address, 'http://localhost')
    return url === null ? undefined : this.#reads.match(url)?.data
  }
}

/** The path and the query of a request. */
export function addressOf({ attack: { path, query } }: Planned): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** The plain request of a route, at another address and as a user. */
export function planAt({ plain }: Plan, address: string, user: User): Planned {
  const [path = '', query] = address.split(/\?(.*)/s)
  const attack = { ...plain.attack, path, query: query ? query.split('&') : [] }
  return as({ ...plain, attack }, undefined, user)
}

/** The same request with the headers of another user, or of a visitor who has not signed in. */
export function as(planned: Planned, from: User | undefined, to: User | undefined): Planned {
  const { user: _, ...rest } = planned
  const others = planned.attack.headers.filter((header) => !from?.headers.includes(header))
  const attack = { ...planned.attack, headers: [...others, ...(to?.headers ?? [])] }
  return to ? { ...rest, attack, what: `as ${to.name}`, user: to.name } : { ...rest, attack }
}
