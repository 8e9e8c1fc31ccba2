import { prove } from './prove.fixture.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { createHtmlResponse, json, redirect, text } from '../../http/response/index.ts'
import { get } from '../../router/routes/index.ts'

type Handler = (context: {
  url: URL
  headers: Headers
  params: any
}) => Response | Promise<Response>

interface Planted {
  readonly fault: string
  readonly rule: string
  readonly says: RegExp
  readonly curl: RegExp
  readonly broken: () => FetchHandlerSource
  /** The same app without the fault. */
  readonly sound: () => FetchHandlerSource
}

function serve(path: string, handler: Handler): () => FetchHandlerSource {
  return () => {
    const router = createRouter()
    router.get(path, handler as never)
    return router
  }
}

/** What a response of the router would not be sent with, because the router changes it. */
function raw(path: string, handler: (request: Request) => Response): () => FetchHandlerSource {
  return () => {
    const router = createRouter()
    router.get(path, () => text('never'))
    return async (request: Request) => {
      return new URL(request.url).pathname === path ? handler(request) : router.fetch(request)
    }
  }
}

const page = (body: string, init?: ResponseInit): Response =>
  new Response(`<!doctype html><title>Shop</title>${body}`, {
    ...init,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...init?.headers },
  })

const escape = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

async function cookieHeader(options: object, value = 'f81d4fae7dec11d0a76500a0c91e6bf6') {
  return { 'Set-Cookie': await createCookie('session', options).serialize(value) }
}

const strict = { httpOnly: true, secure: true, sameSite: 'Lax' } as const

