import { UnavailableError } from '../../internal/exchange/status-errors.ts'
import { explainMissingTable } from '../../state/common/shared.ts'
import {
  RECORD_LIFETIME,
  recordsOf,
  toRun,
  useRecord,
  type OnceCall,
  type OnceRecord,
  type OnceRow,
  type OnceRun,
} from './once-call.ts'

/** A client of Postgres in a transaction: of `pg`, a transaction of PGlite, or anything with the same method. */
export interface Queryable {
  query(
    text: string,
    values: (string | number | null)[],
  ): PromiseLike<readonly object[] | { readonly rows: readonly object[] }>
}

/** Runs the work of a call in the open transaction of a client. */
export async function runInPostgres(client: Queryable, call: OnceCall): Promise<OnceRun> {
  const records = recordsOf(call)
  const ids = [records[0]!.id, records.at(-1)!.id] as const
  const written: OnceRow[] = []
  try {
    let known = await ask<Found>(client, FIND, [...ids, Date.now()])
    const isSecond = call.enter(known[0]!.place)
    for (const record of records) {
      if (!known.some(({ id }) => id === record.id)) {
        const { id, owner, print } = record
        const now = Date.now()
        const values = [id, owner, print, now + RECORD_LIFETIME, now, ids[0]]
        if ((await ask(client, START, values)).length > 0) {
          written.push(record)
          continue
        }
        // Another transaction has written the record in the meantime.
        known = await ask(client, FIND, [...ids, now])
      }
      const found = known.find(({ id }) => id === record.id)
      if (found === undefined) {
        throw new TypeError(
          'Cannot record the effect: the client is not in a transaction. Call once() between BEGIN and COMMIT.',
        )
      }
      const repeat = useRecord(call.owners, record.print, found, isSecond)
      // The next repeat may not name the subject, so it is also stored under the submission.
      return written.length > 0 ? await finish(client, ids, written, repeat) : repeat
    }

    return await finish(client, ids, written, toRun(await call.work()))
  } catch (error) {
    // After most errors, Postgres accepts only ROLLBACK. Then these queries fail too.
    await Promise.allSettled(written.map(({ id }) => ask(client, DROP, [id])))
    throw error
  }
}

/** A row of {@link FIND}. There is always a row. It has no id if no record was found. */
type Found = OnceRecord & OnceRow & { readonly place: string }

async function ask<Row>(
  client: Queryable,
  text: string,
  values: (string | number | null)[],
): Promise<Row[]> {
  try {
    const result = await client.query(text, values)
    return ('rows' in result ? result.rows : result) as Row[]
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code
    if ((code === LOCK_TIMEOUT || code === STATEMENT_TIMEOUT) && text === START) {
      throw new UnavailableError(
        'Cannot record the effect: the first request of this submission has not ended, and the time limit of Postgres is over. Keep transactions short.',
        { cause: error },
      )
    }
    throw explainMissingTable(error, 'framework_once')
  }
}

/** The code of Postgres for a lock that did not become free in time. */
const LOCK_TIMEOUT = '55P03'

/** The code for a query that took longer than `statement_timeout` of the app, here for the same reason. */
const STATEMENT_TIMEOUT = '57014'

/** Adds the value to the records that were written. */
async function finish(
  client: Queryable,
  ids: readonly [string, string],
  written: readonly OnceRow[],
  ran: OnceRun,
): Promise<OnceRun> {
  const last = written.at(-1)!.id
  const values = [written[0]!.id, last, ran.json ?? null, Date.now(), ids[0]]
  if ((await ask(client, FINISH, values)).length === written.length) return ran

  throw new TypeError(
    'Cannot record the effect: the transaction has ended before the function of once(). Await once() before COMMIT.',
  )
}

/** How long a repeat waits for the first request. No app sets exactly this value, so it shows that `once()` has set it. */
const LONGEST_WAIT = '10001ms'

/** Resets the lock timeout, so that the work waits as before. */
const PATIENT = `CASE current_setting('lock_timeout') WHEN '${LONGEST_WAIT}' THEN set_config('lock_timeout', '0', true) END`

/**
 * Finds existing records. Also sets a variable that lasts as long as the transaction. Outside of a transaction, the variable
 * is gone when the next query starts, and that query then writes nothing.
 */
const FIND = `SELECT id, owner, print, value,
concat_ws(' ', current_database(), inet_server_addr(), inet_server_port()) AS place, ${PATIENT} FROM set_config('framework.once', $1::text, true)
LEFT JOIN framework_once ON id IN ($1::text, $2::text) AND expires > $3::bigint`

/**
 * Writes a record without its value. Waits for a transaction that has written the same record, and returns no row if that
 * one is committed. If the app has set no lock timeout, waits for at most 10 s, because that transaction may never end.
 */
const START = `WITH impatient AS MATERIALIZED (
  SELECT CASE current_setting('lock_timeout') WHEN '0' THEN set_config('lock_timeout', '${LONGEST_WAIT}', true) END
)
INSERT INTO framework_once AS old (id, owner, print, expires)
SELECT $1::text, $2::text, $3::text, $4::bigint FROM impatient
WHERE current_setting('framework.once', true) = $6::text
ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, print = excluded.print, value = NULL, expires = excluded.expires
WHERE old.expires <= $5::bigint
RETURNING id, ${PATIENT}`

/**
 * Adds the value, and deletes some expired records. A snapshot of `REPEATABLE READ` still shows records that other
 * transactions have deleted, and deleting them again is an error. So with that isolation, records are deleted rarely, and
 * more at once.
 */
const FINISH = `WITH swept AS (
  DELETE FROM framework_once WHERE id IN (
    SELECT id FROM framework_once WHERE expires <= $4::bigint
    AND (current_setting('transaction_isolation') = 'read committed' OR random() < 0.01)
    LIMIT CASE current_setting('transaction_isolation') WHEN 'read committed' THEN 10 ELSE 1000 END
    FOR UPDATE SKIP LOCKED
  )
)
UPDATE framework_once SET value = $3::text
WHERE id IN ($1::text, $2::text) AND current_setting('framework.once', true) = $5::text
RETURNING id`

const DROP = 'DELETE FROM framework_once WHERE id = $1::text'
