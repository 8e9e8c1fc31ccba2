import { invariant } from '../../internal/guards/check.ts'
import { capturesOf, countReadings, readingsOf, writeTokens } from '../route-pattern/shared.ts'
import type { Route, RouteMap } from '../routes/index.ts'
import type { Contract } from '../contract/index.ts'
import { isRoute } from '../routes/shared.ts'
import { Components } from './components.ts'
import { describeRoute } from './describe-route.ts'
import type {
  OpenApiDocument,
  OpenApiInfo,
  OpenApiOperation,
  OpenApiSecurityScheme,
  OpenApiServer,
} from './document.ts'

/** Options of {@link openapi}. */
interface OpenApiOptions {
  /** The addresses of the API. Without servers, it has the address of the document. */
  readonly servers?: readonly OpenApiServer[]
  /** How clients authenticate, by name. In the document, each operation accepts any of these schemes. */
  readonly security?: { readonly [name: string]: OpenApiSecurityScheme }
}

/**
 * Describes the routes of a map as an OpenAPI 3.1 document, or as 3.2 if one of them has the method `QUERY`. Routes for any
 * method and those with `hidden: true` are left out.
 *
 * @param routes A route map, such as `routes.api`
 * @param info The title and the version of the API
 * @returns Plain data, in the order of the map. It is the same each time
 * @throws {TypeError} If a document cannot express a route. The message names it
 *
 * @example
 * const document = openapi(routes.api, { title: 'Shop', version: '1' })
 * router.get('/api/openapi.json', () => json(document))
 */
export function openapi(
  routes: RouteMap,
  info: OpenApiInfo,
  { servers, security }: OpenApiOptions = {},
): OpenApiDocument {
  const components = new Components()
  const paths = new Map<string, PathItem>()
  for (const [name, route] of listRoutes(routes, '')) {
    const contract: Contract = route.contract ?? {}
    if (route.method !== 'ANY' && contract.hidden !== true) {
      addRoute(route, contract, name, paths, components)
    }
  }

  const all = {
    ...(components.schemas.size > 0 && { schemas: Object.fromEntries(components.schemas) }),
    ...(security && { securitySchemes: { ...security } }),
  }
  return {
    openapi: [...paths.values()].some(({ operations }) => operations.has('query'))
      ? '3.2.0'
      : '3.1.0',
    info: { ...info },
    ...(servers && { servers: [...servers] }),
    paths: Object.fromEntries(
      Array.from(paths.values(), ({ text, operations }) => [text, Object.fromEntries(operations)]),
    ),
    ...(Object.keys(all).length > 0 && { components: all }),
    ...(security && { security: Object.keys(security).map((name) => ({ [name]: [] })) }),
  }
}

/** The operations of one path. */
interface PathItem {
  readonly text: string
  readonly names: readonly string[]
  readonly operations: Map<string, OpenApiOperation>
}

function* listRoutes(map: RouteMap, prefix: string): Generator<[string, Route]> {
  for (const [key, entry] of Object.entries(map)) {
    if (isRoute(entry)) yield [prefix + key, entry]
    else yield* listRoutes(entry, `${prefix}${key}.`)
  }
}

function addRoute(
  route: Route,
  contract: Contract,
  name: string,
  paths: Map<string, PathItem>,
  components: Components,
): void {
  const title = `${route.method} "${route.pattern}"`
  const where = `the route ${name}, ${title},`
  const written = writePaths(route, where)
  const { operation, query, schemaOf } = describeRoute(contract, name, title, components)

  for (const [i, path] of written.entries()) {
    // Two paths that differ only in the names of their params are the same path. It gets the names of the first one.
    const key = path.text.replaceAll(/\{[^}]*\}/g, '{}')
    const item = paths.get(key) ?? { ...path, operations: new Map<string, OpenApiOperation>() }
    paths.set(key, item)

    const method = route.method.toLowerCase()
    const other = item.operations.get(method)?.operationId
    invariant(
      other === undefined,
      `Cannot describe ${where} in an OpenAPI document: ${other} has the same method and path. Use hidden: true in the contract of one of them.`,
    )
    const parameters = [
      ...path.names.map((param, position) => ({
        name: item.names[position]!,
        in: 'path' as const,
        required: true,
        schema: schemaOf(param),
      })),
      ...query,
    ]
    item.operations.set(method, {
      operationId: i === 0 ? name : `${name}.${i + 1}`,
      ...(parameters.length > 0 && { parameters }),
      ...operation,
    })
  }
}

/** A path of an OpenAPI document, such as `/books/{slug}`. */
export interface Path {
  readonly text: string
  /** The names of its params, in order. */
  readonly names: readonly string[]
}

/**
 * The maximum number of paths of one route. Each optional part doubles them, and a document with more paths is hard to read.
 */
const maxPaths = 8

/** Writes the pattern of a route as paths: one for each way to leave out its optional parts. */
function writePaths({ pattern }: Route, where: string): Path[] {
  const { hostname, pathname, search } = pattern
  assertPath(hostname === null, where, 'a path has no host')
  assertPath(search.length === 0, where, 'a path has no search')
  const { names } = capturesOf(pathname)
  const isNamed = names.every((name) => name !== '' && name !== '*')
  assertPath(isNamed, where, 'its wildcard has no name. Name it, as in "*path"')
  assertPath(new Set(names).size === names.length, where, 'it has two params with the same name')
  const count = countReadings(pathname)
  assertPath(
    count <= maxPaths,
    where,
    `its optional parts lead to ${count} paths, and at most ${maxPaths} are allowed`,
  )

  // The shortest reading comes first, and captures that it leaves out are not written.
  const readings = readingsOf(pathname).map((reading) => reading.filter((token) => token !== '-'))
  const paths = readings.toReversed().map((tokens) => ({
    text: writeTokens(tokens, {}, (token) => `{${token.slice(1)}}`),
    names: capturesOf(tokens).names,
  }))
  return paths.filter(({ text }, i) => paths.findIndex((path) => path.text === text) === i)
}

function assertPath(condition: boolean, where: string, reason: string): asserts condition {
  invariant(
    condition,
    `Cannot describe ${where} in an OpenAPI document: ${reason}. To leave the route out, use hidden: true in its contract.`,
  )
}
