import { describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { cors } from '../cors/index.ts'
import { csrf } from '../csrf/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { session } from '../session/index.ts'
import { createMemorySessionStorage } from '../../state/session/index.ts'
import { cop } from './index.ts'

/** What each guard makes of a configured origin and the `Origin` of a request: `null` if it refuses the former. */
const guards: Record<string, (configured: string, sent: string) => Promise<boolean | null>> = {
  async cop(configured, sent) {
    const guard = configure(() => cop({ trustedOrigins: [configured] }))
    return guard && (await post([guard], sent)).ok
  },
  async cors(configured, sent) {
    const guard = configure(() => cors({ origin: configured }))
    return guard && (await post([guard], sent)).headers.has('Access-Control-Allow-Origin')
  },
  async csrf(configured, sent) {
    const guard = configure(() => csrf({ origin: configured }))
    if (guard === null) return null

    const cookie = createCookie('session', { secrets: ['0123456789abcdef'] })
    const response = await post([session(cookie, createMemorySessionStorage()), guard], sent)
    return (await response.text()) !== 'Forbidden: invalid CSRF origin'
  },
}

function configure(create: () => Middleware): Middleware | null {
  try {
    return create()
  } catch {
    return null
  }
}

function post(middleware: readonly Middleware[], origin: string): Promise<Response> {
  const router = createRouter({ middleware, defaultHandler: () => new Response('passed') })
  return router.fetch('https://site.test/', {
    method: 'POST',
    headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
  })
}

describe.each(Object.entries(guards))('an origin in the options of %s()', (_name, allows) => {
  it.each([
    ['https://example.com', 'https://example.com', true],
    ['https://Example.com', 'https://example.com', true],
    ['https://example.com:443', 'https://example.com', true],
    [' https://example.com ', 'https://example.com', true],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef', true],
    ['https://example.com', 'https://Example.com', false],
    ['https://example.com', 'https://example.com:443', false],
    ['https://example.com', 'https://example.com/', false],
    ['https://example.com', '\u00a0https://example.com', false],
    ['https://example.com', 'http://example.com', false],
    ['https://example.com', 'null', false],
    ['https://example.com/', 'https://example.com', null],
    ['https://example.com/path', 'https://example.com', null],
    ['https://user@example.com', 'https://example.com', null],
    ['https://*.example.com', 'https://www.example.com', null],
    ['ftp://example.com', 'ftp://example.com', null],
    ['example.com', 'https://example.com', null],
    ['', '', null],
  ])('%j with a request from %j: %s', async (configured, sent, allowed) => {
    expect(await allows(configured, sent)).toBe(allowed)
  })
})
