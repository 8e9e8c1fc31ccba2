import type { HandoffMatch } from '../page-protocol/handoff.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { ServerBuild } from './build.ts'
import type { Branch, PageRequest } from './page-request.ts'

/**
 * Returns the branch of a page. It is cached, except in development, where modules change.
 *
 * @param refused The index of the route that refused the request. Then a stranger does not learn what it takes
 */
export function branchOf(
  { app, build, contracts, matches, modules }: PageRequest,
  refused?: number,
): Branch {
  if (refused !== undefined) return createBranch(build, matches, modules, contracts, refused)

  const { id } = matches.at(-1)!
  let branch = build.dev ? undefined : app.branches.get(id)
  if (!branch) app.branches.set(id, (branch = createBranch(build, matches, modules, contracts)))

  return branch
}

function createBranch(
  { clientEntry, manifest, manifestUrl }: ServerBuild,
  matches: readonly PageMatch[],
  modules: readonly RouteModule[],
  contracts: PageRequest['contracts'],
  refused: number = matches.length,
): Branch {
  const urls = [
    clientEntry.url,
    ...clientEntry.imports,
    manifestUrl,
    ...matches.flatMap(({ route }) => [route.module, ...route.imports]),
  ]
  const fields = Object.fromEntries(
    matches.flatMap(({ id, route }, i) =>
      route.hasFields && i < refused ? [[id, contracts?.[i]?.fields ?? {}]] : [],
    ),
  )
  const start = {
    version: manifest.version,
    manifest: manifestUrl,
    ...(Object.keys(fields).length > 0 && { fields }),
  }
  return {
    fields,
    modules: new Map(matches.map(({ id }, i) => [id, modules[i]!])),
    preloads: Array.from(new Set(urls)).filter(Boolean),
    handoff: JSON.stringify(start).slice(0, -1),
    matches: matches.map(({ id, route }) => {
      const match: Omit<HandoffMatch, 'pathname'> = { id, module: route.module }
      if (manifest.isSplit) match.route = route
      return `${JSON.stringify(match).slice(0, -1)},"pathname":`
    }),
  }
}
