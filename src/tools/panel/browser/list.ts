import { element, keep } from './element.ts'
import type { Row } from './state.ts'

/** The list at the left. It calls `select` with the key of the row that was chosen. */
export class List {
  readonly pill: HTMLElement = element('button.pill', {
    type: 'button',
    hidden: true,
    onclick: () => void (this.box.scrollTop = 0),
  })
  readonly box: HTMLElement = element('div.list', {
    role: 'listbox',
    onclick: ({ target }: Event) => this.#choose(rowOf(target)),
    onkeydown: (event: KeyboardEvent) => this.#move(event),
    onscroll: () => this.box.scrollTop < 4 && (this.pill.hidden = true),
  })
  readonly #select: (key: string) => void

  constructor(select: (key: string) => void) {
    this.#select = select
  }

  /** Shows the rows of another view. */
  reset(title: string): void {
    this.box.setAttribute('aria-label', title)
    this.box.replaceChildren()
    this.pill.hidden = true
  }

  /** Brings the list up to date. New rows do not move what one reads. */
  update(rows: readonly Row[], selected: string | undefined): void {
    const { box, pill } = this
    const { childElementCount, scrollHeight, scrollTop } = box
    this.#replaceRows(rows, selected)
    box.hidden = rows.length === 0
    const added = box.childElementCount - childElementCount
    if (scrollTop <= 4 || added <= 0) return
    box.scrollTop = scrollTop + box.scrollHeight - scrollHeight
    pill.textContent = `${added} new`
    pill.hidden = false
  }

  /** Rows that stay keep their element, and with it focus and selection. One of them takes the focus. */
  #replaceRows(rows: readonly Row[], selected: string | undefined): void {
    const all = Array.from(this.box.children as Iterable<HTMLElement>)
    const old = new Map(all.map((row) => [row.dataset['key'], row]))
    const reached = rows.some(({ key }) => key === selected) ? selected : rows[0]?.key
    let place = this.box.firstElementChild
    for (const { key, version, cells, isBad } of rows) {
      const row = old.get(key) ?? element('div', { role: 'option', id: `row-${key}` })
      old.delete(key)
      if (row.dataset['version'] !== String(version)) {
        Object.assign(row.dataset, { key, version })
        row.replaceChildren(...keep(cells()))
      }
      row.className = isBad ? 'row bad' : 'row'
      row.setAttribute('aria-selected', String(key === selected))
      row.tabIndex = key === reached ? 0 : -1
      if (row === place) place = place.nextElementSibling
      else this.box.insertBefore(row, place)
    }
    for (const row of old.values()) row.remove()
  }

  #choose(row: HTMLElement | null): void {
    if (row) this.#select(row.dataset['key']!)
  }

  #move(event: KeyboardEvent): void {
    const row = rowOf(event.target)
    const keys = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }
    const next = /^(?:Enter| )$/.test(event.key) ? row : keys[event.key as keyof typeof keys]
    if (!next) return
    event.preventDefault()
    this.#choose(next as HTMLElement)
    ;(next as HTMLElement).focus()
  }
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('.row')
}
