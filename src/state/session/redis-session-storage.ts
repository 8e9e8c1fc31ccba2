import { checkOptions, invariant } from '../../internal/guards/check.ts'
import { compete } from './commits.ts'
import {
  createRecordSessionStorage,
  type RecordSessionStorageOptions,
  type SessionRecords,
} from './record-session-storage.ts'
import type { SessionData } from './session-data.ts'
import type { SessionStorage } from './session-storage.ts'
import { createRedisInTime, createSet, takesWords, type RedisClient } from '../common/shared.ts'

/** Options for {@link createRedisSessionStorage}. */
export interface RedisSessionStorageOptions extends RecordSessionStorageOptions {
  /** A connected client of `redis` or `ioredis`. The storage neither connects it first nor closes it at the end. */
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
  checkOptions('createRedisSessionStorage()', options, 'cookie client prefix ttl timeout')

  return createRecordSessionStorage(
    'createRedisSessionStorage()',
    options,
    (timeout) => createRedisRecords(client, prefix, timeout),
    () =>
      `A record in Redis with the prefix ${JSON.stringify(prefix)} is not a session, so its visitor gets an empty one. Give sessions a \`prefix\` that no other program uses.`,
  )
}

export type { RedisClient } from '../common/shared.ts'

/**
 * @param client The client
 * @param prefix The start of all keys
 * @param timeout Milliseconds after which a command fails
 */
function createRedisRecords(client: RedisClient, prefix: string, timeout: number): SessionRecords {
  const set = createSet(client)
  const inTime = createRedisInTime(client, timeout)
  const run = createRunScript(client)

  return {
    read,

    async create(id, text, milliseconds) {
      return (await inTime('SET', set(prefix + id, text, milliseconds, 'NX'))) !== null
    },

    async replace(id, next, milliseconds, deadline) {
      if (run) {
        return swap(run, id, deadline, (text) => [SWAP, text, next(text), String(milliseconds)])
      }

      // One step, so that a record deleted by another server does not come back.
      const reply = await inTime('SET', set(prefix + id, next(), milliseconds, 'XX'), deadline)
      // Not every client tells whether the record existed.
      return reply === undefined ? (await read(id, deadline)) !== null : reply !== null
    },

    prolong:
      run &&
      (async (id, milliseconds, deadline) =>
        isDone(await inTime('EVAL', run(prefix + id, PROLONG, String(milliseconds)), deadline))),

    async remove(id, deadline) {
      if (run) return swap(run, id, deadline, (text) => [REMOVE, text])

      const found = (await read(id, deadline)) !== null
      // Not every client returns how many were deleted.
      const reply = await inTime('DEL', client.del(prefix + id), deadline)
      const count = Number.parseInt(String(reply), 10)
      return Number.isNaN(count) ? found : count > 0
    },
  }

  async function read(id: string, deadline?: number): Promise<string | null> {
    const reply = await inTime('GET', client.get(prefix + id), deadline)
    return reply === null || reply === undefined ? null : String(reply)
  }

  /**
   * A delayed command finds another record and does nothing: each command names the record that was just read, and is sent
   * again if another process was faster. The last commit wins.
   *
   * @param scriptFor Returns the script for a record, and its arguments
   */
  async function swap(
    run: RunScript,
    id: string,
    deadline: number,
    scriptFor: (text: string) => [script: string, ...values: string[]],
  ): Promise<boolean> {
    let refused: string | undefined
    return compete(deadline, async () => {
      const text = await read(id, deadline)
      if (text === null) return false
      if (text === refused) {
        throw new Error(
          'Cannot replace a session in Redis: its record is not UTF-8 text, so another program wrote it. Use a `prefix` that no other program uses.',
        )
      }

      refused = text
      const reply = await inTime('EVAL', run(prefix + id, ...scriptFor(text)), deadline)
      return isDone(reply) ? true : undefined
    })
  }
}

/** Whether a script has changed the record. The reply is 0 if the record was changed or removed before. */
function isDone(reply: unknown): boolean {
  const number = Number(reply)
  if (number === 1 || number === 0) return number === 1
  throw new TypeError(
    `Cannot replace a session in Redis: \`eval\` of the client resolved to ${String(reply)}. It must resolve to the reply of the script.`,
  )
}

const SWAP = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

const REMOVE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`

// The record itself does not change, so this does not compete with commits.
const PROLONG = `return redis.call('PEXPIRE', KEYS[1], ARGV[1])`

/** Runs a script for one key. */
type RunScript = (key: string, script: string, ...values: string[]) => Promise<unknown>

function createRunScript(client: RedisClient): RunScript | undefined {
  if (typeof client.eval !== 'function') return undefined
  return takesWords(client)
    ? (key, script, ...values) => client.eval!(script, 1, key, ...values)
    : (key, script, ...values) => client.eval!(script, { keys: [key], arguments: values })
}
