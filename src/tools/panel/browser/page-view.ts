import { element, type Child } from './element.ts'
import { action, facts, formatSize, place, section } from './parts.ts'
import type { State, View } from './state.ts'
import { sentenceOf } from './why-view.ts'

/** How many members of an object are shown at first. */
const step = 100

/** The state of the page: its routes, their data, and what is going on. */
export const pageView: View = {
  id: 'page',
  title: 'Page',
  rows({ link, page }) {
    const { errors = {}, loaderData = {}, matches = [] } = link.snapshot() ?? {}
    return matches.map(({ id }, at) => ({
      key: id,
      version: page,
      isBad: errors?.[id] !== undefined,
      cells: () => [
        element('span.path.mono', `${'\u2003'.repeat(at * 2)}${id}`),
        errors?.[id] !== undefined && element('span.result', 'error'),
        element('span.soft', countDeferred(loaderData[id])),
        element('span.number.soft', id in loaderData ? sizeOf(loaderData[id]) : 'no data'),
      ],
    }))
  },
  empty: () =>
    'This page has no client router: it has no <Scripts />, it says scripts = false, or its code failed.',
  foot({ link }) {
    const snapshot = link.snapshot()
    if (!snapshot) return undefined
    const { blocker, fetchers, transition } = snapshot
    const active = [...fetchers.values()].filter((fetcher) => fetcher.state !== 'idle').length
    return `Transition: ${transition.state}. Fetchers: ${active} of ${fetchers.size} active. Blocker: ${blocker.state}.`
  },
  detail(state, key) {
    const { actionData, errors, loaderData, matches } = state.link.snapshot()!
    const { params, pathname, route } = matches.find(({ id }) => id === key)!
    const { reason, tag } = state.link.reasons.get(key) ?? {}
    const withoutReason = route.hasLoader ? 'with the document' : 'it has no loader'
    const error = errors?.[key]
    const message = error instanceof Error ? error.message : JSON.stringify(error)
    return [
      element('h2.mono', key),
      error !== undefined && element('p.alert', `Its boundary shows: ${message}`),
      facts([
        ['File', fileOf(state, route.module)],
        ['Path', pathname],
        ['Params', Object.keys(params).length > 0 && JSON.stringify(params)],
        ['Last run', reason ? `${reason}: ${sentenceOf(reason, tag)}` : withoutReason],
      ]),
      section('Data', key in loaderData && treeOf(loaderData[key])),
      section('Data of the action', actionData?.[key] !== undefined && treeOf(actionData[key])),
    ]
  },
}

function fileOf(state: State, url: string | undefined): Child {
  const [, file] = /(app\/[^?]*)/.exec(url ?? '') ?? []
  return file && place(state, { name: '', file, line: 1, column: 1, isOwn: true })
}

function sizeOf(data: unknown): string {
  try {
    return formatSize(JSON.stringify(data)?.length ?? 0)
  } catch {
    return ''
  }
}

function countDeferred(data: unknown): string {
  const members = typeof data === 'object' && data !== null ? Object.values(data) : []
  const promises = members.filter((member) => member instanceof Promise)
  return promises.length === 0 ? '' : `deferred: ${promises.length} of ${members.length}`
}

function treeOf(value: unknown): Child {
  return element('div.tree', tree('', value, true))
}

/** Data as a tree that folds. What is inside is drawn when it is opened. */
function tree(key: string, value: unknown, isOpen = false): HTMLElement {
  const label = key !== '' && element('span.key', `${key}: `)
  if (value instanceof Promise) return element('div', label, 'deferred')
  if (typeof value !== 'object' || value === null)
    return element('div', label, JSON.stringify(value) ?? String(value))

  const entries = Object.entries(value)
  const count = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  const inside = element('div')
  const more = (from: number): void => {
    inside.append(...entries.slice(from, from + step).map(([name, member]) => tree(name, member)))
    if (entries.length <= from + step) return
    const button = action('more', () => {
      button.remove()
      more(from + step)
    })
    inside.append(button)
  }
  const details = element('details', { open: isOpen }, element('summary', label, count), inside)
  if (isOpen) more(0)
  else details.addEventListener('toggle', () => more(0), { once: true })
  return details
}
