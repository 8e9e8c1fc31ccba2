import type { RequestRecord } from '../records.ts'
import { element } from './element.ts'
import { facts, jump, path, section, tags } from './parts.ts'
import { rowsOf, type View } from './state.ts'

const sentences: Record<string, string> = {
  hit: 'It was served from the cache.',
  stale: 'It was served from the cache, although it is stale. A new one is made.',
  miss: 'The cache did not have it.',
  store: 'It was made without a visitor and stored for the next one.',
  invalidate: 'The request wrote tags, so responses with these tags were dropped.',
}

/** The requests that `cache()` saw, and why each of them was or was not served from it. */
export const cacheView: View = {
  id: 'cache',
  title: 'Cache',
  rows: ({ requests }) =>
    rowsOf(requests, {
      isShown: ({ cache }) => cache.length > 0,
      cells: (record) => [
        element('span.method', record.method),
        path(record.path),
        element('span', resultOf(record).result),
        element('span.number.soft', resultOf(record).age),
      ],
    }),
  empty: ({ requests }) =>
    requests.size === 0 ? 'No request yet. Load a page.' : 'This app does not use cache().',
  detail(state, key) {
    const record = state.requests.get(Number(key))!
    const { age, result, why } = resultOf(record)
    const refused = `It was not ${result === 'pass' ? 'looked up' : 'stored'}, because ${why}.`
    const read = new Set(record.steps.flatMap(({ reads = [] }) => reads))
    return [
      element('h2.mono', `${record.method} ${record.path}`),
      element('p.lead', why === undefined ? (sentences[result] ?? result) : refused),
      facts([
        ['Result', record.cache.map((one) => one.result).join(', then ')],
        ['Age', age],
        ['Cache-Control', record.headers['Cache-Control']],
        ['Vary', record.headers['Vary']],
        ['Request', jump(state, 'requests', key, key)],
      ]),
      section('Tags', tags([...read])),
    ]
  },
}

/** The result that decided: the last one with a reason, else the last one. */
function resultOf({ cache }: RequestRecord): { age: string; result: string; why?: string } {
  const { age, ...decided } = cache.findLast(({ why }) => why !== undefined) ?? cache.at(-1)!
  return { ...decided, age: age === undefined ? '' : `${age} s` }
}
