import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { errorDetails } from '../vite/error-page.ts'
import { Log } from './log.ts'
import { recordEvents } from './record-events.ts'

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

    const log = new Log('/project', errorDetails)
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
