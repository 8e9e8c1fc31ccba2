import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../http/response/index.ts'
import {
  createFetchHandler,
  createRouter,
  type FetchHandlerOptions,
  type RequestContext,
} from './index.ts'

const url = 'https://example.com/page'
const ann = { Cookie: 'session=ann' }
const shared = 'public, s-maxage=600'

let warnings: string[] = []
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text))
})
afterEach(() => void vi.restoreAllMocks())

/** The headers of a response of an app whose handler reads something first. */
async function visit(
  read: (context: RequestContext) => unknown,
  headers: HeadersInit = { 'Cache-Control': shared },
  init: RequestInit = { headers: ann },
  options?: FetchHandlerOptions,
): Promise<Headers> {
  const router = createRouter()
  router.map('/*', async (context) => {
    await read(context)
    return text('hello', { headers })
  })
  return (await createFetchHandler(router, options)(new Request(url, init))).headers
}

async function policyOf(...args: Parameters<typeof visit>): Promise<string | null> {
  return (await visit(...args)).get('Cache-Control')
}

const readers: Record<string, (context: RequestContext) => unknown> = {
  'context.headers.get()': ({ headers }) => headers.get('Cookie'),
  'context.headers.has()': ({ headers }) => headers.has('cookie'),
  'request.headers.get()': ({ request }) => request.headers.get('COOKIE'),
  'a copy of the request': ({ request }) => request.clone().headers.get('Cookie'),
  'another router': async ({ request }) => {
    const inner = createRouter()
    inner.map('/*', ({ headers }) => text(String(headers.get('Cookie'))))
    await inner.fetch(request)
  },
}

describe('a response whose code has read the cookies of its visitor', () => {
  it.each(Object.keys(readers))('is never public: by %s', async (name) => {
    expect(await policyOf(readers[name]!)).toBe('private, max-age=0, must-revalidate')
  })

  it('is never public after credentials were read', async () => {
    for (const name of ['Authorization', 'Proxy-Authorization']) {
      const init = { headers: { [name]: 'Bearer ann' } }
      const policy = await policyOf(({ headers }) => headers.get(name), undefined, init)
      expect(policy).toBe('private, max-age=0, must-revalidate')
    }
  })

  it('is never public for a HEAD, a POST or an unusual spelling of a method', async () => {
    for (const method of ['HEAD', 'POST', 'head', 'patch']) {
      const init = { method, headers: ann }
      const read = ({ headers }: RequestContext) => headers.get('Cookie')
      expect(await policyOf(read, undefined, init)).toMatch(/^private/)
    }
  })

  it('keeps what a browser may do with it, and loses what other caches may', async () => {
    const read = ({ headers }: RequestContext) => headers.get('Cookie')
    for (const [sent, expected] of [
      ['public, max-age=60', 'max-age=60, private'],
      ['max-age=60', 'max-age=60, private'],
      ['s-maxage=60, max-age=5, stale-while-revalidate=9', 'max-age=5, private'],
      ['private, max-age=60', 'private, max-age=60'],
      ['no-cache', 'no-cache'],
      ['no-store', 'no-store'],
    ]) {
      expect(await policyOf(read, { 'Cache-Control': sent! })).toBe(expected)
    }
    expect(await policyOf(read, { Expires: 'Tue, 19 Jan 2038 03:14:07 GMT' })).toBe('private')
    expect(await policyOf(read, {})).toBe(null)

    const targeted = await visit(read, { 'CDN-Cache-Control': 'max-age=60' })
    expect(targeted.get('CDN-Cache-Control')).toBe(null)
    expect(targeted.get('Cache-Control')).toBe('private, no-store')
  })

  it('is told to the developer, with what was read and the ways out', async () => {
    const policy = 'public, max-age=61'
    await policyOf(({ headers }) => headers.get('Cookie'), { 'Cache-Control': policy })
    expect(warnings).toEqual([
      'A response was sent as private instead of "public, max-age=61", because its code read the Cookie header, and a shared cache would send it to other visitors. Make it private. If it is the same for everyone, add "same-for-everyone" to its Cache-Control. See framework/docs/caching.md#a-cdn.',
    ])
  })

  it('is public if it says that it is the same for everyone', async () => {
    const policy = 's-maxage=600, same-for-everyone'
    const read = ({ headers }: RequestContext) => headers.get('Cookie')
    expect(await policyOf(read, { 'Cache-Control': policy })).toBe(policy)
    expect(warnings).toEqual([])
  })

  it.each(['s-maxage=600, same-for-everyone=0', 'private="Set-Cookie", s-maxage=60'])(
    'is not public by words that do not say so: %s',
    async (policy) => {
      const read = ({ headers }: RequestContext) => headers.get('Cookie')
      expect(await policyOf(read, { 'Cache-Control': policy })).toBe(
        `${policy.includes('same') ? 'same-for-everyone=0, ' : ''}private, max-age=0, must-revalidate`,
      )
    },
  )

  it('is never public with a cookie, whatever it says', async () => {
    const headers = {
      'Cache-Control': 'public, max-age=62, same-for-everyone',
      'Set-Cookie': 'a=b',
    }
    expect(await policyOf(() => {}, headers)).toMatch(/private/)
  })

  it('is never public if it is the response to an error', async () => {
    const onError = () => text('sorry', { headers: { 'Cache-Control': shared } })
    const fail = ({ headers }: RequestContext) => {
      headers.get('Cookie')
      throw new Error('broken')
    }
    expect(await policyOf(fail, undefined, undefined, { onError })).toMatch(/^private/)
  })

  it('stays private if middleware around the handler makes it public', async () => {
    const router = createRouter({
      middleware: [
        async (_, next) => {
          const response = await next()
          response.headers.set('Cache-Control', shared)
          return response
        },
      ],
    })
    router.get('/page', ({ headers }) => new Response(headers.get('Cookie')))
    const response = await createFetchHandler(router)(new Request(url, { headers: ann }))
    expect(response.headers.get('Cache-Control')).toMatch(/^private/)
  })
})

describe('a response is public as its handler says', () => {
  it('if nothing has read the cookies that were sent', async () => {
    expect(await policyOf(() => {})).toBe(shared)
    expect(await policyOf(({ headers }) => headers.get('Accept'))).toBe(shared)
    expect(await policyOf(({ request }) => new Request(request))).toBe(shared)
  })

  it('if the visitor has sent no cookies', async () => {
    for (const read of Object.values(readers)) {
      expect(await policyOf(read, undefined, {})).toBe(shared)
    }
  })
})
