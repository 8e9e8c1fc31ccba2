import { browserExports, serverExports } from '../../pages/page-protocol/route-exports.ts'
import { RoutePattern } from '../../router/route-pattern/index.ts'
import { capturesOf } from '../../router/route-pattern/shared.ts'
import type { ArgsPattern } from './read-module.ts'
import { findHome, type RouteConfig } from './route-config.ts'

/** The facts about a route module that are known without running it. */
interface InspectedModule {
  exports: ReadonlySet<string>
  argsPatterns: readonly ArgsPattern[]
}

/** Returns warnings about code that is allowed, but probably does not do what its author expects. */
export function routeWarnings(
  routes: readonly RouteConfig[],
  inspect: (route: RouteConfig) => InspectedModule,
): string[] {
  const modules = [...Map.groupBy(routes, ({ file }) => file).values()]
  const others: string[] = []
  const warnings = modules.flatMap((served) => {
    const [first] = served as [RouteConfig]
    const { exports, argsPatterns } = inspect(first)
    const unknown = [...exports].filter((name) => !knownExports(first).includes(name))
    const strange = unknown.filter((name) => adviceFor(first, name) === undefined)
    if (strange.length > 0) others.push(describeExports(first, strange))
    return [
      ...unreachableAction(served, exports),
      ...unknown.flatMap((name) => unknownExport(first, name)),
      ...argsPatterns.flatMap((args) => wrongPattern(served, args)),
    ]
  })
  if (others.length === 0) return warnings
  const list = [...serverExports, ...browserExports].filter((one) => one !== 'Layout').join(', ')
  return [
    ...warnings,
    `${others.join(', and ')}, which the framework does not use. A route module can export ${list}. Move other exports to another file.`,
  ]
}

/** @param served The routes of one module */
function unreachableAction(served: readonly RouteConfig[], exports: ReadonlySet<string>): string[] {
  const isReachable = served.some((route) => !route.pathless || route.parentId === undefined)
  if (isReachable || !exports.has('action')) return []
  return [
    `app/${served[0]!.file} has an action that no form can reach: the layout has no path. ` +
      'Move the action to a page, or give the layout a path.',
  ]
}

function knownExports({ parentId }: RouteConfig): string[] {
  const isRoot = parentId === undefined
  return [...serverExports, ...browserExports].filter((one) => isRoot || one !== 'Layout')
}

/** Returns the warning about an export that probably is a mistake. All others have one warning together. */
function unknownExport(route: RouteConfig, name: string): string[] {
  const advice = adviceFor(route, name)
  return advice === undefined
    ? []
    : [`${describeExports(route, [name])}, which the framework does not use. ${advice}`]
}

function describeExports({ file }: RouteConfig, names: readonly string[]): string {
  return `app/${file} exports ${names.map((name) => `"${name}"`).join(' and ')}`
}

function adviceFor(route: RouteConfig, name: string): string | undefined {
  if (Object.hasOwn(explanations, name)) return explanations[name]!
  const nearest = nearestName(name, knownExports(route), name.length / 3)
  return nearest === undefined ? undefined : `Did you mean "${nearest}"?`
}

/** Advice for exports of other frameworks. */
const explanations: Readonly<Record<string, string>> = {
  clientLoader:
    'Loaders run only on the server. Use "loader", and read its data with useLoaderData().',
  clientAction: 'Actions run only on the server. Use "action".',
  clientMiddleware: 'Middleware runs only on the server. Use "middleware".',
  HydrateFallback: 'The server sends complete pages, so no fallback is needed. Remove it.',
  Layout:
    'Only app/root.tsx can have a Layout. Create a layout route, such as app/routes/_wide.tsx.',
  getServerSideProps: 'Use "loader".',
  getStaticProps: 'Use "loader".',
}

/** A module that serves several routes may use the pattern of any of them. */
function wrongPattern(served: readonly RouteConfig[], { type, pattern }: ArgsPattern): string[] {
  const names = paramNames(pattern)
  const missingIn = (route: RouteConfig): string[] => {
    const own = paramNames(route.pattern)
    return names.filter((name) => !own.includes(name))
  }
  if (served.some((route) => missingIn(route).length === 0)) return []

  const [{ file, pattern: path }] = served as [RouteConfig]
  const uses = `app/${file} uses ${type}<'${pattern}'>, but`
  if (served.length > 1) {
    const paths = served.map((route) => `"${route.pattern}"`).join(' and ')
    return [`${uses} none of its paths ${paths} has these params. Write ${type}<'${path}'>.`]
  }
  return [
    `${uses} its path "${path}" has no ${missingIn(served[0]!)
      .map((name) => (name === '*' ? 'wildcard' : `":${name}"`))
      .join(' and no ')}. Write ${type}<'${path}'>, or rename the file.`,
  ]
}

/** Returns the names of the params in a pattern. Returns none for an invalid pattern, which TypeScript reports. */
function paramNames(pattern: string): string[] {
  try {
    return capturesOf(RoutePattern.parse(pattern).pathname).names.map((name) => name || '*')
  } catch {
    return []
  }
}

/**
 * Returns warnings about files of `app/routes/` that are not pages, or are other pages than their names suggest. That
 * happens if the files come from an app that lists its pages in `routes.ts`, where the names of files have no meaning.
 *
 * @param routes The routes that the file names define
 * @param files Paths under `app/`, with forward slashes
 */
export function fileWarnings(routes: readonly RouteConfig[], files: readonly string[]): string[] {
  return [...unreadFolders(routes, files), ...missingHome(routes)]
}

function unreadFolders(routes: readonly RouteConfig[], files: readonly string[]): string[] {
  const folders = new Set(files.filter(hasComponent).flatMap(folderOf))
  for (const folder of routes.flatMap(({ file }) => folderOf(file))) folders.delete(folder)

  return [...folders].map(
    (folder) =>
      `app/${folder} has no route.tsx, so its files are not pages. ` +
      `Put the whole path into the name of a file, as in "books.$slug.tsx", or list the pages in app/routes.ts.`,
  )
}

function hasComponent(file: string): boolean {
  return /\.(?:[jt]sx|mdx?)$/.test(file) && !/\.(?:test|spec|stories)\./.test(file)
}

/** Returns the folder in `routes/` that a file is in, if it is in one. */
function folderOf(file: string): string[] {
  return /^routes\/[^./][^/]*(?=\/)/.exec(file)?.slice(0, 1) ?? []
}

function missingHome(routes: readonly RouteConfig[]): string[] {
  const named = routes.find(({ id }) => id === 'routes/home' || id === 'routes/index')
  if (named === undefined || findHome(routes) !== undefined) return []

  return [
    `app/${named.file} is the page "${named.pattern}", and no page has the path "/". ` +
      'Rename the file to _index.tsx to show it there.',
  ]
}

/**
 * Returns the known name that was probably meant.
 *
 * @param name The unknown name
 * @param names The known names
 * @param most How many letters may differ
 */
export function nearestName(
  name: string,
  names: readonly string[],
  most: number = Infinity,
): string | undefined {
  const [nearest] = names
    .map((known) => [known, editDistance(name.toLowerCase(), known.toLowerCase())] as const)
    .toSorted(([, a], [, b]) => a - b)
  return nearest !== undefined && nearest[1] <= most ? nearest[0] : undefined
}

/** Counts how many letters have to be added, removed, replaced or swapped with the next one. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