const planted: readonly Planted[] = [
  {
    fault: 'a session cookie that scripts can read',
    rule: 'cookie',
    says: /^set the cookie "session" without HttpOnly$/,
    curl: /^curl --path-as-is 'http:\/\/localhost:3000\/'$/,
    broken: serve('/', async () =>
      text('hi', { headers: await cookieHeader({ ...strict, httpOnly: false }) }),
    ),
    sound: serve('/', async () =>
      text('hi', {
        headers: [
          ['Set-Cookie', (await cookieHeader(strict))['Set-Cookie']],
          ['Set-Cookie', 'theme=dark; SameSite=Lax'],
          ['Set-Cookie', 'XSRF-TOKEN=f81d4fae7dec11d0a76500a0c91e6bf6; Secure; SameSite=Strict'],
          ['Set-Cookie', 'token=; Max-Age=0'],
        ],
      }),
    ),
  },
  {
    fault: 'a session cookie that plain HTTP sends',
    rule: 'cookie',
    says: /^set the cookie "session" without Secure$/,
    curl: /localhost:3000\/'$/,
    broken: serve('/', async () =>
      text('hi', { headers: await cookieHeader({ ...strict, secure: false }) }),
    ),
    sound: serve('/', async ({ url }) =>
      text('hi', { headers: await cookieHeader({ ...strict, secure: url.protocol === 'https:' }) }),
    ),
  },
  {
    fault: 'a session cookie without SameSite',
    rule: 'cookie',
    says: /^set the cookie "session" without SameSite$/,
    curl: /localhost:3000\/'$/,
    broken: serve('/', async () =>
      text('hi', { headers: await cookieHeader({ ...strict, sameSite: false }) }),
    ),
    sound: serve('/', async () => text('hi', { headers: await cookieHeader(strict) })),
  },
  {
    fault: 'a cookie in a response that shared caches may store',
    rule: 'shared-cache',
    says: /^set the cookie "cart" with the cache policy "public, max-age=60"\. The server sends it as private/,
    curl: /localhost:3000\/'$/,
    broken: raw(
      '/',
      () =>
        new Response('hi', {
          headers: { 'Set-Cookie': 'cart=1; SameSite=Lax', 'Cache-Control': 'public, max-age=60' },
        }),
    ),
    sound: raw(
      '/',
      () =>
        new Response('hi', {
          headers: { 'Set-Cookie': 'cart=1; SameSite=Lax', 'Cache-Control': 'private, max-age=60' },
        }),
    ),
  },
  {
    fault: 'a response that every site can read with the cookies of a visitor',
    rule: 'cors',
    says: /^got Access-Control-Allow-Origin: https:\/\/attacker\.example with Access-Control-Allow-Credentials: true/,
    curl: /^curl --path-as-is -H 'Origin: https:\/\/attacker\.example' 'http:\/\/localhost:3000\/api'$/,
    broken: serve('/api', ({ headers }) =>
      json(null, {
        headers: {
          'Access-Control-Allow-Origin': headers.get('Origin') ?? '*',
          'Access-Control-Allow-Credentials': 'true',
        },
      }),
    ),
    sound: serve('/api', ({ headers }) =>
      json(null, {
        headers: {
          'Access-Control-Allow-Origin':
            headers.get('Origin') === 'https://shop.example' ? 'https://shop.example' : '*',
          'Access-Control-Allow-Credentials': 'true',
        },
      }),
    ),
  },
  {
    fault: 'a redirect to whatever the query says',
    rule: 'redirect',
    says: /^got a redirect to https:\/\/attacker\.example\/, an address that it has sent itself$/,
    curl: /^curl --path-as-is 'http:\/\/localhost:3000\/leave\?next=https%3A%2F%2Fattacker\.example%2F'$/,
    broken: serve(
      '/leave',
      ({ url }) =>
        new Response(null, {
          status: 302,
          headers: { Location: url.searchParams.get('next') ?? '/' },
        }),
    ),
    sound: serve('/leave', ({ url }) => {
      const next = url.searchParams.get('next') ?? '/'
      const isOwn = new URL(next, url).origin === url.origin
      return redirect(isOwn ? next : `/?from=${encodeURIComponent(next)}`)
    }),
  },
  {
    fault: 'a redirect that refuses a scheme but not two slashes',
    rule: 'redirect',
    says: /^got a redirect to http:\/\/attacker\.example\/, an address/,
    curl: /leave\?returnTo=(?:%2F%2F|%2F%5C)attacker\.example%2F'$/,
    broken: serve('/leave', ({ url }) => {
      const to = url.searchParams.get('returnTo') ?? '/'
      return new Response(null, {
        status: 302,
        headers: { Location: to.startsWith('/') ? to : '/' },
      })
    }),
    sound: serve('/leave', ({ url }) => {
      const to = url.searchParams.get('returnTo') ?? '/'
      return redirect(/^\/(?![/\\])/.test(to) ? to : 'https://partner.example/')
    }),
  },
  {
    fault: 'input that is not escaped on a page',
    rule: 'markup',
    says: /^got a page with <prove-x> as a tag/,
    curl: /^curl --path-as-is 'http:\/\/localhost:3000\/search\?q=[^&]*'$/,
    broken: serve('/search', ({ url }) => page(`<p>Results for ${url.searchParams.get('q')}</p>`)),
    sound: serve('/search', ({ url }) =>
      createHtmlResponse(`<p>Results for ${escape(url.searchParams.get('q') ?? '')}</p>`),
    ),
  },
  {
    fault: 'a param that is not escaped on a page',
    rule: 'markup',
    says: /^got a page with <prove-x> as a tag/,
    curl: /hello\/\S*%3Cprove-x%3E'$/,
    broken: serve('/hello/:name', ({ params }) => page(`<h1>Hello ${params.name}</h1>`)),
    sound: serve('/hello/:name', ({ params }) => text(`Hello ${params.name}`)),
  },
  {
    fault: 'quotes that are not escaped in an attribute',
    rule: 'markup',
    says: /^got a page on which a quote that was sent ends an attribute$/,
    curl: /search\?q=[^&]*'$/,
    broken: serve('/search', ({ url }) =>
      page(`<input value="${(url.searchParams.get('q') ?? '').replaceAll('<', '&lt;')}">`),
    ),
    sound: serve('/search', ({ url }) =>
      page(`<input value="${escape(url.searchParams.get('q') ?? '')}"><p>"It's" &lt;b&gt;</p>`),
    ),
  },
  {
    fault: 'input that ends the script that it is in',
    rule: 'markup',
    says: /^got a page with <prove-x> as a tag/,
    curl: /search\?q=[^&]*'$/,
    broken: serve('/search', ({ url }) =>
      page(`<script>const query = ${JSON.stringify(url.searchParams.get('q'))}</script>`),
    ),
    sound: serve('/search', ({ url }) =>
      page(
        `<script>const query = ${JSON.stringify(url.searchParams.get('q'))
          .replaceAll('</', String.raw`<\/`)
          .replaceAll('<!--', '')}</script>`,
      ),
    ),
  },
  {
    fault: 'a link that runs code',
    rule: 'markup',
    says: /^got a page with the link "javascript:prove\(\)", which runs code$/,
    curl: /back\?url=javascript%3Aprove\(\)'$/,
    broken: serve('/back', ({ url }) =>
      page(`<a href="${escape(url.searchParams.get('url') ?? '/')}">Back</a>`),
    ),
    sound: serve('/back', ({ url }) =>
      page(`<a href="/?url=${escape(url.searchParams.get('url') ?? '/')}">Back</a>`),
    ),
  },
  {
    fault: 'the stack of an error in a response',
    rule: 'stack',
    says: /^got a 400 with the stack of an error: "at .*:\d+:\d+/,
    curl: /localhost:3000\/price/,
    broken: serve('/price', ({ url }) => {
      try {
        return json(JSON.parse(url.searchParams.get('page') ?? 'null'))
      } catch (error) {
        return json({ error: (error as Error).stack }, 400)
      }
    }),
    sound: serve('/price', ({ url }) => {
      try {
        return json(JSON.parse(url.searchParams.get('page') ?? 'null'))
      } catch (error) {
        return json({ error: (error as Error).message, at: '/docs/errors:12:4' }, 400)
      }
    }),
  },
  {
    fault: 'the lines of a stack in a list',
    rule: 'stack',
    says: /^got a 400 with the stack of an error: "at .*:\d+:\d+/,
    curl: /localhost:3000\/price/,
    broken: serve('/price', ({ url }) => {
      try {
        return json(BigInt(url.searchParams.get('page') ?? 1).toString())
      } catch (error) {
        return json({ trace: (error as Error).stack!.split('\n') }, 400)
      }
    }),
    sound: serve('/price', () => json({ trace: ['at the till', 'at /docs/errors:12'] }, 400)),
  },
  {
    fault: 'a link with the Host header',
    rule: 'host',
    says: /^got a page with a link to attacker\.example, which is the Host that was sent$/,
    curl: /^curl --path-as-is -H 'Host: attacker\.example' 'http:\/\/localhost:3000\/news'$/,
    broken: serve('/news', ({ headers }) =>
      page(`<link rel="canonical" href="https://${escape(headers.get('Host') ?? '')}/news">`),
    ),
    sound: serve('/news', () => page('<link rel="canonical" href="https://shop.example/news">')),
  },
  {
    fault: 'a link with the host that the client has sent',
    rule: 'host',
    says: /^got a page with a link to attacker\.example, which is the Host that was sent$/,
    curl: /^curl --path-as-is -H 'Host: attacker\.example' 'http:\/\/localhost:3000\/reset'$/,
    broken: serve('/reset', ({ url }) => page(`<a href="${url.origin}/new-password">Go on</a>`)),
    sound: serve('/reset', ({ url }) =>
      page(`<a href="/new-password">Go on</a><pre>curl ${escape(url.origin)}/reset</pre>`),
    ),
  },
  {
    fault: 'a link with the host of a header that only a proxy may send',
    rule: 'host',
    says: /^got a page with a link to attacker\.example, which is the X-Forwarded-Host that was sent$/,
    curl: /-H 'X-Forwarded-Host: attacker\.example' 'http:\/\/localhost:3000\/api'$/,
    broken: serve('/api', ({ headers }) =>
      json({ self: `https://${headers.get('X-Forwarded-Host') ?? 'shop.example'}/api` }),
    ),
    sound: serve('/api', () => json({ self: 'https://shop.example/api' })),
  },
]

