import { cache } from 'framework/cache-middleware'
import {
  createMemoryStorage,
  createPostgresStorage,
  createRedisStorage,
  type Storage,
} from 'framework/storage'
import type { Redis } from './redis.ts'

/**
 * Creates the cache for what is the same for every visitor: drawn covers and the API. The pages of the shop show the cart of
 * their visitor, so they are not in its routes.
 */
export async function openResponses(redis: Redis | undefined) {
  return cache({
    storage: await openStorage(redis),
    routes: ['/covers/:slug.svg', '/api/books', '/api/books/:slug'],
  })
}

/** In Redis if `REDIS_URL` is set, in Postgres if `DATABASE_URL` is, otherwise in memory. */
async function openStorage(redis: Redis | undefined): Promise<Storage> {
  if (redis) return createRedisStorage({ client: redis, prefix: 'bookstore:' })

  const url = process.env['DATABASE_URL']
  if (!url) return createMemoryStorage()

  const { openPool } = await import('./postgres-database.ts')
  return createPostgresStorage({ client: openPool(url) })
}

/** Everything that shows books, until a book or a review changes. */
export const bookHeaders = {
  'Cache-Control': 's-maxage=60, stale-while-revalidate=600',
  'Cache-Tag': 'books',
}
