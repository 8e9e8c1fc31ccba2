import { invariant, showValue } from '../../internal/guards/check.ts'
import { proof } from '../../internal/exchange/proof.ts'
import {
  isPromise,
  OnceError,
  SecondCallError,
  type OnceCall,
  type OnceOwners,
  type OnceRun,
} from './once-call.ts'
import { createKey } from '../../internal/forms/once-key.ts'
import type { OnceResult } from '../../internal/forms/once-results.ts'
import { runInPostgres, type Queryable } from './postgres-place.ts'
import { runInSession, type SessionPlace } from './session-place.ts'
import { runInSqlite, type SqliteDatabase } from './sqlite-place.ts'

/** The place of an effect's record: the place of the effect itself. */
export type OncePlace = SessionPlace | SqliteDatabase | Queryable

/**
 * Runs `work` unless this submission has run it before, and returns its value either way.
 *
 * The record and the effect are one transaction, or one session. If `work` throws, nothing is recorded.
 *
 * @param where A session, a connection to SQLite, or a client of Postgres in a transaction
 * @param work Has the effect. Put all code into it that decides about data or changes data. Its value is JSON. It is not
 *   async for SQLite. `key` identifies the submission, for services that take an idempotency key
 * @param subject Something that can be used up only once, such as the id of a cart. It counts for all forms of the route
 */
export type Once = <Where extends OncePlace, Value>(
  where: Where,
  work: ((key: string) => Value) & OnceWork<Where, Value>,
  subject?: string,
) => OnceValue<Where, Value>

/** Refuses a function that returns a promise, if the place can only be SQLite: nothing may wait inside of its transaction. */
export type OnceWork<Where, Value> = [Exclude<Where, SqliteDatabase>] extends [never]
  ? IsPromise<Value> extends true
    ? { 'a transaction of SQLite cannot wait, so make this function synchronous': never }
    : unknown
  : unknown

/** Whether a value is, or may be, a promise. `any` is not. */
type IsPromise<Value> = 0 extends 1 & Value
  ? false
  : [Extract<Value, PromiseLike<unknown>>] extends [never]
    ? false
    : true

/** The type that {@link Once} returns: a client of Postgres always returns a promise. */
export type OnceValue<Where, Value> = Where extends SessionPlace | SqliteDatabase
  ? Value
  : Promise<Awaited<Value>>

/** One submission, as `once()` records it. It is created before the handler runs, because digests are asynchronous. */
export interface OnceSubmission {
  /** The id of its record. `undefined` if the client sent no key. */
  readonly id: string | undefined
  readonly owners: OnceOwners
  /** The digest of the body, if it is not part of the id. */
  readonly print: string
  /** The scope of a subject: the pattern and the params of the route, which are the same for every spelling of a path. */
  readonly target: readonly [pattern: string, params: object]
  /** The route, for `framework prove`. */
  readonly route: string
}

/** Creates the function `once` of one request. */
export function createOnce(submission: OnceSubmission, report: (result: OnceResult) => void): Once {
  const recorded = new Set<unknown>()
  const running = new Set<PlaceName>()
  const { owners, print } = submission
  const isKeyed = submission.id !== undefined
  const id = submission.id ?? createKey()

  return ((where: OncePlace, work: (key: string) => unknown, subject: string | undefined) => {
    const [place, run] = findPlace(where)
    checkCall(place, work, subject)
    // The record of the first call is not complete yet, so a second call must not read it as a repeat.
    if (running.has(place)) throw new SecondCallError()
    let entered: unknown
    const call: OnceCall = {
      id,
      isKeyed,
      subject: subject && JSON.stringify([...submission.target, subject]),
      owners,
      print,
      enter(place) {
        entered = place
        return recorded.has(place)
      },
      work: () => work(id),
    }
    const finish = ({ isRepeat, json }: OnceRun): unknown => {
      running.delete(place)
      recorded.add(entered)
      if (!isRepeat) proof?.onHandlerStart?.({ kind: 'once', route: submission.route, params: {} })
      report(isRepeat ? 'repeat' : isKeyed ? 'first' : 'unkeyed')
      return json === undefined ? undefined : (JSON.parse(json) as unknown)
    }
    const fail = (error: unknown): never => {
      running.delete(place)
      if (error instanceof OnceError) report('refused')
      throw error
    }

    running.add(place)
    try {
      const ran = run(call)
      return isPromise(ran) ? ran.then(finish, fail) : finish(ran)
    } catch (error) {
      return fail(error)
    }
  }) as Once
}

type PlaceName = 'a session' | 'SQLite' | 'Postgres'

function findPlace(
  where: OncePlace,
): [name: PlaceName, run: (call: OnceCall) => OnceRun | Promise<OnceRun>] {
  const place = (where ?? {}) as Partial<SessionPlace & SqliteDatabase & Queryable>
  if (typeof place.setReserved === 'function') {
    return ['a session', (call) => runInSession(place as SessionPlace, call)]
  }
  if (typeof (place.isTransaction ?? place.inTransaction) === 'boolean') {
    return ['SQLite', (call) => runInSqlite(place as SqliteDatabase, call)]
  }
  invariant(
    typeof place.query === 'function',
    `Cannot record an effect in ${showValue(where)}: once() takes a session, a connection to SQLite, or a client of Postgres`,
  )
  return ['Postgres', (call) => runInPostgres(place as Queryable, call)]
}

function checkCall(place: PlaceName, work: unknown, subject: unknown): void {
  invariant(
    typeof work === 'function',
    `once() takes a function after the place, not ${showValue(work)}`,
  )
  if (subject === undefined) return
  invariant(
    place !== 'a session',
    'Cannot use a subject with a session: only a database keeps subjects. Call once(session, work).',
  )
  invariant(
    typeof subject === 'string' && subject !== '' && subject.length <= 255,
    `Cannot use ${showValue(subject)} as the subject of once(): it must be a string of 1 to 255 characters, or undefined`,
  )
}
