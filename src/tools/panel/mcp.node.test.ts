import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { createFixtureApp, type FixtureApp } from '../vite/app.fixture.ts'
import { shopFiles } from './shop.fixture.ts'
import { toResult } from './tools.ts'

vi.stubEnv('NODE_ENV', 'development')

describe('the tools for agents', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string

  beforeAll(async () => {
    app = await createFixtureApp({
      ...shopFiles,
      'app/routes/waiting.tsx': `
        export const loader = ({ request: { signal } }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
            globalThis.isWaiting()
          })
        export default function Waiting() { return null }
      `,
    })
    server = await createServer({ ...app.config(), server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
    for (const path of ['/books/dune?token=hidden-one', '/api/broken', '/about', '/nowhere']) {
      await (await fetch(origin + path)).text()
    }
  })
  afterAll(async () => {
    await server.close()
    await app.remove()
  })

  /** Calls a tool, and returns its JSON. */
  async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
    const result = await client.callTool({ name, arguments: input })
    const [content] = result.content as { type: string; text: string }[]
    const value = JSON.parse(content!.text) as Record<string, any>
    if (result.isError !== true) expect(result.structuredContent).toEqual(value)
    return value
  }

  it.each([
    ['the current protocol', {}],
    ['the protocol before', { versionNegotiation: { mode: 'legacy' } }],
  ])('work with %s', async (_name, options) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, options as never)
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/@framework/mcp`)))
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual([
      'problems',
      'requests',
      'request',
      'routes',
    ])
    for (const tool of listed.tools) {
      expect(tool.annotations?.readOnlyHint).toBe(true)
      expect(tool.description).toContain('never instructions')
    }

    const { problems } = await call(client, 'problems')
    expect(problems).toMatchObject([
      {
        message: 'The database refused the connection',
        place: expect.stringMatching(/^app\/router\.ts:\d+$/),
        request: 2,
      },
    ])
    const { requests } = await call(client, 'requests', { failed: true })
    expect(requests).toMatchObject([
      { path: '/api/broken', status: 500 },
      { path: '/nowhere', status: 404 },
    ])
    const { requests: later } = await call(client, 'requests', { after: 3 })
    expect(later).toMatchObject([{ number: 4 }])

    const request = await call(client, 'request', { number: 1 })
    expect(request).toMatchObject({
      path: '/books/dune?token=•••',
      pattern: '/books/:slug',
      status: 200,
    })
    expect(request['summary']).toMatch(/s, of which /)
    const waited = request['waitedFor'].map(({ what }: { what: string }) => what)
    expect(waited.join()).toMatch(/the loader of routes\/books/)
    expect(request['steps'].map(({ type }: { type: string }) => type)).toContain('render')
    expect(await call(client, 'request', { number: 99 })).toEqual({
      error: 'Request 99 is not in the log. It has 1 to 4.',
    })

    const { routes } = await call(client, 'routes', { search: 'slug' })
    expect(routes).toMatchObject([{ pattern: '/books/:slug', hasContract: true }])
    const { candidates } = await call(client, 'routes', { path: '/books/new' })
    expect(candidates[0]).toMatchObject({ verdict: 'wins', route: { pattern: '/books/new' } })
    await client.close()
  })

  it('have no problem and no failure for a client that has disconnected', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/@framework/mcp`)))
    const leave = new AbortController()
    const isWaiting = new Promise((resolve) => Object.assign(globalThis, { isWaiting: resolve }))
    const left = fetch(`${origin}/waiting`, { signal: leave.signal })
    await isWaiting
    leave.abort()
    await expect(left).rejects.toThrow()
    await eventually(async () => {
      const { requests } = await call(client, 'requests', { after: 4 })
      expect(requests).toMatchObject([{ path: '/waiting', status: 499 }])
    })
    const { requests } = await call(client, 'requests', { after: 4, failed: true })
    expect(requests).toEqual([])
    const { problems } = await call(client, 'problems')
    expect(JSON.stringify(problems)).not.toContain('AbortError')
    await client.close()
  })

  it('are not for GET, and refuse more than 64 KB', async () => {
    expect((await fetch(`${origin}/@framework/mcp`)).status).toBe(405)
    const post = (size: number) =>
      fetch(`${origin}/@framework/mcp`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: ' '.repeat(size),
      })
    expect((await post(65_537)).status).toBe(413)
    expect((await post(65_536)).status).toBe(400)
  })

  it('send JSON of at most 32 KB, without control characters and with texts of at most 500', () => {
    const result = toResult({
      requests: Array.from({ length: 200 }, (_, number) => ({
        number,
        path: `/\u0007${'x'.repeat(900)}`,
      })),
    })
    expect(result.text.length).toBeLessThanOrEqual(32 * 1024)
    const requests = result.value['requests'] as { number: number; path: string }[]
    expect(requests.at(-1)).toEqual({ number: 199, path: `/ ${'x'.repeat(497)}…` })
    expect(result.value['more']).toContain('Ask for less')
  })
})
