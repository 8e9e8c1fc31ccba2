import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cop } from '../cop/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, RequestContext, type Middleware } from '../../router/fetch-router/index.ts'
import { formData } from '../form-data/index.ts'
import { methodOverride } from '../method-override/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  createSession,
  Session,
  type SessionStorage,
} from '../../state/session/index.ts'
import { Browser } from '../session/browser.fixture.ts'
import { session } from '../session/index.ts'
import { csrf, getCsrfToken, type CsrfOptions } from './index.ts'

const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
const origin = 'https://example.com'

interface App extends CsrfOptions {
  readonly storage?: SessionStorage
  /** Between formData() and csrf(). */
  readonly before?: Middleware[]
}

/** A browser in front of an app whose `/form` returns the token. */
function open({
  storage = createMemorySessionStorage(),
  before = [],
  ...options
}: App = {}): Browser {
  const list: Middleware[] = [session(cookie, storage), formData(), ...before, csrf(options)]
  const router = createRouter({ middleware: list })
  router.get('/', () => new Response('home'))
  router.get('/form', (context) => new Response(getCsrfToken(context, options.tokenKey)))
  router.map('/change', ({ method }) => new Response(`changed by ${method}`))
  router.post('/login', (context) => {
    context.get(Session)!.regenerateId()
    context.get(Session)!.set('userId', 'ann')
    return new Response(getCsrfToken(context, options.tokenKey))
  })
  router.post('/login-and-leave', (context) => {
    context.get(Session)!.regenerateId()
    return new Response()
  })
  router.get('/raw', (context) =>
    Response.json(context.get(Session)!.data[options.tokenKey ?? '_csrf'] ?? null),
  )
  return new Browser(router)
}

async function statusAndBody(pending: Response | Promise<Response>): Promise<[number, string]> {
  const response = await pending
  return [response.status, await response.text()]
}

const changed: [number, string] = [200, 'changed by POST']
const missing: [number, string] = [403, 'Forbidden: missing CSRF token']
const invalid: [number, string] = [403, 'Forbidden: invalid CSRF token']
const wrongOrigin: [number, string] = [403, 'Forbidden: invalid CSRF origin']

describe('csrf', () => {
  it('lets a request with the token of the session pass', async () => {
    for (const storage of [createMemorySessionStorage(), createCookieSessionStorage()]) {
      const browser = open({ storage })
      const token = await browser.text('/form')
      expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
      expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
    }
  })

  it('refuses one without a token', async () => {
    const browser = open()
    await browser.fetch('/form')
    const response = await browser.post('/change')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await statusAndBody(response)).toEqual(missing)
    expect(await statusAndBody(browser.post('/change', { _csrf: '' }))).toEqual(missing)
    expect(await statusAndBody(browser.post('/change', { _csrf: ' \t' }))).toEqual(missing)
  })

  it('refuses one with another token', async () => {
    const browser = open()
    const token = await browser.text('/form')
    const others = [
      'x',
      token.slice(1),
      `${token}0`,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      token.toUpperCase().replaceAll('0', 'A'),
      '0'.repeat(64),
      '0'.repeat(128),
      'undefined',
      '__proto__',
    ]
    for (const other of others) {
      expect([other, await statusAndBody(browser.post('/change', { _csrf: other }))]).toEqual([
        other,
        invalid,
      ])
    }
  })

  it('refuses the token of another visitor', async () => {
    const storage = createMemorySessionStorage()
    const [ann, mallory] = [open({ storage }), open({ storage })]
    await ann.fetch('/form')
    const token = await mallory.text('/form')
    expect(await statusAndBody(ann.post('/change', { _csrf: token }))).toEqual(invalid)
  })

  it('refuses any token for a session without one', async () => {
    const browser = open()
    expect(await statusAndBody(browser.post('/change', { _csrf: 'undefined' }))).toEqual(invalid)
    expect(await statusAndBody(browser.post('/change'))).toEqual(missing)
  })

  it('refuses whatever text is not the token', async () => {
    const browser = open()
    await browser.fetch('/form')
    const hex = fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: 60,
      maxLength: 130,
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(hex, fc.string({ minLength: 1 })), async (text) => {
        expect((await browser.post('/change', { _csrf: text })).status).toBe(403)
      }),
      { numRuns: 50 },
    )
  })

  it('lets GET, HEAD and OPTIONS pass and checks every other method', async () => {
    const browser = open()
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await browser.fetch('/change', { method })).status).toBe(200)
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'REPORT']) {
      expect((await browser.fetch('/change', { method })).status).toBe(403)
    }
  })

  it('does not look at the content type', async () => {
    for (const type of [undefined, 'text/plain', 'Text/Plain', 'application/json', 'x']) {
      const headers = new Headers(type === undefined ? [] : [['Content-Type', type]])
      const body = new TextEncoder().encode('x')
      const response = await open().fetch('/change', { method: 'POST', body, headers })
      expect(response.status).toBe(403)
    }
  })

  it('requires session() before it', async () => {
    const router = createRouter({ middleware: [csrf()] })
    router.get('/', () => new Response())
    await expect(router.fetch(origin)).rejects.toThrow(
      'csrf middleware requires session() middleware to run before it',
    )
  })

  it('works behind cop() and with a method that a form overrides', async () => {
    const list = [
      cop(),
      session(cookie, createMemorySessionStorage()),
      formData(),
      methodOverride(),
      csrf(),
    ] as const
    const router = createRouter({ middleware: list })
    router.get('/form', (context) => new Response(getCsrfToken(context)))
    router.delete('/change', ({ method }) => new Response(`changed by ${method}`))
    const browser = new Browser(router)
    const _csrf = await browser.text('/form')
    const deleted = await browser.post('/change', { _method: 'DELETE', _csrf })
    expect(await statusAndBody(deleted)).toEqual([200, 'changed by DELETE'])
    expect(await statusAndBody(browser.post('/change', { _method: 'DELETE' }))).toEqual(missing)
  })

  it('looks at the method as sent and at the one it became', async () => {
    const become =
      (method: string): Middleware =>
      (context, next) => {
        context.method = method
        return next()
      }
    const disguised = open({ before: [become('GET')] })
    expect(await statusAndBody(disguised.post('/change'))).toEqual(missing)
    const grown = open({ before: [become('DELETE')] })
    expect(await statusAndBody(grown.fetch('/change'))).toEqual(missing)
  })
})

