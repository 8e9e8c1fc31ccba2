import type { Contract } from '../contract/index.ts'
import { joinPatterns, RoutePattern } from '../route-pattern/index.ts'
import type { RequestMethod } from '../../internal/http/http.ts'
import { Route } from './route.ts'

/** The method of each route and its path below the base, by default name. */
type RouteTable = Readonly<Record<string, readonly [method: RequestMethod, path: string]>>

interface NameRoutesOptions {
  readonly only?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly names?: Readonly<Record<string, string | undefined>> | undefined
  /** The contracts, by default name. */
  readonly contracts?: Readonly<Record<string, Contract | undefined>> | undefined
}

/** Creates the routes of a table that the options select, with the names from the options, in the order of the table. */
export function nameRoutes(
  helper: string,
  table: RouteTable,
  base: string | RoutePattern,
  { only, exclude, names = {}, contracts = {} }: NameRoutesOptions,
  param = 'id',
): Record<string, Route> {
  if (only && exclude) throw new Error('Cannot specify both "only" and "exclude" options')

  const known = Object.keys(table)
  const named = [...Object.keys(names), ...Object.keys(contracts)]
  for (const name of [...(only ?? []), ...(exclude ?? []), ...named]) {
    if (!known.includes(name)) {
      throw new Error(
        `Unknown route name "${name}" in ${helper}() options: use ${known.join(', ')}`,
      )
    }
  }

  const basePattern = joinPatterns('/', RoutePattern.parse(base))
  const routes: Record<string, Route> = {}
  for (const [name, [method, path]] of Object.entries(table)) {
    if (only ? !only.includes(name) : exclude?.includes(name)) continue

    const key = names[name] ?? name
    if (Object.hasOwn(routes, key)) {
      throw new Error(
        `Cannot name two routes of ${helper}("${base}") "${key}": give each a different name`,
      )
    }
    routes[key] = new Route(
      method,
      path === '' ? basePattern : joinPatterns(basePattern, path.replace(':id', `:${param}`)),
      contracts[name],
      key,
    )
  }
  return routes
}
