import type { LoaderReason } from '../../../pages/page-protocol/shared.ts'
import type { LoaderLine, LoadRecord } from '../records.ts'
import { element, type Child } from './element.ts'
import { formatClock, jump, path, table, tags, written } from './parts.ts'
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
    const { at, cause, path, request = -1 } = load
    const loaders = loadersOf(state, load)
    const source = state.requests.has(request)
      ? jump(state, 'requests', request, `Request ${request}`)
      : 'This load has no request in the log.'
    const none =
      cause === 'mutation'
        ? 'A mutation runs its action. The load after it says which loaders ran.'
        : 'It ran no loader of the page.'
    return [
      element('h2.mono', path),
      element('p.lead', `${cause}, ${formatClock(at)}. `, source),
      cause === 'document' &&
        element('p', 'A document runs every loader of its page, so there are no reasons.'),
      mutationOf(state, load, loaders),
      loaders.length > 0 && linesOf(loaders),
      loaders.length === 0 && cause !== 'document' && element('p', none),
    ]
  },
}

/**
 * A document runs every loader. The response of a mutation can bring the page that follows: then the server has decided which
 * loaders run.
 */
function loadersOf(
  { requests }: State,
  { cause, loaders, request = -1 }: LoadRecord,
): readonly LoaderLine[] {
  const record = requests.get(request)
  if (loaders.length > 0 || record === undefined) return loaders
  if (cause === 'mutation') return record.writes?.verdicts ?? []
  if (cause !== 'document') return []
  const ran = record.steps.filter(({ type }) => type === 'loader')
  return ran.map(({ name }) => ({ id: name, run: true, reason: 'a document was loaded' }))
}

function describeCounts(state: State, load: LoadRecord): string {
  const loaders = loadersOf(state, load)
  if (loaders.length === 0) return ''
  const ran = loaders.filter(({ run }) => run).length
  return load.cause === 'document' ? `${ran} ran` : `${ran} ran, ${loaders.length - ran} kept`
}

function linesOf(loaders: readonly LoaderLine[]): Child {
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
  return table('reasons', ['Loader', 'Result', 'Reason', 'Because'], rows)
}

/** After a mutation: what its action wrote beside what each loader reads. */
function mutationOf(
  { requests }: State,
  { mutation = -1, request = Infinity }: LoadRecord,
  loaders: readonly LoaderLine[],
): Child {
  const writes = requests.get(mutation)?.writes
  if (writes === undefined) return undefined
  const before = Array.from(requests.values()).filter(({ number }) => number <= request)
  const steps = before.flatMap(({ steps }) => steps).filter(({ reads }) => reads !== undefined)
  const reads = new Map(steps.map((step) => [step.name, step.reads!]))
  const met = new Set(writes.tags)
  const known = loaders.filter(({ id }) => reads.has(id))
  return element(
    'div.columns',
    element('div', element('h3', `The action of ${writes.routeId} wrote`), written(writes.tags)),
    element(
      'div',
      element('h3', 'The loaders read'),
      known.map(({ id }) => element('p', element('span.mono', id), ' ', tags(reads.get(id)!, met))),
      known.length === 0 && element('p.soft', 'No loader of the page declares what it reads.'),
    ),
  )
}

/** What each reason means, in the words of docs/behaviour.md. */
export const reasonSentences: Record<LoaderReason, string> = {
  new: 'the route was not on the page',
  params: 'the route was on the page with another path',
  'no-data': 'the route was on the page, but failed',
  module: '`shouldReload` or `shouldRevalidate` was asked',
  search: 'the query changed, or what the route reads of it',
  'same-url': 'a link or GET form to the URL on show',
  revalidate: 'the app called `revalidate()`',
  live: 'the stream of a live page said that it is stale, or it was not loaded for a while',
  cookie: 'the response of the action set a cookie',
  session: 'the session is new and was changed, got a new id, or was destroyed',
  failed: 'the action threw, except a redirect, or returned a 5xx',
  undeclared: 'the route has no `reads`',
  'undeclared-write': 'the action never called `writes`',
  'reads-changed': 'the loader would read other tags now',
  written: 'one of its tags was written',
  unknown:
    'a mutation was interrupted or had no verdicts, or a load failed or started before a mutation ended',
  'search-unread': 'the query changed, but nothing that the route reads',
  unwritten: 'a mutation ended, and wrote nothing that the route reads',
  kept: 'none of these',
}

/** Returns the sentence of a reason. `kept` is the rest of a table, so it needs other words here. */
export function sentenceOf(reason: string, tag?: string): string {
  if (reason === 'kept') return 'nothing that it depends on has changed'
  const sentences: Record<string, string> = reasonSentences
  const known = Object.hasOwn(sentences, reason) ? sentences[reason]! : reason
  return tag === undefined ? known : `${known}: ${tag}`
}