describe('where csrf finds the token', () => {
  it('reads the three headers, in any case', async () => {
    const browser = open()
    const token = await browser.text('/form')
    for (const name of ['X-Csrf-Token', 'x-xsrf-token', 'CSRF-Token']) {
      const headers = { [name]: ` ${token} ` }
      expect(await statusAndBody(browser.post('/change', {}, { headers }))).toEqual(changed)
    }
    const headers = { 'X-Other': token }
    expect(await statusAndBody(browser.post('/change', {}, { headers }))).toEqual(missing)
  })

  it('lets a header win over the field', async () => {
    const browser = open()
    const token = await browser.text('/form')
    const wrong = { headers: { 'X-Csrf-Token': 'wrong' } }
    expect(await statusAndBody(browser.post('/change', { _csrf: token }, wrong))).toEqual(invalid)
    const blank = { headers: { 'X-Csrf-Token': ' ' } }
    expect(await statusAndBody(browser.post('/change', { _csrf: token }, blank))).toEqual(changed)
  })

  it('takes other headers and another field', async () => {
    const browser = open({ headerNames: ['X-Token'], fieldName: 'token' })
    const token = await browser.text('/form')
    const own = { headers: { 'X-Token': token } }
    expect(await statusAndBody(browser.post('/change', {}, own))).toEqual(changed)
    expect(await statusAndBody(browser.post('/change', { token }))).toEqual(changed)
    expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(missing)
    const usual = { headers: { 'X-Csrf-Token': token } }
    expect(await statusAndBody(browser.post('/change', {}, usual))).toEqual(missing)
  })

  it('reads the field of a multipart form, but no file', async () => {
    const browser = open()
    const token = await browser.text('/form')
    const body = new FormData()
    body.set('_csrf', token)
    expect(await statusAndBody(browser.fetch('/change', { method: 'POST', body }))).toEqual(changed)
    body.set('_csrf', new File([token], token))
    expect(await statusAndBody(browser.fetch('/change', { method: 'POST', body }))).toEqual(missing)
  })

  it('reads the query only if it is told to', async () => {
    const browser = open()
    const token = await browser.text('/form')
    expect(await statusAndBody(browser.post(`/change?_csrf=${token}`))).toEqual(missing)

    const lax = open({ queryName: '_csrf' })
    const second = await lax.text('/form')
    expect(await statusAndBody(lax.post(`/change?_csrf=${second}`))).toEqual(changed)
    expect(await statusAndBody(lax.post('/change'))).toEqual(missing)
  })

  it('asks value() alone if there is one', async () => {
    for (const isAsync of [false, true]) {
      const browser = open({
        value: ({ url }) => {
          const value = url.searchParams.get('v')
          return isAsync ? Promise.resolve(value) : value
        },
      })
      const token = await browser.text('/form')
      expect(await statusAndBody(browser.post(`/change?v=${token}`))).toEqual(changed)
      expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(missing)
      expect(await statusAndBody(browser.post('/change?v=x', { _csrf: token }))).toEqual(invalid)
    }
  })

  it('keeps it under another key of the session', async () => {
    const browser = open({ tokenKey: 'token' })
    const token = await browser.text('/form')
    expect(await (await browser.fetch('/raw')).json()).toMatch(/^[0-9a-f]{64}$/)
    expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
  })

  it('takes __proto__ as key, field and header value like any other', async () => {
    const browser = open({ tokenKey: '__proto__', fieldName: '__proto__' })
    const headers = { 'X-Csrf-Token': '__proto__' }
    expect(await statusAndBody(browser.post('/change', {}, { headers }))).toEqual(invalid)
    const token = await browser.text('/form')
    const body = new URLSearchParams([['__proto__', token]])
    expect(await statusAndBody(browser.fetch('/change', { method: 'POST', body }))).toEqual(changed)
  })
})

