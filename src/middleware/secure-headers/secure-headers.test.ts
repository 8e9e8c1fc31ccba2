import { describe, expect, it } from 'vitest'
import {
  createFetchHandler,
  createRouter,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import { hashOf, Nonce, secureHeaders, type SecureHeadersOptions } from './index.ts'

async function headersOf(
  options?: SecureHeadersOptions,
  handler: (context: RequestContext) => Response | Promise<Response> = () => text('ok'),
  request: Request = new Request('https://example.com/'),
): Promise<Headers> {
  const router = createRouter({
    middleware: [secureHeaders(options)],
    defaultHandler: handler,
  })
  return (await router.fetch(request)).headers
}

const names = [
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'X-Frame-Options',
  'Strict-Transport-Security',
]

const defaultPolicy =
  "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"

describe('secureHeaders', () => {
  it('adds the headers', async () => {
    const headers = await headersOf()
    expect(names.map((name) => headers.get(name))).toEqual([
      defaultPolicy,
      'nosniff',
      'strict-origin-when-cross-origin',
      'same-origin',
      'same-origin',
      'DENY',
      'max-age=15552000',
    ])
    expect(headers.has('Content-Security-Policy-Report-Only')).toBe(false)
  })

  it('sends Strict-Transport-Security on https only', async () => {
    const headers = await headersOf({}, undefined, new Request('http://example.com/'))
    expect(headers.has('Strict-Transport-Security')).toBe(false)
    expect(headers.get('X-Frame-Options')).toBe('DENY')
  })

  it('keeps headers that the response already has', async () => {
    const headers = await headersOf({ nonce: true }, () =>
      text('ok', {
        headers: { 'Content-Security-Policy': 'sandbox', 'X-Frame-Options': 'SAMEORIGIN' },
      }),
    )
    expect(headers.get('Content-Security-Policy')).toBe('sandbox')
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  })

  it('replaces a given directive, and only that one', async () => {
    const headers = await headersOf({
      contentSecurityPolicy: {
        'img-src': ["'self'", 'https://images.example.com'],
        'upgrade-insecure-requests': [],
      },
    })
    expect(headers.get('Content-Security-Policy')).toBe(
      defaultPolicy.replace("img-src 'self' data:", "img-src 'self' https://images.example.com") +
        '; upgrade-insecure-requests',
    )
  })

  it('adds Trusted Types, and keeps the names of own policies', async () => {
    const policyOf = async (options: SecureHeadersOptions) =>
      (await headersOf({ trustedTypes: true, ...options })).get('Content-Security-Policy')
    expect(await policyOf({})).toBe(
      `${defaultPolicy}; require-trusted-types-for 'script'; trusted-types 'none'`,
    )
    expect(await policyOf({ contentSecurityPolicy: { 'trusted-types': ['dompurify'] } })).toBe(
      `${defaultPolicy}; require-trusted-types-for 'script'; trusted-types dompurify`,
    )
    expect(() => secureHeaders({ trustedTypes: true, contentSecurityPolicy: false })).toThrow(
      'secureHeaders() cannot use trustedTypes with contentSecurityPolicy: false',
    )
    expect(() => secureHeaders({ trustedTypes: 'yes' as never })).toThrow('true or false')
  })

  it('only reports Trusted Types in development, because Vite does not work with them', async () => {
    const headers = await headersOf({ trustedTypes: true, development: true })
    expect(headers.get('Content-Security-Policy')).not.toContain('trusted-types')
    expect(headers.get('Content-Security-Policy-Report-Only')).toContain(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    )
  })

  it('sends no policy for false', async () => {
    const headers = await headersOf({ contentSecurityPolicy: false })
    expect(headers.has('Content-Security-Policy')).toBe(false)
    expect(headers.has('X-Frame-Options')).toBe(true)
  })

  it('sends other texts for headers, and leaves out those that are false', async () => {
    const headers = await headersOf({
      xContentTypeOptions: false,
      referrerPolicy: 'no-referrer',
      crossOriginOpenerPolicy: false,
      crossOriginResourcePolicy: 'cross-origin',
      xFrameOptions: false,
      strictTransportSecurity: 'max-age=1; includeSubDomains',
    })
    expect(names.slice(1).map((name) => headers.get(name))).toEqual([
      null,
      'no-referrer',
      null,
      'cross-origin',
      null,
      'max-age=1; includeSubDomains',
    ])
    const without = await headersOf({ strictTransportSecurity: false })
    expect(without.has('Strict-Transport-Security')).toBe(false)
  })

  it('reports instead of blocking with reportOnly', async () => {
    const headers = await headersOf({ reportOnly: true })
    expect(headers.get('Content-Security-Policy-Report-Only')).toBe(defaultPolicy)
    expect(headers.has('Content-Security-Policy')).toBe(false)
  })

  it('enforces one policy and reports another, which has other directives', async () => {
    const reportOnly = { 'img-src': ["'self'"], 'require-trusted-types-for': ["'script'"] }
    const contentSecurityPolicy = { 'img-src': ["'self'", 'https:'], 'font-src': ["'none'"] }
    let nonce: string | undefined
    const headers = await headersOf(
      { nonce: true, contentSecurityPolicy, reportOnly },
      (context) => {
        nonce = context.get(Nonce)
        return text('ok')
      },
    )
    const enforced = headers.get('Content-Security-Policy')!
    expect(enforced).toContain("img-src 'self' https:;")
    expect(enforced).not.toContain('require-trusted-types-for')
    const reported = headers.get('Content-Security-Policy-Report-Only')!
    expect(reported).toContain("; img-src 'self';")
    expect(reported).toContain("; font-src 'none'; require-trusted-types-for 'script';")
    for (const policy of [enforced, reported]) {
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
    }
  })

  it('reports a policy while it enforces none', async () => {
    const headers = await headersOf({
      contentSecurityPolicy: false,
      reportOnly: { 'img-src': ["'none'"] },
    })
    expect(headers.has('Content-Security-Policy')).toBe(false)
    expect(headers.get('Content-Security-Policy-Report-Only')).toBe(
      defaultPolicy.replace("img-src 'self' data:", "img-src 'none'"),
    )
  })

  it('refuses wrong options when it is created', () => {
    const message = (options: unknown): string => {
      try {
        secureHeaders(options as never)
        return 'accepted'
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message({ csp: false })).toContain('secureHeaders() has no option "csp"')
    expect(message({ nonce: 'yes' })).toBe(
      'secureHeaders() takes true or false as nonce, not "yes"',
    )
    expect(message({ contentSecurityPolicy: "default-src 'self'" })).toContain(
      'not "default-src \'self\'"',
    )
    expect(message({ contentSecurityPolicy: { 'img-src': "'self'" } })).toContain(
      'as img-src, not "\'self\'"',
    )
    expect(message({ contentSecurityPolicy: { 'img src': [] } })).toContain('"img src"')
    expect(message({ contentSecurityPolicy: { 'img-src': ["'self'; script-src *"] } })).toContain(
      '"\'self\'; script-src *" in img-src',
    )
    expect(message({ contentSecurityPolicy: { 'img-src': ['a,b'] } })).toContain('"a,b"')
    expect(message({ contentSecurityPolicy: { 'img-src': ['self'] } })).toContain(
      'write the keyword in single quotes, as "\'self\'"',
    )
    expect(message({ reportOnly: 'yes' })).toContain('or true or false as reportOnly, not "yes"')
    expect(message({ reportOnly: { 'img src': [] } })).toContain('as a directive of reportOnly')
    expect(message({ referrerPolicy: true })).toBe(
      'secureHeaders() takes a string or false as referrerPolicy, not true',
    )
    expect(message({ xFrameOptions: 'DENY\r\nX: 1' })).toContain('xFrameOptions')
    expect(message({ strictTransportSecurity: '' })).toContain('strictTransportSecurity, not ""')
  })
})

describe('the nonce', () => {
  it('is also in script-src-elem and style-src-elem, if the app gives them', async () => {
    const contentSecurityPolicy = {
      'script-src-elem': ["'self'", 'https://cdn.example.com'],
      'style-src-elem': ["'none'"],
    }
    let nonce: string | undefined
    const handler = (context: RequestContext) => {
      nonce = context.get(Nonce)
      return new Response()
    }
    const headers = await headersOf({ nonce: true, contentSecurityPolicy }, handler)
    const policy = headers.get('Content-Security-Policy')!
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain(`script-src-elem 'self' https://cdn.example.com 'nonce-${nonce}'`)
    expect(policy).toMatch(/style-src-elem 'none'(;|$)/)

    const inDevelopment = await headersOf(
      { nonce: true, development: true, contentSecurityPolicy },
      handler,
    )
    expect(inDevelopment.get('Content-Security-Policy')).toContain(
      "script-src-elem 'self' https://cdn.example.com 'unsafe-inline'",
    )
    expect(inDevelopment.get('Content-Security-Policy-Report-Only')).toContain(
      `script-src-elem 'self' https://cdn.example.com 'nonce-${nonce}'`,
    )
  })

  it('is new for each response, on the context and in the policy for scripts and styles', async () => {
    const seen: (string | undefined)[] = []
    const handler = (context: RequestContext) => {
      seen.push(context.get(Nonce))
      return text('ok')
    }
    const policies = [
      await headersOf({ nonce: true }, handler),
      await headersOf({ nonce: true }, handler),
    ].map((headers) => headers.get('Content-Security-Policy'))

    expect(seen[0]).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(seen[1]).not.toBe(seen[0])
    for (const [i, policy] of policies.entries()) {
      expect(policy).toBe(
        `${defaultPolicy}; script-src 'self' 'nonce-${seen[i]}'; style-src 'self' 'nonce-${seen[i]}'`,
      )
    }
  })

  it('is added to a given directive, unless that allows nothing', async () => {
    let nonce: string | undefined
    const headers = await headersOf(
      {
        nonce: true,
        contentSecurityPolicy: {
          'script-src': ["'strict-dynamic'"],
          'style-src': ["'none'"],
        },
      },
      (context) => {
        nonce = context.get(Nonce)
        return text('ok')
      },
    )
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toContain(`script-src 'strict-dynamic' 'nonce-${nonce}'`)
    expect(policy).toContain("style-src 'none'")
    expect(policy).not.toContain("style-src 'none' ")
  })

  it('exists only with `nonce: true`', async () => {
    await headersOf({}, (context) => {
      expect(context.get(Nonce)).toBe(undefined)
      return text('ok')
    })
  })
})

describe('development', () => {
  it('enforces a policy that lets Vite work, and reports what production would block', async () => {
    let nonce: string | undefined
    const headers = await headersOf({ nonce: true, development: true }, (context) => {
      nonce = context.get(Nonce)
      return text('ok')
    })
    const policy = headers.get('Content-Security-Policy')!
    expect(policy).toContain("script-src 'self' 'unsafe-inline'")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("connect-src 'self' ws:")
    expect(policy).toContain("worker-src 'self' blob:")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('nonce-')

    const reported = headers.get('Content-Security-Policy-Report-Only')!
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(reported).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(reported).toContain("style-src 'self' 'unsafe-inline'")
    expect(reported).toContain("connect-src 'self' ws:")
    expect(headers.has('Strict-Transport-Security')).toBe(false)
  })

  it('lets Vite work beside sources that switch off inline code', async () => {
    const policy = {
      'script-src': ["'strict-dynamic'", "'sha256-YWJj'", 'https:'],
      'style-src': ["'self'", "'sha256-YWJj'"],
    }
    const options = { nonce: true, development: true, contentSecurityPolicy: policy } as const
    const headers = await headersOf(options)
    const enforced = headers.get('Content-Security-Policy')
    expect(enforced).toContain("; script-src https: 'self' 'unsafe-inline';")
    expect(enforced).toContain("; style-src 'self' 'unsafe-inline';")
    expect(headers.get('Content-Security-Policy-Report-Only')).toMatch(
      /; script-src 'strict-dynamic' 'sha256-YWJj' https: 'nonce-/,
    )
  })

  it('reports the policy that production would enforce, and the one that it would report', async () => {
    const headers = await headersOf({ development: true, reportOnly: { 'img-src': ["'none'"] } })
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' data:;")
    const [first, second] = headers.get('Content-Security-Policy-Report-Only')!.split(', ')
    expect(first).toContain("img-src 'self' data:;")
    expect(second).toContain("img-src 'none';")
    for (const policy of [first, second]) expect(policy).toContain("connect-src 'self' ws:")
  })

  it('blocks nothing with reportOnly, and has no policy at all for false', async () => {
    const both = await headersOf({ development: true, reportOnly: true })
    expect(both.has('Content-Security-Policy')).toBe(false)
    expect(both.get('Content-Security-Policy-Report-Only')).toContain("default-src 'self'")
    const none = await headersOf({ development: true, contentSecurityPolicy: false })
    expect(none.has('Content-Security-Policy')).toBe(false)
    expect(none.has('Content-Security-Policy-Report-Only')).toBe(false)
  })
})

describe('the response of next()', () => {
  it('keeps status and body, and gets the headers for every method', async () => {
    const router = createRouter({ middleware: [secureHeaders()] })
    router.get('/', () => text('body', 201))
    router.post('/', () => text('posted'))
    for (const method of ['GET', 'HEAD', 'POST']) {
      const response = await router.fetch('https://example.com/', { method })
      expect(response.headers.get('X-Frame-Options')).toBe('DENY')
      expect(await response.text()).toBe({ GET: 'body', HEAD: '', POST: 'posted' }[method])
    }
  })

  it('may be immutable, a redirect or an error of the client', async () => {
    const immutable = await headersOf({}, () => Response.redirect('https://example.com/x'))
    expect(immutable.get('X-Frame-Options')).toBe('DENY')
    expect((await headersOf({}, () => redirect('/x'))).get('Location')).toBe('/x')
    const missing = await createRouter({ middleware: [secureHeaders()] }).fetch(
      'https://example.com/none',
    )
    expect([missing.status, missing.headers.get('X-Frame-Options')]).toEqual([404, 'DENY'])
  })

  it('has the headers also for an error', async () => {
    const router = createRouter({ middleware: [secureHeaders()] })
    router.get('/', () => {
      throw new Error('broken')
    })
    const response = await createFetchHandler(router, { onError() {} })(
      new Request('https://example.com/'),
    )
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(response.headers.get('X-Frame-Options')).toBe('DENY')
    expect(response.headers.get('Content-Security-Policy')).toBe(defaultPolicy)
  })
})

describe('hashOf', () => {
  it('is the source expression of a script that is always the same', async () => {
    // The example of the standard: https://www.w3.org/TR/CSP3/#example-dd7ecd1e
    expect(await hashOf("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    )
    const headers = await headersOf({
      contentSecurityPolicy: { 'script-src': ["'self'", await hashOf('1')] },
    })
    expect(headers.get('Content-Security-Policy')).toContain("script-src 'self' 'sha256-")
  })

  it('is the same for all line ends, as for browsers', async () => {
    expect(await hashOf('a\r\nb\rc')).toBe(await hashOf('a\nb\nc'))
    expect(await hashOf('é')).not.toBe(await hashOf('e'))
  })

  it('takes a string only', async () => {
    await expect(hashOf(undefined as never)).rejects.toThrow(
      'hashOf() takes the code of a script or a style, not undefined',
    )
  })
})
