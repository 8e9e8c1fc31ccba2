import { RequestError } from '../../internal/exchange/status-errors.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'

/** The names and values of a form or a query, in the order in which they were sent. */
export type Entries = Iterable<readonly [name: string, value: string | File]>

/**
 * The maximum number of parts of a dotted name. Forms need three or four. A schema that contains itself would allow any
 * number.
 */
export const maxSegments = 8
/**
 * The maximum number of names, and of items of one array. A person does not fill in more, and so many can be decoded at
 * once.
 */
export const maxNames = 1_000
/** The largest index of a row. A form never has so many rows, even if each was removed and added again. */
export const maxIndex = 9_999

/** The indexes that were sent for the rows of each list with gaps, by the path of the list in the value. */
export type RowIndexes = ReadonlyMap<string, readonly number[]>

/** Reads a segment of a dotted name as the index of a row. `01` and `-1` are not indexes. */
export function readIndex(segment: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : undefined
}

/** Returns the dotted name without the indexes of rows, as in JSON, where the items of an array have no names. */
export function withoutIndexes(name: string): string {
  return name.includes('.') ? name.replaceAll(/\.\d+(?=\.)/g, '') : name
}

/**
 * Returns the name that was sent for a path in the value. In the name, a row has its index. In the path, it has its
 * position.
 */
export function sentName(path: readonly (string | number)[], rows: RowIndexes | undefined): string {
  if (rows === undefined) return path.join('.')

  const segments: (string | number)[] = []
  for (const [at, key] of path.entries()) {
    const indexes = rows.get(path.slice(0, at).join('.'))
    const segment = indexes === undefined ? key : indexes[Number(key)]
    if (segment === undefined) break // The schema reports a row that was not sent.
    segments.push(segment)
  }

  return segments.join('.')
}

/** The values of a name that was sent, and the names below it: `address` has `city` below it if `address.city` was sent. */
export class SentName {
  // Own properties, because `Object.prototype` may have been changed.
  values: (string | File)[] | undefined = undefined
  below: Map<string, SentName> | undefined = undefined
  /** Whether a name has more segments than allowed. */
  isTooDeep = false

  open(segment: string): SentName {
    this.below ??= new Map()
    let sent = this.below.get(segment)
    if (sent === undefined) this.below.set(segment, (sent = new SentName()))

    return sent
  }
}

export function createTree(entries: Entries): { root: SentName; hasBrackets: boolean } {
  const root = new SentName()
  let hasBrackets = false
  let deepNames: Set<string> | undefined
  let names = 0
  let prefix = ''
  let around: SentName | undefined

  for (const [name, value] of entries) {
    const end = name.lastIndexOf('.')
    hasBrackets ||= name.includes('[')
    let isTooDeep = false
    let sent: SentName
    // Most names have one segment, or the prefix of the name before them.
    if (end === -1) sent = root.open(name)
    else if (around !== undefined && end === prefix.length && name.startsWith(prefix)) {
      sent = around.open(name.slice(end + 1))
    } else {
      const segments = name.split('.', maxSegments + 1)
      isTooDeep = segments.length > maxSegments
      const last = segments.pop()!
      sent = segments.reduce(openBelow, root)
      if (!isTooDeep) {
        prefix = name.slice(0, end)
        around = sent
        sent = sent.open(last)
      }
    }

    if (isTooDeep) {
      sent.isTooDeep = true
      deepNames ??= new Set()
      deepNames.add(name)
    } else if (sent.values === undefined) {
      sent.values = [value]
      names += 1
    } else sent.values.push(value)
    if (names + (deepNames?.size ?? 0) > maxNames) throw tooMuch(`more than ${maxNames} names`)
  }

  return { root, hasBrackets }
}

function openBelow(sent: SentName, segment: string): SentName {
  return sent.open(segment)
}

export function findBelow(
  sent: SentName | undefined,
  segments: readonly string[],
): SentName | undefined {
  let found = sent
  for (const segment of segments) found = found?.below?.get(segment)
  return found
}

/** Whether a name was sent once, with an empty string and without names below it. */
export function isEmptyText({ values, below }: SentName): boolean {
  return values?.length === 1 && values[0] === '' && below === undefined
}

keepShape(new SentName())

/** Whether a list was sent as `lines[0][title]` or `lines[]`, which other libraries read. */
export function hasNamesInBrackets(around: SentName | undefined, list: string): boolean {
  for (const segment of around?.below?.keys() ?? []) {
    if (segment.startsWith(`${list}[`)) return true
  }

  return false
}

/** Returns the rows of a list, by index. */
export function sortRows({
  below,
}: SentName): { readonly index: number; readonly row: SentName }[] {
  const rows: ReturnType<typeof sortRows> = []
  for (const [segment, row] of below ?? []) {
    const index = readIndex(segment)
    if (index === undefined) continue
    if (index > maxIndex) throw tooMuch(`a row with an index above ${maxIndex}`)
    rows.push({ index, row })
  }

  return rows.sort((a, b) => a.index - b.index)
}

export function isEmpty(value: string | File): boolean {
  return typeof value === 'string' ? value === '' : isEmptyFile(value)
}

/** Browsers send a file without a name for a file input that is empty. */
export function isEmptyFile(value: string | File): boolean {
  return typeof value !== 'string' && value.name === '' && value.size === 0
}

/**
 * Replaces each CRLF with LF. A browser sends CRLF for a line break that it counts as one character.
 *
 * For a string that is full of line breaks, this takes a quarter of the time of `replaceAll()`.
 */
export function toLines(text: string): string {
  return text.includes('\r') ? text.split('\r\n').join('\n') : text
}

export function tooDeep(): RequestError {
  return tooMuch(`names of more than ${maxSegments} parts`)
}

export function tooMuch(what: string): RequestError {
  return new RequestError(400, `Cannot read ${what}`)
}