describe('getCsrfToken', () => {
  it('makes a token only when it is asked for one', async () => {
    const browser = open()
    expect((await browser.fetch('/')).headers.getSetCookie()).toEqual([])
    expect((await browser.fetch('/form')).headers.getSetCookie()).toHaveLength(1)
    expect((await browser.fetch('/form')).headers.getSetCookie()).toEqual([])
  })

  it('keeps 32 random bytes in hex, and shows them masked, different each time', async () => {
    const browser = open()
    const [first, second] = [await browser.text('/form'), await browser.text('/form')]
    const raw = (await (await browser.fetch('/raw')).json()) as string
    expect(raw).toMatch(/^[0-9a-f]{64}$/)
    expect(first).toMatch(/^[0-9a-f]{128}$/)
    expect(first).not.toBe(second)
    expect(first).not.toContain(raw)
    expect(first.slice(64)).not.toBe(second.slice(64))
    for (const token of [first, second, raw]) {
      expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
    }
  })

  it('replaces an invalid token, and leaves a flash message with this name', () => {
    for (const value of ['', 'short', 5, null, ['0'.repeat(64)], 'g'.repeat(64)]) {
      const context = new RequestContext(new Request(origin))
      const own = createSession({ _csrf: value })
      own.flash('_csrf', 'a message')
      context.set(Session, own)
      getCsrfToken(context)
      expect(own.data['_csrf']).toMatch(/^[0-9a-f]{64}$/)
      expect(own.data['__flash__csrf__']).toBe('a message')
    }
  })

  it('requires session()', () => {
    const context = new RequestContext(new Request(origin))
    expect(() => getCsrfToken(context)).toThrow(
      'getCsrfToken() requires session() middleware to run before it',
    )
  })

  it('cannot make a token once the response is on its way, but can still show one', async () => {
    let context!: Pick<RequestContext, 'get'>
    const router = createRouter({
      middleware: [session(cookie, createMemorySessionStorage()), csrf()],
    })
    router.get('/', (given) => {
      context = given
      return new Response()
    })
    router.get('/form', (given) => {
      context = given
      return new Response(getCsrfToken(given))
    })
    const browser = new Browser(router)
    await browser.fetch('/')
    expect(() => getCsrfToken(context)).toThrow(
      'Cannot change the session: it was already committed',
    )
    await browser.fetch('/form')
    expect(getCsrfToken(context)).toMatch(/^[0-9a-f]{128}$/)
  })
})

