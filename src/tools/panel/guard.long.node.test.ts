import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cert, key as privateKey } from '../../../conformance/certificate.ts'
import { createFixtureApp, type FixtureApp } from '../vite/app.fixture.ts'
import { shopFiles } from './shop.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

const key = 'dGhlIHNhbXBsZSBub25jZQ=='

/** Sends lines over a plain socket, so that nothing adds a header. Returns what came back until it is quiet. */
async function sendRaw(
  { host, port, isSecure }: { host: string; port: number; isSecure: boolean },
  lines: readonly string[],
  frame?: Buffer,
): Promise<string> {
  const socket = isSecure
    ? connectSecurely({ host, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    : connect(port, host)
  await once(socket, isSecure ? 'secureConnect' : 'connect')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('utf8')))
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.on('data', () => {
      // The server has said whether this tab may read.
      if (/"type":"(?:problems|refused)"/.test(received)) resolve()
      else if (received.startsWith('HTTP/1.1 101') && frame) socket.write(frame.subarray(0))
    })
  })
  socket.write([...lines, '', ''].join('\r\n'))
  await ended
  socket.destroy()
  return received
}

/** A masked WebSocket frame with a text. */
function toFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

const hello = toFrame(
  JSON.stringify({ type: 'custom', event: 'framework:panel', data: { type: 'hello' } }),
)

describe.each([
  ['with the default config', { host: '127.0.0.1' }, ''],
  ['over IPv6', { host: '::1' }, ''],
  ['over HTTPS', { host: '127.0.0.1', https: { cert, key: privateKey } }, ''],
  [
    'with allowedHosts: true and without a token',
    { host: '127.0.0.1', allowedHosts: true as const },
    'no-token',
  ],
])('the log %s', (_name, options, token) => {
  const isSecure = 'https' in options
  const scheme = isSecure ? 'https' : 'http'
  let app: FixtureApp
  let server: ViteDevServer
  let port = 0
  let path = '/'

  beforeAll(async () => {
    app = await createFixtureApp(shopFiles)
    const legacy = token === '' ? {} : { legacy: { skipWebSocketTokenCheck: true } }
    server = await createServer({
      ...app.config(),
      ...legacy,
      server: { port: 0, ...options },
    })
    await server.listen()
    port = (server.httpServer!.address() as AddressInfo).port
    path = token === '' ? `/?token=${server.config.webSocketToken}` : '/'
  })
  afterAll(async () => {
    await server.close()
    await app.remove()
  })

  const read = (headers: readonly string[], target: string, method = 'GET') =>
    sendRaw({ host: options.host, port, isSecure }, [
      `${method} ${target} HTTP/1.1`,
      ...headers,
      'Connection: close',
      'Content-Length: 0',
    ])
  const upgrade = (headers: readonly string[]) =>
    sendRaw(
      { host: options.host, port, isSecure },
      [
        `GET ${path} HTTP/1.1`,
        ...headers,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${key}`,
        'Sec-WebSocket-Protocol: vite-hmr',
      ],
      hello,
    )

  const allowed = (): string[][] => [
    [`Host: localhost:${port}`],
    [`Host: 127.0.0.1:${port}`],
    [`Host: shop.localhost:${port}`],
    [`Host: [::1]:${port}`],
    [
      `Host: localhost:${port}`,
      `Origin: ${scheme}://localhost:${port}`,
      'Sec-Fetch-Site: same-origin',
    ],
    [`Host: localhost:${port}`, 'Sec-Fetch-Site: none'],
  ]
  const refused = (): string[][] => [
    ['Host: evil.test'],
    [`Host: 0.0.0.0:${port}`],
    [`Host: 192.168.0.2:${port}`],
    [`Host: [fe80::1]:${port}`],
    [`Host: localhost.evil.test:${port}`],
    [`Host: localhost:${port}`, 'X-Forwarded-For: 10.0.0.1'],
    [`Host: localhost:${port}`, 'Forwarded: for=10.0.0.1'],
    [`Host: localhost:${port}`, 'x-forwarded-host: shop.test'],
    [`Host: localhost:${port}`, 'Origin: https://evil.test'],
    [`Host: localhost:${port}`, 'Origin: null'],
    [`Host: localhost:${port}`, `Origin: ${scheme}://localhost:${port + 1}`],
    [`Host: localhost:${port}`, 'Sec-Fetch-Site: cross-site'],
    [`Host: localhost:${port}`, 'Sec-Fetch-Site: same-site'],
  ]

  it('is for pages of the app on this machine', async () => {
    for (const headers of allowed()) {
      const page = await read(headers, '/@framework/panel')
      expect(page).toMatch(/^HTTP\/1\.1 200/)
      expect(page).toContain("frame-ancestors 'none'; default-src 'none'")
      const socket = await upgrade(headers)
      expect(socket).toContain('"type":"problems"')
    }
  })

  it('is for nobody else, over HTTP and over the socket', async () => {
    for (const headers of refused()) {
      expect(await read(headers, '/@framework/panel')).toMatch(/^HTTP\/1\.1 403/)
      expect(await read(headers, '/@framework/mail')).toMatch(/^HTTP\/1\.1 403/)
      const socket = await upgrade(headers)
      expect(socket).not.toContain('"type":"problems"')
      // Vite itself refuses some of them.
      expect(/^HTTP\/1\.1 4|"type":"refused"/.test(socket)).toBe(true)
    }
  })

  it('is never for a page that calls the tools', async () => {
    for (const headers of [...refused(), ...allowed().filter((list) => list.length === 3)]) {
      expect(await read(headers, '/@framework/mcp', 'POST')).toMatch(/^HTTP\/1\.1 403/)
    }
  })
})
