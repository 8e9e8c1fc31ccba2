/** The effect of a button of a list. */
export interface Press {
  readonly list: string
  readonly rows: readonly number[]
  /** The new row, or the button that gets the focus: of the next row, else of the row before, else the `add` button. */
  readonly focus: string
}

/**
 * Adds or removes a row. An index stays with its row, so typed values and errors do too.
 *
 * @param value The value of the button: `+lines` or `-lines.7`
 * @param rowsOf Returns the indexes of the rows of a list. `undefined` if there is no such list
 * @param next The index of a new row
 * @returns `undefined` if there is no such list
 */
export function pressRows(
  value: string,
  rowsOf: (list: string) => readonly number[] | undefined,
  next: number,
): Press | undefined {
  const name = value.slice(1)
  const isNew = value[0] === '+'
  const list = isNew ? name : name.slice(0, name.lastIndexOf('.'))
  const shown = rowsOf(list)
  if (!shown) return undefined
  if (isNew) return { list, rows: [...shown, next], focus: `${list}.${next}` }

  const at = shown.findIndex((index) => value === `-${list}.${index}`)
  const near = shown[at + 1] ?? shown[at - 1]
  return {
    list,
    rows: shown.filter((_, other) => other !== at),
    focus: near === undefined ? `+${list}` : `-${list}.${near}`,
  }
}
