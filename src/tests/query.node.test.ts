import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { serve } from '../edges/node/index.ts'
import { json, text } from '../http/response/index.ts'
import { cache } from '../middleware/cache/index.ts'
import { cop } from '../middleware/cop/index.ts'
import { cors } from '../middleware/cors/index.ts'
import { csrf } from '../middleware/csrf/index.ts'
import { etag } from '../middleware/etag/index.ts'
import { formData } from '../middleware/form-data/index.ts'
import { methodOverride } from '../middleware/method-override/index.ts'
import { session } from '../middleware/session/index.ts'
import { createClient } from '../router/client/index.ts'
import { createRouter, type Middleware } from '../router/fetch-router/index.ts'
import { openapi } from '../router/openapi/index.ts'
import { get, post, query, route } from '../router/routes/index.ts'
import { createCookie } from '../http/cookie/index.ts'
import { createMemorySessionStorage } from '../state/session/index.ts'
import { createMemoryStorage } from '../state/storage/index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const Filter = z.object({ words: z.array(z.string()).min(1), page: z.number().default(1) })
const Found = z.array(z.string())

const routes = route({
  books: get('/books'),
  search: query('/books', { body: Filter, returns: Found }),
  add: post('/add'),
})

function createApp(...middleware: Middleware<any>[]) {
  const router = createRouter({ middleware })
  router.map(routes.books, () => text('all'))
  router.map(routes.search, ({ input }) => json(input.body.words.map((word) => `${word} 1`)))
  router.map(routes.add, ({ method }) => text(method))
  return router
}

function send(words: unknown, headers: HeadersInit = {}, method = 'QUERY'): Request {
  const body = JSON.stringify({ words })
  const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, body }
  return new Request('https://shop.example/books', init)
}

it('a QUERY route reads its body by the contract, beside a GET route at the same path', async () => {
  const router = createApp()
  expect(await (await router.fetch(send(['dune']))).json()).toEqual(['dune 1'])
  expect((await router.fetch(send([]))).status).toBe(422)
  expect(await (await router.fetch('https://shop.example/books')).text()).toBe('all')
  const refused = await router.fetch(send(['dune'], {}, 'PUT'))
  expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, QUERY'])
  expect((await router.fetch('https://shop.example/add', { method: 'QUERY' })).status).toBe(405)
})

it('router.query() takes a pattern, and router.route() the method', async () => {
  const router = createRouter()
  router.query('/a', async (context) => text(`a ${await context.text()}`))
  router.route('QUERY', '/b', () => text('b'))
  const ask = (path: string) =>
    router.fetch(`https://shop.example${path}`, { method: 'QUERY', body: 'x' })
  expect(await (await ask('/a')).text()).toBe('a x')
  expect(await (await ask('/b')).text()).toBe('b')
})

it('a QUERY arrives over a socket, with its body', async () => {
  const server = await serve(createApp(), { port: 0, quiet: true })
  closing.push(() => server.close())
  const client = createClient(routes, { baseUrl: server.url })
  const result = await client.search({ body: { words: ['dune', 'emma'] } })
  expect(result).toMatchObject({ status: 200, data: ['dune 1', 'emma 1'] })
})

it('an OpenAPI document with a QUERY is 3.2, and others stay 3.1', () => {
  const info = { title: 'Shop', version: '1' }
  const document = openapi(routes, info)
  expect(document.openapi).toBe('3.2.0')
  expect(Object.keys(document.paths['/books']!)).toEqual(['get', 'query'])
  expect(document.paths['/books']!['query']).toMatchObject({
    requestBody: { content: { 'application/json': {} } },
    responses: { 200: {} },
  })
  expect(openapi({ books: routes.books }, info).openapi).toBe('3.1.0')
})

it('cop() and csrf() check a QUERY, which another site can only send if cors() allows it', async () => {
  const other = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const cookie = createCookie('session', { secrets: ['a secret of more than 16 bytes'] })
  const guards = [[cop()], [session(cookie, createMemorySessionStorage()), csrf()]]
  for (const guard of guards) {
    const router = createApp(...(guard as Middleware<any>[]))
    expect((await router.fetch(send(['dune'], other))).status).toBe(403)
    const add = { method: 'POST', headers: other }
    expect((await router.fetch('https://shop.example/add', add)).status).toBe(403)
  }

  const trusting = createApp(cop({ trustedOrigins: ['https://friend.example'] }))
  const friendly = { Origin: 'https://friend.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await trusting.fetch(send(['dune'], friendly))).status).toBe(200)
  const own = { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'same-origin' }
  expect((await trusting.fetch(send(['dune'], own))).status).toBe(200)

  const preflight = (origin: string) =>
    createApp(cors({ origin: 'https://friend.example' })).fetch('https://shop.example/books', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'QUERY' },
    })
  const friend = await preflight('https://friend.example')
  expect(friend.headers.get('Access-Control-Allow-Methods')).toContain('QUERY')
  expect(friend.headers.get('Access-Control-Allow-Origin')).toBe('https://friend.example')
  const stranger = await preflight('https://evil.example')
  expect(stranger.headers.get('Access-Control-Allow-Origin')).not.toBe('https://evil.example')
})

it('a form cannot become a QUERY, which handlers take for a request that only reads', async () => {
  const router = createApp(formData(), methodOverride())
  const body = new URLSearchParams({ _method: 'QUERY' })
  const sent = await router.fetch('https://shop.example/add', { method: 'POST', body })
  expect(await sent.text()).toBe('POST')
})

it('etag() tags what a QUERY found, and its repetition is a 304', async () => {
  const router = createApp(etag())
  const tag = (await router.fetch(send(['dune']))).headers.get('ETag')!
  const again = { 'If-None-Match': tag }
  expect((await router.fetch(send(['dune'], again))).status).toBe(304)
  expect((await router.fetch(send(['emma'], again))).status).toBe(200)
})

it('cache() never stores the response to a QUERY, nor sends a stored page for one', async () => {
  const router = createRouter({
    middleware: [cache({ storage: createMemoryStorage(), routes: ['/books'] })],
  })
  const run = vi.fn(async (words: unknown) => {
    const headers = { 'Cache-Control': 'public, s-maxage=60' }
    return text(String(words), { headers })
  })
  router.map('/books', async (context) =>
    run(context.method === 'QUERY' ? await context.json() : 'page'),
  )
  const ask = async (words: string[]) => (await router.fetch(send(words))).text()
  expect(await (await router.fetch('https://shop.example/books')).text()).toBe('page')
  expect(await ask(['dune'])).not.toBe('page')
  await ask(['dune'])
  expect(run).toHaveBeenCalledTimes(3)
})
