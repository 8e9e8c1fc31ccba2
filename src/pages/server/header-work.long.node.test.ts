import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  auth,
  createAPIAuthScheme,
  createBearerTokenAuthScheme,
} from '../../middleware/auth/index.ts'
import { compression } from '../../middleware/compression/index.ts'
import { createCookie } from '../../http/cookie/index.ts'
import { cop } from '../../middleware/cop/index.ts'
import { cors } from '../../middleware/cors/index.ts'
import { csrf } from '../../middleware/csrf/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { countWorkOf } from '../../internal/fixtures/count-work.fixture.ts'
import { logger } from '../../middleware/logger/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { text } from '../../http/response/index.ts'
import { createCookieSessionStorage } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { staticFiles } from '../../middleware/static/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

const folder = mkdtempSync(join(tmpdir(), 'header-work-'))
writeFileSync(join(folder, 'a.bin'), 'bytes')
afterAll(() => rmSync(folder, { recursive: true }))

/** An app that looks at every header that any part of the framework looks at. */
const build = createBuild({
  root,
  page: { path: '/page', default: () => 'page', loader: () => 1, action: () => 2 },
})
const handle = createHandler(build, (pages) => {
  const router = createRouter({
    middleware: [
      logger({ log: () => {}, format: '%method %path %referer %userAgent', colors: false }),
      compression({ threshold: 0 }),
      cors({ origin: [/^https:\/\/[a-z.]+\.example\.com$/, 'https://example.com'] }),
      cop({ onDeny: () => text('denied', 403), insecureBypassPatterns: ['POST /page'] }),
      staticFiles(folder, { etag: 'strong', acceptRanges: true }),
      session(
        createCookie('session', { secrets: ['a secret of many bytes'] }),
        createCookieSessionStorage(),
      ),
      formData({ suppressErrors: true }),
      methodOverride(),
      auth({
        schemes: [
          createBearerTokenAuthScheme({ verify: () => null }),
          createAPIAuthScheme({ verify: () => null }),
        ],
      }),
      csrf({ onDeny: (_, context) => context.router.fetch('https://app.test/denied') }),
    ],
  })
  router.get('/denied', () => text('denied', 403))
  router.map('/*', pages)
  return router
})

const load = ['GET', '/page?_data=page'] as const
const file = ['GET', '/a.bin'] as const
const post = ['POST', '/page'] as const
const preflight = ['OPTIONS', '/page'] as const

/** Each header, and a request for which the app reads it. */
const headers: readonly [string, readonly [method: string, path: string]][] = [
  ['Accept', load],
  ['Accept-Encoding', load],
  ['Accept-Language', load],
  ['Access-Control-Request-Headers', preflight],
  ['Access-Control-Request-Method', preflight],
  ['Authorization', load],
  ['Content-Type', post],
  ['Cookie', load],
  ['If-Match', file],
  ['If-Modified-Since', file],
  ['If-None-Match', file],
  ['If-Range', file],
  ['If-Unmodified-Since', file],
  ['Origin', load],
  ['Origin', post],
  ['Origin', preflight],
  ['Range', file],
  ['Referer', post],
  ['Sec-Fetch-Site', post],
  ['Sec-Purpose', load],
  ['User-Agent', load],
  ['X-Api-Key', load],
  ['X-Csrf-Token', post],
  ['X-Forwarded-For', load],
  ['X-Forwarded-Host', load],
]

/** What has made parsers slow, between a beginning and an end that keep it from being trimmed. */
const fillings: readonly [start: string, unit: string][] = [
  ['a', ' '],
  ['a', ','],
  ['a', '; '],
  ['a/b;c="', '\\"'],
  ['session=', 'a=b;'],
  ['Bearer ', ' a'],
  ['bytes=', '0-1,'],
  ['W/"', '",W/"'],
  ['https://', 'a.'],
]
const valueOf = ([start, unit]: readonly [string, string], length: number): string =>
  `${start + unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}a`

async function workFor(
  [method, path]: readonly [string, string],
  name: string,
  value: string,
): Promise<number> {
  const headers = new Headers({ Range: 'bytes=0-1', Origin: 'https://a.example.com' })
  headers.set('Access-Control-Request-Method', 'PUT')
  headers.set(name, value)
  const body = method === 'POST' ? new TextEncoder().encode('a=1') : null
  const request = new Request(`https://app.test${path}`, { method, headers, body })
  return countWorkOf(async () => {
    const response = await handle(request)
    await response.arrayBuffer()
  })
}

describe('the work for a request', () => {
  it.each(headers)('grows no faster than %s in %j, whatever it says', async (name, target) => {
    for (const filling of fillings) {
      const least = await workFor(target, name, valueOf(filling, 0))
      const quarter = (await workFor(target, name, valueOf(filling, 16_384))) - least
      const whole = (await workFor(target, name, valueOf(filling, 65_536))) - least
      const bound = 6 * Math.max(quarter, 16_384) + 20_000
      expect({ filling, whole, bound, isLinear: whole < bound }).toMatchObject({ isLinear: true })
      expect(whole).toBeLessThan(150 * 65_536)
    }
  })
})
