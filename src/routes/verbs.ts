import { Route } from './route.ts'
import type { RoutePattern } from '../route-pattern/index.ts'

/** A `GET` route. In a route map, its pattern is joined to the base of its group. */
export function get<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'GET', Pattern> {
  return new Route('GET', pattern)
}

/** A `HEAD` route. A `GET` route already handles `HEAD`. Use this one for a cheaper response. */
export function head<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'HEAD', Pattern> {
  return new Route('HEAD', pattern)
}

/** A `POST` route. */
export function post<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'POST', Pattern> {
  return new Route('POST', pattern)
}

/** A `PUT` route. */
export function put<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'PUT', Pattern> {
  return new Route('PUT', pattern)
}

/** A `PATCH` route. */
export function patch<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'PATCH', Pattern> {
  return new Route('PATCH', pattern)
}

/** A `DELETE` route (`delete` is a reserved word). */
export function del<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'DELETE', Pattern> {
  return new Route('DELETE', pattern)
}

/** An `OPTIONS` route. */
export function options<Pattern extends string>(
  pattern: Pattern | RoutePattern<Pattern>,
): Route<'OPTIONS', Pattern> {
  return new Route('OPTIONS', pattern)
}
