import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { cors, type CorsOptions } from './index.ts'

const app = 'https://app.example.com'
const evil = 'https://evil.test'

interface Sent {
  readonly method?: string
  readonly origin?: string
  readonly headers?: Record<string, string>
  readonly handler?: (context: RequestContext) => Response | Promise<Response>
}

function send(options: CorsOptions, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', origin = app, headers, handler = () => new Response('ok') } = sent
  const router = createRouter({ middleware: [cors(options)], defaultHandler: handler })
  return router.fetch('https://api.example.com/books', {
    method,
    headers: { ...(origin !== '' && { Origin: origin }), ...headers },
  })
}

function preflight(options: CorsOptions, sent: Sent = {}): Promise<Response> {
  return send(options, {
    ...sent,
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'PUT', ...sent.headers },
  })
}

async function allowedOrigin(options: CorsOptions, origin: string): Promise<string | null> {
  const response = await send(options, { origin })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('ok')
  return response.headers.get('Access-Control-Allow-Origin')
}

describe('cors', () => {
  it('lets every origin read by default', async () => {
    for (const origin of [app, 'null', '']) {
      const response = await send({}, { origin })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.has('Vary')).toBe(false)
      expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false)
      expect(await response.text()).toBe('ok')
    }
  })

  it('gives an origin that is not allowed the response without the headers', async () => {
    const response = await send({ origin: app, credentials: true }, { origin: evil })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('ok')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([])
    expect(response.headers.get('Vary')).toBe('Origin')
  })

  it('says that the response depends on the origin, even to clients that send none', async () => {
    expect((await send({ origin: app }, { origin: '' })).headers.get('Vary')).toBe('Origin')
    expect((await send({ origin: app })).headers.get('Vary')).toBe('Origin')
  })

  it('adds to the Vary that is there', async () => {
    const vary = async (value: string): Promise<string | null> => {
      const handler = (): Response => new Response(null, { headers: { Vary: value } })
      return (await send({ origin: app }, { handler })).headers.get('Vary')
    }
    expect(await vary('Cookie')).toBe('Cookie, Origin')
    expect(await vary('origin')).toBe('origin')
    expect(await vary('*')).toBe('*')
  })

  it('copies a response whose headers cannot be changed', async () => {
    const handler = (): Response => Response.redirect('https://api.example.com/other', 303)
    const response = await send({ origin: app }, { handler })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('https://api.example.com/other')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(app)
  })

  it('leaves nothing of one origin in a response that an app sends to all clients', async () => {
    const shared = new Response(null, { status: 204 })
    const handler = (): Response => shared
    const allowed = await send({ origin: app }, { handler })
    const other = await send({ origin: app }, { handler, origin: evil })
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(app)
    expect(other.headers.get('Access-Control-Allow-Origin')).toBe(null)
    expect(Array.from(shared.headers)).toEqual([])
  })

  it('keeps every cookie', async () => {
    const handler = (): Response => {
      const headers = new Headers()
      headers.append('Set-Cookie', 'a=1')
      headers.append('Set-Cookie', 'b=2')
      return new Response(null, { headers })
    }
    const response = await send({ origin: app }, { handler })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('throws on what comes after it throws', async () => {
    const failure = new Error('broken')
    await expect(send({}, { handler: () => Promise.reject(failure) })).rejects.toBe(failure)
  })

  it('lets the origin read the response for an error', async () => {
    const router = createRouter({ middleware: [cors({ origin: app })] })
    router.get('/', () => Promise.reject(new Error('broken')))
    const handler = createFetchHandler(router, { onError() {} })
    const response = await handler(new Request('https://api.test/', { headers: { Origin: app } }))
    expect(response.status).toBe(500)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(app)
  })
})

