import { RequestError } from '../../internal/exchange/status-errors.ts'
import { isThenable } from '../../internal/process/promises.ts'
import { stringify } from '../../internal/text/stringify.ts'

/** The reason to refuse a submission. The client may read it. */
export class OnceError extends RequestError {
  readonly publicMessage: string

  /** @param publicMessage For the client, if the message is for the developer */
  constructor(status: number, message: string, publicMessage: string = message) {
    super(status, message)
    this.publicMessage = publicMessage
  }
}

/**
 * The senders of a submission, as digests. The record has the first one. Its value is given to each of them. Empty if
 * nothing identifies the client: then no client gets the value.
 */
export type OnceOwners = readonly string[]

/** One call of `once()`, as the places see it. */
export interface OnceCall {
  /** The id of the submission's record. It is random if the client sent no key. */
  readonly id: string
  /** Whether the client sent a key, so that there may be a repeat. */
  readonly isKeyed: boolean
  /** The id of the subject's record, if the call names one. */
  readonly subject: string | undefined
  readonly owners: OnceOwners
  readonly print: string
  /**
   * Notes the place of this call: a session, or a database. Two connections to one database are the same place.
   *
   * @returns Whether this request has already recorded an effect there
   */
  enter(place: unknown): boolean
  /** Calls the function of the app, which may return a promise. */
  work(): unknown
}

/** The result of a call. */
export interface OnceRun {
  /** The value as JSON. `undefined` if the value is `undefined`. */
  readonly json: string | undefined
  readonly isRepeat: boolean
}

/** A record that was found. */
export interface OnceRecord {
  readonly owner: string
  readonly print: string
  readonly value: string | null
}

/** How long a record is kept, in milliseconds: a little longer than a form is valid. */
export const RECORD_LIFETIME: number = (24 * 60 + 10) * 60_000

/** The largest value in a database, in bytes of JSON. */
const MAX_BYTES = 64 * 1024

/**
 * Returns the records to look for and to write. The submission's comes before the subject's, because a repeat may no longer
 * know the subject. Without a key, only a second call of the same request can find the first record, which is a mistake.
 */
export function recordsOf({ id, owners, print, subject }: OnceCall): OnceRow[] {
  const owner = owners[0] ?? ''
  const records: OnceRow[] = [{ id, owner, print }]
  if (subject !== undefined) records.push({ id: subject, owner, print: '' })
  return records
}

/** A record without its value, and its id. */
export type OnceRow = Omit<OnceRecord, 'value'> & { readonly id: string }

/** A request has called `once()` twice for one place. */
export class SecondCallError extends TypeError {
  constructor() {
    super(
      'Cannot call once() again for the same place: one submission has one record there. Put both effects into one function.',
    )
  }
}

/**
 * Returns the value of a record that was found.
 *
 * @throws {OnceError} If the record is not for this client, or for another body
 * @throws {TypeError} If this request has written the record itself
 */
export function useRecord(
  owners: OnceOwners,
  print: string,
  found: OnceRecord,
  isSecond: boolean,
): OnceRun {
  if (isSecond) throw new SecondCallError()
  if (!owners.includes(found.owner)) {
    throw new OnceError(
      409,
      found.owner === ''
        ? 'This was already sent. The result is not shown, because nothing shows who sent it: no session, no login and no cookie.'
        : 'This was already sent, by another visitor or before you signed in. Load the page again.',
    )
  }
  if (found.print !== print) {
    throw new OnceError(
      422,
      'This Idempotency-Key was already used with another body. Send a new key.',
    )
  }
  return { json: found.value ?? undefined, isRepeat: true }
}

/**
 * Converts the value to JSON.
 *
 * @throws {TypeError} If it is not JSON, or larger than `most` bytes
 */
export function toRun(value: unknown, most: number = MAX_BYTES): OnceRun {
  const json = stringify(value)
  const size = json === undefined ? 0 : encoder.encode(json).length
  if (size > most) {
    throw new TypeError(
      `Cannot record the value of once(): it has ${size} bytes as JSON, and ${most} is the most. Return an id, and read the rest after it.`,
    )
  }
  return { json, isRepeat: false }
}

const encoder = new TextEncoder()

/** Whether `work` has returned a promise. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return isThenable(value)
}
