import type { Schema } from '../../router/contract/index.ts'
import { joinContracts, readContract, type ReadContract } from '../../router/contract/shared.ts'
import type { RouteInfo } from '../../router/fetch-router/index.ts'
import { actionMethods } from '../../internal/http/http.ts'
import type { Proof } from '../../internal/exchange/proof.ts'
import {
  addBasename,
  branchOf,
  findLeaves,
  isResourceRoute,
  matchesWithPath,
  type ManifestRoute,
} from '../../pages/page-protocol/shared.ts'
import { createMatcher, RoutePattern, type Matcher } from '../../router/route-pattern/index.ts'
import {
  capturesOf,
  isAnyHost,
  readingWith,
  type Tokens,
} from '../../router/route-pattern/shared.ts'
import type { ServerBuild } from '../../pages/server/index.ts'

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
  readonly tokens: Tokens
  /** The param with which the pattern begins, if it is optional: `lang` in `(/:lang)/books`. Most probably it is a language. */
  readonly first: string | undefined
  /** Whether it handles every path that no other route handles. Its usual response is a 404. */
  readonly isCatchAll: boolean
  /** The parts of the query that the route needs, such as `index`. */
  readonly query: readonly string[]
  /** What its handler takes. `undefined` without a contract. */
  readonly contract: ReadContract | undefined
  /** The schemas of its params: those of the layouts, and then its own. */
  readonly paramSchemas: readonly Schema[]
  /** Data requests: lists of route ids. */
  readonly data: readonly (readonly string[])[]
  /** Whether it is a live page, which has a stream. */
  readonly isLive: boolean
  /** Whether only the ways to send it are tried. The action of a page is the same for all methods. */
  readonly isBrief: boolean
  readonly matcher: Matcher
}

/** The params of a path, percent-encoded. A param of an optional part may be missing. */
export type Params = Readonly<Record<string, string>>

/** The names of params. That of a wildcard without a name is `*`. */
export function namesOf(tokens: Tokens): string[] {
  return capturesOf(tokens).names.map((name) => name || '*')
}

/** The names of the params that every path of the target has. */
export function requiredNames({ tokens }: Target): string[] {
  return namesOf(readingWith(tokens, false))
}

/** Everything that can be attacked. */
export interface Targets {
  readonly targets: readonly Target[]
  /** The contracts by what handlers report: the contract itself, or the id of a route module. */
  readonly contracts: ReadonlyMap<object | string, HandlerContract>
}

/** What a handler takes, and whether entries of the search that do not fit are dropped. */
interface HandlerContract {
  readonly contract: ReadContract
  readonly isLenient: boolean
}

/** Lists the routes of the routers and the pages that an app has created. */
export async function listTargets({ routers, builds }: Proof): Promise<Targets> {
  const targets: Target[] = []
  const contracts = new Map<object | string, HandlerContract>()

  for (const router of routers) {
    for (const info of router.routes() as RouteInfo[]) {
      // Pages list themselves.
      if (info.kind === 'pages') continue
      const route = `${info.method} ${info.pattern}`
      const contract = info.contract && readContract(info.contract, route)
      if (contract) contracts.set(info.contract!, { contract, isLenient: false })
      const methods = info.method === 'ANY' ? ['GET', 'POST'] : [info.method]
      const base = targetOf(router, info.pattern)
      for (const method of methods) {
        const name = `${method} ${base.pattern}`
        const paramSchemas = paramSchemasOf(contract ? [contract] : [])
        targets.push({ ...base, method, name, route, contract, paramSchemas })
      }
    }
  }
  for (const build of builds as ServerBuild[]) {
    await readPageContracts(build, contracts)
    targets.push(...targetsOfPages(build, contracts))
  }

  return { targets: targets.filter(({ method }) => method !== 'OPTIONS'), contracts }
}

