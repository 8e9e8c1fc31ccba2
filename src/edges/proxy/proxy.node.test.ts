import { once } from 'node:events'
import {
  createServer as createHttpServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { serve } from '../node/index.ts'
import { proxy } from './index.ts'

const closing: (() => unknown)[] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(server: TcpServer): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An app whose only route passes everything on to a server with this listener. */
async function start(listener: RequestListener, maxBodySize?: number): Promise<string> {
  const upstream = createHttpServer(listener)
  const origin = await listen(upstream)
  closing.push(() => upstream.closeAllConnections())
  return (await startProxy(origin, maxBodySize)).url
}

async function startProxy(origin: string, maxBodySize?: number) {
  const router = createRouter({ defaultHandler: proxy(origin, { timeout: 5_000 }) })
  const handle = await serve(router, {
    port: 0,
    quiet: true,
    host: '127.0.0.1',
    ...(maxBodySize !== undefined && { maxBodySize }),
  })
  closing.push(() => handle.close())
  return handle
}

/** Sends bytes as they are, and returns all that comes back until the connection ends. */
function sendRaw(url: string, bytes: string): Promise<string> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
}

/** Reads a response without decoding it. */
async function readAll(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const [response] = (await once(request(url).end(), 'response')) as [IncomingMessage]
  return { headers: response.headers, body: Buffer.concat(await response.toArray()) }
}

describe('proxy() over sockets', () => {
  it('streams both bodies: the response begins before the request has ended', async () => {
    const url = await start((incoming, outgoing) => incoming.pipe(outgoing))
    const received: string[] = []
    await new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST' }, (response) => {
        response.on('data', (chunk: Buffer) => {
          received.push(chunk.toString())
          if (received.length === 1) sent.end('second')
        })
        response.on('end', resolve)
      })
      sent.on('error', reject)
      sent.write('first')
    })
    expect(received).toEqual(['first', 'second'])
  })

  it('sends the decoded body of a server that compresses without being asked', async () => {
    const body = gzipSync('a plain text')
    const url = await start((_, outgoing) =>
      outgoing
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': body.length })
        .end(body),
    )
    const response = await fetch(url)
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(await response.text()).toBe('a plain text')
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ])('sends a body in %s with the header that fits it', async (coding, compress) => {
    const body = compress('a plain text')
    const url = await start((_, outgoing) =>
      outgoing
        .writeHead(200, { 'Content-Encoding': coding, 'Content-Length': body.length })
        .end(body),
    )
    const received = await readAll(url)
    const isPlain = received.headers['content-encoding'] === undefined
    expect(received.body).toEqual(isPlain ? Buffer.from('a plain text') : body)
  })

  it('keeps the length of a body, also for HEAD', async () => {
    const url = await start((_, outgoing) =>
      outgoing.writeHead(200, { 'Content-Length': 5 }).end('hello'),
    )
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url, { method })
      expect(response.headers.get('Content-Length')).toBe('5')
      expect(await response.text()).toBe(method === 'GET' ? 'hello' : '')
    }
  })

  it('passes a redirect and several cookies back', async () => {
    const url = await start((_, outgoing) =>
      outgoing
        .writeHead(303, { Location: '/next', 'Set-Cookie': ['a=1; Domain=old.example', 'b=2'] })
        .end(),
    )
    const response = await fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/next'])
    expect(response.headers.getSetCookie()).toEqual(['a=1; Domain=old.example', 'b=2'])
  })

  it('is a 502 for a server that is not there, and for one that talks nonsense', async () => {
    const nobody = await startProxy('http://127.0.0.1:1')
    expect((await fetch(nobody.url)).status).toBe(502)

    const nonsense = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const mail = await startProxy(await listen(nonsense))
    expect((await fetch(mail.url)).status).toBe(502)
  })

  it('passes on a response whose reason has other characters than ASCII', async () => {
    const url = await start((_, response) => {
      response.socket!.end('HTTP/1.1 404 Größe\r\nContent-Length: 2\r\n\r\nno', 'latin1')
    })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([404, 'no'])
  })

  it('cuts a response off that the other server has not ended', async () => {
    const url = await start((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': 100 })
      outgoing.write('half', () => outgoing.destroy())
    })
    const response = await fetch(url)
    await expect(response.text()).rejects.toThrow()
  })

  it('is a 413 for a body that is larger than this server allows', async () => {
    const url = await start((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('read'))
    }, 1_000)
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(600)),
    })
    const response = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('says what to do if middleware has read the body', async () => {
    const router = createRouter({
      middleware: [formData()],
      defaultHandler: proxy('http://127.0.0.1:1'),
    })
    const sent = router.fetch('https://example.com/', {
      method: 'POST',
      body: new URLSearchParams({ title: 'Dune' }),
    })
    await expect(sent).rejects.toThrow('cannot pass on a body that was read before')
  })
})

describe('request smuggling', () => {
  /** What the other server gets, as bytes, for these bytes from a client. */
  async function bytesFor(sent: string): Promise<{ got: string; received: string }> {
    let got = ''
    const upstream = createTcpServer((socket) => {
      socket.on('data', (chunk) => {
        got += chunk.toString('latin1')
        if (/^(?:GET|OPTIONS)|\r\n0\r\n\r\n$/.test(got)) {
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
        }
      })
      socket.on('error', () => {})
    })
    const { url } = await startProxy(await listen(upstream))
    const received = await sendRaw(url, sent)
    return { got, received }
  }

  const requestLines = (text: string) => text.match(/^[A-Z]+ \S+ HTTP\/1\.1\r$/gm) ?? []

  it('does not turn a body into a second request', async () => {
    const inner = 'GET /admin HTTP/1.1\r\nHost: x\r\n\r\n'
    const { got, received } = await bytesFor(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`,
    )
    expect(received).toContain('200 OK')
    // The body is in a chunk, whose length is before it.
    expect(got.split('\r\n\r\n')[1]).toMatch(/^[\da-f]+\r\nGET \/admin/)
    expect(got.toLowerCase()).toContain('transfer-encoding: chunked')
    expect(got.toLowerCase()).not.toContain('content-length')
  })

  it('passes nothing on that has two lengths, or an encoding that is not known', async () => {
    for (const headers of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
    ]) {
      const { got, received } = await bytesFor(
        `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\nConnection: close\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
      )
      expect(received).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(requestLines(got).filter((line) => line.includes('/admin'))).toEqual([])
    }
  })

  it('does not let Connection remove what this server adds', async () => {
    const { got } = await bytesFor(
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: close, X-Forwarded-For, Via\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n',
    )
    expect(got).toMatch(/x-forwarded-for: 127\.0\.0\.1\r\n/i)
    expect(got).toMatch(/via: 1\.1 framework-/i)
    expect(got).not.toContain('6.6.6.6')
  })

  it('does not ask for the host of an absolute request target', async () => {
    const { got, received } = await bytesFor(
      'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    // Either this server refuses the target, or the other server gets its path.
    expect(got === '' ? received : got).toMatch(/^(?:HTTP\/1\.1 4|GET \/latest\/meta-data )/)
  })
})
