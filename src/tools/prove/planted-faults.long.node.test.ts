import { prove } from './prove.fixture.ts'
import { jsx } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cop } from '../../middleware/cop/index.ts'
import {
  createRouter,
  routeOf,
  type FetchHandlerSource,
  type Middleware,
} from '../../router/fetch-router/index.ts'
import { type RouteTarget } from '../../router/fetch-router/shared.ts'
import { formData } from '../../middleware/form-data/index.ts'
import { methodOverride } from '../../middleware/method-override/index.ts'
import { Outlet } from '../../pages/react/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import { del, get, post } from '../../router/routes/index.ts'
import { createHandler } from '../../pages/server/index.ts'
import { createBuild, type FixtureRoute } from '../../pages/server/app.fixture.ts'
import type { FoundFault, ProveOptions } from './prove-options.ts'

interface Planted {
  readonly fault: string
  readonly rule: string
  readonly create: () => FetchHandlerSource
  readonly options?: Partial<ProveOptions>
  /** The command that repeats it. */
  readonly curl: RegExp
}

const at = String.raw`'http://localhost:3000`

function guard(
  isGuarded: (context: { method: string; url: URL; headers: Headers }) => boolean,
): Middleware {
  return (context, next) => (isGuarded(context as never) ? text('sign in', 401) : next())
}

function serve(
  route: RouteTarget,
  handler: (context: any) => Response | Promise<Response>,
  options: Parameters<typeof createRouter>[0] = {},
): FetchHandlerSource {
  const router = createRouter(options)
  router.map(route, handler)
  return router
}

const root: FixtureRoute = {
  default: () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) }),
}

const page = z.object({ page: z.int().min(1).max(10).default(1) })
const title = z.object({ title: z.string().min(1) })