/** What the targets of a pattern have in common. It belongs to a router or a build. */
function targetOf(
  owner: object,
  source: string,
  withoutBasename = RoutePattern.parse(source).pathname,
): Omit<Target, 'method' | 'name' | 'route'> {
  const pattern = RoutePattern.parse(source)
  const { hostname, protocol, port, pathname, search } = pattern
  // Any text fits the variables of a host.
  const host = (hostname ?? [])
    .map((token) => (token[0] === '=' ? token.slice(1) : token === '.' ? '.' : 'a'))
    .join('')
  const scheme = protocol === 'https' ? 'https' : 'http'

  return {
    pattern: `${pattern}`,
    isPage: false,
    isDocument: false,
    owner,
    origin: `${scheme}://${isAnyHost(hostname) ? 'localhost' : host + (port && `:${port}`)}`,
    tokens: pathname,
    first: firstOptional(withoutBasename),
    isCatchAll: isCatchAll(withoutBasename),
    query: search.map(
      ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value ?? '1')}`,
    ),
    contract: undefined,
    paramSchemas: [],
    data: [[]],
    isLive: false,
    isBrief: false,
    matcher: createMatcher(pattern),
  }
}

function isCatchAll(tokens: Tokens): boolean {
  return namesOf(tokens).length > 0 && tokens.every((token) => /^(?:=?\/$|[*$?])/.test(token))
}

function firstOptional(tokens: Tokens): string | undefined {
  const at = tokens.findIndex((token) => token !== '/' && token !== '=/')
  const token = tokens[at]
  if (token?.[0] !== '?') return undefined
  return namesOf(tokens.slice(at + 1, at + 1 + Number(token.slice(1))))[0]
}

/** Adds the contracts of all route modules of a build, by id. */
async function readPageContracts(
  { contracts: ofRoutes, manifest, routes }: ServerBuild,
  contracts: Map<object | string, HandlerContract>,
): Promise<void> {
  for (const [id, source] of Object.entries(routes)) {
    const module = typeof source === 'function' ? await source() : source
    const contract = joinContracts(module.contract, ofRoutes?.[id], id)
    if (contract === undefined) continue
    contracts.set(id, {
      contract: readContract(contract, `route "${id}"`),
      isLenient: !isResourceRoute(manifest.routes[id]!),
    })
  }
}

/** Lists the pages and the resources of a build: their loaders, and their actions with each method. */
function targetsOfPages(build: ServerBuild, contracts: Targets['contracts']): Target[] {
  return findLeaves(Object.values(build.manifest.routes)).flatMap(({ data: leaf }) => {
    const branch = branchOf(build.manifest, leaf)
    // Without `?index`, an action of the layout runs, unless the index has no layout.
    const layout = matchesWithPath(branch.map((route) => ({ route }))).at(-1)?.route
    const actions = [...new Set([leaf, layout])].filter((route) => route?.hasAction)
    const hasLoaders = !isResourceRoute(leaf) || leaf.hasLoader
    return [
      ...(hasLoaders ? [targetOfLoaders(build, branch, contracts)] : []),
      ...actions.flatMap((route) =>
        actionMethods.map((method) => ({
          ...createPageTarget(build, leaf, method),
          query: route!.index ? ['index'] : [],
          contract: contracts.get(route!.id)?.contract,
          paramSchemas: schemasOfBranch(branch, contracts),
          data: [[route!.id]],
        })),
      ),
    ]
  })
}

function targetOfLoaders(
  build: ServerBuild,
  branch: readonly ManifestRoute[],
  contracts: Targets['contracts'],
): Target {
  const leaf = branch.at(-1)!
  const found = branch.flatMap(({ id }) => contracts.get(id)?.contract.parts ?? [])
  // The contract of a page comes after those of its layouts.
  const parts = new Map(found.map((part) => [part.name, part]))
  parts.delete('body')
  const loaders = branch.filter(({ hasLoader }) => hasLoader).map(({ id }) => id)
  const data = loaders.length > 1 && leaf.hasLoader ? [loaders, loaders.slice(-1)] : [loaders]

  return {
    ...createPageTarget(build, leaf, 'GET'),
    contract: { parts: [...parts.values()], accepts: [], returns: new Map() },
    paramSchemas: schemasOfBranch(branch, contracts),
    data: loaders.length === 0 ? [] : data,
    isLive: branch.some(({ live }) => live),
  }
}

function schemasOfBranch(
  branch: readonly ManifestRoute[],
  contracts: Targets['contracts'],
): Schema[] {
  return paramSchemasOf(branch.flatMap(({ id }) => contracts.get(id)?.contract ?? []))
}

function paramSchemasOf(contracts: readonly ReadContract[]): Schema[] {
  const parts = contracts.flatMap((contract) => contract.parts)
  return parts.filter(({ name }) => name === 'params').map(({ schema }) => schema)
}

function createPageTarget(build: ServerBuild, leaf: ManifestRoute, method: string): Target {
  const pattern = addBasename(leaf.pattern!, build.basename)
  const isSplat = leaf.path!.at(-1) === '$'
  // The splat of a page may be missing, with the slash before it.
  const matched = isSplat ? pattern.replace(/(?<=.)\/\*$/, '(/*)') : pattern
  return {
    ...targetOf(build, pattern, RoutePattern.parse(leaf.pattern!).pathname),
    name: `${method} ${pattern}`,
    method,
    route: leaf.id,
    isPage: true,
    isDocument: !isResourceRoute(leaf),
    data: [],
    isBrief: method !== 'GET' && method !== 'POST',
    matcher: createMatcher(matched),
  }
}
