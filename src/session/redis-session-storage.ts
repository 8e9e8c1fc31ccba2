import { checkLimit, longestTimeout } from '../internal/check-limit.ts'
import { invariant } from '../internal/invariant.ts'
import { warnOnce } from '../internal/warn-once.ts'
import { createRedisRecords, type RedisClient } from './redis-client.ts'
import { isSessionData, VERSION_KEY, type SessionData } from './session.ts'
import { createSessionId, isSessionId } from './session-id.ts'
import {
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/** Two weeks. */
const DEFAULT_TTL = 1_209_600

/** Redis counts milliseconds, and larger numbers of them are not exact. */
const LONGEST_TTL = Math.floor(Number.MAX_SAFE_INTEGER / 1000)

/** Options for {@link createRedisSessionStorage}. */
export interface RedisSessionStorageOptions extends SessionStorageOptions {
  /** A connected client of `redis` or `ioredis`. The storage neither connects nor closes it. */
  client: RedisClient
  /** @default 'session:' */
  prefix?: string | undefined
  /**
   * Seconds to keep a session after its last commit, if its cookie has no lifetime.
   *
   * @default 1_209_600, two weeks
   */
  ttl?: number | undefined
  /**
   * Milliseconds after which a command fails, so that a server that does not reply never blocks a request.
   *
   * @default 2000
   */
  timeout?: number | undefined
}

/**
 * Creates a storage in Redis, for apps that run on several computers.
 *
 * A command fails if Redis does not reply in time, but it may still arrive. If the client has `eval`, a late command
 * never undoes a newer commit.
 *
 * @param options The client, the cookie and how to keep records
 * @throws {RangeError} If `ttl` or `timeout` is not a number, or is too long
 *
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect()
 * const { getSession, commitSession, destroySession } = createRedisSessionStorage({
 *   client,
 *   cookie: { name: '__session', secrets: [secret], secure: true, maxAge: 604_800 },
 * })
 */
export function createRedisSessionStorage<Data = SessionData, FlashData = Data>(
  options: RedisSessionStorageOptions,
): SessionStorage<Data, FlashData> {
  const { client, prefix = 'session:', ttl = DEFAULT_TTL, timeout = 2_000 } = options
  invariant(
    typeof client?.get === 'function' &&
      typeof client.set === 'function' &&
      typeof client.del === 'function',
    'createRedisSessionStorage() needs a connected client of `redis` or `ioredis` as `client`',
  )
  invariant(ttl > 0, `createRedisSessionStorage() needs a \`ttl\` above 0 seconds, not ${ttl}`)
  invariant(
    timeout > 0,
    `createRedisSessionStorage() needs a \`timeout\` above 0 milliseconds, not ${timeout}`,
  )
  checkLimit('ttl', ttl, LONGEST_TTL)
  checkLimit('timeout', timeout, longestTimeout)
  const records = createRedisRecords(client, timeout)

  return createSessionStorage<any, any>({
    cookie: options.cookie,

    async createData(data, expires) {
      for (;;) {
        const id = createSessionId()
        const milliseconds = lifetime(expires)
        if (milliseconds <= 0) return id
        if (await records.create(prefix + id, JSON.stringify(data), milliseconds)) return id
      }
    },

    async readData(id) {
      const text = isSessionId(id) ? await records.read(prefix + id) : null
      if (text === null) return null
      const record = parseData(text)
      if (record === null) {
        warnOnce(
          `A record in Redis with the prefix ${JSON.stringify(prefix)} is not a session, so its visitor gets an empty one. Give sessions a \`prefix\` that no other program uses.`,
        )
        return null
      }
      const { [VERSION_KEY]: _, ...data } = record
      return data
    },

    async updateData(id, data, expires) {
      if (!isSessionId(id)) return false
      const milliseconds = lifetime(expires)
      if (milliseconds <= 0) return records.remove(prefix + id)
      return records.replace(prefix + id, (text) => serializeNext(data, text), milliseconds)
    },

    async deleteData(id) {
      return isSessionId(id) && records.remove(prefix + id)
    },
  })

  function lifetime(expires: Date | undefined): number {
    return expires ? expires.getTime() - Date.now() : Math.ceil(ttl * 1000)
  }
}

/** Adds a version, so that no two commits of a session have the same text and every change is noticed. */
function serializeNext(data: SessionData, text?: string): string {
  if (text === undefined) return JSON.stringify(data)
  const version = Number(parseData(text)?.[VERSION_KEY]) || 0
  return JSON.stringify({ ...data, [VERSION_KEY]: version + 1 })
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
