import { Writable } from 'node:stream'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../src/internal/fixtures/eventually.fixture.ts'
import { happened } from './hosts.fixture.ts'

/** The address that each host reports for the client of this test. */
const client = '203.0.113.7'
const origin = 'https://shop.example'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  signal?: AbortSignal
}
type Send = (path: string, sent?: Sent) => Promise<Response>

/** Work that the host keeps running after the response. */
const kept: Promise<unknown>[] = []
const waitUntil = (work: Promise<unknown>) => void kept.push(work)

const hosts: Record<'vercel' | 'netlify' | 'lambda', Send> = {
  async vercel(path, { headers, ...sent } = {}) {
    const { default: entry } = await load('api/vercel.js')
    const request = new Request(origin + path, {
      ...sent,
      // The host overwrites what a client sent.
      headers: { ...headers, 'x-real-ip': client },
    })
    return entry.fetch(request)
  },

  async netlify(path, sent) {
    const { default: handle } = await load('netlify/functions/netlify.js')
    return handle(new Request(origin + path, sent), { ip: client, waitUntil })
  },

  async lambda(path, sent) {
    const { handler } = await load('lambda.js')
    const stream = new ResponseStream()
    await handler(toEvent(path, sent), stream, {})
    return stream.toResponse()
  },
}

/** An event of a function URL, in the form that AWS calls 2.0. */
function toEvent(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const url = new URL(path, origin)
  const { cookie, ...others } = headers
  return {
    version: '2.0',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: { host: url.host, 'x-forwarded-proto': 'https', ...others },
    requestContext: { http: { method, path: url.pathname, sourceIp: client } },
    ...(body !== undefined && {
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
    }),
  }
}

interface Metadata {
  statusCode: number
  headers: Record<string, string>
  cookies?: string[]
}

/** What Lambda makes of a streamed response. */
class ResponseStream extends Writable {
  readonly #chunks: Buffer[] = []
  metadata: Metadata | undefined

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  toResponse(): Response {
    const { statusCode, headers, cookies = [] } = this.metadata!
    const all = new Headers(headers)
    for (const cookie of cookies) all.append('Set-Cookie', cookie)
    return new Response(Buffer.concat(this.#chunks), { status: statusCode, headers: all })
  }
}

let folder: string
const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)

beforeAll(async () => {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: {
      from: (stream: ResponseStream, metadata: Metadata) => Object.assign(stream, { metadata }),
    },
  })
  vi.stubGlobal(Symbol.for('@vercel/request-context') as unknown as string, {
    get: () => ({ waitUntil }),
  })
  const root = join(import.meta.dirname, '..')
  await mkdir(join(root, '.framework'), { recursive: true })
  folder = await mkdtemp(join(root, '.framework/hosts-'))
  const examples = join(root, 'docs/examples/hosts')
  const entries = ['api/vercel.js', 'netlify/functions/netlify.js', 'lambda.js']
  for (const entry of entries) {
    await cp(join(examples, entry.split('/').at(-1)!), join(folder, entry))
  }
  const build = join(folder, 'build/server/index.js')
  await mkdir(dirname(build), { recursive: true })
  await writeFile(build, "export { default } from '../../../../conformance/hosts.fixture.ts'\n")
})
afterEach(() => {
  happened.length = 0
  kept.length = 0
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
})

describe.each(Object.entries(hosts))('the entry for %s', (_, send) => {
  it('passes the URL, cookies and the address of the client', async () => {
    const response = await send('/seen?q=a%20b&q=c', { headers: { cookie: 'a=1; b=2' } })
    expect(await response.json()).toEqual({
      url: `${origin}/seen?q=a%20b&q=c`,
      cookie: 'a=1; b=2',
      address: client,
    })
  })

  it('takes neither the address nor the host from headers that a client can send', async () => {
    const forged = Object.fromEntries(
      [
        'x-forwarded-for',
        'x-real-ip',
        'x-client-ip',
        'cf-connecting-ip',
        'fly-client-ip',
        'x-nf-client-connection-ip',
        'cloudfront-viewer-address',
        'forwarded',
        'x-forwarded-host',
      ].map((header) => [header, '198.51.100.9']),
    )
    expect(await (await send('/seen', { headers: forged })).json()).toEqual({
      url: `${origin}/seen`,
      cookie: null,
      address: client,
    })
  })

  it('keeps two cookies apart', async () => {
    const response = await send('/cookies')
    expect(response.headers.getSetCookie()).toEqual([
      'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      'b=2; Path=/',
    ])
    expect(await response.text()).toBe('two cookies')
  })

  it('passes bytes in both directions, 6 MB too', async () => {
    for (const size of [256, 6_000_000]) {
      const body = Uint8Array.from({ length: size }, (_, at) => at % 256)
      const response = await send('/echo', { method: 'POST', body })
      const echoed = Buffer.from(await response.arrayBuffer())
      expect(echoed.equals(body)).toBe(true)
    }
  })

  it('sends no body for HEAD', async () => {
    const response = await send('/cookies', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('responds to a page that does not exist', async () => {
    expect((await send('/nothing')).status).toBe(404)
  })

  it('keeps work after the response running', async () => {
    expect(await (await send('/after')).text()).toBe('done')
    await Promise.all(kept)
    expect(happened).toEqual(['work'])
  })
})

describe.each(['vercel', 'netlify'] as const)('the entry for %s', (name) => {
  it('tells the app that the client has left', async () => {
    const leaving = new AbortController()
    const response = hosts[name]('/wait', { signal: leaving.signal }).catch(() => 'left')
    await eventually(() => expect(happened).toEqual(['waits']))
    leaving.abort()
    await response
    await eventually(() => expect(happened).toEqual(['waits', 'left']))
  })
})

describe('the entry for lambda', () => {
  it('ignores the body of a GET request, which a Request cannot have', async () => {
    const response = await hosts.lambda('/seen', { body: new Uint8Array([1, 2, 3]) })
    expect(response.status).toBe(200)
  })
})
