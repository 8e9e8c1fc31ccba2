import type { Changes, LoadRecord, Problem, RequestRecord, ServerMessage } from '../records.ts'
import type { Child } from './element.ts'
import type { Link } from './link.ts'
import type { Row } from './list.ts'

/** One of the six views: a list at the left, and the chosen item at the right. */
export interface View {
  readonly id: string
  readonly title: string
  /** What stands above the list. It is created once. */
  controls?(state: State): Child[]
  rows(state: State): Row[]
  detail(state: State, key: string): Child[]
  /** What stands in place of a list without rows. */
  empty(state: State): string
  /** What stands below the list. */
  foot?(state: State): Child[]
  /** Called when the view is chosen. */
  open?(state: State): void
}

/** What the views show. */
export class State {
  readonly link: Link
  readonly requests: Map<number, RequestRecord> = new Map()
  readonly loads: Map<number, LoadRecord> = new Map()
  readonly problems: Map<number, Problem> = new Map()
  routes: Extract<ServerMessage, { type: 'routes' }> | undefined
  explained: Extract<ServerMessage, { type: 'explained' }> | undefined
  /** The method and the URL to explain. */
  asked = { method: 'GET', path: '' }
  readonly filters = { text: '', isOwn: false, hasFailed: false, isSlow: false }
  /** The number of the oldest request. Older ones were forgotten. */
  first = 1
  version = 0
  mark = ''
  /** Counts up with each change of the page. */
  page = 0
  /** Draws everything that has changed. */
  update: () => void = () => {}
  /** Shows an item of another view. */
  show: (view: string, key: string) => void = () => {}

  constructor(link: Link) {
    this.link = link
  }

  /** Takes a message of the server, or notes that the page has changed. */
  take(message: ServerMessage | undefined): void {
    if (message === undefined) this.page += 1
    else if (message.type === 'problems') this.#reset(message.mark)
    else if (message.type === 'records') this.#apply(message.changes)
    else if (message.type === 'routes') this.routes = message
    else if (message.type === 'explained') this.explained = message
  }

  /** After a restart of the server there is another log. */
  #reset(mark: string): void {
    if (mark === this.mark) return
    for (const records of [this.requests, this.loads, this.problems]) records.clear()
    this.version = 0
    this.mark = mark
    this.link.send({ type: 'open', version: 0, mark })
  }

  #apply({ version, first, firstLoad, firstProblem, requests, loads, problems }: Changes): void {
    this.version = version
    this.first = first
    for (const record of requests) this.requests.set(record.number, record)
    for (const record of loads) this.loads.set(record.number, record)
    for (const problem of problems) this.problems.set(problem.number, problem)
    forget(this.requests, first)
    forget(this.loads, firstLoad)
    forget(this.problems, firstProblem)
  }
}

function forget(records: Map<number, unknown>, first: number): void {
  for (const number of records.keys()) if (number < first) records.delete(number)
}

/** What a list shows of each record. */
interface RowOptions<Record> {
  cells(record: Record): Child[]
  isShown?(record: Record): boolean
  isBad?(record: Record): boolean
  version?(record: Record): string
}

/** Returns a row for each record, the newest first. */
export function rowsOf<Record extends { number: number; version: number }>(
  records: ReadonlyMap<number, Record>,
  { cells, isBad, isShown = () => true, version }: RowOptions<Record>,
): Row[] {
  const shown = Array.from(records.values()).filter(isShown)
  return shown
    .sort((a, b) => b.number - a.number)
    .map((record) => ({
      key: String(record.number),
      version: version?.(record) ?? record.version,
      isBad: isBad?.(record),
      cells: () => cells(record),
    }))
}
