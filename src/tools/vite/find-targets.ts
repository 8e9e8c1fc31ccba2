import { longestTimeout } from '../../internal/guards/check.ts'
import { addBasename } from '../../pages/page-protocol/basename.ts'
import {
  branchOf,
  isResourceRoute,
  type ManifestRoute,
  type PathTokens,
  type RouteManifest,
} from '../../pages/page-protocol/manifest.ts'
import {
  createPageMatcher,
  findLeaves,
  type PageMatcher,
  type PageParams,
} from '../../pages/page-protocol/match-pages.ts'
import { capturesOf, readingWith, writePath } from '../../router/route-pattern/shared.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import { inTime } from './open-app.ts'
import type { ResolvedStatic } from './options.ts'
import { staticNames, urlOfDocument, type StaticNames } from './static-files.ts'

/** One path that the build renders, and the route of its page. */
export interface Target {
  /** The path in the URL, without the basename. */
  path: string
  route: ManifestRoute
}

/** A path of a static site, and the names of its files. */
export interface SiteTarget extends Target {
  names: StaticNames
}

/** Accepts a path. Throws an error if the path cannot be used. The message begins with the reason. */
type Claim<Found extends Target> = (target: Target) => Found

/** A list of all pages may take this many times as long as one page. */
const listFactor = 10

/** Finds every path of a static site: all pages, except those that export `prerender = false`. */
export async function findSiteTargets(
  build: ServerBuild,
  { files, timeout }: Pick<ResolvedStatic, 'files' | 'timeout'>,
): Promise<{ targets: SiteTarget[]; failures: string[] }> {
  const found = await findTargets(build, timeout, true, claimFiles(build.manifest, files))
  const branches = found.targets.flatMap(({ route }) => branchOf(build.manifest, route))
  const acting = new Set(branches.filter(({ hasAction }) => hasAction))
  for (const { id } of acting) {
    found.failures.push(
      `Cannot prerender ${id}: it has an action, and a static site has no server to run it. Remove the action, or export prerender = false`,
    )
  }
  return found
}

/** Finds the paths that an app with a server stores: the pages that export `prerender`, or are below a layout that does. */
export function findStoredTargets(
  build: ServerBuild,
  timeout: number,
): Promise<{ targets: Target[]; failures: string[] }> {
  const { manifest } = build
  const match = createPageMatcher(manifest)
  const paths = new Set<string>()

  return findTargets(build, timeout, false, (target) => {
    checkMatch(match, manifest, target)
    if (paths.has(target.path)) throw new Error('its list has this path twice. Remove one of them')
    const live = branchOf(manifest, target.route).find((route) => route.live)
    if (live) {
      throw new Error(
        `${live.id} is live, and a stored page does not change. Export prerender = false, or remove live`,
      )
    }
    paths.add(target.path)
    return target
  })
}

/**
 * Finds paths by the `prerender` exports of the routes. A page without the export takes the value of the nearest layout that
 * has it (SP-2).
 *
 * @param byDefault Whether a page is rendered if neither it nor a layout exports `prerender`
 * @returns The paths, and one sentence for each mistake
 */
async function findTargets<Found extends Target>(
  build: ServerBuild,
  timeout: number,
  byDefault: boolean,
  claim: Claim<Found>,
): Promise<{ targets: Found[]; failures: string[] }> {
  const { manifest } = build
  const limit = Math.min(timeout * listFactor, longestTimeout)
  const leaves = new Set(findLeaves(Object.values(manifest.routes)).map(({ data }) => data))
  const values = new Map<string, unknown>()
  const targets: Found[] = []
  const failures: string[] = []

  for (const route of Object.values(manifest.routes)) {
    try {
      const value = await inTime(readPrerender(build, route.id), 'it', limit)
      const isMisplaced = !leaves.has(route) && value !== undefined && typeof value !== 'boolean'
      if (isMisplaced) failures.push(misplaced(route))
      else if (value !== undefined) values.set(route.id, value)
    } catch (error) {
      failures.push(`Cannot prerender ${route.id}: its module failed (${error})`)
      values.set(route.id, false)
    }
  }

  for (const route of Object.values(manifest.routes).filter((route) => leaves.has(route))) {
    const layouts = branchOf(manifest, route).slice(0, -1)
    const layout = layouts.findLast(({ id }) => typeof values.get(id) === 'boolean')
    const value = values.get(route.id) ?? (layout ? values.get(layout.id) : byDefault)
    const listing = inTime(listEntries(route, value), 'its prerender function', limit)
    for (const entry of await listing.catch((error: Error) => [error])) {
      if (entry instanceof Error) {
        failures.push(`Cannot prerender ${route.id}: ${entry.message}`)
        continue
      }
      const path = writePath(route.path!, entry)
      try {
        targets.push(claim({ path, route }))
      } catch (error) {
        failures.push(`Cannot prerender ${path} (${route.id}): ${(error as Error).message}`)
      }
    }
  }
  return { targets, failures }
}

