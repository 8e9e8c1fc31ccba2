import { isResponse } from '../../../internal/exchange/is-fetch-object.ts'
import { isPlainObject } from '../../../internal/guards/check.ts'
import { explainNonJson } from '../../../pages/page-protocol/shared.ts'
import {
  createErrorResponse,
  deserializeError,
  serializeError,
  type SerializedError,
} from '../../../pages/page-protocol/errors.ts'

/** The data of a stub in two parts: members that arrive at once, and promises that arrive later. */
export interface StubData {
  readonly data: unknown
  readonly later: readonly (readonly [name: string, promise: Promise<unknown>])[]
}

/** Splits the data of a stub. A promise in it represents a value that a loader defers with `later()`. */
export function splitData(value: unknown): StubData {
  if (!isPlainObject(value)) return { data: copyJson(value), later: [] }
  const entries = Object.entries(value)
  const later = entries.filter((entry): entry is [string, Promise<unknown>] => isPromise(entry[1]))
  // A test may not look at this part of the page.
  for (const [, promise] of later) promise.catch(() => {})

  return {
    data: copyJson(Object.fromEntries(entries.filter(([, member]) => !isPromise(member)))),
    later,
  }
}

/** The data of a first page, with a promise for each deferred member. */
export function createFirstData(value: unknown): unknown {
  const { data, later } = splitData(value)
  if (later.length === 0) return data
  const members = later.map(([name, promise]) => {
    const member = readLate(promise).then((late) => {
      if (late.error) throw deserializeError(late.error)
      return late.data
    })
    member.catch(() => {})
    return [name, member]
  })

  return { ...(data as object), ...Object.fromEntries(members) }
}

/** Returns a deferred member as it arrives. */
export async function readLate(
  promise: Promise<unknown>,
): Promise<{ data: unknown; error?: never } | { error: SerializedError; data?: never }> {
  try {
    return { data: copyJson(await promise) }
  } catch (thrown) {
    return { error: await readError(thrown) }
  }
}

/** Returns an error as it arrives. A `Response` becomes an `ErrorResponse`. */
export async function readError(thrown: unknown): Promise<SerializedError> {
  if (!isResponse(thrown)) return serializeError(thrown, true)
  const { status, statusText } = thrown

  return serializeError(createErrorResponse(status, statusText, await readJson(thrown)), true)
}

export async function readJson(response: Response): Promise<unknown> {
  const body = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') === true
  return isJson ? (JSON.parse(body) as unknown) : body
}

/** Copies a value through JSON, as it arrives. */
export function copyJson(value: unknown): unknown {
  if (value === undefined) return null
  const loss = explainNonJson(value)
  if (loss !== undefined) throw new TypeError(`Cannot give this data to a route: ${loss}`)
  return JSON.parse(JSON.stringify(value)) as unknown
}

function isPromise(value: unknown): boolean {
  return value instanceof Promise
}