describe('origin', () => {
  it('matches one origin exactly', async () => {
    const options = { origin: app }
    expect(await allowedOrigin(options, app)).toBe(app)
    for (const origin of [
      evil,
      'null',
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.evil.test',
      'https://APP.example.com',
      'https://app.example.com/',
      `${app}, ${evil}`,
    ]) {
      expect(`${origin} ${await allowedOrigin(options, origin)}`).toBe(`${origin} null`)
    }
  })

  it('may be written with the default port or in upper case', async () => {
    expect(await allowedOrigin({ origin: 'HTTPS://App.example.com:443' }, app)).toBe(app)
    expect(await allowedOrigin({ origin: 'http://[::1]:3000' }, 'http://[::1]:3000')).toBe(
      'http://[::1]:3000',
    )
  })

  it('may be the origin of an extension or a native app', async () => {
    const origin = 'chrome-extension://abcdef'
    expect(await allowedOrigin({ origin }, origin)).toBe(origin)
  })

  it('may be a pattern, which keeps nothing from one request to the next', async () => {
    const options = { origin: /^https:\/\/\w+\.example\.com$/gy }
    const router = createRouter({
      middleware: [cors(options)],
      defaultHandler: () => new Response(),
    })
    for (let i = 0; i < 3; i++) {
      const response = await router.fetch('https://api.example.com/', { headers: { Origin: app } })
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(app)
    }
    expect(await allowedOrigin(options, evil)).toBe(null)
  })

  it('may be a list of both', async () => {
    const options = { origin: ['https://a.test', /^https:\/\/b\d\.test$/] }
    expect(await allowedOrigin(options, 'https://a.test')).toBe('https://a.test')
    expect(await allowedOrigin(options, 'https://b1.test')).toBe('https://b1.test')
    expect(await allowedOrigin(options, 'https://c.test')).toBe(null)
    expect(await allowedOrigin({ origin: [] }, app)).toBe(null)
  })

  it('may be a function of origin and context', async () => {
    const seen: string[] = []
    const options: CorsOptions = {
      origin: (origin, context) => {
        seen.push(`${origin} ${context.url.pathname}`)
        return origin === app
      },
    }
    expect(await allowedOrigin(options, app)).toBe(app)
    expect(await allowedOrigin(options, evil)).toBe(null)
    expect(await allowedOrigin(options, '')).toBe(null)
    expect(seen).toEqual([`${app} /books`, `${evil} /books`])
  })

  it('may be a function that returns a promise or a string', async () => {
    expect(await allowedOrigin({ origin: async () => true }, app)).toBe(app)
    expect(await allowedOrigin({ origin: () => 'https://other.test' }, app)).toBe(
      'https://other.test',
    )
    expect(await allowedOrigin({ origin: () => '*' }, app)).toBe('*')
    expect(await allowedOrigin({ origin: async () => '' }, app)).toBe(null)
  })

  it('is never null unless that is written out', async () => {
    expect(await allowedOrigin({ origin: /.*/ }, 'null')).toBe(null)
    expect(await allowedOrigin({ origin: [/null/] }, 'null')).toBe(null)
    expect(await allowedOrigin({ origin: () => true }, 'null')).toBe(null)
    expect(await allowedOrigin({ origin: 'null' }, 'null')).toBe('null')
    expect(await allowedOrigin({ origin: [app, 'null'] }, 'null')).toBe('null')
    expect(await allowedOrigin({ origin: (origin) => origin }, 'null')).toBe('null')
  })

  for (const origin of [
    'https://example.com/',
    'https://example.com/path',
    'https://example.com?query',
    'https://user@example.com',
    'https://*.example.com',
    'https://',
    'example.com',
    '',
    'https://a.test, https://b.test',
  ]) {
    it(`refuses ${JSON.stringify(origin)}`, () => {
      expect(() => cors({ origin })).toThrow(
        `cors() cannot allow origin ${JSON.stringify(origin)}: it must look like "https://example.com"`,
      )
    })
  }

  it('refuses * in a list', () => {
    expect(() => cors({ origin: [app, '*'] })).toThrow('cors() cannot allow origin "*"')
  })

  it('never echoes an origin that is not allowed', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .array(
            fc.oneof(
              fc.constantFrom(
                'https://',
                'http://',
                'app.example.com',
                'x',
                '.b.test',
                ':443',
                '/',
              ),
              fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
            ),
            { minLength: 1, maxLength: 5 },
          )
          .map((parts) => parts.join('')),
        async (text) => {
          const origin = text.trim()
          if (origin === '') return
          const expected = origin === app || /^https:\/\/\w+\.b\.test$/.test(origin)
          const options = { origin: [app, /^https:\/\/\w+\.b\.test$/], credentials: true }
          expect(await allowedOrigin(options, origin)).toBe(expected ? origin : null)
        },
      ),
      { examples: [[app], ['https://x.b.test'], ['https://x.b.test/'], ['null']] },
    ))

  it('is refused without a look when it is longer than any origin', async () => {
    const origin = `https://${'a'.repeat(65_536)}.test`
    expect(await allowedOrigin({ origin: () => true }, origin)).toBe(null)
    expect(await allowedOrigin({ origin: /^https:\/\/(a+)+\.test!$/ }, origin)).toBe(null)
  })
})