function contractApp(book: object): () => FetchHandlerSource {
  return () => {
    const router = createRouter({ checkReturns: false })
    const Book = z.object({ title: z.string(), pages: z.int() })
    router.map(get('/api/books', { returns: z.array(Book) }), (): Response => json([book]))
    return router
  }
}

describe('framework prove', () => {
  it.each(planted)('finds $fault', async ({ broken, sound, rule, says, curl }) => {
    const { faults } = await prove(broken)
    expect(faults).toEqual([
      expect.objectContaining({
        rule,
        says: expect.stringMatching(says),
        curl: expect.stringMatching(curl),
      }),
    ])
    expect((await prove(sound)).faults).toEqual([])
  })

  it('finds a body that does not fit what its contract returns', async () => {
    const { faults } = await prove(contractApp({ title: 'Dune', pages: 'many' }))
    expect(faults).toMatchObject([{ rule: 'returns', routes: ['GET /api/books'] }])
    expect(faults[0]!.says).toMatch(/^got a 200 whose body does not fit `returns`: pages: /)
  })

  it('finds a member that its contract does not return', async () => {
    const { faults } = await prove(contractApp({ title: 'Dune', pages: 412, passwordHash: 'x' }))
    expect(faults.map(({ says }) => says)).toEqual([
      'got a 200 with the member "passwordHash", which `returns` does not name',
    ])
  })

  it('reports two routes that differ from their contracts in other ways as two faults', async () => {
    const { faults } = await prove(() => {
      const router = createRouter({ checkReturns: false })
      const returns = z.object({ title: z.string() })
      router.map(get('/a', { returns }), (): Response => json({ title: 1 }))
      router.map(get('/b', { returns }), (): Response => json({ title: 'b', passwordHash: 'x' }))
      return router
    })
    expect(faults.map(({ routes }) => routes)).toEqual([['GET /a'], ['GET /b']])
  })

  it('accepts a body that fits what its contract returns', async () => {
    expect(await prove(contractApp({ title: 'Dune', pages: 412 }))).toMatchObject({ faults: [] })
  })

  it('reports a cookie that all routes set as one fault', async () => {
    const { faults } = await prove(() => {
      const router = createRouter({
        middleware: [
          async (_, next) => {
            const response = await next()
            response.headers.append('Set-Cookie', 'sid=1234; Secure; SameSite=Lax')
            return response
          },
        ],
      })
      for (const name of ['a', 'b', 'c']) router.get(`/${name}`, () => text(name))
      return router
    })
    expect(faults).toMatchObject([{ rule: 'cookie', routes: ['GET /a', 'GET /b', 'GET /c'] }])
  })

  it('reports an error that many requests cause at one place as one fault', async () => {
    const { faults } = await prove(() => {
      const router = createRouter()
      const findBook = (id: string): string => {
        if (!/^\w+$/.test(id)) throw new Error(`no book "${id}"`)
        return id
      }
      router.get('/books/:id', ({ params }) => text(findBook(params.id)))
      router.get('/authors/:id', ({ params }) => text(findBook(params.id)))
      return router
    })
    expect(faults).toMatchObject([
      { rule: 'crash', routes: ['GET /books/:id', 'GET /authors/:id'] },
    ])
  })
})
