/** What the storage calls of a client of `redis` or `ioredis`, or of anything with their shape. */
export interface RedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, ...options: any[]): Promise<unknown>
  del(key: string): Promise<unknown>
  /**
   * Runs a script. With it, a command that arrives late never undoes a newer commit. Without it, records are written
   * and deleted with `SET` and `DEL`, whenever these arrive.
   */
  eval?(script: string, ...options: any[]): Promise<unknown>
}

/** Records under keys. Every method rejects when the server does not answer in time. */
interface RedisRecords {
  read(key: string): Promise<string | null>
  /** Answers `false`, and writes nothing, if there is such a record. */
  create(key: string, text: string, milliseconds: number): Promise<boolean>
  /**
   * Replaces a record. Answers `false`, and writes nothing, if there is none.
   *
   * @param next Gives the new text for the old one, if that was read; called again when another commit came first
   */
  replace(key: string, next: (text?: string) => string, milliseconds: number): Promise<boolean>
  /** Answers `false` if there was none. */
  remove(key: string): Promise<boolean>
}

/**
 * @param client The client
 * @param timeout Milliseconds after which a command is an error
 */
export function createRedisRecords(client: RedisClient, timeout: number): RedisRecords {
  const set = createSet(client)
  const swap = createSwap(client)

  return {
    read,

    async create(key, text, milliseconds) {
      return (await answer('SET', set(key, text, milliseconds, 'NX'))) !== null
    },

    async replace(key, next, milliseconds) {
      if (swap) return swapUntilDone(swap, key, next, milliseconds)

      // In one step, so that a record deleted by another machine is not brought back
      const reply = await answer('SET', set(key, next(), milliseconds, 'XX'))
      // Not every client tells whether there was one
      return reply === undefined ? (await read(key)) !== null : reply !== null
    },

    async remove(key) {
      if (swap) return swapUntilDone(swap, key, () => '', 0)

      const found = (await read(key)) !== null
      // Not every client says how many were deleted.
      const count = Number.parseInt(String(await answer('DEL', client.del(key))), 10)
      return Number.isNaN(count) ? found : count > 0
    },
  }

  async function read(key: string): Promise<string | null> {
    const reply = await answer('GET', client.get(key))
    return reply === null || reply === undefined ? null : String(reply)
  }

  /**
   * A command that was only delayed finds another record, and does nothing. That is why each is tried with the record
   * as it was just before, and again if others were faster: the last commit wins.
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
          'Cannot replace a session in Redis: its record is not UTF-8 text, so something else has written it. Use a `prefix` that nothing else uses',
        )
      }

      const reply = await answer('EVAL', swap(key, text, next(text), milliseconds))
      if (Number(reply) === 1) return true
      if (Number(reply) !== 0) {
        throw new TypeError(
          `Cannot replace a session in Redis: \`eval\` of the client resolved to ${String(reply)}, and must resolve to the reply of the script`,
        )
      }
      refused = text
    }
  }

  async function answer<Reply>(command: string, reply: Promise<Reply>): Promise<Reply> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(
          new Error(
            `Redis has not answered ${command} for ${timeout} ms: is the server up, and its client connected?`,
          ),
        )
      }, timeout)
    })
    try {
      return await Promise.race([reply, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** `ioredis` takes the words of the protocol, `redis` objects. Both have `set` and `eval`; `call` only `ioredis` has. */
function takesWords(client: RedisClient): boolean {
  return 'call' in client
}

/** `SET` with a lifetime, if there is (`XX`) or is not (`NX`) such a key. The reply is `null` if not. */
function createSet(
  client: RedisClient,
): (key: string, value: string, milliseconds: number, condition: 'XX' | 'NX') => Promise<unknown> {
  if (takesWords(client)) {
    return (key, value, milliseconds, condition) =>
      client.set(key, value, 'PX', milliseconds, condition)
  }
  // `redis` 4 ignores the first two, and a session would never end; later ones look at the others only without them
  return (key, value, milliseconds, condition) =>
    client.set(key, value, {
      expiration: { type: 'PX', value: milliseconds },
      condition,
      PX: milliseconds,
      [condition]: true,
    })
}

/** Puts `next` in the place of `text`, or deletes it for `''`. The reply is 0 if the record is another one or gone. */
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
