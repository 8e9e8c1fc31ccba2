import { textTable } from '../terminal/shared.ts'
import { columns, type Command } from './command.ts'
import { importVite } from './project.ts'
import { nameRoute, type Candidate, type RoutePart, type ServedRoute } from '../vite/shared.ts'

/** `framework routes` lists the pages and routes of the app. */
export const routesCommand: Command = {
  usage: '[options]',
  summary: 'List the pages and routes, or explain which one handles a path',
  options: {
    json: { help: 'Print JSON' },
    explain: {
      value: '<path>',
      help: 'Show which routes were considered for a path, and why one won',
    },
    method: { value: '<method>', help: 'The method for --explain (default: GET)' },
  },

  async run(values, output) {
    const path = values['explain'] === undefined ? undefined : String(values['explain'])
    if (path?.startsWith('/') === false) {
      throw new Error(`Cannot explain ${JSON.stringify(path)}. Use a path such as "/books/1".`)
    }

    await importVite()
    const { explainPath, inspectApp, pageSpelling, withBasename } =
      await import('../vite/shared.ts')
    const app = await inspectApp()
    const served = app.routes.map((route) => withBasename(route, app.basename))

    if (path === undefined) {
      output.out(values['json'] === true ? toJson(served) : formatRoutes(served))
      for (const warning of app.warnings) output.error(warning)
      return
    }

    const method = String(values['method'] ?? 'GET').toUpperCase()
    const pages = served.filter(({ kind }) => kind === 'page')
    const pagePath = pageSpelling(pages, path, app)
    const candidates = explainPath(served, path, method, pagePath)
    const parts = candidates[0]?.verdict === 'wins' ? app.partsOf(candidates[0].route.id) : []
    const location = app.trailingSlash === 'redirect' ? pagePath : path
    output.out(
      values['json'] === true
        ? toJson(candidates.map((one, at) => (at === 0 ? { ...one, parts } : one)))
        : formatExplanation(candidates, path, method, { location, parts }),
    )
  },
}

/** Formats the routes as a table, sorted by pattern. */
export function formatRoutes(routes: readonly ServedRoute[]): string {
  const rows = routes.map((route) => [
    route.methods.join(', '),
    route.pattern,
    route.file ?? 'app/router.ts',
  ])
  rows.sort(([, a = ''], [, b = '']) => (a < b ? -1 : a > b ? 1 : 0))
  return textTable([['Method', 'Pattern', 'Where'], ...rows])
}

/** Formats the winner and the reason, then the other routes that match, then the modules of the winner. */
export function formatExplanation(
  candidates: readonly Candidate[],
  path: string,
  method: string,
  { location = path, parts = [] }: { location?: string; parts?: readonly RoutePart[] } = {},
): string {
  const headline = `${method} ${path} ${explainResult(candidates, path, location)}`

  const matching = candidates.filter(({ verdict }) => verdict !== 'no match')
  const lines = matching.map(
    ({ route, verdict, reason }) =>
      [`${marks[verdict]} ${route.pattern}`, `${nameRoute(route)}: ${reason}`] as const,
  )
  const modules = parts.map(({ file, exports }) => [file, exports.join(', ')] as const)
  return [
    headline,
    section('', lines),
    section('It runs, from the outside to the page:', modules),
    countOthers(candidates.length - matching.length),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function section(title: string, lines: readonly (readonly [string, string])[]): string {
  if (lines.length === 0) return ''
  const rows = columns(lines).map((line) => line.trimEnd())
  return (title === '' ? rows : [title, ...rows]).join('\n')
}

function countOthers(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 other route does not match.' : `${count} other routes do not match.`
}

/** Describes the response to the request. `location` is the path after a redirect for a trailing slash. */
function explainResult(candidates: readonly Candidate[], path: string, location: string): string {
  const [first] = candidates
  if (first?.verdict === 'wins') {
    const handled = `is handled by ${nameRoute(first.route)} (${first.route.pattern})`
    const isMoved = first.route.kind === 'page' && location !== path
    return isMoved ? `is redirected to ${location}, which ${handled}` : handled
  }

  return first?.verdict === 'other method'
    ? 'gets a 405: the path matches only for other methods'
    : 'gets a 404: no route matches'
}

const marks: Record<Candidate['verdict'], string> = {
  wins: '✓',
  loses: '·',
  'other method': '×',
  'no match': '×',
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
