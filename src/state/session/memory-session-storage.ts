import { checkOptions } from '../../internal/guards/check.ts'
import { stringify } from '../../internal/text/stringify.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import type { SessionData } from './session-data.ts'
import { createSessionId } from './session-id.ts'
import {
  assertOptions,
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

const SWEEP_INTERVAL = 60_000

interface MemoryRecord {
  /**
   * The data is stored as a string, as in every other storage: if the app changes its objects later, the committed data must
   * not change.
   */
  readonly json: string
  readonly expires: number
}

/**
 * Creates a storage in the memory of this process, for development and tests. A restart logs everyone out, and other
 * processes do not know the sessions.
 *
 * @param options The cookie
 *
 * @example
 * const { getSession, commitSession } = createMemorySessionStorage({ cookie: { secrets: [secret] } })
 */
export function createMemorySessionStorage<Data = SessionData, FlashData = Data>(
  options: SessionStorageOptions = {},
): SessionStorage<Data, FlashData> {
  assertOptions(options)
  checkOptions('createMemorySessionStorage()', options, 'cookie')
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  if (process?.env?.['NODE_ENV'] === 'production') {
    warnOnce(
      'createMemorySessionStorage() is for development: sessions are lost when this process ends. In production, use createFileSessionStorage() or createRedisSessionStorage(). See framework/docs/sessions.md#where-sessions-are-stored.',
    )
  }

  const records = new Map<string, MemoryRecord>()
  let nextSweep = Date.now() + SWEEP_INTERVAL

  return createSessionStorage<any, any>({
    cookie: options.cookie,

    createData(data, expires) {
      sweep()
      const id = createSessionId()
      records.set(id, createRecord(data, expires))
      return id
    },

    readData(id) {
      const record = find(id)
      return record ? (JSON.parse(record.json) as SessionData) : null
    },

    updateData(id, data, expires) {
      if (!find(id)) return false
      records.set(id, createRecord(data, expires))
      return true
    },

    prolongData(id, expires) {
      const record = find(id)
      if (!record) return false
      records.set(id, { json: record.json, expires: endOf(expires) })
      return true
    },

    deleteData(id) {
      return find(id) !== undefined && records.delete(id)
    },
  })

  function find(id: string): MemoryRecord | undefined {
    const record = records.get(id)
    if (!record || Date.now() < record.expires) return record
    records.delete(id)
    return undefined
  }

  /** Removes expired sessions from time to time, because most visitors never come back. */
  function sweep(): void {
    const now = Date.now()
    if (now < nextSweep) return
    nextSweep = now + SWEEP_INTERVAL
    for (const [id, record] of records) {
      if (now >= record.expires) records.delete(id)
    }
  }
}

function createRecord(data: SessionData, expires: Date | undefined): MemoryRecord {
  return { json: stringify(data)!, expires: endOf(expires) }
}

function endOf(expires: Date | undefined): number {
  return expires ? expires.getTime() : Infinity
}
