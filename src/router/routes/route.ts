import {
  createHref,
  createMatcher,
  RoutePattern,
  type HrefArgs,
  type Match,
  type Params,
} from '../route-pattern/index.ts'
import { isRequestMethod, type RequestMethod } from '../../internal/http/http.ts'
import { withSearch, type RouteHrefArgs } from './search-href.ts'

/** The method of a route: one of the eight standard methods, or `ANY` for all of them. */
export type RouteMethod = RequestMethod | 'ANY'

/**
 * A request method and a path pattern, which creates and matches URLs.
 *
 * @example
 * const show = new Route('GET', '/books/:slug')
 * show.href({ slug: 'dune' }) // '/books/dune'
 */
export class Route<
  Method extends RouteMethod = RouteMethod,
  Pattern extends string = string,
  Own = {},
> {
  /** The method that the route handles. `ANY` handles all methods. */
  readonly method: Method
  /** The parsed pattern. `String(route.pattern)` is its normalized source. */
  readonly pattern: RoutePattern<Pattern>
  /** The contract of the route, if it has one. */
  readonly contract: Own | undefined
  /** The keys of the route in its route map, such as `books.show`. */
  readonly name: string | undefined

  /**
   * @param method One of the eight standard methods, or `ANY`
   * @param pattern A pattern source or a parsed pattern
   * @param contract The contract of the route
   * @param name The keys of the route in its route map
   * @throws {TypeError} If the method is unknown
   * @throws {ParseError} If the pattern is invalid
   */
  constructor(
    method: Method,
    pattern: Pattern | RoutePattern<Pattern>,
    contract?: Own,
    name?: string,
  ) {
    if (method !== 'ANY' && !isRequestMethod(method)) {
      throw new TypeError(
        `Cannot create a route for the method ${JSON.stringify(method)}: use GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY or ANY`,
      )
    }

    this.method = method
    this.pattern = RoutePattern.parse(pattern)
    this.contract = contract
    this.name = name
  }

  /**
   * Creates a URL of this route: a path, or an absolute URL if the pattern has a host.
   *
   * `options.search` has the input type of the contract's search schema.
   *
   * @throws {CreateHrefError} If a param is missing or invalid at its place in the pattern
   * @throws {TypeError} If `search` and `searchParams` are both given
   */
  href(...args: RouteHrefArgs<Pattern, Own>): string {
    return createHref(this.pattern as RoutePattern, ...(withSearch(args) as HrefArgs<string>))
  }

  /**
   * Matches a URL against the pattern. The method does not matter. A path, such as one of `href()`, needs `baseURL`.
   *
   * @returns The match with its `params`, or `null`
   */
  match(
    url: string | URL,
    options?: { readonly baseURL?: string | URL },
  ): Match<Pattern, Params<Pattern>> | null {
    return createMatcher(this.pattern).match(url, options)
  }
}
