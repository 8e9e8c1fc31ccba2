import { createInTime, createSet, takesWords, type RedisClient } from '../internal/redis-client.ts'

export type { RedisClient } from '../internal/redis-client.ts'

/** Records by key. Every method rejects if the server does not reply in time. */
interface RedisRecords {
  read(key: string): Promise<string | null>
  /** Returns `false` and writes nothing if the record exists. */
  create(key: string, text: string, milliseconds: number): Promise<boolean>
  /**
   * Replaces a record. Returns `false` and writes nothing if it does not exist.
   *
   * @param next Returns the new text for the old one, if that was read. Called again if another commit came first
   */
  replace(key: string, next: (text?: string) => string, milliseconds: number): Promise<boolean>
  /** Returns `false` if there was no record. */
  remove(key: string): Promise<boolean>
}

/**
 * @param client The client
 * @param timeout Milliseconds after which a command fails
 */
export function createRedisRecords(client: RedisClient, timeout: number): RedisRecords {
  const set = createSet(client)
  const inTime = createInTime(timeout)
  const swap = createSwap(client)

  return {
    read,

    async create(key, text, milliseconds) {
      return (await inTime('SET', set(key, text, milliseconds, 'NX'))) !== null
    },

    async replace(key, next, milliseconds) {
      if (swap) return swapUntilDone(swap, key, next, milliseconds)

      // One step, so that a record deleted by another server does not come back.
      const reply = await inTime('SET', set(key, next(), milliseconds, 'XX'))
      // Not every client tells whether the record existed.
      return reply === undefined ? (await read(key)) !== null : reply !== null
    },

    async remove(key) {
      if (swap) return swapUntilDone(swap, key, () => '', 0)

      const found = (await read(key)) !== null
      // Not every client returns how many were deleted.
      const count = Number.parseInt(String(await inTime('DEL', client.del(key))), 10)
      return Number.isNaN(count) ? found : count > 0
    },
  }

  async function read(key: string): Promise<string | null> {
    const reply = await inTime('GET', client.get(key))
    return reply === null || reply === undefined ? null : String(reply)
  }

  /**
   * A delayed command finds another record and does nothing. So each command names the record that was just read, and is
   * tried again if another commit was faster. The last commit wins.
   */
  async function swapUntilDone(
    swap: Swap,
    key: string,
    next: (text: string) => string,
    milliseconds: number,
  ): Promise<boolean> {
    for (let refused: string | undefined; ;) {
      const text = await read(key)
      if (text === null) return false
      if (text === refused) {
        throw new Error(
          'Cannot replace a session in Redis: its record is not UTF-8 text, so another program wrote it. Use a `prefix` that no other program uses.',
        )
      }

      const reply = await inTime('EVAL', swap(key, text, next(text), milliseconds))
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
