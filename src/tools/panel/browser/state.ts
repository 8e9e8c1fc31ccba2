import type { Snapshot } from '../../../pages/page-protocol/shared.ts'
import type {
  Changes,
  LoaderLine,
  LoadRecord,
  Problem,
  RequestRecord,
  ServerMessage,
  TabMessage,
} from '../records.ts'
import type { Child } from './element.ts'

/** What an open panel uses of the page. */
export interface Link {
  readonly tab: string
  /** The state of the client router, if the page has one. */
  snapshot(): Snapshot | undefined
  /** Why each loader of the page ran last, by route id. */
  readonly reasons: Map<string, LoaderLine>
  send(message: TabMessage): void
  /** Calls a listener with each message of the server, and after each change of the page. Returns a function that stops it. */
  listen(listener: (message: ServerMessage | undefined) => void): () => void
  /** What the server said last about itself, or why it says nothing. */
  server: Extract<ServerMessage, { type: 'problems' }> | undefined
  refusal: string
}

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
  foot?(state: State): Child
  /** Called when the view is chosen. */
  open?(state: State): void
}

/** A row of a list. Rows with the same key are one element. */
export interface Row {
  readonly key: string
  /** The row is drawn again if this changes. */
  readonly version: number | string
  readonly cells: () => Child[]
  readonly isBad?: boolean | undefined
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
  mark: string
  /** Counts up with each change of the page. */
  page = 0
  /** Draws everything that has changed. */
  update: () => void = () => {}
  /** Shows an item of another view. */
  show: (view: string, key: string) => void = () => {}

  constructor(link: Link) {
    this.link = link
    this.mark = link.server?.mark ?? ''
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
    this.mark = mark
    this.link.send({ type: 'open', version: 0, mark })
  }

  #apply({ first, firstLoad, firstProblem, requests, loads, problems }: Changes): void {
    this.first = first
    merge(this.requests, requests, first)
    merge(this.loads, loads, firstLoad)
    merge(this.problems, problems, firstProblem)
  }
}

/** Adds the records that have changed, and removes those that the log has forgotten. */
function merge<Record extends { number: number }>(
  records: Map<number, Record>,
  changed: readonly Record[],
  first: number,
): void {
  for (const record of changed) records.set(record.number, record)
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