/** Gives each path of a static site its files. Two pages cannot have the same path or file. */
function claimFiles(manifest: RouteManifest, layout: ResolvedStatic['files']): Claim<SiteTarget> {
  const match = createPageMatcher(manifest)
  /** The target of each file, by its name. */
  const owners = new Map<string, SiteTarget>()
  /** The target of each document, by its URL. */
  const pages = new Map<string, SiteTarget>()

  return ({ path, route }) => {
    const target = { path, route, names: staticNames(path, layout) }
    checkMatch(match, manifest, target)
    const { document, data, resource } = target.names
    const isResource = isResourceRoute(target.route)
    const url = isResource ? undefined : urlOfDocument(document)
    const other = url === undefined ? undefined : pages.get(url)
    const files = isResource ? [resource] : [document, data]
    for (const name of files) {
      const owner = owners.get(name)
      if (owner?.path === target.path) {
        throw new Error(`${owner.route.id} has the same path. Remove one of them`)
      }
      if (owner) {
        throw new Error(
          `${owner.path} (${owner.route.id}) has the same file ${JSON.stringify(name)}. Rename one of them`,
        )
      }
    }
    if (other !== undefined) {
      throw new Error(
        `hosts send its file ${JSON.stringify(document)} for the URL of ${other.path} (${other.route.id}) too. Rename one of them`,
      )
    }
    if (url !== undefined) pages.set(url, target)
    for (const name of files) owners.set(name, target)
    return target
  }
}

/** Returns the value of the `prerender` export. Rejects if the module fails. */
async function readPrerender({ routes }: ServerBuild, id: string): Promise<unknown> {
  const source = routes[id]!
  const module = typeof source === 'function' ? await source() : source
  return module.prerender
}

/** Returns the params of each path of a route. Mistakes are errors in the list. */
async function listEntries(route: ManifestRoute, given: unknown): Promise<(PageParams | Error)[]> {
  let value = given
  try {
    if (typeof value === 'function') value = await (value as () => unknown)()
  } catch (error) {
    return [new Error(`its prerender function failed (${String(error)})`, { cause: error })]
  }

  if (value === false) return []
  const names = paramsOf(route.path!)
  if (Array.isArray(value)) {
    if (names.length > 0) return value.map((entry, at) => readEntry(entry, at, names))
    return [new Error('its path has no params, so prerender has to be true or false, not a list')]
  }
  if (value !== undefined && value !== true) {
    return [
      new Error(
        'its prerender export has to be a boolean, a list of params, or a function that returns one',
      ),
    ]
  }
  if (names.length === 0) return [{}]
  const list = names.map(({ name }) => JSON.stringify(name)).join(' and ')
  return [
    new Error(
      `its path has the param ${list}. Export prerender as a list of params, or as false to leave it out`,
    ),
  ]
}

function readEntry(entry: unknown, at: number, names: readonly Param[]): PageParams | Error {
  for (const { name, isOptional } of names) {
    const value = (entry as Record<string, unknown> | null | undefined)?.[name]
    if (typeof value === 'string' && (value !== '' || name === '*')) continue
    if (value === undefined && isOptional) continue
    const problem = value === undefined || value === null ? 'has no' : 'needs a string as'
    return new Error(`entry ${at + 1} of its list ${problem} ${JSON.stringify(name)}`)
  }
  return entry as PageParams
}

interface Param {
  name: string
  isOptional: boolean
}

function paramsOf(tokens: PathTokens): Param[] {
  const required = capturesOf(readingWith(tokens, false)).names
  return capturesOf(tokens).names.map((name) => ({
    name: name || '*',
    isOptional: !required.includes(name),
  }))
}

/** @throws {Error} If another route renders the path. The message begins with the reason */
function checkMatch(
  match: PageMatcher,
  { basename }: RouteManifest,
  { path, route }: Target,
): void {
  const found = match(addBasename(path, basename))?.at(-1)?.id
  if (found === route.id) return
  throw new Error(
    found === undefined
      ? 'no page has this path. Correct its params, or remove it from the list'
      : `the path belongs to ${found}. Remove it from the list`,
  )
}

function misplaced({ id }: ManifestRoute): string {
  return `Cannot prerender ${id}: it is a layout, so prerender has to be true or false there. Export the list from its pages`
}
