import { joinPatterns, RoutePattern, type JoinPatterns } from '../route-pattern/index.ts'
import { isRoute } from './is-route.ts'
import { Route, type RouteMethod } from './route.ts'

/** A leaf in the definition of a route map: a pattern, or `{ method?, pattern }` such as a {@link Route}. */
export type RouteDef =
  | string
  | RoutePattern
  | { readonly method?: RouteMethod; readonly pattern: string | RoutePattern }

/** The input of {@link route}: leaves and nested groups by name. */
export interface RouteDefs {
  readonly [name: string]: RouteDef | RouteDefs
}

/** The result of {@link route}: routes and nested maps. */
export interface RouteMap {
  readonly [name: string]: Route | RouteMap
}

/** The route map of `Defs` below `Base`: `BuildRoutes<'/', { home: '/' }>` is `{ home: Route<'ANY', '/'> }`. */
export type BuildRoutes<Base extends string, Defs> = {
  -readonly [Name in keyof Defs]: BuildRoute<Base, Defs[Name]>
}

/** The route or nested map of one definition below `Base`. */
export type BuildRoute<Base extends string, Def> =
  Def extends Route<infer Method, infer Pattern, infer Own>
    ? Route<Method, JoinPatterns<Base, Pattern>, Own>
    : Def extends string
      ? Route<'ANY', JoinPatterns<Base, Def>>
      : Def extends RoutePattern<infer Pattern>
        ? Route<'ANY', JoinPatterns<Base, Pattern>>
        : IsLeaf<Def> extends true
          ? Route<MethodOf<Def>, JoinPatterns<Base, PatternOf<Def>>>
          : BuildRoutes<Base, Def>

type IsLeaf<Def> = Def extends { readonly pattern: string | RoutePattern }
  ? [Exclude<keyof Def, 'method' | 'pattern'>] extends [never]
    ? true
    : false
  : false

type MethodOf<Def> = Def extends { readonly method: infer Method extends RouteMethod }
  ? Method
  : 'ANY'

type PatternOf<Def> = Def extends { readonly pattern: infer Pattern }
  ? Pattern extends string
    ? Pattern
    : Pattern extends RoutePattern<infer Source>
      ? Source
      : string
  : string

/**
 * Declares a route map: an object of the same shape whose leaves are {@link Route}s.
 *
 * @param base A pattern that every route is joined to
 * @param defs Names and patterns, nested as you like
 * @returns A new object with the same keys in the same order
 * @throws {TypeError} If `defs` is not an object, or if a leaf is not a pattern, a route or an object
 * @throws {ParseError} If a pattern is invalid
 *
 * @example
 * const routes = route({ home: '/', books: { index: '/books', show: '/books/:slug' } })
 * routes.books.show.href({ slug: 'dune' }) // '/books/dune'
 */
export function route<const Defs extends RouteDefs>(defs: Defs): BuildRoutes<'/', Defs>
export function route<Base extends string, const Defs extends RouteDefs>(
  base: Base | RoutePattern<Base>,
  defs: Defs,
): BuildRoutes<Base, Defs>
export function route(
  ...args: [defs: RouteDefs] | [base: string | RoutePattern, defs: RouteDefs]
): RouteMap {
  const [base, defs] = args.length === 1 ? (['/', args[0]] as const) : args
  if (typeof defs !== 'object' || defs === null) {
    throw new TypeError(
      `Cannot create routes from ${String(defs)}: use an object of patterns, routes and groups`,
    )
  }
  return buildMap(RoutePattern.parse(base), defs, '')
}

function buildMap(base: RoutePattern, defs: RouteDefs, path: string): RouteMap {
  const map: Record<string, Route | RouteMap> = {}
  for (const [name, def] of Object.entries(defs)) {
    // `map.__proto__ = …` would set the prototype instead of a key.
    Object.defineProperty(map, name, {
      value: buildEntry(base, def, path === '' ? name : `${path}.${name}`),
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
  return map
}

function buildEntry(base: RoutePattern, def: RouteDef | RouteDefs, path: string): Route | RouteMap {
  const create = (method: RouteMethod, pattern: string | RoutePattern, contract?: {}): Route =>
    new Route(method, joinPatterns(base, RoutePattern.parse(pattern)), contract, path)
  if (isPattern(def)) return create('ANY', def)
  if (isRoute(def)) return create(def.method, def.pattern, def.contract)
  if (typeof def !== 'object' || def === null) {
    throw new TypeError(
      `Cannot create the route ${path} from ${String(def)}: use a pattern, a route or a group of routes`,
    )
  }
  if (isLeaf(def)) return create(def.method ?? 'ANY', def.pattern)
  return buildMap(base, def as RouteDefs, path)
}

function isLeaf(
  def: object,
): def is { readonly method?: RouteMethod; readonly pattern: string | RoutePattern } {
  return (
    Object.hasOwn(def, 'pattern') &&
    Object.keys(def).every((key) => key === 'method' || key === 'pattern') &&
    isPattern((def as { pattern: unknown }).pattern)
  )
}

function isPattern(value: unknown): value is string | RoutePattern {
  return typeof value === 'string' || value instanceof RoutePattern
}
