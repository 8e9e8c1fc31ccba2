import type { Contract } from '../contract/index.ts'
import type { RoutePattern } from '../route-pattern/index.ts'
import { Route, type RouteMethod } from './route.ts'

/** Creates a route for one method. It is joined to the base of its group when it is put in a route map. */
export interface CreateRoute<Method extends RouteMethod> {
  /** Creates a route. */
  <Pattern extends string>(pattern: Pattern | RoutePattern<Pattern>): Route<Method, Pattern>
  /**
   * Creates a route with a contract.
   *
   * @example
   * const create = post('/books', { body: NewBook, returns: { 201: Book } })
   */
  <Pattern extends string, const Own extends Contract>(
    pattern: Pattern | RoutePattern<Pattern>,
    contract: Own & KnownMembers<Own>,
  ): Route<Method, Pattern, Own>
}

/** Refuses members that a contract does not have. */
type KnownMembers<Own> = keyof Own extends keyof Contract
  ? unknown
  : { readonly [Name in Exclude<keyof Own, keyof Contract>]: never }

/** Creates a `GET` route. */
export const get: CreateRoute<'GET'> = /* @__PURE__ */ createVerb('GET')

/**
 * Creates a `HEAD` route. A `GET` route already handles `HEAD`. Use this helper if a `HEAD` can be handled with less work.
 */
export const head: CreateRoute<'HEAD'> = /* @__PURE__ */ createVerb('HEAD')

/** Creates a `POST` route. */
export const post: CreateRoute<'POST'> = /* @__PURE__ */ createVerb('POST')

/** Creates a `PUT` route. */
export const put: CreateRoute<'PUT'> = /* @__PURE__ */ createVerb('PUT')

/** Creates a `PATCH` route. */
export const patch: CreateRoute<'PATCH'> = /* @__PURE__ */ createVerb('PATCH')

/** Creates a `DELETE` route (`delete` is a reserved word). */
export const del: CreateRoute<'DELETE'> = /* @__PURE__ */ createVerb('DELETE')

/** Creates an `OPTIONS` route. */
export const options: CreateRoute<'OPTIONS'> = /* @__PURE__ */ createVerb('OPTIONS')

/** Creates a `QUERY` route (RFC 10008): it reads, as `GET` does, and has a body for what does not fit into a URL. */
export const query: CreateRoute<'QUERY'> = /* @__PURE__ */ createVerb('QUERY')

/** Creates a route for any method. Without a contract, the pattern alone is enough. */
export const any: CreateRoute<'ANY'> = /* @__PURE__ */ createVerb('ANY')

function createVerb<Method extends RouteMethod>(method: Method): CreateRoute<Method> {
  return (pattern: string | RoutePattern, contract?: Contract) =>
    new Route(method, pattern, contract) as never
}
