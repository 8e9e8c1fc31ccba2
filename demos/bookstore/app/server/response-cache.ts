import { cache } from 'framework/cache-middleware'
import { createMemoryStorage, createRedisStorage } from 'framework/storage'
import { openRedis } from './redis.ts'

/**
 * Creates the cache for what is the same for every visitor: drawn covers and the API. The pages of the shop show the cart of
 * their visitor, so they are not in its routes.
 */
export async function openResponses() {
  const client = await openRedis()
  const storage = client ? createRedisStorage({ client }) : createMemoryStorage()

  return cache({ storage, routes: ['/covers/:slug.svg', '/api/books', '/api/books/:slug'] })
}

/** Everything that shows books, until a book or a review changes. */
export const bookHeaders = {
  'Cache-Control': 's-maxage=60, stale-while-revalidate=600',
  'Cache-Tag': 'books',
}