describe('a token after a login', () => {
  it('is new, so an attacker who planted the session does not know it', async () => {
    for (const storage of [createMemorySessionStorage(), createCookieSessionStorage()]) {
      const browser = open({ storage })
      const planted = await browser.text('/form')
      const raw = (await (await browser.fetch('/raw')).json()) as string

      const token = await (await browser.post('/login', { _csrf: planted })).text()
      expect(await statusAndBody(browser.post('/change', { _csrf: planted }))).toEqual(invalid)
      expect(await statusAndBody(browser.post('/change', { _csrf: raw }))).toEqual(invalid)
      expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
    }
  })

  it('is made when a page needs it', async () => {
    const browser = open()
    const planted = await browser.text('/form')
    await browser.post('/login-and-leave', { _csrf: planted })
    expect(await (await browser.fetch('/raw')).json()).toBe(null)
    expect(await statusAndBody(browser.post('/change', { _csrf: planted }))).toEqual(invalid)
    const token = await browser.text('/form')
    expect(await statusAndBody(browser.post('/change', { _csrf: token }))).toEqual(changed)
  })
})

describe('the origin check of csrf', () => {
  /** What becomes of a request with these headers and the right token. */
  async function send(headers: Record<string, string>, options?: CsrfOptions) {
    const browser = open(options)
    const token = await browser.text('/form')
    return statusAndBody(browser.post('/change', { _csrf: token }, { headers }))
  }

  it('lets requests of the same origin pass', async () => {
    expect(await send({ Origin: origin })).toEqual(changed)
    expect(await send({ Origin: ` ${origin} ` })).toEqual(changed)
    expect(await send({ Referer: `${origin}/form?a=b` })).toEqual(changed)
  })

  it('refuses other origins, even with the right token', async () => {
    const others = [
      'https://evil.test',
      'http://example.com',
      'https://example.com:8443',
      'https://sub.example.com',
      'https://example.com.evil.test',
      'https://example.com/',
      'https://user@example.com',
      'null',
      'not an origin',
      '__proto__',
    ]
    for (const other of others) {
      expect([other, await send({ Origin: other })]).toEqual([other, wrongOrigin])
    }
  })

  it('looks at Referer only without Origin', async () => {
    expect(await send({ Origin: 'https://evil.test', Referer: `${origin}/` })).toEqual(wrongOrigin)
    expect(await send({ Origin: origin, Referer: 'https://evil.test/' })).toEqual(changed)
    expect(await send({ Origin: ' ', Referer: 'https://evil.test/' })).toEqual(wrongOrigin)
  })

  it('refuses a Referer that is not a URL or has no origin', async () => {
    for (const referer of ['not a url', '/form', 'about:blank', 'data:text/html,x']) {
      expect([referer, await send({ Referer: referer })]).toEqual([referer, wrongOrigin])
    }
  })

  it('comes before the token check', async () => {
    const headers = { Origin: 'https://evil.test' }
    expect(await statusAndBody(open().post('/change', {}, { headers }))).toEqual(wrongOrigin)
  })

  it('lets a request without either header pass, unless it is told not to', async () => {
    expect(await send({})).toEqual(changed)
    expect(await send({}, { allowMissingOrigin: true })).toEqual(changed)
    expect(await send({}, { allowMissingOrigin: false })).toEqual(wrongOrigin)
    expect(await send({ Origin: origin }, { allowMissingOrigin: false })).toEqual(changed)
  })

  it('takes an origin in place of the request’s own', async () => {
    const options = { origin: 'https://www.example.com' }
    expect(await send({ Origin: 'https://www.example.com' }, options)).toEqual(changed)
    expect(await send({ Origin: origin }, options)).toEqual(wrongOrigin)
  })

  it('takes a pattern, also a global one, request after request', async () => {
    const pattern = /^https:\/\/\w+\.example\.com$/g
    const browser = open({ origin: pattern })
    const token = await browser.text('/form')
    for (let i = 0; i < 3; i++) {
      const headers = { Origin: 'https://www.example.com' }
      expect(await statusAndBody(browser.post('/change', { _csrf: token }, { headers }))).toEqual(
        changed,
      )
    }
    expect(pattern.lastIndex).toBe(0)
    expect(await send({ Origin: 'https://evil.test' }, { origin: pattern })).toEqual(wrongOrigin)
  })

  it('refuses an origin of more than 1,024 characters without reading it', async () => {
    const long = `https://${'a'.repeat(1_017)}`
    expect(await send({ Origin: long }, { origin: () => true })).toEqual(wrongOrigin)
    expect(await send({ Origin: long }, { origin: /^https:/ })).toEqual(wrongOrigin)
    expect(await send({ Origin: long.slice(1) }, { origin: () => true })).toEqual(changed)
  })

  it('takes a list of both', async () => {
    const options = { origin: ['https://a.test', /^https:\/\/b\d\.test$/] }
    expect(await send({ Origin: 'https://a.test' }, options)).toEqual(changed)
    expect(await send({ Origin: 'https://b7.test' }, options)).toEqual(changed)
    expect(await send({ Origin: 'https://c.test' }, options)).toEqual(wrongOrigin)
    expect(await send({ Origin: origin }, { origin: [] })).toEqual(wrongOrigin)
  })

  it('takes a function, at once or later', async () => {
    const options: CsrfOptions = {
      origin: (given, { url }) => given === `https://admin.${url.hostname}`,
    }
    expect(await send({ Origin: 'https://admin.example.com' }, options)).toEqual(changed)
    expect(await send({ Origin: origin }, options)).toEqual(wrongOrigin)
    expect(await send({ Origin: origin }, { origin: async () => false })).toEqual(wrongOrigin)
    expect(await send({ Origin: origin }, { origin: async () => true })).toEqual(changed)
  })

  it('never lets `Origin: null` pass', async () => {
    for (const allowed of [/./, () => true]) {
      expect(await send({ Origin: 'null' }, { origin: allowed })).toEqual(wrongOrigin)
    }
  })

  it('may be written with the default port or in upper case', async () => {
    const options = { origin: 'HTTPS://Www.example.com:443' }
    expect(await send({ Origin: 'https://www.example.com' }, options)).toEqual(changed)
    expect(await send({ Origin: 'https://evil.test' }, options)).toEqual(wrongOrigin)
  })

  it('refuses what is not an origin when the app starts', () => {
    for (const wrong of ['example.com', 'https://example.com/', '*', 'null', '']) {
      expect(() => csrf({ origin: wrong })).toThrow(
        `csrf() cannot allow origin ${JSON.stringify(wrong)}: it must look like "https://example.com"`,
      )
      expect(() => csrf({ origin: [origin, wrong] })).toThrow(TypeError)
    }
  })
})

