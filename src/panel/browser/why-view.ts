import type { LoaderLine, LoadRecord } from '../records.ts'
import { element, type Child } from './element.ts'
import { formatClock, jump, path, tags, written } from './parts.ts'
import { sentenceOf } from './reasons.ts'
import { rowsOf, type State, type View } from './state.ts'

/** The loads of pages, and why each loader ran or was kept. */
export const whyView: View = {
  id: 'why',
  title: 'Why',
  rows: (state) =>
    rowsOf(state.loads, {
      version: (load) => `${load.version} ${state.requests.get(load.request ?? -1)?.version}`,
      cells: (load) => [
        path(load.path),
        element('span', load.cause),
        element('span.soft', describeCounts(state, load)),
        element('span.number.soft', formatClock(load.at)),
      ],
    }),
  empty: () => 'Nothing was loaded since this page started.',
  detail(state, key) {
    const load = state.loads.get(Number(key))!
    const { cause, path, request } = load
    const loaders = loadersOf(state, load)
    const hasRequest = state.requests.has(request ?? -1)
    return [
      element('h2.mono', path),
      element(
        'p.lead',
        `${cause}, ${formatClock(load.at)}. `,
        hasRequest
          ? jump(state, 'requests', request!, `Request ${request}`)
          : 'This load has no request in the log.',
      ),
      cause === 'document' &&
        element('p', 'A document runs every loader of its page, so there are no reasons.'),
      mutationOf(state, load, loaders),
      loaders.length > 0 && lines(loaders),
      loaders.length === 0 && cause !== 'document' && element('p', whyNone(cause)),
    ]
  },
}

/**
 * A document runs every loader. The response of a mutation can bring the page that follows: then the server has decided which
 * loaders run.
 */
function loadersOf(
  { requests }: State,
  { cause, loaders, request }: LoadRecord,
): readonly LoaderLine[] {
  const record = requests.get(request ?? -1)
  if (loaders.length > 0 || record === undefined) return loaders
  if (cause === 'mutation') return record.writes?.verdicts ?? []
  if (cause !== 'document') return []
  const ran = record.steps.filter(({ type }) => type === 'loader')
  return ran.map(({ name }) => ({ id: name, run: true, reason: 'a document was loaded' }))
}

function whyNone(cause: string): string {
  return cause === 'mutation'
    ? 'A mutation runs its action. The load after it says which loaders ran.'
    : 'It ran no loader of the page.'
}

function describeCounts(state: State, load: LoadRecord): string {
  const loaders = loadersOf(state, load)
  if (loaders.length === 0) return ''
  const ran = loaders.filter(({ run }) => run).length
  return load.cause === 'document' ? `${ran} ran` : `${ran} ran, ${loaders.length - ran} kept`
}

function lines(loaders: readonly LoaderLine[]): Child {
  const rows = loaders.map(({ id, run, reason, tag }) => {
    const verdict = run ? element('span.verdict.ran', '● ran') : element('span.verdict', '○ kept')
    return element(
      'tr',
      element('th.mono', { scope: 'row' }, id),
      element('td', verdict),
      element('td.mono.soft', reason),
      element('td', sentenceOf(reason, tag)),
    )
  })
  const names = ['Loader', 'Result', 'Reason', 'Because']
  const head = names.map((name) => element('th', { scope: 'col' }, name))
  return element('table.reasons', element('thead', element('tr', head)), element('tbody', rows))
}

/** After a mutation: what its action wrote beside what each loader reads. */
function mutationOf(
  { requests }: State,
  { mutation, request = Infinity }: LoadRecord,
  loaders: readonly LoaderLine[],
): Child {
  const writes = requests.get(mutation ?? -1)?.writes
  if (writes === undefined) return undefined
  const before = Array.from(requests.values()).filter(({ number }) => number <= request)
  const reads = new Map<string, readonly string[]>()
  for (const { name, reads: own } of before.flatMap(({ steps }) => steps)) {
    if (own) reads.set(name, own)
  }
  const met = new Set(writes.tags)
  const known = loaders.filter(({ id }) => reads.has(id))
  return element(
    'div.columns',
    element(
      'div',
      element('h3', `The action of ${writes.routeId} wrote`),
      element('p', written(writes.tags)),
    ),
    element(
      'div',
      element('h3', 'The loaders read'),
      known.map(({ id }) => element('p', element('span.mono', id), ' ', tags(reads.get(id)!, met))),
      known.length === 0 && element('p.soft', 'No loader of the page declares what it reads.'),
    ),
  )
}
