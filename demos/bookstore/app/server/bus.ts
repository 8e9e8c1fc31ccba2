import { createMemoryBus, createPostgresBus, createRedisBus, type Bus } from 'framework/bus'
import type { Redis } from './redis.ts'

/**
 * Opens the bus, which tells all processes what was written: on Redis if `REDIS_URL` is set, on Postgres if
 * `DATABASE_URL` is. Otherwise the shop is one process.
 */
export async function openBus(redis: Redis | undefined): Promise<Bus> {
  if (redis) return createRedisBus({ client: redis })

  const url = process.env['DATABASE_URL']
  if (!url) return createMemoryBus()

  const { Client } = await import('pg')
  return createPostgresBus({ connect: () => new Client(url) })
}