describe('the other options of csrf', () => {
  it('onDeny replaces the 403, and gets the reason', async () => {
    const browser = open({
      onDeny: (reason, { url }) => new Response(`${reason} ${url.pathname}`, { status: 422 }),
    })
    await browser.fetch('/form')
    expect(await statusAndBody(browser.post('/change'))).toEqual([422, 'missing-token /change'])
    expect(await statusAndBody(browser.post('/change', { _csrf: 'x' }))).toEqual([
      422,
      'invalid-token /change',
    ])
    const headers = { Origin: 'null' }
    expect(await statusAndBody(browser.post('/change', {}, { headers }))).toEqual([
      422,
      'invalid-origin /change',
    ])
  })

  it('onError, the old name of onDeny, is refused with the new one', () => {
    expect(() => csrf({ onError: () => new Response() } as never)).toThrow(
      new TypeError('csrf() has no option "onError": its name is "onDeny"'),
    )
  })

  it('are complete: an unknown one is refused by name', () => {
    expect(() => csrf({ headerName: 'X-Token' } as never)).toThrow('no option "headerName"')
    expect(() => csrf({ headerNames: (() => []) as never })).toThrow('not () => []')
  })

  it('safeMethods are the only ones without a check, in any case', async () => {
    const browser = open({ safeMethods: ['get', 'REPORT'] })
    expect((await browser.fetch('/change')).status).toBe(200)
    expect((await browser.fetch('/change', { method: 'REPORT' })).status).toBe(200)
    expect((await browser.fetch('/change', { method: 'OPTIONS' })).status).toBe(403)
    expect((await browser.fetch('/change', { method: 'POST' })).status).toBe(403)
  })
})

describe('wrong options of csrf', () => {
  it('refuses a text where a list belongs', () => {
    expect(() => csrf({ headerNames: 'X-Token' as never })).toThrow(
      new TypeError('csrf() takes a list as headerNames, not "X-Token"'),
    )
    expect(() => csrf({ safeMethods: 'GET' as never })).toThrow('as safeMethods, not "GET"')
  })
})
