import { RequestError } from '../../internal/exchange/status-errors.ts'
import { isWithin, rowsAmong, rowsField } from '../../internal/forms/fields.ts'
import { pressRows } from '../../internal/forms/press-rows.ts'
import { reasonPhrase } from '../../internal/http/reason-phrase.ts'
import { refusalHeaders } from '../../internal/guards/refusal.ts'
import type { InputPart, SchemaIssue } from './contract.ts'
import type { SentForm } from './read-body.ts'
import { maxSecrets } from './secrets.ts'
import { maxIndex, maxSegments, sentName, toLines, type RowIndexes } from './sent-entries.ts'
import { isRow, rowsAround, shapesAt, type Shape } from './shape.ts'

/** The reasons for which a request did not reach its handler. It is plain data and can be written by hand. */
export interface Failure {
  /** 404 for params, 400 for the search and 422 for the body. 400, 413 or 415 if a part cannot be read at all. */
  readonly status: number
  /** The variant that was sent, if the body is a union of several forms. */
  readonly form?: string
  readonly errors: readonly FailureError[]
  /** The values that were sent in a form, by name, without secrets and files. */
  readonly values?: { readonly [name: string]: readonly string[] }
  /** The names of the fields whose files were sent. A page cannot fill them in again. */
  readonly files?: readonly string[]
  /** After a row was added or removed: the new row, such as `lines.8`, or the button that gets the focus. */
  readonly focus?: string
}

/** One mistake in a request. */
export interface FailureError {
  readonly in: InputPart
  /** The name of the field as it was sent, such as `address.city` or `lines.7.title`; `''` if no field is at fault. */
  readonly name: string
  /** The place of the value. For an item of a list, it has the position of the row, and not its index. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The errors that a page shows. The files that were sent are lost, so the user has to choose them again. */
export function shownErrors({ errors, files = [] }: Omit<Failure, 'status'>): FailureError[] {
  const lost = files.filter((file) => errors.every(({ name }) => name !== file))

  return [
    ...errors,
    ...lost.map((name) => ({
      in: 'body' as const,
      name,
      path: name.split('.'),
      message: 'Choose the file again',
    })),
  ]
}

/** The maximum number of errors of a response. A form shows one for each field. */
const maxErrors = 64
/** The maximum length of a message, and of all segments of a path together. */
const maxLength = 500

/** The status that tells the client which part of its request was wrong. */
export const statusOf: Readonly<Record<InputPart, number>> = { params: 404, search: 400, body: 422 }

/** Copies the parts of issues that a client may see: the message and the path, both shortened. */
export function toErrors(
  part: InputPart,
  issues: readonly SchemaIssue[],
  secrets: ReadonlySet<string>,
  rows?: RowIndexes,
): FailureError[] {
  const errors: FailureError[] = []
  const copyMessage = createCopier(secrets)
  for (const { message, path } of issues) {
    if (errors.length === maxErrors) break
    const keys = copyPath(path)
    errors.push({
      in: part,
      name: sentName(keys, rows),
      path: keys,
      message: copyMessage(message),
    })
  }

  return errors
}

function copyPath(path: SchemaIssue['path']): (string | number)[] {
  const keys: (string | number)[] = []
  let length = 0
  for (const segment of path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment
    const copy = typeof key === 'number' ? key : String(key).slice(0, maxLength)
    length += String(copy).length + 1
    if (length > maxLength + 1) break
    keys.push(copy)
  }

  return keys
}

/** Creates the function that copies messages. It shortens each secret once, and not again for each message. */
function createCopier(secrets: ReadonlySet<string>): (message: unknown) => string {
  const isHidden = secrets.size > maxSecrets
  const spellings = isHidden ? [] : Array.from(new Set(Array.from(secrets).flatMap(spell)))

  return (message) => {
    if (typeof message !== 'string' || message === '' || isHidden) return 'Invalid value'
    // A secret may begin at the end of the part that is shown. Its first 500 characters are then still in this start, even
    // if each line break was two characters.
    const start = toLines(message.slice(0, 3 * maxLength))
    const hasSecret = spellings.some((spelling) => start.includes(spelling))
    return hasSecret ? 'Invalid value' : message.slice(0, maxLength)
  }
}

/**
 * Returns the beginning of a secret in the spellings that a message may have: unchanged, and quoted with both kinds of line
 * breaks.
 */
function spell(secret: string): string[] {
  // A line break may be two characters.
  const sent = secret.trim().slice(0, 2 * maxLength)
  const text = toLines(sent).slice(0, maxLength)
  if (text === '') return []

  return [text, quote(text), quote(sent)]
}

/** Returns the beginning of a string as a message would quote it, without the quotes. */
function quote(text: string): string {
  return JSON.stringify(text.slice(0, maxLength)).slice(1, -1).slice(0, maxLength)
}

/**
 * Creates the response that a router sends by default: a problem document of RFC 9457.
 *
 * @param failure The failure that `onInvalid` or `invalid` of an action got
 * @returns A response of type `application/problem+json` that is never stored in a cache
 *
 * @example
 * const router = createRouter({
 *   onInvalid: ({ headers }, failure) =>
 *     headers.get('Accept')?.includes('text/html')
 *       ? createHtmlResponse(errorPage(failure), { status: failure.status })
 *       : createProblemResponse(failure),
 * })
 */
export function createProblemResponse({ status, errors }: Failure): Response {
  const problem = { type: 'about:blank', title: reasonPhrase(status), status, errors }

  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      ...refusalHeaders,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  })
}

/** The status of a form that was sent to add or remove a row. It is not a mistake. */
export const pressedStatus = 200

/**
 * Adds or removes a row, without JavaScript: the form is shown again, with all its values.
 *
 * If there is no such list or row, or the list is full, the form stays as it is.
 *
 * @param sent The values of the form
 * @throws {RequestError} If they are too large to be shown again (413)
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

/** Returns the failure for a button of a list if the route cannot show a form again. */
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

function rowIndexes(shape: Shape, name: string): number[] {
  return rowsAround(shape, name).map((row) => Number(row.slice(row.lastIndexOf('.') + 1)))
}
