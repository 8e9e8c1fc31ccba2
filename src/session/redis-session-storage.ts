import { invariant } from '../internal/check.ts'
import {
  createRecordSessionStorage,
  type RecordSessionStorageOptions,
  type SessionRecords,
} from './record-session-storage.ts'
import type { SessionData } from './session.ts'
import type { SessionStorage } from './session-storage.ts'
import { createInTime } from '../internal/within.ts'
import { createSet, takesWords, type RedisClient } from '../internal/redis-client.ts'

/** Options for {@link createRedisSessionStorage}. */
export interface RedisSessionStorageOptions extends RecordSessionStorageOptions {
  /** A connected client of `redis` or `ioredis`. The storage neither connects nor closes it. */
  client: RedisClient
  /** @default 'session:' */
  prefix?: string | undefined
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
  const { client, prefix = 'session:' } = options
  invariant(
    typeof client?.get === 'function' &&
      typeof client.set === 'function' &&
      typeof client.del === 'function',
    'createRedisSessionStorage() needs a connected client of `redis` or `ioredis` as `client`',
  )

  return createRecordSessionStorage(
    'createRedisSessionStorage()',
    options,
    (timeout) => createRedisRecords(client, prefix, timeout),
    () =>
      `A record in Redis with the prefix ${JSON.stringify(prefix)} is not a session, so its visitor gets an empty one. Give sessions a \`prefix\` that no other program uses.`,
  )
}

export type { RedisClient } from '../internal/redis-client.ts'

/**
 * @param client The client
 * @param prefix Begins the keys of all records
 * @param timeout Milliseconds after which a command fails
 */
function createRedisRecords(client: RedisClient, prefix: string, timeout: number): SessionRecords {
  const set = createSet(client)
  const inTime = createInTime('Redis', timeout)
  const swap = createSwap(client)

  return {
    read,

    async create(id, text, milliseconds) {
      return (await inTime('SET', set(prefix + id, text, milliseconds, 'NX'))) !== null
    },

    async replace(id, next, milliseconds) {
      if (swap) return swapUntilDone(swap, id, next, milliseconds)

      // One step, so that a record deleted by another server does not come back.
      const reply = await inTime('SET', set(prefix + id, next(), milliseconds, 'XX'))
      // Not every client tells whether the record existed.
      return reply === undefined ? (await read(id)) !== null : reply !== null
    },

    async remove(id) {
      if (swap) return swapUntilDone(swap, id, () => '', 0)

      const found = (await read(id)) !== null
      // Not every client returns how many were deleted.
      const count = Number.parseInt(String(await inTime('DEL', client.del(prefix + id))), 10)
      return Number.isNaN(count) ? found : count > 0
    },
  }

  async function read(id: string): Promise<string | null> {
    const reply = await inTime('GET', client.get(prefix + id))
    return reply === null || reply === undefined ? null : String(reply)
  }

  /**
   * A delayed command finds another record and does nothing. So each command names the record that was just read, and is
   * tried again if another commit was faster. The last commit wins.
   */
  async function swapUntilDone(
    swap: Swap,
    id: string,
    next: (text: string) => string,
    milliseconds: number,
  ): Promise<boolean> {
    for (let refused: string | undefined; ;) {
      const text = await read(id)
      if (text === null) return false
      if (text === refused) {
        throw new Error(
          'Cannot replace a session in Redis: its record is not UTF-8 text, so another program wrote it. Use a `prefix` that no other program uses.',
        )
      }

      const reply = await inTime('EVAL', swap(prefix + id, text, next(text), milliseconds))
      if (Number(reply) === 1) return true
      if (Number(reply) !== 0) {
        throw new TypeError(
          `Cannot replace a session in Redis: \`eval\` of the client resolved to ${String(reply)}. It must resolve to the reply of the script.`,
        )
      }
      refused = text
    }
  }
}

/** Replaces `text` with `next`, or deletes it for `''`. The reply is 0 if the record has changed or is gone. */
type Swap = (key: string, text: string, next: string, milliseconds: number) => Promise<unknown>

const SWAP = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`

function createSwap(client: RedisClient): Swap | undefined {
  if (typeof client.eval !== 'function') return undefined
  if (takesWords(client)) {
    return (key, text, next, milliseconds) =>
      client.eval!(SWAP, 1, key, text, next, String(milliseconds))
  }
  return (key, text, next, milliseconds) =>
    client.eval!(SWAP, { keys: [key], arguments: [text, next, String(milliseconds)] })
}
