import { KeyError } from './breaker.ts'
import {
  checkLimit,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import {
  createRedisInTime,
  createSet,
  noteSharedState,
  takesWords,
  type RedisClient,
} from '../common/shared.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { readTtl, type Storage } from './storage.ts'

/** The methods that the storage calls, on a client of `redis`, `ioredis` or anything like them. */
export interface RedisStorageClient extends Pick<RedisClient, 'get' | 'set' | 'del'> {
  incr(key: string): Promise<unknown>
  /** `MGET`, as `redis` calls it. A cluster does not use it, because its keys are on several servers. */
  mGet?(keys: string[]): Promise<unknown>
  /** `MGET`, as `ioredis` calls it. */
  mget?(keys: string[]): Promise<unknown>
}

/** Options for {@link createRedisStorage}. */
export interface RedisStorageOptions {
  /** A client of `redis` or `ioredis`. The storage neither connects it first nor closes it at the end. While it is not connected, calls reject. */
  readonly client: RedisStorageClient
  /**
   * The start of every key, such as `shop:`. Apps with the same server and prefix share their rate limits and responses, so
   * an app without a prefix is warned.
   *
   * @default 'framework:'
   */
  readonly prefix?: string
  /**
   * Milliseconds after which a command fails, so that a server which does not reply never holds up a request.
   *
   * @default 250
   */
  readonly timeout?: number
}

/**
 * Creates a storage in Redis, for apps that run on several machines.
 *
 * @param options The client
 * @returns A storage that all processes with the same server and prefix share
 * @throws {TypeError} If there is no client, or an option is not known
 * @throws {RangeError} If `timeout` is not a number, or too long
 *
 * @example
 * const client = createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true }).on('error', console.error)
 * client.connect().catch(() => {}) // The app also starts while Redis is down.
 * const storage = createRedisStorage({ client, prefix: 'shop:' })
 */
export function createRedisStorage(options: RedisStorageOptions): Storage {
  noteSharedState()
  checkOptions('createRedisStorage()', options, 'client prefix timeout')
  const { client, prefix = defaultPrefix, timeout = 250 } = options
  invariant(
    (['get', 'set', 'del', 'incr'] as const).every((name) => typeof client?.[name] === 'function'),
    `createRedisStorage() needs a client of \`redis\` or \`ioredis\` as client, not ${showValue(client)}`,
  )
  invariant(
    typeof prefix === 'string',
    `createRedisStorage() takes a string as prefix, not ${showValue(prefix)}`,
  )
  invariant(
    checkLimit('timeout', timeout, longestTimeout) > 0,
    'createRedisStorage() takes a timeout above 0 milliseconds, not 0',
  )
  if (options.prefix === undefined) {
    warnOnce(
      "createRedisStorage() has no `prefix`, so another app on this Redis server would share its rate limits. Give it the name of the app: prefix: 'shop:'.",
    )
  }
  const set = createSet(client)
  const inTime = createRedisInTime(client, timeout)
  const getAll = createGetAll(client)

  return {
    // The settings of the server decide whether it drops values before they expire.
    evicts: true,
    timeout,

    async get(key) {
      return aboutKey(key, async () => readReply(await inTime('GET', client.get(prefix + key))))
    },

    async getMany(keys) {
      const replies = inTime('MGET', getAll(keys.map((key) => prefix + key)))
      return (await replies).map(readReply)
    },

    async set(key, value, { ttl, when }) {
      const condition = when === undefined ? undefined : when === 'new' ? 'NX' : 'XX'
      const reply = await inTime('SET', set(prefix + key, value, readTtl(ttl), condition))
      return reply !== null
    },

    async delete(key) {
      return Number(await inTime('DEL', client.del(prefix + key))) > 0
    },

    async count(key, ttl) {
      const milliseconds = readTtl(ttl)
      // The first count creates the key with 1, so no key has 0.
      if ((await inTime('SET', set(prefix + key, '1', milliseconds, 'NX'))) !== null) return 1

      const sum = await aboutKey(key, async () =>
        Number(await inTime('INCR', client.incr(prefix + key))),
      )
      // The key expired between the two commands, so `INCR` has created a key that never expires.
      if (sum === 1) await inTime('SET', set(prefix + key, '1', milliseconds))
      return sum
    },
  }
}

const defaultPrefix = 'framework:'

/** The errors of Redis for a key whose value another program has written. */
const wrongType = /^(?:WRONGTYPE|ERR value is not an integer)/

/** Runs commands for one key. An error about this key does not count against the other keys. */
async function aboutKey<Reply>(key: string, run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Error) || !wrongType.test(error.message)) throw error
    throw new KeyError(
      `Cannot use the key ${showValue(key)} in Redis: ${error.message.replace(/\.?$/, '')}. Give the storage a \`prefix\` that no other program uses.`,
      { cause: error },
    )
  }
}

function readReply(reply: unknown): string | null {
  return reply === null || reply === undefined ? null : String(reply)
}

/** Reads several keys with one command, or with one for each key if they may be on several servers. */
function createGetAll(client: RedisStorageClient): (keys: string[]) => Promise<unknown[]> {
  const name = takesWords(client) ? 'mget' : 'mGet'
  if (isCluster(client) || typeof client[name] !== 'function') {
    return (keys) => Promise.all(keys.map((key) => client.get(key)))
  }
  return async (keys) => (await client[name]!(keys)) as unknown[]
}

/** A cluster of `ioredis` has `isCluster`, and one of `redis` has `masters`. */
function isCluster(client: object): boolean {
  return 'masters' in client || (client as { isCluster?: unknown }).isCluster === true
}
