import type { RequestRecord, Step } from '../records.ts'
import { describeWaits, findWaits, formatTime, hasFailed, nameStep } from '../waits.ts'
import { element, type Child } from './element.ts'
import {
  facts,
  formatSize,
  jump,
  mistakes,
  path,
  search,
  section,
  table,
  tags,
  written,
} from './parts.ts'
import { rowsOf, type State, type View } from './state.ts'

/** The requests to the dev server, and what each of them waited for. */
export const requestsView: View = {
  id: 'requests',
  title: 'Requests',
  controls: (state) => [
    filter(state, 'isOwn', 'This tab'),
    filter(state, 'hasFailed', 'Failed'),
    filter(state, 'isSlow', 'Over 200 ms'),
    search('Search by path', state.filters.text, (text) => {
      state.filters.text = text
      state.update()
    }),
  ],
  rows: (state) =>
    rowsOf(state.requests, {
      isShown: (record) => isShown(state, record),
      isBad: hasFailed,
      cells: ({ bytes, cause, method, path: address, ready, status }) => [
        element('span.method', method),
        path(address),
        element('span.result', status ?? '…'),
        element('span.soft.cause', cause),
        element('span.number', ready === undefined ? '…' : formatTime(ready)),
        element('span.number.soft', bytes !== undefined && formatSize(bytes)),
      ],
    }),
  empty: ({ requests }) =>
    requests.size === 0 ? 'No request yet. Load a page.' : 'No request fits these filters.',
  foot: ({ first }) => first > 1 && `Older requests were forgotten. The first one is ${first}.`,
  detail(state, key) {
    const record = state.requests.get(Number(key))!
    const { cache, headers, input, pattern, problems, routeId, steps, writes } = record
    const problemOf = (number: number): Child => {
      const problem = state.problems.get(number)
      return problem && element('p.alert', jump(state, 'problems', number, problem.message))
    }
    const reads = steps.map(({ name, reads = [] }) => [name, tags(reads)] as const)
    const results = cache.map(({ result, why = '–' }, at) => [`${at + 1}. ${result}`, why] as const)
    return [
      element('h2.mono', `${record.method} ${record.path}`),
      problems.map(problemOf),
      element('p.lead', describeWaits(record)),
      timeline(record),
      facts(Object.entries({ Route: pattern, Page: routeId, Number: key })),
      section('Response', facts(Object.entries(headers))),
      section('Tags that loaders read', facts(reads)),
      writes && section(`What the action of ${writes.routeId} wrote`, written(writes.tags)),
      section('Refused input', mistakes(input)),
      section('Cache', facts(results)),
    ]
  },
}

function filter(state: State, name: 'isOwn' | 'hasFailed' | 'isSlow', text: string): HTMLElement {
  const onchange = ({ target }: Event): void => {
    state.filters[name] = (target as HTMLInputElement).checked
    state.update()
  }
  const checked = state.filters[name]
  return element('label', element('input', { type: 'checkbox', checked, onchange }), text)
}

function isShown({ filters, link, loads }: State, record: RequestRecord): boolean {
  const isOfTab = (): boolean =>
    loads.values().some(({ request, tab }) => request === record.number && tab === link.tab)
  return (
    record.path.includes(filters.text) &&
    (!filters.hasFailed || hasFailed(record)) &&
    (!filters.isSlow || (record.ready ?? Infinity) > 200) &&
    (!filters.isOwn || isOfTab())
  )
}

/** A row for each step, with bars on one scale. What the response waited for has the accent. */
function timeline(record: RequestRecord): HTMLElement {
  const { moreSteps, ready = 0, ended = 0, steps } = record
  const last = Math.max(ready, ended, ...steps.map(({ end, start }) => end ?? start), 1)
  // Moments are not worth the accent. A middleware has it only if most of its time was its own.
  const waits = findWaits(record).filter(
    ({ end, start, step }) =>
      end - start > ready / 50 && end - start > ((step?.end ?? last) - (step?.start ?? last)) / 2,
  )
  const waited = new Set(waits.map(({ step }) => step))
  const rows = steps.map((step) => stepRow(step, { last, ready, isWaited: waited.has(step) }))
  const shown = table('timeline', ['Step', `0 to ${formatTime(last)}`, 'Time'], rows)
  if (moreSteps > 0) {
    shown.prepend(element('caption', `${moreSteps} more steps were only counted.`))
  }
  return shown
}

function stepRow(
  step: Step,
  { isWaited, last, ready }: { isWaited: boolean; last: number; ready: number },
): HTMLElement {
  const { end, inner, name, note, start, type } = step
  const share = (time: number): string => `${(time / last) * 100}%`
  const line = element('span.ready')
  line.style.left = share(ready)
  const bar = element(end === undefined ? 'span.bar-of.open' : 'span.bar-of')
  bar.style.left = share(start)
  bar.style.width = share((end ?? last) - start)
  const className = inner === undefined ? '' : 'nested'
  return element(
    isWaited ? 'tr.waited' : 'tr',
    element('th', { scope: 'row', className, title: nameStep(step) }, `${type} `, path(name)),
    element('td.lane', line, bar),
    element(
      'td.number',
      end === undefined ? 'open' : formatTime(end - start),
      note && element('span.soft', ` ${note}`),
      isWaited && element('span.unseen', ' waited for'),
    ),
  )
}
