import { setTimeout } from 'node:timers/promises'

/** A client of the shop's Redis. */
export type Redis = NonNullable<Awaited<ReturnType<typeof openRedis>>>

/**
 * Connects to the Redis of `REDIS_URL`. Without that variable there is none. The shop also starts while Redis is down: cache,
 * limits and bus can do without it, and the client connects when it can.
 */
export async function openRedis() {
  const url = process.env['REDIS_URL']
  if (!url) return undefined

  const { createClient } = await import('redis')
  // Without a queue, a command that cannot be sent fails at once and is not sent later.
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', (error) => console.error('Redis:', error.message))
  await Promise.race([client.connect(), setTimeout(1_000, undefined, { ref: false })])

  return client
}
