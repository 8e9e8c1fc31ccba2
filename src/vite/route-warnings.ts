import { RoutePattern } from '../route-pattern/index.ts'
import { browserExports } from './create-manifest.ts'
import { nearestName } from './nearest-name.ts'
import type { ArgsPattern } from './read-args-patterns.ts'
import type { RouteConfig } from './route-config.ts'
import { serverExports } from './strip-exports.ts'

/** What is known of a route module without running it. */
interface InspectedModule {
  exports: ReadonlySet<string>
  argsPatterns: readonly ArgsPattern[]
}

/** What is allowed and will not do what it looks like, one sentence or two each. */
export function routeWarnings(
  routes: readonly RouteConfig[],
  inspect: (route: RouteConfig) => InspectedModule,
): string[] {
  return routes.flatMap((route) => {
    const { exports, argsPatterns } = inspect(route)
    return [
      ...unreachableAction(route, exports),
      ...[...exports].flatMap((name) => unknownExport(route, name)),
      ...argsPatterns.flatMap((args) => wrongPattern(route, args)),
    ]
  })
}

function unreachableAction(route: RouteConfig, exports: ReadonlySet<string>): string[] {
  if (!route.pathless || route.parentId === undefined || !exports.has('action')) return []
  return [
    `app/${route.file} has an action that no form can reach: it has no path of its own. ` +
      'Move the action to a page, or give the layout a path',
  ]
}

function unknownExport({ file, parentId }: RouteConfig, name: string): string[] {
  const isRoot = parentId === undefined
  const known = [...serverExports, ...browserExports].filter((one) => isRoot || one !== 'Layout')
  if (known.includes(name)) return []

  return [
    `app/${file} exports "${name}", which the framework does not read: ${advise(name, known)}`,
  ]
}

function advise(name: string, known: readonly string[]): string {
  if (Object.hasOwn(explanations, name)) return explanations[name]!
  const nearest = nearestName(name, known)
  return nearest === undefined
    ? `a route module exports ${known.join(', ')}. Move the rest to another file`
    : `did you mean "${nearest}"?`
}

/** What other frameworks read. */
const explanations: Readonly<Record<string, string>> = {
  clientLoader:
    'loaders run on the server only. Use "loader"; in the browser, useLoaderData() has what it returned',
  clientAction: 'actions run on the server only. Use "action"',
  clientMiddleware: 'middleware runs on the server only. Use "middleware"',
  HydrateFallback: 'pages come from the server complete, so nothing is shown before them',
  Layout: 'only app/root.tsx has a Layout. Make a layout route, such as app/routes/_wide.tsx',
  getServerSideProps: 'use "loader"',
  getStaticProps: 'use "loader"',
}

function wrongPattern(route: RouteConfig, { type, pattern }: ArgsPattern): string[] {
  const own = paramNames(route.pattern)
  const missing = paramNames(pattern).filter((name) => !own.includes(name))
  if (missing.length === 0) return []

  return [
    `app/${route.file} has ${type}<'${pattern}'>, and its path "${route.pattern}" has no ${missing
      .map((name) => (name === '*' ? 'wildcard' : `":${name}"`))
      .join(' and no ')}: write ${type}<'${route.pattern}'>, or rename the file`,
  ]
}

/** The names of the params in the path of a pattern; none if it cannot be read, which the types say. */
function paramNames(pattern: string): string[] {
  try {
    const { pathname } = RoutePattern.parse(pattern)
    return pathname
      .filter((token) => token.startsWith(':') || token.startsWith('*'))
      .map((token) => (token.startsWith(':') ? token.slice(1) : token.slice(1) || '*'))
  } catch {
    return []
  }
}
