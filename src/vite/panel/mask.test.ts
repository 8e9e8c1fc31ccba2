import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCookie } from '../../cookie/index.ts'
import { createRouter } from '../../fetch-router/index.ts'
import { Log } from './log.ts'
import { createMask, maskKeys, UrlMask } from './mask.ts'
import { recordEvents } from './record-events.ts'

describe('a mask', () => {
  it('hides secret names in a query, a fragment and a path, and nothing else: MA-3', () => {
    const urls = new UrlMask()
    urls.learn('/reset/:token')
    urls.learn('/books/:slug')
    expect(urls.mask('/reset/abc?next=/home')).toBe('/reset/•••?next=/home')
    expect(urls.mask('/books/dune?code=1&page=2&apiKey=3&STATE=4')).toBe(
      '/books/dune?code=•••&page=2&apiKey=•••&STATE=•••',
    )
    expect(urls.mask('https://ada:pw@shop.test/books/dune#access_token=abc&x=1')).toBe(
      'https://•••@shop.test/books/dune#access_token=•••&x=1',
    )
    expect(urls.mask('/books/dune?pass%77ord=x&k%65y=1')).toBe(
      '/books/dune?pass%77ord=•••&k%65y=•••',
    )
    expect(urls.mask('/books/a1b2c3d4e5f6a7b8c9d0e1f2')).toBe('/books/a1b2c3d4e5f6a7b8c9d0e1f2')
    expect(urls.mask('/nowhere/a1b2c3d4e5f6a7b8c9d0e1f2')).toBe('/nowhere/•••')
  })

  it('hides what the client sent as a credential, also in Base64 and encoded: MA-4', async () => {
    const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
    const [sent] = (await cookie.serialize('session-id-4711-of-ada')).split(';')
    const mask = createMask([`theme=dark; ${sent}`, 'Bearer token.with-three.parts-0815'])
    expect(mask('cart:session-id-4711-of-ada')).toBe('cart:•••')
    expect(mask('No user for token.with-three.parts-0815')).toBe('No user for •••')
    expect(mask('dark mode')).toBe('dark mode')
  })

  it('hides what looks like a key in a message, but no id: MA-5', () => {
    expect(maskKeys('Bad key sk_live_4eC39HqLyjWDarjtT1zdp7dc')).toBe('Bad key •••')
    expect(maskKeys('postgres://ada:hunter2@db/shop refused')).toBe(
      'postgres://ada:•••@db/shop refused',
    )
    expect(maskKeys('thisIsAVeryLongFunctionName')).toBe('thisIsAVeryLongFunctionName')
    expect(maskKeys('0b6f1d6a-7c1e-4d1c-9f3a-2f1f8a0c9d11')).toBe(
      '0b6f1d6a-7c1e-4d1c-9f3a-2f1f8a0c9d11',
    )
  })
})

/** Text that no other part of a request contains. */
const secret = fc
  .tuple(fc.stringMatching(/^[a-z\d]{6,10}$/), fc.stringMatching(/^[A-Za-z\d_]{12,40}$/))
  .map(([word, rest]) => `s3cr3t${word}${rest}9`)

describe('10,000 requests with secrets everywhere', () => {
  it('leave none in the log', async () => {
    const sample = fc.record({
      secret,
      cookie: fc.constantFrom(
        (value: string) => `id=${value}`,
        (value: string) => `a=b; s=${encodeURIComponent(`${value}.sig`)}; c=d`,
        (value: string) => `s=${Buffer.from(JSON.stringify(value)).toString('base64url')}.sig`,
        (value: string) => `s=${Buffer.from(value).toString('base64')}`,
      ),
      scheme: fc.constantFrom('Bearer', 'Basic', 'Token token='),
      param: fc.constantFrom('token', 'code', 'password', 'api_key', 'sig', 'newPassword', 'jwt'),
      path: fc.constantFrom('/reset/', '/nowhere/', '/moved/', '/throws/', '/tags/', '/after/'),
      body: fc.constantFrom('throw', 'input', 'redirect', 'header'),
    })

    const log = new Log('/project')
    let entry: ReturnType<Log['begin']> | undefined
    let value = ''
    const thrown: string[] = []
    const router = createRouter({
      observe: [{ middleware: true, event: recordEvents(log, () => entry) }],
    })
    router.get('/reset/:token', () => Response.redirect(`https://x.test/cb?token=${value}`))
    router.get('/moved/:token', () =>
      Response.redirect(`https://x.test/reset/${value}#code=${value}`),
    )
    router.get('/throws/:token', () => {
      throw new Error(`Cannot use ${value}`, {
        cause: new TypeError(`for ${value}\n    at ${value} (/a/b.ts:1:2)`),
      })
    })
    router.get(
      '/tags/:token',
      () =>
        new Response('', {
          headers: { 'Cache-Control': value, Vary: value, 'X-Own': value, 'Set-Cookie': value },
        }),
    )

    await fc.assert(
      fc.asyncProperty(sample, async (given) => {
        value = given.secret
        const { param, path } = given
        const request = new Request(`https://shop.test${path}${value}?${param}=${value}&page=2`, {
          headers: {
            Cookie: given.cookie(value),
            Authorization: `${given.scheme} ${value}`,
            'X-Own': value,
          },
        })
        const { version } = log.since(Infinity)
        entry = log.begin(request)
        try {
          log.respond(entry, await router.fetch(request))
        } catch (error) {
          thrown.push('')
          log.addError(error, 'router', { entry })
        }
        log.addError(new Error(`again ${value}`), 'after', { entry })
        const found = JSON.stringify(log.since(version))
        expect(found).not.toContain(value)
        expect(found).not.toContain(encodeURIComponent(value))
      }),
      { numRuns: 10_000, seed: 12 },
    )
    expect(thrown.length).toBeGreaterThan(100)
  })
})
