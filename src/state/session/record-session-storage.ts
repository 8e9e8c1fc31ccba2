import { checkLimit, invariant, longestTimeout } from '../../internal/guards/check.ts'
import { noteSharedState } from '../common/shared.ts'
import { stringify } from '../../internal/text/stringify.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { createCommits } from './commits.ts'
import { isSessionData, VERSION_KEY, type SessionData } from './session-data.ts'
import { createSessionId, isSessionId } from './session-id.ts'
import {
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/** Two weeks. */
const DEFAULT_TTL = 1_209_600

/** Servers count milliseconds, and larger numbers of milliseconds are not exact. */
const LONGEST_TTL = Math.floor(Number.MAX_SAFE_INTEGER / 1000)

/** Options of storages on a server. */
export interface RecordSessionStorageOptions extends SessionStorageOptions {
  /**
   * Seconds to keep a session after its last commit, if its cookie has no lifetime.
   *
   * @default 1_209_600, two weeks
   */
  ttl?: number | undefined
  /**
   * Milliseconds after which a read or a commit fails, so that a server that does not reply never blocks a request.
   *
   * @default 2000
   */
  timeout?: number | undefined
}

/**
 * The records of sessions on a server, by id. Every method rejects if the server does not reply in time: within `timeout`,
 * or before `deadline` in the time of `performance.now()`.
 */
export interface SessionRecords {
  read(id: string): Promise<string | null>
  /** Returns `false` and writes nothing if the record exists. */
  create(id: string, text: string, milliseconds: number): Promise<boolean>
  /**
   * Replaces a record. Returns `false` and writes nothing if it does not exist.
   *
   * @param next Returns the new record. It gets the old record if that was read. Called again if another process came first
   */
  replace(
    id: string,
    next: (text?: string) => string,
    milliseconds: number,
    deadline: number,
  ): Promise<boolean>
  /** Extends the life of a record to this time from now on, with one command. Returns `false` if there is no record. */
  readonly prolong?:
    | ((id: string, milliseconds: number, deadline: number) => Promise<boolean>)
    | undefined
  /** Returns `false` if there was no record. */
  remove(id: string, deadline: number): Promise<boolean>
}

/**
 * Creates a storage whose records are on a server.
 *
 * @param caller The name of the function that the app calls
 * @param options Its options
 * @param connect Creates the records, given the checked `timeout`
 * @param describeForeign Returns a warning for a record that is not a session, with advice
 */
export function createRecordSessionStorage(
  caller: string,
  options: RecordSessionStorageOptions,
  connect: (timeout: number) => SessionRecords,
  describeForeign: () => string,
): SessionStorage<any, any> {
  noteSharedState()
  const { ttl = DEFAULT_TTL, timeout = 2_000 } = options
  invariant(ttl > 0, `${caller} needs a \`ttl\` above 0 seconds, not ${ttl}`)
  invariant(timeout > 0, `${caller} needs a \`timeout\` above 0 milliseconds, not ${timeout}`)
  checkLimit('ttl', ttl, LONGEST_TTL)
  checkLimit('timeout', timeout, longestTimeout)
  const records = connect(timeout)
  const { prolong } = records
  const commits = createCommits(timeout)
  const remove = (id: string): Promise<boolean> =>
    commits(id, 'remove', (deadline) => records.remove(id, deadline))
  const lifetime = (expires: Date | undefined): number =>
    expires ? expires.getTime() - Date.now() : Math.ceil(ttl * 1000)

  return createSessionStorage<any, any>({
    cookie: options.cookie,

    async createData(data, expires) {
      const id = createSessionId()
      const milliseconds = lifetime(expires)
      if (milliseconds <= 0 || (await records.create(id, stringify(data)!, milliseconds))) {
        return id
      }
      // Two random ids are never the same, so a second try would not help.
      throw new Error(
        `${caller} cannot create a session: the server says that a record with a new random id exists. Check that the client resolves to the replies of the server.`,
      )
    },

    async readData(id) {
      const text = isSessionId(id) ? await records.read(id) : null
      if (text === null) return null
      const record = parseData(text)
      if (record === null) {
        warnOnce(describeForeign())
        return null
      }
      const { [VERSION_KEY]: _, ...data } = record
      return data
    },

    async updateData(id, data, expires) {
      if (!isSessionId(id)) return false
      const milliseconds = lifetime(expires)
      if (milliseconds <= 0) return remove(id)
      const next = (text?: string): string => serializeNext(data, text)
      return commits(id, 'replace', (deadline) => records.replace(id, next, milliseconds, deadline))
    },

    ...(prolong && {
      async prolongData(id: string, expires: Date | undefined) {
        const milliseconds = lifetime(expires)
        if (milliseconds <= 0) return remove(id)
        return commits(id, 'prolong', (deadline) => prolong(id, milliseconds, deadline))
      },
    }),

    async deleteData(id) {
      return isSessionId(id) && remove(id)
    },
  })
}

/** Adds a version. So each commit of a session writes another string, and every change is noticed. */
function serializeNext(data: SessionData, text?: string): string {
  if (text === undefined) return stringify(data)!
  const version = Number(parseData(text)?.[VERSION_KEY]) || 0
  return stringify({ ...data, [VERSION_KEY]: version + 1 })!
}

/** Returns `null` for a record that another program wrote. */
function parseData(text: string): SessionData | null {
  try {
    const data: unknown = JSON.parse(text)
    return isSessionData(data) ? data : null
  } catch {
    return null
  }
}
