import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { cop, type CopOptions } from './index.ts'

const denied = 'Forbidden: cross-origin request detected from Sec-Fetch-Site header'
const deniedOld =
  'Forbidden: cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host'

interface Sent {
  readonly method?: string
  readonly url?: string
  readonly site?: string
  readonly origin?: string
  readonly headers?: Record<string, string>
}

async function send(
  { method = 'POST', url = 'https://example.com/x', site, origin, headers }: Sent,
  options?: CopOptions,
): Promise<Response> {
  const router = createRouter({
    middleware: [cop(options)],
    defaultHandler: () => new Response('passed'),
  })
  const all = new Headers(headers)
  if (site !== undefined) all.set('Sec-Fetch-Site', site)
  if (origin !== undefined) all.set('Origin', origin)
  return router.fetch(url, { method, headers: all })
}

async function bodyFor(sent: Sent, options?: CopOptions): Promise<string> {
  return (await send(sent, options)).text()
}

describe('cop', () => {
  it('passes GET, HEAD and OPTIONS from any origin', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const response = await send({ method, site: 'cross-site', origin: 'https://evil.test' })
      expect(response.status).toBe(200)
    }
  })

  it('row 1: passes same-origin, whatever Origin says', async () => {
    expect(await bodyFor({ site: 'same-origin', origin: 'https://evil.test' })).toBe('passed')
    expect(await bodyFor({ site: ' Same-Origin ' })).toBe('passed')
  })

  it('row 2: passes none', async () => {
    expect(await bodyFor({ site: 'none' })).toBe('passed')
  })

  it('row 3: denies any other Sec-Fetch-Site', async () => {
    for (const site of ['same-site', 'cross-site', 'garbage', 'same-origin, same-origin']) {
      const response = await send({ site })
      expect(response.status).toBe(403)
      expect(await response.text()).toBe(denied)
    }
  })

  it('row 4: denies an Origin of another host, port or none when Sec-Fetch-Site is missing', async () => {
    const origins = [
      'https://evil.test',
      'https://example.com:8443',
      'http://example.com:443',
      'null',
      'not a url',
      'https://user@example.com',
      'https://user:pass@example.com',
      'https://example.com/',
      'https://example.com/path',
      'https://example.com?query',
      'https://example.com#fragment',
      'ftp://example.com',
      'chrome-extension://example.com',
      'https://example.com.evil.test',
      'https://evil.test, https://example.com',
    ]
    for (const origin of origins) {
      const response = await send({ origin })
      expect(`${origin}: ${response.status}`).toBe(`${origin}: 403`)
      expect(await response.text()).toBe(deniedOld)
    }
  })

  it('row 5: passes an Origin of the same host, whatever the scheme and case', async () => {
    expect(await bodyFor({ origin: 'https://example.com' })).toBe('passed')
    expect(await bodyFor({ origin: 'https://example.com:443' })).toBe('passed')
    expect(await bodyFor({ origin: 'http://example.com' })).toBe('passed')
    expect(await bodyFor({ origin: 'HTTPS://EXAMPLE.com' })).toBe('passed')
    expect(
      await bodyFor({ url: 'http://example.com:8080/x', origin: 'http://example.com:8080' }),
    ).toBe('passed')
  })

  it('row 6: passes when both are missing or blank', async () => {
    expect(await bodyFor({})).toBe('passed')
    expect(await bodyFor({ site: '  ', origin: ' ' })).toBe('passed')
  })

  it('treats a blank Sec-Fetch-Site as missing', async () => {
    expect(await bodyFor({ site: ' ', origin: 'https://evil.test' })).toBe(deniedOld)
  })

  it('treats every other method as unsafe', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY']) {
      expect((await send({ method, site: 'cross-site' })).status).toBe(403)
    }
  })

  it('does not look at the content type', async () => {
    for (const type of ['text/plain', 'Text/Plain', 'application/json', '']) {
      const response = await send({ site: 'cross-site', headers: { 'Content-Type': type } })
      expect(response.status).toBe(403)
    }
  })

  it('ignores Host and forwarded headers', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'https' }
    expect(await bodyFor({ origin: 'https://evil.test', headers })).toBe(deniedOld)
  })

  it('checks both methods, so that an override cannot make a POST safe', async () => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.method = context.method === 'POST' ? 'GET' : 'DELETE'
          return next()
        },
        cop(),
      ],
      defaultHandler: () => new Response('passed'),
    })
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    for (const method of ['POST', 'GET']) {
      const response = await router.fetch('https://example.com/x', { method, headers })
      expect(response.status).toBe(403)
    }
  })

  it('never lets a denial be cached, and runs nothing behind it', async () => {
    let ran = false
    const router = createRouter({
      middleware: [
        cop(),
        (_context, next) => {
          ran = true
          return next()
        },
      ],
    })
    const response = await router.fetch('https://example.com/x', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toBe('Sec-Fetch-Site, Origin')
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/i)
    expect(ran).toBe(false)
  })

  it('sends the response of onDeny, which gets the reason', async () => {
    const onDeny: CopOptions['onDeny'] = (reason, context) =>
      new Response(`${reason} ${context.url.pathname}`, { status: 400 })
    expect(await bodyFor({ site: 'cross-site' }, { onDeny })).toBe('cross-origin-request /x')
    expect(await bodyFor({ origin: 'https://evil.test' }, { onDeny })).toBe(
      'cross-origin-request-from-old-browser /x',
    )
  })

  it('takes the host from an option behind a proxy that rewrites it', async () => {
    const options: CopOptions = { host: () => 'Shop.example:8443' }
    expect(await bodyFor({ origin: 'https://shop.example:8443' }, options)).toBe('passed')
    expect(await bodyFor({ origin: 'https://example.com' }, options)).toBe(deniedOld)
  })
})

