/** The largest index of a row. A form never has so many rows, even if each was removed and added again. */
export const maxIndex = 9_999

/** The indexes that were sent for the rows of each list with gaps, by the path of the list in the value. */
export type RowIndexes = ReadonlyMap<string, readonly number[]>

/** Reads a segment of a dotted name as the index of a row. `01` and `-1` are not indexes. */
export function readIndex(segment: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : undefined
}

/** The dotted name as it would be in JSON, where the items of an array have no names. */
export function withoutIndexes(name: string): string {
  return name.includes('.') ? name.replaceAll(/\.\d+(?=\.)/g, '') : name
}

/** Returns the name that was sent for a path in the value. A row has its index there, and its position in the value. */
export function sentName(path: readonly (string | number)[], rows: RowIndexes | undefined): string {
  if (rows === undefined) return path.join('.')

  const segments: (string | number)[] = []
  for (const [at, key] of path.entries()) {
    const indexes = rows.get(path.slice(0, at).join('.'))
    const segment = indexes === undefined ? key : indexes[Number(key)]
    if (segment === undefined) break // The schema says something about a row that was not sent.
    segments.push(segment)
  }

  return segments.join('.')
}
