import type { Frame } from '../records.ts'
import { element, keep, type Child } from './element.ts'
import type { State } from './state.ts'

/** Formats a number of bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour12: false })
}

/** A path or a name that is shortened in the middle: the ends of names tell them apart. */
export function path(text: string): HTMLElement {
  const at = Math.max(0, text.length - 16)
  const halves = [element('span', text.slice(0, at)), element('span', text.slice(at))]
  return element('span.path.mono', { title: text }, halves)
}

/** A part of an item: a heading, if something is below it. */
export function section(title: string, ...children: Child[]): Child {
  return keep(children).length > 0 && [element('h3', title), children]
}

/** A list of names and values. Those without a value are left out. */
export function facts(entries: Iterable<readonly [name: string, value: Child]>): Child {
  const shown = Array.from(entries).filter(([, value]) => keep([value]).length > 0)
  const items = shown.map(([name, value]) => [element('dt', name), element('dd', value)])
  return items.length > 0 && element('dl', items)
}

export function table(className: string, names: readonly string[], rows: Child): HTMLElement {
  const head = names.map((name) => element('th', { scope: 'col' }, name))
  return element(
    'table',
    { className },
    element('thead', element('tr', head)),
    element('tbody', rows),
  )
}

export function tags(names: readonly string[], marked?: ReadonlySet<string>): Child {
  const items = names.map((name) =>
    marked?.has(name) ? element('span.tag.met', name, ' ✓ written') : element('span.tag', name),
  )
  return items.length > 0 && element('span.tags', items)
}

/** What an action wrote. */
export function written(names: readonly string[] | undefined): Child {
  return element('p', names ? tags(names) : 'It never called writes(), so every loader runs.')
}

/** What is wrong with the input of a request. */
export function mistakes(
  input: readonly { in: string; name: string; message: string }[] = [],
): Child {
  return facts(input.map(({ in: part, name, message }) => [`${part} ${name}`.trim(), message]))
}

/** A button that looks like a link. */
export function action(text: string, onclick: () => void): HTMLElement {
  return element('button.jump', { type: 'button', onclick }, text)
}

/** An action that shows an item of another view. */
export function jump(state: State, view: string, key: string | number, text: string): HTMLElement {
  return action(text, () => state.show(view, String(key)))
}

/** A field to search with. */
export function search(label: string, value: string, changed: (value: string) => void): Child {
  const oninput = ({ target }: Event): void => changed((target as HTMLInputElement).value)
  const names = { placeholder: label, 'aria-label': label }
  return element('input', { type: 'search', ...names, value, oninput })
}

/** A file that the editor can open, if it is one of the project. */
export function place({ link: { server } }: State, { file, line, column, isOwn }: Frame): Child {
  const text = `${file}:${line}`
  if (!isOwn || server === undefined) return element('span.mono.soft', text)
  const path = `${server.root}/${file}:${line}:${column}`
  const href = `${server.base}__open-in-editor?file=${encodeURIComponent(path)}`
  const onclick = (event: Event): void => {
    event.preventDefault()
    void fetch(href)
  }
  return element('a.mono', { href, onclick, title: 'Open in the editor' }, text)
}