describe('trustedOrigins', () => {
  it('exempts in both denial rows', async () => {
    const options: CopOptions = {
      trustedOrigins: ['https://Admin.example:443', 'http://a.test:8080'],
    }
    expect(await bodyFor({ site: 'cross-site', origin: 'https://admin.example' }, options)).toBe(
      'passed',
    )
    expect(await bodyFor({ origin: 'http://a.test:8080' }, options)).toBe('passed')
    expect(await bodyFor({ site: 'cross-site' }, options)).toBe(denied)
    expect(
      await bodyFor({ site: 'cross-site', origin: 'https://admin.example/path' }, options),
    ).toBe(denied)
    expect(await bodyFor({ site: 'cross-site', origin: 'http://admin.example' }, options)).toBe(
      denied,
    )
  })

  it('never trusts a null origin', async () => {
    expect(() => cop({ trustedOrigins: ['null'] })).toThrow('Cannot trust origin "null"')
  })

  it('may contain the origin of a browser extension', async () => {
    const options = { trustedOrigins: ['chrome-extension://abcdef'] }
    expect(
      await bodyFor({ site: 'cross-site', origin: 'chrome-extension://abcdef' }, options),
    ).toBe('passed')
  })

  it('refuses an empty one', () => {
    expect(() => cop({ trustedOrigins: ['  '] })).toThrow(
      'Cannot trust origin " ": it must look like "https://example.com"',
    )
  })

  for (const origin of [
    'https://example.com/',
    'https://example.com/path',
    'https://example.com?',
    'https://example.com#',
    'https://example.com:',
    'https://user@example.com',
    'https://*.example.com',
    'ftp://example.com',
    'example.com',
    'https://',
    '*',
  ]) {
    it(`refuses ${origin}`, () => {
      expect(() => cop({ trustedOrigins: [origin] })).toThrow('Cannot trust origin')
    })
  }
})

describe('unknown options', () => {
  it('are refused by name', () => {
    expect(() => cop({ trustedOrigin: ['https://a.test'] } as CopOptions)).toThrow(
      'cop() has no option "trustedOrigin". Its options are trustedOrigins, insecureBypassPatterns, onDeny, host.',
    )
    expect(() => cop({ onError: () => new Response() } as CopOptions)).toThrow('onDeny')
  })
})

