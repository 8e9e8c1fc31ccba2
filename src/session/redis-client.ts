import { createInTime } from '../internal/in-time.ts'
import { createSet, takesWords, type RedisClient } from '../internal/redis-client.ts'
import type { SessionRecords } from './record-session-storage.ts'

export type { RedisClient } from '../internal/redis-client.ts'

/**
 * @param client The client
 * @param prefix Begins the keys of all records
 * @param timeout Milliseconds after which a command fails
 */
export function createRedisRecords(
  client: RedisClient,
  prefix: string,
  timeout: number,
): SessionRecords {
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
