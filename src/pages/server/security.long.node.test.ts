import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { build } from 'rolldown'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { RawConnection, type RawResponse } from '../../../conformance/raw-connection.ts'
import { serve, type RunningServer } from '../../edges/node/index.ts'
import { createGuardedApp, secret, type GuardedApp } from './guarded-app.fixture.ts'

let app: GuardedApp
let server: RunningServer
let connection: RawConnection

beforeAll(async () => {
  app = createGuardedApp()
  const options = { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false }
  server = await serve(app.handle, { ...options, maxBodySize: 4_000_000 })
  connection = await RawConnection.open(server.port)
})
afterAll(async () => {
  connection.destroy()
  await server.close()
  app.remove()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

interface RawRequest {
  method?: string
  target: string
  headers?: readonly (readonly [name: string, value: string])[]
  body?: string
}

/** Sends exactly these bytes: no client in between resolves a path or drops a header. */
async function send({ method = 'GET', target, headers = [], body = '' }: RawRequest) {
  if (connection.socket.destroyed || !connection.socket.writable) {
    connection = await RawConnection.open(server.port)
  }
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : ['Host: app.test']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
  ]
  connection.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const response = await connection.read(method)
  if (response.headers.some(([name, value]) => name === 'connection' && value === 'close')) {
    connection.destroy()
  }
  return response
}

const guardedTargets = [
  '/admin/secret.txt',
  '/internal/report',
  '/internal/a/b',
  '/vault/x',
  '/members',
  '/members/list',
  '/members/api',
  '/members/list?_data=list',
  '/members/list?_data=members,list',
  '/members/api?_data=api',
]

describe('a guarded path', () => {
  it.each(guardedTargets)('is shown to who may see it: %s', async (target) => {
    const { status, body } = await send({ target, headers: [['Authorization', 'yes']] })
    expect([status, body.includes(secret)]).toEqual([200, true])
  })

  type Respell = (path: string) => string

  /** Changes the letters at `places`, which count from the beginning again and again. */
  const letters = (places: readonly number[], change: (letter: string) => string): Respell => {
    return (path) =>
      Array.from(path, (letter, i) =>
        /[a-z]/.test(letter) && places.some((place) => i === place % path.length)
          ? change(letter)
          : letter,
      ).join('')
  }
  const codeOf = (letter: string) => letter.charCodeAt(0).toString(16)
  const encode = (letter: string) => `%${codeOf(letter)}`
  const encodeTwice = (letter: string) => `%25${codeOf(letter)}`
  const toUpperCase = (letter: string) => letter.toUpperCase()

  /** Puts `separator` in place of one of the slashes. */
  const separate = (place: number, separator: string): Respell => {
    return (path) => {
      const parts = path.split('/')
      const at = 1 + (place % (parts.length - 1))
      return parts.slice(0, at).join('/') + separator + parts.slice(at).join('/')
    }
  }
  const separators =
    '// %2F %2f %252F \\ %5C /./ /%2e/ /x/../ /x/%2E%2e/ /.%2e/ ;/ ;x=1/ /%00/ %00/ ./ %20/ /\\ ::$DATA/'.split(
      ' ',
    )
  const starts = ['/.', '/..', '/open/..', '/open/%2e%2e', '/%2e', '/', '\\', '/;']
  const origins = ['http://app.test', 'http://evil.test', 'HTTP://app.test:80', 'https://app.test']
  const ends = ['/', '//', '/.', '/..', '/x/..', '.', '%20', '%00', ';x', ';', '?', '\\', '%2F']

  const some = fc.array(fc.nat(), { minLength: 1, maxLength: 8 })
  const respell: fc.Arbitrary<Respell> = fc.oneof(
    fc
      .tuple(some, fc.constantFrom(encode, encodeTwice, toUpperCase))
      .map(([places, change]) => letters(places, change)),
    fc
      .tuple(fc.nat(), fc.constantFrom(...separators))
      .map(([place, separator]) => separate(place, separator)),
    fc.constantFrom(...starts, ...origins).map((start) => (path: string) => start + path),
    fc.constantFrom(...ends).map((end) => (path: string) => path + end),
  )
  const respellTarget = (target: string, respells: readonly Respell[]) => {
    const [path = '', query] = target.split('?')
    const other = respells.reduce((text, respell) => respell(text), path)
    return query === undefined ? other : `${other}?${query}`
  }
  const spelled = fc
    .tuple(fc.constantFrom(...guardedTargets), fc.array(respell, { minLength: 2, maxLength: 3 }))
    .map(([target, respells]) => respellTarget(target, respells))
  const method = fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS')

  it.each(guardedTargets)(
    'cannot be read by a stranger with any one change of %s',
    async (target) => {
      const respells: Respell[] = [
        (path) => path,
        ...[encode, encodeTwice, toUpperCase].flatMap((change) =>
          Array.from(target, (_, i) => letters([i], change)),
        ),
        ...separators.flatMap((separator) => [0, 1, 2].map((place) => separate(place, separator))),
        ...[...starts, ...origins].map((start) => (path: string) => start + path),
        ...ends.map((end) => (path: string) => path + end),
      ]
      for (const respell of respells) {
        const other = respellTarget(target, [respell])
        const { body } = await send({ target: other })
        expect([other, body.includes(secret)]).toEqual([other, false])
      }
    },
  )

  it('cannot be read by a stranger, however the request is spelled', async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(spelled, method, async (target, method) => {
        const { status, body } = await send({ method, target })
        seen.set(status, (seen.get(status) ?? 0) + 1)
        expect(body).not.toContain(secret)
      }),
      { numRuns: 800 },
    )
    // Some spellings are the guarded path, some are other paths, some are none.
    for (const status of [400, 401, 404]) expect(seen.get(status)).toBeGreaterThan(20)
  })
})

