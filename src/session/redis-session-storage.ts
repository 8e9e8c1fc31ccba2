import { invariant } from '../internal/invariant.ts'
import { isSessionData } from './is-session-data.ts'
import type { SessionData } from './session.ts'
import { createSessionId, isSessionId } from './session-id.ts'
import {
  createSessionStorage,
  type SessionStorage,
  type SessionStorageOptions,
} from './session-storage.ts'

/** Two weeks. */
const DEFAULT_TTL = 1_209_600

/** What the storage calls of a client of `redis` or `ioredis`, or of anything with their shape. */
export interface RedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, ...options: any[]): Promise<unknown>
  del(key: string): Promise<unknown>
}

/** Options for {@link createRedisSessionStorage}. */
export interface RedisSessionStorageOptions extends SessionStorageOptions {
  /** A connected client of `redis` or `ioredis`. The storage neither connects nor closes it. */
  client: RedisClient
  /** @default 'session:' */
  prefix?: string | undefined
  /**
   * Seconds to keep a session whose cookie has no lifetime of its own, from its last commit.
   *
   * @default 1_209_600, two weeks
   */
  ttl?: number | undefined
  /**
   * Milliseconds after which a command is an error, so that a server which does not answer never holds up a request.
   *
   * @default 2000
   */
  timeout?: number | undefined
}

/**
 * Creates a storage in Redis, for apps that run on several machines.
 *
 * @param options The client, the cookie and how to keep records
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
    'createRedisSessionStorage() needs `client`, a client of `redis` or `ioredis`',
  )
  invariant(ttl > 0, `createRedisSessionStorage() needs a \`ttl\` above 0 seconds, not ${ttl}`)
  invariant(
    timeout > 0,
    `createRedisSessionStorage() needs a \`timeout\` above 0 milliseconds, not ${timeout}`,
  )
  const set = createSet(client)

  return createSessionStorage<any, any>({
    cookie: options.cookie,

    async createData(data, expires) {
      for (;;) {
        const id = createSessionId()
        const milliseconds = lifetime(expires)
        if (milliseconds <= 0) return id
        const made = set(prefix + id, JSON.stringify(data), milliseconds, 'NX')
        if ((await answer('SET', made)) !== null) return id
      }
    },

    async readData(id) {
      if (!isSessionId(id)) return null
      const reply = await answer('GET', client.get(prefix + id))
      return reply === null || reply === undefined ? null : parseData(String(reply))
    },

    // One command, so that a record deleted by another machine is not brought back
    async updateData(id, data, expires) {
      if (!isSessionId(id)) return false
      const milliseconds = lifetime(expires)
      if (milliseconds <= 0) return remove(id)
      const updated = set(prefix + id, JSON.stringify(data), milliseconds, 'XX')
      return (await answer('SET', updated)) !== null
    },

    async deleteData(id) {
      return isSessionId(id) && remove(id)
    },
  })

  async function remove(id: string): Promise<boolean> {
    return Number(await answer('DEL', client.del(prefix + id))) > 0
  }

  function lifetime(expires: Date | undefined): number {
    return expires ? expires.getTime() - Date.now() : Math.ceil(ttl * 1000)
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

/** `SET` with a lifetime, if there is (`XX`) or is not (`NX`) such a key. The reply is `null` if not. */
function createSet(
  client: RedisClient,
): (key: string, value: string, milliseconds: number, condition: 'XX' | 'NX') => Promise<unknown> {
  // Both have `set`, with the words of the protocol or with an object; `call` only `ioredis` has
  if ('call' in client) {
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

/** Something else under our prefix is no session. */
function parseData(text: string): SessionData | null {
  try {
    const data: unknown = JSON.parse(text)
    return isSessionData(data) ? data : null
  } catch {
    return null
  }
}