describe('insecureBypassPatterns', () => {
  const rows: readonly [pattern: string, matches: string[], misses: string[]][] = [
    ['/x', ['/x', '/%78'], ['/x/', '/X', '/x/y', '//x']],
    ['/x/', ['/x/', '/x/y', '/x//', '/x/y/z'], ['/x', '/xy', '/x-y']],
    ['/', ['/', '/y', '/y/z'], []],
    ['/{a}', ['/y'], ['/', '/y/', '/y/z']],
    ['/f/{a}/', ['/f/x/', '/f/x/y'], ['/f/x', '/f//', '/f/']],
    ['/f/{a...}', ['/f/', '/f/x/y'], ['/f', '/g']],
    ['/{a...}', ['/', '/y/z'], []],
    ['/f/{$}', ['/f/'], ['/f', '/f/x']],
    ['/café', ['/café', '/caf%C3%A9', '/caf%c3%a9'], ['/cafe']],
    ['/caf%C3%A9', ['/café'], []],
    ['/a b', ['/a%20b'], ['/a+b']],
    ['/~foo', ['/~foo', '/%7Efoo'], []],
    ['/api/', ['/foo/../api/x'], ['//api/x', '/API/x', '/%zz/../x']],
    ['/f/{a}', ['/f/a%2Fb'], ['/f/a/b']],
    ['/a:b/$c', ['/a:b/$c'], ['/ab/c', '/a/$c']],
    ['/%3Aa/%28c%29/%2Ad', ['/:a/(c)/*d', '/%3Aa/(c)/*d'], ['/a/c/d', '/x/y/z']],
    ['/f/%2Fx', ['/f/%2Fx'], ['/f//x', '/f/x']],
    ['POST /x', ['/x'], ['/y']],
    ['POST   /x', ['/x'], []],
  ]
  for (const [pattern, matches, misses] of rows) {
    it(`${pattern} exempts exactly what it says`, async () => {
      const options = { insecureBypassPatterns: [pattern] }
      for (const path of matches) {
        const url = `https://example.com${path}`
        expect(`${path} ${await bodyFor({ url, site: 'cross-site' }, options)}`).toBe(
          `${path} passed`,
        )
        expect(await bodyFor({ url, origin: 'https://evil.test' }, options)).toBe('passed')
      }
      for (const path of misses) {
        const url = `https://example.com${path}`
        expect(`${path} ${await bodyFor({ url, site: 'cross-site' }, options)}`).toBe(
          `${path} ${denied}`,
        )
      }
    })
  }

  it('is limited to the method it names', async () => {
    const options = { insecureBypassPatterns: ['POST /x'] }
    expect(await bodyFor({ method: 'PUT', site: 'cross-site' }, options)).toBe(denied)
  })

  it('never matches a malformed path', async () => {
    const options = { insecureBypassPatterns: ['/{a}'] }
    expect(await bodyFor({ url: 'https://example.com/%zz', site: 'cross-site' }, options)).toBe(
      denied,
    )
  })

  it('gives no other spelling of a path the bypass: only encodings of the same text', () =>
    fc.assert(
      fc.asyncProperty(fc.webPath(), async (path) => {
        const url = new URL(`https://example.com${path}`)
        const passed =
          (await bodyFor(
            { url: url.href, site: 'cross-site' },
            { insecureBypassPatterns: ['/hook'] },
          )) === 'passed'
        let decoded: string | undefined
        try {
          decoded = decodeURIComponent(url.pathname)
        } catch {
          decoded = undefined // Matches nothing.
        }
        expect(passed).toBe(decoded === '/hook' && !/%2f/i.test(url.pathname))
      }),
      { examples: [['/hook'], ['/%68ook'], ['/hook/'], ['//hook'], ['/./hook']] },
    ))

  for (const [pattern, message] of [
    ['', 'it is empty'],
    ['x', 'path must start with /'],
    ['post /x', 'path must start with /'],
    ['FETCH /x', 'invalid method "FETCH"'],
    ['/x?y', 'query or fragment'],
    ['/x#y', 'query or fragment'],
    ['//x', 'empty segment'],
    ['/x//y', 'empty segment'],
    ['/{}', 'is not a wildcard'],
    ['/{...}', 'is not a wildcard'],
    ['/x{a}', 'is not a wildcard'],
    ['/{a', 'is not a wildcard'],
    ['/{a-b}', 'is not a wildcard'],
    ['/{1}', 'is not a wildcard'],
    ['/{a...}/x', 'must come last'],
    ['/{$}/x', 'must come last'],
    ['/{a}/{a}', 'has {a} twice'],
    ['/%zz', 'malformed escape'],
    ['POST /webhooks/:provider', 'Write "POST /webhooks/{provider}"'],
    ['/webhooks/*', 'Write "/webhooks/"'],
    ['/webhooks/**', 'Write "/webhooks/"'],
    ['/webhooks/*path', 'Write "/webhooks/{path...}"'],
    ['/webhooks/[provider]', 'Write "/webhooks/{provider}"'],
    ['/webhooks/[...path]', 'Write "/webhooks/{path...}"'],
    ['/webhooks/<provider>', 'Write "/webhooks/{provider}"'],
    ['/:a/x/:b', 'Write "/{a}/x/{b}"'],
    ['/*', 'Write "/"'],
    ['/*/x', '"*" is not a wildcard here. Use {name}'],
    ['/x-*', '"x-*" is not a wildcard here. Use {name}'],
    ['/files(.:ext)', 'Use {name}'],
    ['/webhooks(/:provider)', 'Use {name}'],
    ['/:a?/x', 'query or fragment'],
    ['/*', 'percent-encode'],
  ] as const) {
    it(`refuses ${JSON.stringify(pattern)}`, () => {
      expect(() => cop({ insecureBypassPatterns: [pattern] })).toThrow(
        `Cannot read bypass pattern ${JSON.stringify(pattern)}: `,
      )
      expect(() => cop({ insecureBypassPatterns: [pattern] })).toThrow(message)
    })
  }
})
