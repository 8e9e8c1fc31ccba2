import { invariant } from '../internal/check.ts'
import {
  createRecordSessionStorage,
  type RecordSessionStorageOptions,
} from './record-session-storage.ts'
import { createRedisRecords, type RedisClient } from './redis-client.ts'
import type { SessionData } from './session.ts'
import type { SessionStorage } from './session-storage.ts'

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