describe('credentials', () => {
  it('are allowed to the origins that are named', async () => {
    const response = await send({ origin: app, credentials: true })
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe('true')
    const allowed = await preflight({ origin: app, credentials: true })
    expect(allowed.headers.get('Access-Control-Allow-Credentials')).toBe('true')
  })

  it('are never allowed to every origin', async () => {
    const message = 'cors() cannot allow credentials for every origin'
    expect(() => cors({ credentials: true })).toThrow(message)
    expect(() => cors({ credentials: true, origin: '*' })).toThrow(message)
    expect(() => cors({ credentials: true, origin: ['*'] })).toThrow(TypeError)
    await expect(send({ credentials: true, origin: () => '*' })).rejects.toThrow(message)
  })
})

describe('preflights', () => {
  it('get a 204 with what is allowed', async () => {
    let ran = false
    const response = await preflight(
      { origin: app, maxAge: 600, exposedHeaders: ['X-Total'] },
      {
        headers: { 'Access-Control-Request-Headers': 'content-type,x-one' },
        handler: () => {
          ran = true
          return new Response()
        },
      },
    )
    expect(ran).toBe(false)
    expect(response.status).toBe(204)
    expect(response.body).toBe(null)
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY',
      'access-control-allow-headers': 'content-type, x-one',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Headers',
    })
  })

  it('for every origin depend on the headers they ask for alone', async () => {
    const response = await preflight({})
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY',
      vary: 'Access-Control-Request-Headers',
    })
  })

  it('allow the methods and headers that are named', async () => {
    const response = await preflight(
      { methods: ['get', 'PUT', 'PURGE'], allowedHeaders: ['Content-Type', 'X-One'] },
      { headers: { 'Access-Control-Request-Headers': 'x-two' } },
    )
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, PUT, PURGE')
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('Content-Type, X-One')
    expect(response.headers.has('Vary')).toBe(false)
  })

  it('allow no headers if the preflight names none', async () => {
    const headers = { 'Access-Control-Request-Headers': 'x-two' }
    const response = await preflight({ allowedHeaders: [] }, { headers })
    expect(response.headers.has('Access-Control-Allow-Headers')).toBe(false)
  })

  it('of an origin that is not allowed get a response without the headers', async () => {
    const response = await preflight({ origin: app }, { origin: evil })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toEqual({
      vary: 'Origin, Access-Control-Request-Headers',
    })
  })

  it('have the status of preflightStatus', async () => {
    const response = await preflight({ preflightStatus: 200 })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('go on with preflightContinue, and get the headers then', async () => {
    const handler = (): Response => new Response('options', { headers: { Allow: 'GET' } })
    const response = await preflight({ origin: app, preflightContinue: true }, { handler })
    expect(await response.text()).toBe('options')
    expect(response.headers.get('Allow')).toBe('GET')
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(app)
    expect(response.headers.has('Access-Control-Allow-Methods')).toBe(true)
  })

  it('are told apart from other OPTIONS requests, which go on', async () => {
    expect(await (await send({}, { method: 'OPTIONS' })).text()).toBe('ok')
    expect(await (await preflight({}, { origin: '' })).text()).toBe('ok')
    const headers = { 'Access-Control-Request-Method': 'PUT' }
    expect(await (await send({}, { method: 'POST', headers })).text()).toBe('ok')
  })

  for (const [name, value] of [
    ['spaces', `x${' '.repeat(65_535)}y`],
    ['commas', ','.repeat(65_536)],
    ['names', 'x-a,'.repeat(16_384)],
    ['quotes', '"'.repeat(65_536)],
    ['backslashes', `"${'\\'.repeat(65_535)}`],
  ] as const) {
    it(`reflect nothing of 64 kB of ${name}`, async () => {
      const headers = { 'Access-Control-Request-Headers': value }
      const response = await preflight({}, { headers })
      expect(response.status).toBe(204)
      expect(response.headers.has('Access-Control-Allow-Headers')).toBe(false)
    })
  }

  it('reflect up to 4096 characters', async () => {
    const ask = async (length: number): Promise<string | null> => {
      const headers = { 'Access-Control-Request-Headers': 'x'.repeat(length) }
      return (await preflight({}, { headers })).headers.get('Access-Control-Allow-Headers')
    }
    expect(await ask(4096)).toBe('x'.repeat(4096))
    expect(await ask(4097)).toBe(null)
  })

  it('reflect nothing but names', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), async (value) => {
        const headers = { 'Access-Control-Request-Headers': value }
        const allowed = (await preflight({}, { headers })).headers.get(
          'Access-Control-Allow-Headers',
        )
        expect(allowed ?? 'x').toMatch(/^[\w!#$%&'*+.^`|~-]+(?:, [\w!#$%&'*+.^`|~-]+)*$/)
      }),
    ))
})

