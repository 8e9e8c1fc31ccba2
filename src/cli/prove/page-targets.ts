import { joinContracts, readContract, type ContractPart } from '../../contract/shared.ts'
import { addBasename } from '../../page-protocol/basename.ts'
import { isResourceRoute, type ManifestRoute } from '../../page-protocol/manifest.ts'
import { findLeaves } from '../../page-protocol/match-pages.ts'
import { matchesWithPath } from '../../page-protocol/matches-with-path.ts'
import { createMatcher, RoutePattern } from '../../route-pattern/index.ts'
import type { ServerBuild } from '../../server/index.ts'
import type { HandlerContract, Target, Targets } from './target.ts'

/** Adds the contracts of all route modules of a build, by id. */
export async function readPageContracts(
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
export function targetsOfPages(build: ServerBuild, contracts: Targets['contracts']): Target[] {
  const { routes } = build.manifest
  return findLeaves(Object.values(routes)).flatMap(({ data: leaf }) => {
    const branch = branchOf(routes, leaf)
    // Without `?index`, an action of the layout runs, unless the index has no layout.
    const layout = matchesWithPath(branch.map((route) => ({ route }))).at(-1)?.route
    const actions = Array.from(new Set([leaf, layout])).filter((route) => route?.hasAction)
    const hasLoaders = !isResourceRoute(leaf) || leaf.hasLoader
    return [
      ...(hasLoaders ? [targetOfLoaders(build, branch, contracts)] : []),
      ...actions.flatMap((route) => targetsOfAction(build, route!, leaf, contracts)),
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
  const partOf = (name: ContractPart['name']): ContractPart[] =>
    found.filter((part) => part.name === name).slice(-1)
  const parts = [...partOf('params'), ...partOf('search')]
  const loaders = branch.filter(({ hasLoader }) => hasLoader).map(({ id }) => id)
  const data = loaders.length > 1 && leaf.hasLoader ? [loaders, loaders.slice(-1)] : [loaders]

  return {
    ...createPageTarget(build, leaf, 'GET', []),
    contract: parts.length === 0 ? undefined : { parts, accepts: [], returns: new Map() },
    data: loaders.length === 0 ? [] : data,
  }
}

function targetsOfAction(
  build: ServerBuild,
  { id, index }: ManifestRoute,
  leaf: ManifestRoute,
  contracts: Targets['contracts'],
): Target[] {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
    ...createPageTarget(build, leaf, method, index ? ['index'] : []),
    contract: contracts.get(id)?.contract,
    data: [[id]],
  }))
}

function createPageTarget(
  build: ServerBuild,
  leaf: ManifestRoute,
  method: string,
  query: readonly string[],
): Target {
  const { basename } = build
  const isSplat = leaf.path!.at(-1) === '$'
  const own = isSplat ? leaf.pattern!.replace(/(?<=.)\/\*$/, '(/*)') : leaf.pattern!
  const matched = RoutePattern.parse(addBasename(own, basename))
  const pattern = addBasename(leaf.pattern!, basename)
  return {
    name: `${method} ${pattern}`,
    method,
    pattern,
    route: leaf.id,
    isPage: true,
    isDocument: !isResourceRoute(leaf),
    owner: build,
    origin: 'http://localhost',
    basename,
    tokens: leaf.path!,
    query,
    contract: undefined,
    data: [],
    isBrief: method !== 'GET' && method !== 'POST',
    matcher: createMatcher(matched),
    looseMatcher: createMatcher(matched, { ignoreCase: true }),
  }
}

function branchOf(routes: Record<string, ManifestRoute>, leaf: ManifestRoute): ManifestRoute[] {
  const parent = leaf.parentId === undefined ? undefined : routes[leaf.parentId]
  return parent === undefined ? [leaf] : [...branchOf(routes, parent), leaf]
}
