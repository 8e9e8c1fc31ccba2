import { RequestError } from '../internal/exchange/request-error.ts'
import { isWithin, rowsAmong, rowsField } from '../internal/fields.ts'
import { pressRows } from '../internal/press-rows.ts'
import { maxSegments } from './decode.ts'
import type { Failure } from './failure.ts'
import type { SentForm } from './read-body.ts'
import { maxIndex, readIndex } from './row-names.ts'
import { shapesAt } from './secrets.ts'
import { allProperties, type Shape } from './shape.ts'

/** The status of a form that was sent to add or remove a row. Nothing is wrong with it. */
export const pressedStatus = 200

/**
 * Adds or removes a row, without JavaScript: the form is shown again, with everything that was typed.
 *
 * If there is no such list or row, or the list is full, the form stays as it is.
 *
 * @param sent What was typed
 * @throws {RequestError} If it is too much to be shown again (413)
 */
export function pressForm(shape: Shape, sent: Failure, form: SentForm): Failure {
  if (!sent.values) throw new RequestError(413, 'Cannot keep more than 1 MiB of text')
  const values = { ...sent.values }
  const names = Object.keys(values)
  const next = Math.max(-1, ...names.flatMap((name) => rowIndexes(shape, name))) + 1
  const sentValue = form.get(rowsField)
  const value = typeof sentValue === 'string' ? sentValue : ''
  const findRows = (list: string): readonly number[] | undefined => {
    const found = findList(shape, list)
    const isThere = found && rowsAround(shape, list).every((row) => Object.hasOwn(values, row))
    const rows = isThere ? Object.keys(rowsAmong(values, list)).map(Number) : undefined
    const { maxItems = Infinity } = found?.rules() ?? {}
    const isFull = value === `+${list}` && (next > maxIndex || (rows?.length ?? 0) >= maxItems)
    return isFull ? undefined : rows
  }

  const isThere =
    value[0] === '+' ||
    (value[0] === '-' &&
      isRow(shape, value.slice(1).split('.', maxSegments + 1)) &&
      Object.hasOwn(values, value.slice(1)))
  const pressed = isThere ? pressRows(value, findRows, next) : undefined
  const removed = pressed && value[0] === '-' ? value.slice(1) : undefined
  const isKept = (name: string): boolean => removed === undefined || !isWithin(name, removed)
  for (const name of names) if (!isKept(name)) delete values[name]
  if (pressed && removed === undefined) values[pressed.focus] = ['']
  const files = sent.files?.filter(isKept)

  return {
    ...sent,
    status: pressedStatus,
    values,
    ...(files && { files }),
    ...(pressed && { focus: pressed.focus }),
  }
}

/** Returns the failure for a button that was pressed where no form can be shown. */
export function refusePress(failure: Failure): Failure {
  if (failure.status !== pressedStatus) return failure
  const message = 'Cannot add or remove a row: this route does not show the form again'
  return { status: 422, errors: [{ in: 'body', name: rowsField, path: [rowsField], message }] }
}

function findList(shape: Shape, name: string): Shape | undefined {
  const segments = name.split('.', maxSegments + 1)
  return segments.length > maxSegments
    ? undefined
    : shapesAt(shape, segments).find(({ rows }) => rows)
}

/** Whether a dotted name is the name of a row. */
export function isRow(shape: Shape, segments: readonly string[]): boolean {
  const isIndex = readIndex(segments.at(-1)!) !== undefined
  return isIndex && shapesAt(shape, segments.slice(0, -1)).some(({ rows }) => rows)
}

/** The names of the rows that a name is in, and its own if it is a row. */
export function rowsAround(shape: Shape, name: string): string[] {
  if (!/\.\d/.test(name)) return []
  const segments = name.split('.', maxSegments + 1)
  return segments.flatMap((_, at) => {
    const row = segments.slice(0, at + 1)
    return isRow(shape, row) ? [row.join('.')] : []
  })
}

function rowIndexes(shape: Shape, name: string): number[] {
  return rowsAround(shape, name).map((row) => Number(row.slice(row.lastIndexOf('.') + 1)))
}

/** Whether a value has a list anywhere. */
export function hasRows(root: Shape): boolean {
  // A set also visits what is added while it is visited.
  const shapes = new Set([root])
  for (const { object, rows } of shapes) {
    if (rows) return true
    for (const property of object ? allProperties(object) : []) shapes.add(property.shape)
  }
  return false
}
