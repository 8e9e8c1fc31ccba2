import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { serve, type RunningServer } from './index.ts'

const readers: Record<string, (context: RequestContext) => unknown> = {
  '/headers': ({ headers }) => headers.get('Cookie'),
  '/request': ({ request }) => request.headers.get('Cookie'),
  '/both': ({ request, headers }) => [request.method, headers.has('cookie')],
  '/other': ({ request, headers }) => [request.headers.get('Accept'), headers.get('Accept')],
}

let server: RunningServer
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const router = createRouter()
  router.get('/*', (context) => {
    readers[context.url.pathname]!(context)
    return text('hello', { headers: { 'Cache-Control': 'public, max-age=60' } })
  })
  const options = { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false }
  server = await serve(router, options)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

it.each([
  ['/headers', 'max-age=60, private'],
  ['/request', 'max-age=60, private'],
  ['/both', 'max-age=60, private'],
  ['/other', 'public, max-age=60'],
])('a response of %s to a client with a cookie is sent as %s', async (path, policy) => {
  const { headers } = await fetch(new URL(path, server.url), { headers: { Cookie: 'a=1' } })
  expect(headers.get('Cache-Control')).toBe(policy)
})
