import { once } from 'node:events'
import * as http from 'node:http'
import * as net from 'node:net'
import * as tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { cert, key } from '../../../conformance/certificate.ts'
import { RawConnection } from '../../../conformance/raw-connection.ts'
import { createRequestListener, serve } from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Sends these bytes at once, waits until the server closes the connection, and returns what the server ran. */
async function run(bytes: string): Promise<{ received: string; ran: string[] }> {
  const ran: string[] = []
  const listener = createRequestListener(
    ({ url }) => {
      ran.push(new URL(url).pathname)
      return new Response('ok')
    },
    { maxBodySize: 10 },
  )
  const server = http.createServer(listener)
  for (const event of ['upgrade', 'connect']) {
    server.on(event, (_, socket) => {
      ran.push(event)
      socket.destroy()
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())

  const connection = await RawConnection.open((server.address() as net.AddressInfo).port)
  closing.push(() => connection.destroy())
  let received = ''
  const isOver = new Promise((resolve) => connection.socket.once('end', resolve))
  connection.socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  connection.write(bytes)
  await isOver
  return { received, ran }
}

const next = 'POST /next HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'
const upgrade = 'GET /next HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const tunnel = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'

describe('a request that was sent together with a refused one', () => {
  it('does not run after a second Host, whatever it is', async () => {
    for (const following of [next, next + next, upgrade, tunnel]) {
      const { received, ran } = await run(
        `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${following}`,
      )
      expect(received).toMatch(/^HTTP\/1\.1 400 /)
      expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(ran).toEqual([])
    }
  })

  it('does not run after a host or a target that is not valid, nor after a body that is too large', async () => {
    for (const [refused, status] of [
      ['GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
      ['GET file://a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
      [`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n${'x'.repeat(11)}`, 413],
    ] as const) {
      const { received, ran } = await run(refused + next)
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(ran).toEqual([])
    }
  })

  it.each([
    ['HTTP', {}],
    ['HTTPS', { tls: { cert, key } }],
  ])('does not run after a request without a Host (%s)', async (_, options) => {
    const ran: string[] = []
    const handler = ({ url }: Request) => {
      ran.push(url)
      return new Response('ok')
    }
    const server = await serve(handler, { port: 0, quiet: true, ...options })
    closing.push(() => server.close())
    const socket =
      'tls' in options
        ? tls.connect({ port: server.port, ca: cert, ALPNProtocols: ['http/1.1'] })
        : net.connect({ port: server.port })
    closing.push(() => socket.destroy())
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.write(`GET / HTTP/1.1\r\n\r\n${next}`)
    await once(socket, 'end')
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    expect(ran).toEqual([])
  })

  it('runs if it came before the refused one', async () => {
    const { received, ran } = await run(
      `${next}GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${next}`,
    )
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(ran).toEqual(['/next'])
  })
})