describe('exposedHeaders', () => {
  it('are listed in responses', async () => {
    const response = await send({ exposedHeaders: ['X-Total', 'Link'] })
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe('X-Total, Link')
  })
})

describe('wrong options', () => {
  it('are refused: names', () => {
    expect(() => cors({ methods: ['GET, PUT'] })).toThrow(
      new TypeError(
        'cors() cannot use "GET, PUT" in methods: each entry must be one name without spaces or commas',
      ),
    )
    expect(() => cors({ allowedHeaders: ['X One'] })).toThrow('"X One" in allowedHeaders')
    expect(() => cors({ exposedHeaders: [''] })).toThrow('"" in exposedHeaders')
    expect(() => cors({ methods: 'GET' as never })).toThrow(
      new TypeError('cors() takes a list as methods, not "GET"'),
    )
    expect(() => cors({ allowedHeaders: 'X-One' as never })).toThrow('not "X-One"')
    expect(() => cors({ exposedHeaders: '' as never })).toThrow('not ""')
  })

  it('are refused: the value that was seen is in the error', () => {
    expect(() => cors({ allowedHeaders: (() => []) as never })).toThrow(
      new TypeError('cors() takes a list as allowedHeaders, not () => []'),
    )
    expect(() => cors({ origin: 5 as never })).toThrow('cors() cannot allow origin 5')
    expect(() => cors({ origin: [undefined as never] })).toThrow('allow origin undefined')
    expect(() => cors({ maxAge: '60' as never })).toThrow('as maxAge, not "60"')
    expect(() => cors('https://example.com' as never)).toThrow(
      'cors() takes an object of options, not "https://example.com"',
    )
  })

  it('are refused: options that it does not have', () => {
    expect(() => cors({ preflightStatusCode: 200 } as CorsOptions)).toThrow(
      new TypeError(
        'cors() has no option "preflightStatusCode". Its options are origin, methods, allowedHeaders, exposedHeaders, credentials, maxAge, preflightContinue, preflightStatus.',
      ),
    )
    expect(() => cors(JSON.parse('{ "__proto__": {} }'))).toThrow('no option "__proto__"')
  })

  it('are refused: numbers', () => {
    for (const maxAge of [1.5, -2, NaN, Infinity]) {
      expect(() => cors({ maxAge })).toThrow(
        new RangeError(`cors() takes a whole number of seconds as maxAge, not ${maxAge}`),
      )
    }
    for (const preflightStatus of [199, 300, 404, 200.5]) {
      expect(() => cors({ preflightStatus })).toThrow(
        new RangeError(`cors() takes a preflightStatus from 200 to 299, not ${preflightStatus}`),
      )
    }
  })

  it('are not reported for the largest and smallest allowed values', async () => {
    expect((await preflight({ maxAge: 0 })).headers.get('Access-Control-Max-Age')).toBe('0')
    expect((await preflight({ maxAge: -1 })).headers.get('Access-Control-Max-Age')).toBe('-1')
    expect((await preflight({ preflightStatus: 299 })).status).toBe(299)
  })
})
