import { once } from 'node:events'
import * as http from 'node:http'
import * as http2 from 'node:http2'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cert, key } from '../../../conformance/certificate.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { logger } from '../../middleware/logger/index.ts'
import { rateLimit } from '../../middleware/rate-limit/index.ts'
import { text } from '../../http/response/index.ts'
import { clientAddress, createRequestListener } from './index.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    ;(server as Partial<http.Server>).closeAllConnections?.()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return (server.address() as AddressInfo).port
}

/** Resolves when the server has forgotten this many connections. */
function whenClosed(server: Server, count: number): Promise<void> {
  let left = count

  return new Promise((resolve) => {
    server.on('connection', (socket: Socket) => {
      socket.once('close', () => {
        if (--left === 0) resolve()
      })
    })
  })
}

describe('a client that resets its connection', () => {
  it('right after its request is not an error behind rateLimit(), and is not logged as one', async () => {
    const onError = vi.fn()
    const lines: string[] = []
    const router = createRouter({
      middleware: [
        logger({ format: '%status', log: (line) => lines.push(line), colors: false }),
        rateLimit({ limit: 1000, window: 60 }),
      ],
    })
    router.get('/', () => text('hello'))
    const server = http.createServer(createRequestListener(router, { onError }))
    const port = await listen(server)
    const closed = whenClosed(server, 100)

    for (let i = 0; i < 100; i++) {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
        socket.resetAndDestroy()
      })
    }
    await closed

    expect(onError).not.toHaveBeenCalled()
    expect(lines.filter((line) => line !== '200' && line !== '-')).toEqual([])
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
  })

  it('during its request keeps its address, over HTTP/1.1 and HTTP/2', async () => {
    const addresses: (string | undefined)[] = []
    let started = 0
    const listener = createRequestListener(async (request) => {
      started++
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setImmediate(resolve))
      addresses.push(clientAddress(request))
      return text('too late')
    })

    const socket = connect(await listen(http.createServer(listener)), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually(() => expect(started).toBe(1))
    socket.resetAndDestroy()

    const port = await listen(http2.createSecureServer({ cert, key }, listener))
    const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.request({ ':path': '/' }).on('error', () => {})
    await eventually(() => expect(started).toBe(2))
    session.destroy()

    await eventually(() => expect(addresses).toEqual(['127.0.0.1', '127.0.0.1']))
  })
})