const planted: readonly Planted[] = [
  {
    fault: 'a guard that forgets HEAD',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        middleware: [guard(({ method }) => method === 'GET')],
      }),
    curl: new RegExp(`^curl --path-as-is --head ${at}/admin'$`),
  },
  {
    fault: 'a guard that compares the text of the path, which a percent sign changes',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        middleware: [guard(({ url }) => url.pathname.toLowerCase().startsWith('/admin'))],
      }),
    curl: new RegExp(`^curl --path-as-is (?:-X POST )?${at}/\\w*%\\w*'$`),
  },
  {
    fault: 'a guard that knows only small letters, before a router that ignores case',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        ignoreCase: true,
        middleware: [guard(({ url }) => decodeURI(url.pathname).startsWith('/admin'))],
      }),
    curl: new RegExp(`^curl --path-as-is (?:-X POST )?${at}/ADMIN'$`),
  },
  {
    fault: 'a guard that knows no trailing slash, before a router that ignores it',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        trailingSlash: 'ignore',
        middleware: [guard(({ url }) => decodeURI(url.pathname) === '/admin')],
      }),
    curl: new RegExp(`^curl --path-as-is (?:-X POST )?${at}/admin/'$`),
  },
  {
    fault: 'a guard only for browsers that ask for HTML',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        middleware: [guard(({ headers }) => headers.get('Accept')?.includes('text/html') ?? false)],
      }),
    curl: new RegExp(`^curl --path-as-is ${at}/admin'$`),
  },
  {
    fault: 'a guard that trusts an address that the client sends',
    rule: 'guard',
    create: () =>
      serve('/admin', () => text('secret'), {
        middleware: [guard(({ headers }) => headers.get('X-Forwarded-For') !== '127.0.0.1')],
      }),
    curl: new RegExp(`^curl --path-as-is -H 'X-Forwarded-For: 127.0.0.1' .*${at}/admin'$`),
  },
  {
    fault: 'a guard that can be skipped, before a handler that redirects',
    rule: 'guard',
    create: () =>
      serve(post('/admin'), () => redirect('/done', 303), {
        middleware: [guard(({ headers }) => headers.get('X-Forwarded-For') !== '127.0.0.1')],
      }),
    options: { writes: true },
    curl: new RegExp(`^curl --path-as-is -X POST -H 'X-Forwarded-For: 127.0.0.1' .*${at}/admin'$`),
  },
  {
    fault: 'a loader as the guard of other loaders, which a data request skips',
    rule: 'guard',
    create: () =>
      createHandler(
        createBuild({
          root,
          account: {
            path: '/account',
            default: Outlet,
            loader: () => {
              throw redirect('/login', 302)
            },
          },
          orders: {
            path: '/account/orders',
            parent: 'account',
            default: () => 'orders',
            loader: () => 'secret',
          },
        }),
      ),
    curl: new RegExp(`^curl --path-as-is ${at}/account/orders\\?_data=orders'$`),
  },
  {
    fault: 'a guard that lets the stream of a live page pass',
    rule: 'guard',
    create: () =>
      createHandler(
        createBuild({
          root,
          orders: {
            path: '/orders',
            live: true,
            reads: () => ['orders'],
            loader: () => 'secret',
            middleware: [
              (context, next) =>
                routeOf(context)?.kind === 'live' ? next() : text('sign in', 401),
            ],
            default: () => 'orders',
          },
        }),
      ),
    curl: new RegExp(`^curl --path-as-is ${at}/orders\\?_data=;live=1;tab=a+;have=orders~a+'$`),
  },
  {
    fault: 'a guard for DELETE that runs before the method of a form is known',
    rule: 'guard',
    create: () =>
      serve(del('/books/:id'), () => text('deleted'), {
        middleware: [guard(({ method }) => method === 'DELETE'), formData(), methodOverride()],
      }),
    options: { writes: true },
    curl: /^curl --path-as-is -X POST -H 'Content-Type: \S+urlencoded' --data-binary '_method=DELETE' \S+'$/,
  },
  {
    fault: 'a guard in the handler, after the contract',
    rule: 'guard',
    create: () => serve(post('/books', { body: title }), () => text('sign in', 401)),
    options: { writes: true },
    curl: new RegExp(`^curl --path-as-is -X POST ${at}/books'$`),
  },
  {
    fault: 'a handler that encodes a text with a lone surrogate',
    rule: 'crash',
    create: () =>
      serve(post('/books', { body: title }), ({ input }) =>
        redirect(`/books/${encodeURIComponent(input.body.title)}`),
      ),
    options: { writes: true },
    curl: /--data-binary '\{"title":"\\ud800"\}'/,
  },
  {
    fault: 'a schema that throws for a lone surrogate',
    rule: 'crash',
    create: () =>
      serve(
        post('/books', {
          accepts: ['json'],
          body: z.object({ title: z.string().refine((value) => encodeURIComponent(value)) }),
        }),
        () => text('saved'),
      ),
    curl: /--data-binary '\{"title":"\\ud800"\}'/,
  },
  {
    fault: 'a handler that uses raw params, although only the input was checked',
    rule: 'crash',
    create: () =>
      serve(get('/books/:id', { params: z.object({ id: z.int() }) }), ({ params }) =>
        text(String(BigInt(params.id))),
      ),
    curl: new RegExp(`^curl --path-as-is ${at}/books/(?:1e3|%201|1\\.0)'$`),
  },
  {
    fault: 'a loader that uses the raw query of a page, which is lenient',
    rule: 'crash',
    create: () =>
      createHandler(
        createBuild({
          root,
          books: {
            path: '/books',
            default: () => 'books',
            contract: { search: page },
            loader: ({ request }) =>
              Array(Number(new URL(request.url).searchParams.get('page') ?? 1)).length,
          },
        }),
      ),
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?page=[^&]+'$`),
  },
  {
    fault: 'a handler that fails at the largest page that the contract allows',
    rule: 'crash',
    create: () => {
      const books = Array.from({ length: 10 }, (_, i) => ({ title: `Book ${i}` }))
      return serve(get('/books', { search: page }), ({ input }) =>
        text(books[input.search.page]!.title),
      )
    },
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?page=10'$`),
  },
  {
    fault: 'a handler that decodes the query itself',
    rule: 'crash',
    create: () => serve('/books', ({ url }) => text(decodeURIComponent(url.search))),
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?\\S*%\\S*'$`),
  },
  {
    fault: 'a handler that reads a cookie as JSON',
    rule: 'crash',
    create: () =>
      serve('/cart', ({ headers }) => {
        const value = /user=([^;]*)/.exec(headers.get('Cookie') ?? '')?.[1]
        return text(value ? JSON.parse(value) : 'empty')
      }),
    curl: /^curl --path-as-is -H 'Cookie: [^']*user=eyJ[^']*' \S+\/cart'$/,
  },
  {
    fault: 'a handler that calls a method of an object made of the query',
    rule: 'crash',
    create: () =>
      serve('/books', ({ url }) => {
        const query = Object.fromEntries(url.searchParams)
        return text(query.hasOwnProperty('page') ? 'page' : 'all')
      }),
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?hasOwnProperty=1'$`),
  },
  {
    fault: 'a handler that gives up on long texts',
    rule: 'crash',
    create: () =>
      serve(get('/books', { search: z.object({ q: z.string() }) }), ({ input }) => {
        if (input.search.q.length > 3_000) throw new Error('too long')
        return text('found')
      }),
    curl: /^curl --path-as-is 'http:\/\/localhost:3000\/books\?q='"\$\(printf 'a%\.0s' \{1\.\.[34]\d{3}\}\)"$/,
  },
  {
    fault: 'a promise that nothing waits for',
    rule: 'crash',
    create: () =>
      serve('/books', ({ url }) => {
        const visit = async (): Promise<void> => {
          if (url.searchParams.get('page') === '-1') throw new RangeError('no such page')
        }
        void visit()
        return text('books')
      }),
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?page=-1'$`),
  },
  {
    fault: 'a handler that never returns',
    rule: 'crash',
    create: () =>
      serve('/books', ({ url }) =>
        url.searchParams.get('limit') === '-1' ? new Promise<never>(() => {}) : text('books'),
      ),
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?limit=-1'$`),
  },
  {
    fault: 'an error page that breaks on a long key with many items',
    rule: 'crash',
    create: () =>
      serve(post('/books', { body: z.strictObject(title.shape) }), () => text('saved'), {
        onInvalid: async (context, { status }) => {
          const sent = await context.text()
          if (/"k{1000,}":\[(?:0,){1000,}0\]/.test(sent)) throw new Error('out of time')
          return text('refused', status)
        },
      }),
    curl: /printf 'k%\.0s'/,
  },
  {
    fault: 'a page that breaks on a query name of dots',
    rule: 'crash',
    create: () =>
      serve(get('/books', { search: page }), ({ url }) => {
        if (url.search.includes('.'.repeat(1_000))) throw new Error('out of time')
        return text('books')
      }),
    curl: /printf '\.%\.0s'/,
  },
  {
    fault: 'a schema that remembers its last call',
    rule: 'input',
    create: () => {
      const pattern = /^[a-z]+$/g
      const slug = z
        .string()
        .min(1)
        .max(5)
        .refine((value) => pattern.test(value))
      return serve(get('/books/:slug', { params: z.object({ slug }) }), () => text('book'))
    },
    curl: new RegExp(`^curl --path-as-is ${at}/books/\\w+'$`),
  },
  {
    fault: 'code before the router that keeps the last of two equal names',
    rule: 'input',
    create: () => {
      const router = createRouter()
      router.map(get('/books', { search: page }), () => text('books'))
      return async (request: Request) => {
        const url = new URL(request.url)
        url.search = String(new URLSearchParams(Object.fromEntries(url.searchParams)))
        return router.fetch(new Request(url, request))
      }
    },
    curl: new RegExp(`^curl --path-as-is ${at}/books\\?page=1&page=2'$`),
  },
  {
    fault: 'code before the router that takes away the button which adds a row',
    rule: 'input',
    create: () => {
      const router = createRouter()
      router.map(post('/orders', { body: z.object({ lines: z.array(title).max(9) }) }), () =>
        text('saved'),
      )
      return async (request: Request) => {
        const body = (await request.text()).replace(/&_rows=[^&]*/, '')
        const { headers, method, url } = request
        return router.fetch(new Request(url, { method, headers, body: body || null }))
      }
    },
    curl: new RegExp(`_rows=(?:%2B|-)lines`),
  },
  {
    fault: 'a contract before the check of the origin',
    rule: 'origin',
    create: () =>
      serve(
        post('/books', { body: title }),
        (context) => cop()(context, async () => text('saved')) as Promise<Response>,
      ),
    curl: new RegExp(
      `^curl --path-as-is -X POST .*-H '(?:Origin|Sec-Fetch-Site): [^']+' .*${at}/books'$`,
    ),
  },
]

describe('framework prove', () => {
  it.each(planted)('finds $fault', async ({ create, rule, options, curl }) => {
    const { faults } = await prove(create, options)
    expect(faults.map(({ rule: found }) => found)).toContain(rule)
    expect(commands(faults, rule)).toContainEqual(expect.stringMatching(curl))
  })
})

function commands(faults: readonly FoundFault[], rule: string): string[] {
  return faults.filter((fault) => fault.rule === rule).map(({ curl }) => curl)
}