describe('a path that only begins like a guarded path', () => {
  it.each(['/internalx/report', '/internal-public', '/internal.txt', '/adminx/a', '/membership'])(
    'is not guarded, and gets a 404: %s',
    async (target) => {
      expect((await send({ target })).status).toBe(404)
    },
  )
})

/** Every kind of response of the app. */
const requests: readonly RawRequest[] = [
  { target: '/open/1' },
  { target: '/open/1?_data=open' },
  { target: '/members/list' },
  { target: '/members/list?_data=list' },
  { target: '/admin/secret.txt' },
  { target: '/public/open.txt' },
  { target: '/vault/x' },
  { target: '/nowhere' },
  { target: '/broken-page' },
  { method: 'POST', target: '/open/1' },
  { method: 'POST', target: '/open/1', headers: [['Origin', 'http://evil.test']] },
  { method: 'POST', target: '/strict', headers: [['Sec-Fetch-Site', 'cross-site']] },
  { method: 'POST', target: '/token' },
]

describe('a header that other frameworks obey', () => {
  const headers: readonly (readonly [string, string])[] = [
    ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
    ['X-Middleware-Rewrite', '/members/list'],
    ['X-Middleware-Next', '1'],
    ['X-Middleware-Override-Headers', 'authorization'],
    ['X-Middleware-Request-Authorization', 'yes'],
    ['X-Nextjs-Data', '1'],
    ['X-Next-Cache-Tags', 'a'],
    ['X-Invoke-Path', '/members/list'],
    ['X-Invoke-Output', '/members/list'],
    ['X-Invoke-Status', '200'],
    ['X-Matched-Path', '/members/list'],
    ['X-Now-Route-Matches', '1=members'],
    ['X-Prerender-Revalidate', '1'],
    ['RSC', '1'],
    ['Next-Action', 'a'],
    ['Next-Router-Prefetch', '1'],
    ['Next-Router-State-Tree', '%5B%5D'],
    ['X-React-Router-SPA-Mode', 'yes'],
    ['X-React-Router-Prerender-Data', '[]'],
    ['X-Remix-Response', 'yes'],
    ['X-Remix-Redirect', '/members/list'],
    ['X-Sveltekit-Action', 'true'],
    ['X-Sveltekit-Invalidated', '1'],
    ['X-Nuxt-No-SSR', '1'],
    ['X-Nitro-Prerender', '/members/list'],
    ['X-Astro-Path', '/members/list'],
    ['X-TSR-Redirect', 'manual'],
    ['X-Inertia', 'true'],
    ['HX-Request', 'true'],
    ['Turbo-Frame', 'a'],
    ['X-Framework-Response', 'data'],
    ['X-Framework-Version', 'v2'],
    ['X-Framework-Data', 'list'],
    ['X-Framework-Internal', '1'],
    ['X-Http-Method-Override', 'DELETE'],
    ['X-Http-Method', 'DELETE'],
    ['X-Method-Override', 'DELETE'],
    ['X-Original-Url', '/members/list'],
    ['X-Original-Uri', '/members/list'],
    ['X-Original-Method', 'GET'],
    ['X-Rewrite-Url', '/members/list'],
    ['X-Forwarded-Host', 'evil.test'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Prefix', '/members'],
    ['X-Forwarded-Uri', '/members/list'],
    ['X-Forwarded-Path', '/members/list'],
    ['X-Forwarded-Method', 'DELETE'],
    ['X-Forwarded-Port', '444'],
    ['X-Forwarded-Server', 'evil.test'],
    ['X-Forwarded-Scheme', 'https'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-Ip', '127.0.0.1'],
    ['X-Client-Ip', '127.0.0.1'],
    ['X-Host', 'evil.test'],
    ['X-Url-Scheme', 'https'],
    ['Front-End-Https', 'on'],
    ['Forwarded', 'for=127.0.0.1;host=evil.test;proto=https'],
    ['Via', '1.1 evil.test'],
    ['Accept', 'application/json'],
    ['Accept', 'text/x-component'],
    ['Accept-Version', '2'],
    ['Accept-Language', '__proto__'],
    ['X-Requested-With', 'XMLHttpRequest'],
    ['Purpose', 'prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
    ['Sec-Fetch-Mode', 'no-cors'],
    ['Sec-Fetch-Dest', 'empty'],
    ['Service-Worker', 'script'],
    ['Content-Type', '__proto__'],
    ['Content-Type', 'application/json'],
    ['Content-Encoding', 'gzip, gzip'],
    ['Cookie', '__prerender_bypass=1; __next_preview_data=1; __proto__=%7B%22a%22%3A1%7D'],
    ['User-Agent', 'Googlebot/2.1'],
    ['X-Debug', '1'],
    ['X-Env', 'development'],
    ['Upgrade-Insecure-Requests', '1'],
    ['Upgrade', 'websocket'],
    ['Expect-Ct', 'a'],
    ['__proto__', 'a'],
    ['constructor', 'a'],
    ['hasOwnProperty', 'a'],
  ]

  const plain = new Map<RawRequest, unknown>()

  it.each(headers)('changes nothing: %s: %s', async (name, value) => {
    for (const request of requests) {
      if (!plain.has(request)) plain.set(request, describeResponse(await send(request)))
      const sent = [...(request.headers ?? []), [name, value] as const]
      const response = await send({ ...request, headers: sent })
      expect(describeResponse(response)).toEqual(plain.get(request))
    }
  })

  it('changes caching and nothing else: Sec-Purpose: prefetch', async () => {
    for (const request of requests) {
      const headers = [...(request.headers ?? []), ['Sec-Purpose', 'prefetch'] as const]
      const withoutCaching = ({ headers, ...rest }: RawResponse) => ({
        ...rest,
        headers: headers.filter(([name]) => name !== 'cache-control' && name !== 'date'),
      })
      expect(withoutCaching(await send({ ...request, headers }))).toEqual(
        withoutCaching(await send(request)),
      )
    }
  })

  function describeResponse({ status, headers, body }: RawResponse) {
    return { status, headers: headers.filter(([name]) => name !== 'date'), body }
  }
})

describe('a query', () => {
  it('cannot stand in for a param of the path', async () => {
    const target = '/open/1?id=2&params%5Bid%5D=3&*=4&__proto__=5&_data=open'
    const { body } = await send({ target })
    expect(JSON.parse(body)).toEqual({ open: { data: { id: '1' } } })
  })

  it('with the same loader thousands of times runs it once', async () => {
    const ids = Array.from({ length: 2500 }, () => 'open').join()
    const { status, body } = await send({ target: `/open/1?_data=${ids}` })
    expect([status, JSON.parse(body)]).toEqual([200, { open: { data: { id: '1' } } }])
  })
})

describe('the text of a URL in a document', () => {
  it.each([
    '/open/%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/open/x?%3C/ScRiPt%3E%3Cscript%3E',
    '/open/%22%27%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
    '/open/%3C!--%3Cscript%3E',
    '/nowhere/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/nowhere/%E2%80%A8%3C',
  ])('stays text: %s', async (target) => {
    const { body } = await send({ target })
    expect(body).not.toMatch(/<script>|<img|<!--<|<\/script>\s*<script>|\u2028/i)
  })
})

describe('a server', () => {
  it('opens no connection because of a request', async () => {
    await send({ target: '/open/1' })
    const connect = vi.spyOn(Socket.prototype, 'connect')
    for (const request of requests) {
      await send({
        ...request,
        headers: [
          ...(request.headers ?? []),
          ['Host', '169.254.169.254'],
          ['X-Forwarded-Host', '169.254.169.254'],
          ['Referer', 'http://169.254.169.254/'],
        ],
      })
    }
    expect(connect).not.toHaveBeenCalled()
  })

  it('does not unpack what a client sends', async () => {
    const body = '\x1f\x8b\x08\x00not even packed'
    for (const coding of ['gzip', 'gzip, gzip, gzip', 'br', 'zstd', '__proto__']) {
      const headers = [['Content-Encoding', coding]] as const
      const { status } = await send({ method: 'POST', target: '/echo', headers, body })
      expect([coding, status]).toEqual([coding, 400])
    }
  })

  it.each([
    ['arrays', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['objects', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
    ['what never ends', '['.repeat(1_000_000)],
  ])('lives on after JSON of a great depth: %s', async (_, body) => {
    const { status } = await send({ method: 'POST', target: '/echo', body })
    expect([200, 400, 500]).toContain(status)
    expect((await send({ target: '/open/1' })).status).toBe(200)
  })

  it('gives back names of Object.prototype as names', async () => {
    const body = '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'
    const response = await send({ method: 'POST', target: '/echo', body })
    expect(response.body).toBe(body)
    expect(({} as { a?: unknown }).a).toBe(undefined)
  })

  it.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'a&'.repeat(1_000_000)],
    [
      'multipart',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n'.repeat(60_000)}--b--\r\n`,
    ],
  ])('refuses a form of very many fields: %s', async (_, type, body) => {
    const headers = [['Content-Type', type]] as const
    const { status } = await send({ method: 'POST', target: '/token', headers, body })
    expect(status).toBe(413)
  })
})

describe('an Object.prototype that some code has polluted', () => {
  // Names of options, of exports, and of properties that parts of the framework pass to each other.
  const names =
    `admin allow allowMissingOrigin allowUnsigned allowedMethods authorization context cookie data dev
    destroyed dirty dotfiles email error exempt expires failure fieldName file filename filter form handler
    handleError hasLoader headerNames host href httpOnly id identity facts ids ignoreCase insecureBypassPatterns isAction isAllowed
    isSigned limits listFiles loader location maxAge maxFileSize maxFiles maxHeaderSize maxParts maxTotalSize
    maxBodySize middleware module nonce ok onDeny onError origin originalMethod params parentId password path pathname
    pattern property query queryName reload request response role rolling root router routes safeMethods sameSite search
    secret secrets secure session settings sid site source suppressErrors suspending token tokenKey trailingSlash
    trustProxy trustedOrigins uploadHandler url user userId verified`.split(/\s+/)
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const refused: readonly [path: string, init?: RequestInit][] = [
    ['/open/1', { method: 'POST', headers: { Origin: 'https://evil.test' } }],
    ['/open/1', { method: 'POST', headers: form, body: 'a&'.repeat(1200) }],
    ['/strict', { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ['/token', { method: 'POST' }],
    ['/token', { method: 'POST', headers: form, body: 'a&'.repeat(1200) }],
    ['/token', { method: 'POST', headers: { Cookie: 'session=eyJhIjoxfQ==' } }],
    ['/members/list'],
    ['/members/list?_data=list'],
    ['/members/api', { method: 'PUT' }],
    ['/admin/secret.txt'],
    ['/vault/x'],
    ['/internal/report'],
    ['/broken'],
    ['/broken-page'],
    ['/broken-page?_data=broken'],
  ]

  it.each([[true], [1_000_000_000]])(
    'with %j bypasses no guard and reveals nothing',
    async (value) => {
      for (const name of names) {
        const sent = refused.map(([path, init]) => new Request(`https://app.test${path}`, init))
        Reflect.set(Object.prototype, name, value)
        let received: [status: number, body: string][]
        try {
          const responses = await Promise.all(sent.map((request) => app.handle(request)))
          const bodies = await Promise.all(responses.map((response) => response.text()))
          received = responses.map(({ status }, i) => [status, bodies[i]!])
        } finally {
          Reflect.deleteProperty(Object.prototype, name)
        }
        for (const [i, [status, body]] of received.entries()) {
          const result = {
            name,
            sent: sent[i]!.url,
            isRefused: status >= 400,
            leaks: body.includes(secret),
          }
          expect(result).toEqual({ ...result, isRefused: true, leaks: false })
        }
      }
    },
  )
})

describe('the environment', () => {
  it('changes no check, whatever NODE_ENV says', async () => {
    const values = ['development', 'staging', 'production', undefined]
    const script = await bundle('environment.fixture.ts')
    const results = await Promise.all(
      values.map(async (value) => {
        const { NODE_ENV: _, ...environment } = process.env
        const env = value === undefined ? environment : { ...environment, NODE_ENV: value }
        const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
        return JSON.parse(stdout) as unknown
      }),
    )
    expect(results[0]).toMatchObject({ leaks: [], constructed: [] })
    for (const result of results) expect(result).toEqual(results[0])
  })
})

/** A file of this folder with what it imports of ours, as JavaScript: Node does not read TSX. */
async function bundle(file: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../../.framework')
  const script = join(folder, `${randomUUID()}.mjs`)
  onTestFinished(() => rm(script, { force: true }))
  await build({
    input: join(import.meta.dirname, file),
    platform: 'node',
    external: /^[^./]/,
    output: { file: script, codeSplitting: false },
    logLevel: 'silent',
  })
  return script
}
