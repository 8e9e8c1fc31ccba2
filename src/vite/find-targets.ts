import { longestTimeout } from '../internal/check.ts'
import { addBasename } from '../page-protocol/basename.ts'
import {
  branchOf,
  isResourceRoute,
  type ManifestRoute,
  type PathTokens,
  type RouteManifest,
} from '../page-protocol/manifest.ts'
import {
  createPageMatcher,
  findLeaves,
  type PageMatcher,
  type PageParams,
} from '../page-protocol/match-pages.ts'
import { capturesOf, readingWith, writePath } from '../route-pattern/shared.ts'
import type { ServerBuild } from '../server/index.ts'
import { inTime } from './open-app.ts'
import type { ResolvedStatic } from './options.ts'
import { staticNames, urlOfDocument, type StaticNames } from './static-files.ts'

/** One path of a static site, and the route that renders it. */
export interface Target {
  /** As in the URL, without the basename. */
  path: string
  route: ManifestRoute
  names: StaticNames
}

/** A list of all pages may take this many times as long as one page. */
const listFactor = 10

/**
 * Finds every path of a static site by the `prerender` exports of its routes.
 *
 * @returns The paths, and one sentence for each mistake
 */
export async function findTargets(
  build: ServerBuild,
  { files, timeout }: Pick<ResolvedStatic, 'files' | 'timeout'>,
): Promise<{ targets: Target[]; failures: string[] }> {
  const { manifest } = build
  const limit = Math.min(timeout * listFactor, longestTimeout)
  const leaves = findLeaves(Object.values(manifest.routes)).map(({ data }) => data)
  const claim = createClaims(manifest)
  const targets: Target[] = []
  const failures: string[] = []
  const acting = new Set<ManifestRoute>()

  for (const route of Object.values(manifest.routes)) {
    let value: unknown
    try {
      value = await inTime(readPrerender(build, route.id), 'it', limit)
    } catch (error) {
      failures.push(`Cannot prerender ${route.id}: its module failed (${error})`)
      continue
    }
    const leaf = leaves.find(({ pattern }) => pattern === route.pattern)
    if (!leaves.includes(route)) {
      if (value !== undefined) failures.push(misplaced(route, leaf))
      continue
    }

    const listing = inTime(listEntries(route, value), 'its prerender function', limit)
    for (const entry of await listing.catch((error: Error) => [error])) {
      if (entry instanceof Error) {
        failures.push(`Cannot prerender ${route.id}: ${entry.message}`)
        continue
      }
      const path = writePath(route.path!, entry)
      try {
        targets.push(claim({ path, route, names: staticNames(path, files) }))
        for (const parent of branchOf(manifest, route)) if (parent.hasAction) acting.add(parent)
      } catch (error) {
        failures.push(`Cannot prerender ${path} (${route.id}): ${(error as Error).message}`)
      }
    }
  }

  for (const { id } of acting) {
    failures.push(
      `Cannot prerender ${id}: it has an action, and a static site has no server to run it. Remove the action, or export prerender = false`,
    )
  }
  return { targets, failures }
}

/**
 * Returns a function that takes the targets one by one, and returns each.
 *
 * It throws an error if another page has the same path or file. The message begins with the reason.
 */
function createClaims(manifest: RouteManifest): (target: Target) => Target {
  const match = createPageMatcher(manifest)
  /** By the name of a file. */
  const owners = new Map<string, Target>()
  /** By the URL of a document. */
  const pages = new Map<string, Target>()

  return (target) => {
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
    const problem = value === undefined || value === null ? 'has no' : 'needs a text as'
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
      ? 'no page has this path'
      : `the path belongs to ${found}. Remove it from the list`,
  )
}

function misplaced({ id }: ManifestRoute, leaf: ManifestRoute | undefined): string {
  return leaf
    ? `Cannot prerender ${id}: ${leaf.id} is the page at its path. Export prerender there`
    : `Cannot prerender ${id}: it has no path. Export prerender from its pages`
}
