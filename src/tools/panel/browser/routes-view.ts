import type { RouteLine } from '../records.ts'
import { element } from './element.ts'
import { facts, path, search } from './parts.ts'
import type { State, View } from './state.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY']

/** A route in the list, with what was decided about it if a URL was asked for. */
interface Line {
  readonly key: string
  readonly route: RouteLine
  readonly verdict?: string
  readonly reason?: string
}

/** The routes of the app, or which of them takes a URL and why. */
export const routesView: View = {
  id: 'routes',
  title: 'Routes',
  open: ({ link }) => link.send({ type: 'routes' }),
  controls(state) {
    const options = methods.map((name) =>
      element('option', { selected: name === state.asked.method }, name),
    )
    const onchange = ({ target }: Event): void =>
      ask(state, { method: (target as HTMLSelectElement).value })
    return [
      element('select', { 'aria-label': 'Method', onchange }, options),
      search('URL, or a part of a pattern', state.asked.path, (path) => ask(state, { path })),
    ]
  },
  rows: (state) =>
    linesOf(state).map(({ key, reason, route, verdict }) => ({
      key,
      version: `${verdict} ${reason}`,
      cells: () => [
        verdict === undefined &&
          element('span.method', { title: route.methods.join(', ') }, shorten(route.methods)),
        verdict === 'wins' && element('span.verdict.ran', '● wins'),
        verdict !== undefined && verdict !== 'wins' && element('span.verdict', `○ ${verdict}`),
        path(route.pattern),
        verdict === undefined && route.hasContract && element('span.tag', 'contract'),
        reason !== undefined && element('span.grow.soft', reason),
      ],
    })),
  empty({ asked, explained, routes }) {
    if (explained) return explained.why ?? `No route takes ${asked.method} ${asked.path}.`
    return routes?.why ?? (asked.path === '' ? 'No routes.' : 'No pattern has this.')
  },
  detail(state, key) {
    const { reason, route, verdict } = linesOf(state).find((line) => line.key === key)!
    const text = reason?.startsWith(verdict!) ? reason : `${verdict}: ${reason}`
    return [
      element('h2.mono', route.pattern),
      verdict && (verdict === 'wins' ? element('p.winner', text) : element('p.lead', text)),
      facts([
        ['Kind', route.kind === 'page' ? 'a page' : 'a route of app/router.ts'],
        ['Methods', route.methods.join(', ')],
        ['File', route.file ?? 'app/router.ts'],
        ['Contract', route.hasContract ? 'yes' : 'no'],
      ]),
    ]
  },
}

/** The candidates for a URL, once the server has sent them; until then and without a URL, the routes by pattern. */
function linesOf({ asked, explained, routes }: State): Line[] {
  const lines = explained
    ? (explained.candidates ?? []).filter(({ verdict }) => verdict !== 'no match')
    : (routes?.routes ?? [])
        .toSorted((a, b) => (a.pattern < b.pattern ? -1 : 1))
        .filter(({ file = '', pattern }) => `${pattern} ${file}`.includes(asked.path))
        .map((route) => ({ route }))
  return lines.map((line) => {
    const { file = '', methods, pattern } = line.route
    return { ...line, key: `${methods.join()} ${pattern} ${file}` }
  })
}

/** The first of many methods, and how many more there are. */
function shorten([first, ...others]: readonly string[]): string {
  return others.length === 0 ? first! : `${first} +${others.length}`
}

function ask(state: State, changed: Partial<State['asked']>): void {
  Object.assign(state.asked, changed)
  state.explained = undefined
  if (state.asked.path.startsWith('/')) state.link.send({ type: 'explain', ...state.asked })
  state.update()
}
