import type { ReadContract } from '../../contract/shared.ts'
import type { Matcher } from '../../route-pattern/index.ts'
import type { Tokens } from '../../route-pattern/shared.ts'

/** One route with one method, as it is attacked. */
export interface Target {
  /** `GET /books/:slug`. */
  readonly name: string
  readonly method: string
  readonly pattern: string
  /** What handlers of this route report when they start. */
  readonly route: string
  readonly isPage: boolean
  /** Whether people use it in a browser. */
  readonly isDocument: boolean
  /** The router or the build that it belongs to. Each of them may handle a request. */
  readonly owner: object
  readonly origin: string
  readonly basename: string
  readonly tokens: Tokens
  /** The parts of the query that the route needs, such as `index`. */
  readonly query: readonly string[]
  /** What its handler takes. `undefined` without a contract. */
  readonly contract: ReadContract | undefined
  /** Data requests: lists of route ids. */
  readonly data: readonly (readonly string[])[]
  /** Whether only the ways to send it are tried. The action of a page is the same for all methods. */
  readonly isBrief: boolean
  readonly matcher: Matcher
  /** Also matches other spellings. */
  readonly looseMatcher: Matcher
}

/** What a handler takes, and whether entries of the search that do not fit are dropped. */
export interface HandlerContract {
  readonly contract: ReadContract
  readonly isLenient: boolean
}

/** Everything that can be attacked, and the contracts by what handlers report: the contract itself, or the id of a module. */
export interface Targets {
  readonly targets: readonly Target[]
  readonly contracts: ReadonlyMap<object | string, HandlerContract>
}
