// One machine of a shop with several: its cache, its limits and its data are in the Redis at the given port. A second
// port and a timeout are for the cache and the limits alone. It prints where it listens.
import { Redis } from 'ioredis'
import { createRouter } from '../../router/fetch-router/index.ts'
import { serve } from '../../edges/node/index.ts'
import { rateLimit } from '../rate-limit/index.ts'
import { text } from '../../http/response/index.ts'
import { createRedisStorage } from '../../state/storage/index.ts'
import { writes } from '../../state/tags/index.ts'
import { cache } from './index.ts'

const [port, storagePort = port, timeout = '5000'] = process.argv.slice(2)
const client = new Redis(Number(port), '127.0.0.1')
const storageClient = new Redis(Number(storagePort), '127.0.0.1')
for (const each of [client, storageClient]) each.on('error', () => {}) // One test stops the server.
const storage = createRedisStorage({
  client: storageClient,
  prefix: 'machines:',
  timeout: Number(timeout),
})
let runs = 0

const router = createRouter({
  middleware: [cache({ storage, routes: ['/books', '/slow', '/stale', '/mine'] })],
})

/** A page about the stock of books. */
async function stock(policy: string): Promise<Response> {
  runs++
  const left = (await client.get('stock')) ?? '0'
  return text(left, { headers: { 'Cache-Control': policy, 'Cache-Tag': 'stock' } })
}

router.get('/books', () => stock('s-maxage=600'))
router.get('/stale', () => stock('s-maxage=0, stale-while-revalidate=600'))
router.get('/slow', async () => {
  const response = await stock('s-maxage=600')
  await client.incr('waiting')
  while ((await client.get('released')) === null)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return response
})
router.get('/mine', ({ headers }) => {
  runs++
  return text(`mark of ${headers.get('Cookie')}`, { headers: { 'Cache-Control': 's-maxage=600' } })
})
router.post('/buy', async (context) => {
  await client.incr('stock')
  writes(context, 'stock')
  return text('bought')
})
router.get('/runs', () => text(String(runs)))
router.get('/limited', {
  middleware: [rateLimit({ limit: 10, window: 3600, storage })],
  handler: () => text('ok'),
})

// Both machines are behind one proxy, so they have one origin. The address is printed.
await serve(router, { port: 0, trustProxy: ['127.0.0.1'] })
