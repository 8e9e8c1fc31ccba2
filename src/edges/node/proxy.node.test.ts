import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { editHeaders } from '../../http/response/index.ts'
import { serve } from './index.ts'

const tagged: Middleware = async (_context, next) =>
  editHeaders(await next(), (headers) => headers.set('X-Tagged', 'yes'))

it('sends what fetch() has decompressed without its old encoding, also if its headers were edited', async () => {
  const upstream = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' })
    response.end(gzipSync('from upstream'))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as { port: number }
  const router = createRouter({ middleware: [tagged], observe: [{ event: () => {} }] })
  router.get('/', () => fetch(`http://127.0.0.1:${port}/`))
  const server = await serve(router, { port: 0, host: '127.0.0.1' })

  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    expect(response.headers.get('X-Tagged')).toBe('yes')
    expect(await response.text()).toBe('from upstream')
  } finally {
    await server.close()
    upstream.close()
  }
})
