import { request as send } from 'node:http'
import { connect } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import { cert, key } from '../../../conformance/certificate.ts'
import { RawConnection } from '../../../conformance/raw-connection.ts'
import { bodyLimit } from '../../middleware/body-limit/index.ts'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { serve, type RunningServer, type ServeOptions } from './index.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(
  read: (context: RequestContext) => Promise<string>,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const router = createRouter({
    middleware: [bodyLimit(1000)],
    defaultHandler: async (context) => new Response(String((await read(context)).length)),
  })
  const server = await serve(router, {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
    handleSignals: false,
    ...options,
  })
  running.push(server)
  return server
}

/** Sends chunks without a length. Resolves to the status. */
function sendChunks(url: string, chunks: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST' }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    request.on('error', reject)
    for (const chunk of chunks) request.write(chunk)
    request.end()
  })
}

const half = 'x'.repeat(500)
const readers = {
  'context.text()': (context: RequestContext) => context.text(),
  'request.text()': (context: RequestContext) => context.request.text(),
  'a clone': (context: RequestContext) => context.request.clone().text(),
}

describe('bodyLimit on Node', () => {
  it.each(Object.entries(readers))('counts a chunked body that %s reads', async (_name, read) => {
    const { url } = await start(read)
    expect(await sendChunks(url, [half, half])).toBe(200)
    expect(await sendChunks(url, [half, half, 'x'])).toBe(413)
  })

  it('refuses a larger Content-Length', async () => {
    const { url } = await start(readers['context.text()'])
    expect((await fetch(url, { method: 'POST', body: half + half })).status).toBe(200)
    const response = await fetch(url, { method: 'POST', body: `${half}${half}x` })
    expect([response.status, await response.text()]).toEqual([413, 'Content Too Large'])
  })

  it('holds together with maxBodySize: the smaller one counts', async () => {
    const { url } = await start(readers['context.text()'], { maxBodySize: 600 })
    expect(await sendChunks(url, [half])).toBe(200)
    expect(await sendChunks(url, [half, half])).toBe(413)
  })

  it('counts a body of HTTP/2', async () => {
    const { url } = await start(readers['context.text()'], { tls: { cert, key } })
    const session = connect(url, { rejectUnauthorized: false })
    try {
      const post = (chunks: readonly string[]) =>
        new Promise<number>((resolve, reject) => {
          const stream = session.request({ ':method': 'POST', ':path': '/' })
          stream.on('response', (headers) => resolve(Number(headers[':status'])))
          stream.on('error', reject)
          stream.resume()
          for (const chunk of chunks) stream.write(chunk)
          stream.end()
        })
      expect(await post([half, half])).toBe(200)
      expect(await post([half, half, 'x'])).toBe(413)
    } finally {
      session.close()
    }
  })

  it('keeps the response of a handler that does not read the body, and then stops the client', async () => {
    const { port } = await start(async () => 'unread')
    const connection = await RawConnection.open(port)
    connection.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    const response = await connection.read('POST')
    expect([response.status, response.body]).toEqual([200, '6'])

    // The client has not sent the last chunk, so only the limit can end the connection.
    connection.write(`3e8\r\n${half}${half}\r\n1\r\nx\r\n`)
    expect(await connection.readToEnd()).toBe('')
    connection.destroy()
  })

  it('keeps a connection whose unread body is within the limit', async () => {
    const { port } = await start(async () => 'unread')
    const connection = await RawConnection.open(port)
    for (let i = 0; i < 2; i++) {
      connection.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
      expect((await connection.read('POST')).status).toBe(200)
      connection.write(`3e8\r\n${half}${half}\r\n0\r\n\r\n`)
    }
    connection.destroy()
  })

  it('is not an error when the client leaves while it sends', async () => {
    const ended: unknown[] = []
    const started = Promise.withResolvers<void>()
    const { url } = await start(
      (context) => {
        started.resolve()
        return context.text().catch((error: unknown) => {
          ended.push((error as Error).name)
          throw error
        })
      },
      { onError: (error) => void ended.push(error) },
    )
    const request = send(url, { method: 'POST' })
    request.on('error', () => {})
    request.write(half)
    await started.promise
    request.destroy()
    await eventually(() => expect(ended).toEqual(['AbortError']))
  })
})
