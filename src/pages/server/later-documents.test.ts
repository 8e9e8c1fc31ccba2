import { Suspense, use, type ReactElement, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compression } from '../../middleware/compression/index.ts'
import { createRouter, Nonce, type Middleware } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import {
  Await,
  Outlet,
  Scripts,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '../react/index.ts'
import { data, later, redirect } from '../../http/response/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createControlled, readChunks } from './later.fixture.ts'

let errors: ReturnType<typeof vi.fn<(...args: unknown[]) => void>>

beforeEach(() => {
  errors = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(errors)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const root: FixtureRoute = {
  default: () =>
    jsx('html', {
      children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }),
    }),
}

/** Shows the value, or what it threw. */
function Reviews({ of }: { of: Promise<unknown> }): ReactNode {
  return jsx('p', { children: JSON.stringify(use(of)) })
}

/** A page that shows its member `reviews`. */
function book(members: Record<string, unknown>, leaf: Partial<FixtureRoute> = {}): FixtureRoute {
  const Book = () => {
    const { title, reviews } = useLoaderData() as { title: string; reviews: Promise<unknown> }
    return jsxs('main', {
      children: [
        jsx('h1', { children: title }),
        reviews &&
          jsx(Suspense, {
            fallback: jsx('i', { children: 'waiting' }),
            children: jsx(Reviews, { of: reviews }),
          }),
      ],
    })
  }
  return { path: '/book', default: Book, loader: () => ({ title: 'Dune', ...members }), ...leaf }
}

/** A page that shows its member `reviews` with `<Await>`. */
function awaiting(
  reviews: unknown,
  props: { fallback?: ReactNode } = {},
  wrap: (children: ReactNode) => ReactNode = (children) => children,
): FixtureRoute {
  const Book = () => {
    const { reviews } = useLoaderData() as { reviews: Promise<string> }
    const children = (text: string) => jsx('p', { children: text })
    return wrap(jsx(Await<string>, { resolve: reviews, ...props, children }))
  }
  return { path: '/book', default: Book, loader: () => ({ reviews }) }
}

function suspense(children: ReactNode): ReactNode {
  return jsx(Suspense, { fallback: jsx('i', { children: 'around' }), children })
}

const nonce: Middleware = (context, next) => {
  context.set(Nonce, 'n0nce')
  return next()
}

interface VisitInit extends RequestInit {
  path?: string
  build?: Parameters<typeof createBuild>[1]
  middleware?: Middleware<any>[]
}

function visit(
  routes: Record<string, FixtureRoute>,
  { path = '/book', build, middleware = [nonce], ...request }: VisitInit = {},
): Promise<Response> {
  const handler = createHandler(createBuild({ root, ...routes }, build), (pages) => {
    const router = createRouter({ middleware })
    router.map('/*', pages)
    return router
  })
  return Promise.resolve(handler(new Request(`http://x.test${path}`, request)))
}

function handoffOf(html: string): { later?: unknown; late?: unknown; loaderData: unknown } {
  const [, text] = /<script id="__framework"[^>]*>([^<]*)</.exec(html)!
  return JSON.parse(text!)
}

function blocksOf(html: string): unknown[] {
  const block = /<script type="application\/json" data-framework="later">([^<]*)<\/script>/g
  return Array.from(html.matchAll(block), ([, text]) => JSON.parse(text!) as unknown)
}

describe('a document with a nonce and deferred values', () => {
  it('is sent before they settle, and brings each as a block before React shows it', async () => {
    const reviews = createControlled()
    const chunks = readChunks(await visit({ book: book({ reviews: reviews.later }) }))
    let html = ''
    while (!html.includes('entry.js')) html += await chunks.next()
    expect(html).toContain('<h1>Dune</h1>')
    expect(html).toContain('waiting')
    expect(html).not.toContain('</body>')
    expect(handoffOf(html)).toMatchObject({
      later: { book: ['reviews'] },
      loaderData: { book: { title: 'Dune' } },
    })
    expect(handoffOf(html).late).toBeUndefined()

    reviews.resolve(['</script><b>'])
    const rest = await chunks.rest()
    expect(blocksOf(rest)).toEqual([{ later: ['book', 'reviews'], data: ['</script><b>'] }])
    expect(rest.indexOf('data-framework="later"')).toBeLessThan(rest.indexOf('$RC('))
    expect(rest).toMatch(
      /<\/div><script type="application\/json" data-framework="later">[^<]*<\/script><script nonce="n0nce">/,
    )
    expect(rest.endsWith('</body></html>')).toBe(true)
  })

  it('shows the fallback of the Suspense around an Await', async () => {
    const reviews = createControlled()
    const chunks = readChunks(await visit({ book: awaiting(reviews.later, {}, suspense) }))
    let html = ''
    while (!html.includes('entry.js')) html += await chunks.next()
    expect(html).toContain('<i>around</i>')
    reviews.resolve('good')
    const rest = await chunks.rest()
    expect(rest).toContain('<p>good</p>')
    expect(blocksOf(rest)).toEqual([{ later: ['book', 'reviews'], data: 'good' }])
  })

  it('waits for an Await without a fallback that is in no Suspense', async () => {
    const reviews = createControlled()
    const response = visit({ book: awaiting(reviews.later) })
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.resolve('good')
    const html = await (await response).text()
    expect(html).toContain('<p>good</p>')
    expect(html).not.toContain('$RC')
    expect([handoffOf(html).late ?? [], blocksOf(html)].flat()).toEqual([
      { later: ['book', 'reviews'], data: 'good' },
    ])
  })

  it('has its boundary if the value of such an Await is rejected', async () => {
    const reviews = createControlled()
    const ErrorBoundary = () =>
      jsx('main', { children: `Boundary ${(useRouteError() as { status: number }).status}` })
    const response = visit({ book: { ...awaiting(reviews.later), ErrorBoundary } })
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.reject(new Response('busy', { status: 503 }))
    expect((await response).status).toBe(503)
    expect(await (await response).text()).toContain('Boundary 503')
  })

  describe('in development', () => {
    const warningsOf = async (route: (value: unknown) => FixtureRoute): Promise<string[]> => {
      const warn = vi.fn<(message: string) => void>()
      const build = { dev: { warn } }
      await (await visit({ book: route(later(() => 'good')) }, { build })).text()
      return warn.mock.calls.flat()
    }

    it('names an Await that has neither a fallback nor a Suspense', async () => {
      expect(await warningsOf((value) => awaiting(value))).toEqual([
        'The document waits for the value of an <Await> in book, because it has no fallback and no <Suspense> is around it. Give it a fallback, or fallback={null} to show nothing until then.',
      ])
    })

    it('names no other Await', async () => {
      expect(await warningsOf((value) => awaiting(value, {}, suspense))).toEqual([])
      expect(await warningsOf((value) => awaiting(value, { fallback: null }))).toEqual([])
      expect(await warningsOf((value) => awaiting(value, { fallback: 'Loading' }))).toEqual([])
      expect(await warningsOf((reviews) => book({ reviews }))).toEqual([])
    })
  })

  it('has no inline script without the nonce', async () => {
    const reviews = createControlled()
    const response = visit({ book: book({ reviews: reviews.later }) })
    await eventually(() => expect(reviews.starts).toBe(1))
    const text = (await response).text()
    reviews.resolve(1)
    const scripts = (await text).match(/<script[^>]*>/g)!
    const inline = scripts.filter((tag) => !/type="(?:application\/json|module)"/.test(tag))
    expect(inline.length).toBeGreaterThan(0)
    expect(inline.every((tag) => tag.includes('nonce="n0nce"'))).toBe(true)
  })

  it('is one response without blocks if they have settled before', async () => {
    const response = await visit({
      root: { ...root, loader: () => new Promise((resolve) => setTimeout(resolve, 5, 'slow')) },
      book: book({ reviews: later(() => ['good']) }),
    })
    const html = await response.text()
    expect(html).toContain('<p>[&quot;good&quot;]</p>')
    expect(html).not.toContain('noscript')
    expect(html).not.toContain('$R')
    expect(blocksOf(html)).toEqual([])
    expect(handoffOf(html)).toMatchObject({
      later: { book: ['reviews'] },
      late: [{ later: ['book', 'reviews'], data: ['good'] }],
    })
  })

  it('waits at its end for a value that the page does not show', async () => {
    const hidden = createControlled()
    const chunks = readChunks(await visit({ book: book({ hidden: hidden.later }) }))
    let html = ''
    while (!html.includes('entry.js')) html += await chunks.next()
    hidden.resolve(1)
    html += await chunks.rest()
    expect(html).toContain(
      '<script type="application/json" data-framework="later">{"later":["book","hidden"],"data":1}</script></body></html>',
    )
  })

  it('leaves markup of the application alone, even if it looks like that of React', async () => {
    const markup =
      '</body></html><div hidden id="S:0"></div><script>$RC("B:0","S:0")</script></body></html>'
    const reviews = createControlled()
    const Page = () => jsx('article', { dangerouslySetInnerHTML: { __html: markup } })
    const response = await visit({ book: book({ reviews: reviews.later }, { default: Page }) })
    const text = response.text()
    reviews.resolve(1)
    const html = await text
    expect(html).toContain(`<article>${markup}</article>`)
    expect(html).toMatch(/data-framework="later">[^<]*<\/script><\/body><\/html>$/)
  })

  it('sends an error without details, reported once', async () => {
    const failure = new Error('password')
    const reviews = createControlled()
    const response = await visit({ book: book({ reviews: reviews.later }) })
    expect(response.status).toBe(200)
    reviews.reject(failure)
    const html = await response.text()
    expect(blocksOf(html)).toEqual([
      {
        later: ['book', 'reviews'],
        error: { type: 'error', message: 'Unexpected Server Error' },
      },
    ])
    expect(html).not.toContain('password')
    expect(errors.mock.calls).toEqual([[failure]])
  })

  it('drops its values when the body is cancelled', async () => {
    const reviews = createControlled()
    const chunks = readChunks(await visit({ book: book({ reviews: reviews.later }) }))
    await chunks.next()
    await chunks.cancel()
    expect(reviews.isAborted).toBe(true)
    reviews.reject(new Error('dropped'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(errors).not.toHaveBeenCalled()
  })

  it('drops its values when the client leaves', async () => {
    const leave = new AbortController()
    const reviews = createControlled()
    const response = await visit(
      { book: book({ reviews: reviews.later }) },
      { signal: leave.signal },
    )
    const rest = response.text().catch(() => 'cut')
    leave.abort()
    await rest
    expect(reviews.isAborted).toBe(true)
    expect(errors).not.toHaveBeenCalled()
  })

  it('drops its values if another loader redirects', async () => {
    const reviews = createControlled()
    const started = () => eventually(() => expect(reviews.starts).toBe(1))
    const response = await visit({
      root: { ...root, loader: () => started().then(() => redirect('/login')) },
      book: book({ reviews: reviews.later }),
    })
    expect(response.status).toBe(302)
    expect(reviews.isAborted).toBe(true)
  })

  it('drops its values if the status has no body', async () => {
    const reviews = createControlled()
    const response = await visit({
      book: book({}, { loader: () => data({ reviews: reviews.later }, 204) }),
    })
    expect(response.status).toBe(204)
    expect(reviews.isAborted).toBe(true)
  })

  it('drops the values of routes that a boundary hides, and does not mention them', async () => {
    const reviews = createControlled()
    const started = () => eventually(() => expect(reviews.starts).toBe(1))
    const response = await visit({
      root: { ...root, ErrorBoundary: () => jsx('p', { children: 'sorry' }) },
      layout: {
        path: '/book',
        default: Outlet,
        loader: () => started().then(() => Promise.reject(new Error('broken'))),
      },
      book: { ...book({ reviews: reviews.later }), parent: 'layout' },
    })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('"later"')
    expect(reviews.isAborted).toBe(true)
  })

  it.each([
    ['with a nonce', {}],
    ['without a nonce', { middleware: [] }],
  ])('ends if the root shows a value of a hidden route, %s', async (_case, init) => {
    const reviews = createControlled()
    const started = () => eventually(() => expect(reviews.starts).toBe(1))
    const Root = () => {
      const shown = useRouteLoaderData('book') as { title: string; reviews?: Promise<unknown> }
      return jsx('html', {
        children: jsxs('body', {
          children: [
            shown.title,
            jsx(Outlet, {}),
            jsx(Suspense, {
              children: shown.reviews && jsx(Reviews, { of: shown.reviews }),
            }),
            jsx(Scripts, {}),
          ],
        }),
      })
    }
    const response = await visit(
      {
        root: { default: Root },
        layout: {
          path: '/book',
          default: Outlet,
          ErrorBoundary: () => jsx('p', { children: 'sorry' }),
          loader: () => started().then(() => Promise.reject(new Error('broken'))),
        },
        book: { ...book({ reviews: reviews.later }), parent: 'layout' },
      },
      init,
    )
    expect(response.status).toBe(500)
    expect(await response.text()).toMatch(/<body>Dune<p>sorry<\/p>.*<\/html>$/)
    expect(reviews.isAborted).toBe(true)
  })

  it('names the members of a route with the id of an inherited property', async () => {
    const reviews = createControlled()
    const chunks = readChunks(await visit({ constructor: book({ reviews: reviews.later }) }))
    expect(await chunks.next()).toContain('"later":{"constructor":["reviews"]}')
    reviews.resolve(1)
    await chunks.rest()
  })

  it('drops its values if middleware of the page throws afterwards', async () => {
    const reviews = createControlled()
    const response = await visit({
      root: { ...root, ErrorBoundary: () => jsx('p', { children: 'sorry' }) },
      book: book(
        { reviews: reviews.later },
        {
          middleware: [
            async (_context: unknown, next: () => Promise<Response>) => {
              await next()
              throw new Error('late')
            },
          ] as never,
        },
      ),
    })
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(html).toContain('sorry')
    expect(html).not.toContain('"later"')
    expect(reviews.isAborted).toBe(true)
  })

  it('drops its values if no boundary can show an error', async () => {
    const reviews = createControlled()
    const response = await visit({
      root: {
        default: () => {
          throw new Error('broken')
        },
      },
      book: book({ reviews: reviews.later }),
    })
    expect(response.status).toBe(500)
    await response.text()
    expect(reviews.isAborted).toBe(true)
  })

  it('starts nothing for HEAD', async () => {
    const reviews = createControlled()
    const routes = {
      book: book({ reviews: reviews.later }, { headers: () => ({ 'X-Page': '1' }) }),
    }
    for (const middleware of [[nonce], []]) {
      const response = await visit(routes, { method: 'HEAD', middleware })
      expect(response.status).toBe(200)
      expect(response.body).toBe(null)
      expect(response.headers.get('X-Page')).toBe('1')
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.has('Content-Length')).toBe(false)
    }
    expect(reviews.starts).toBe(0)
  })

  it('is compressed chunk by chunk', async () => {
    const reviews = createControlled()
    const response = await visit(
      { book: book({ reviews: reviews.later }) },
      { middleware: [compression(), nonce], headers: { 'Accept-Encoding': 'gzip' } },
    )
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    const body = response.body!.pipeThrough(new DecompressionStream('gzip'))
    const chunks = readChunks(new Response(body))
    let html = ''
    while (!html.includes('entry.js')) html += await chunks.next()
    expect(html).not.toContain('</body>')
    reviews.resolve(1)
    expect(await chunks.rest()).toContain('data-framework="later"')
  })
})

describe('a document that waits for deferred values', () => {
  const cases: [string, VisitInit, Partial<FixtureRoute>?][] = [
    ['without a nonce', { middleware: [] }],
    ['for _wait', { path: '/book?_wait' }],
    [
      'after a POST',
      { method: 'POST', headers: { Origin: 'http://x.test' } },
      { action: () => null },
    ],
    ['without a browser entry', { build: { clientEntry: { url: '', imports: [], css: [] } } }],
    [
      'because entry.server waits',
      {
        build: {
          entryServer: { default: ({ render }) => render(undefined, { waitForAll: true }) },
        },
      },
    ],
  ]

  it.each(cases)('is complete: %s', async (_, init, leaf) => {
    const reviews = createControlled()
    const response = visit({ book: book({ reviews: reviews.later }, leaf) }, init)
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.resolve(['good'])
    const html = await (await response).text()
    expect(html).toContain('<p>[&quot;good&quot;]</p>')
    expect(html).not.toContain('waiting')
    expect(html).not.toContain('noscript')
    expect(html).not.toContain('$R')
    expect(blocksOf(html)).toEqual([])
    if (html.includes('__framework')) {
      expect(handoffOf(html).late).toEqual([{ later: ['book', 'reviews'], data: ['good'] }])
    }
  })

  it.each(cases)('shows an error in the boundary of the route: %s', async (_, init, leaf) => {
    const ErrorBoundary = () =>
      jsx('p', { children: `sorry ${String((useRouteError() as { status?: number }).status)}` })
    const reviews = later(() => Promise.reject(data(null, 418)))
    const response = await visit({ book: book({ reviews }, { ErrorBoundary, ...leaf }) }, init)
    expect(response.status).toBe(418)
    expect(await response.text()).toContain('sorry 418')
    expect(errors).not.toHaveBeenCalled()
  })

  it('reports an error that the boundary shows only once', async () => {
    const failure = new Error('password')
    const response = await visit(
      { book: book({ reviews: later(() => Promise.reject(failure)) }) },
      { middleware: [] },
    )
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('password')
    expect(errors.mock.calls).toEqual([[failure]])
  })

  it('is complete if the shell has no scripts', async () => {
    const reviews = createControlled()
    const plain = () => jsx('html', { children: jsx('body', { children: jsx(Outlet, {}) }) })
    const response = visit({ root: { default: plain }, book: book({ reviews: reviews.later }) })
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.resolve(['good'])
    const html = await (await response).text()
    expect(html).toContain('<p>[&quot;good&quot;]</p>')
    expect(html).not.toContain('$R')
    expect(blocksOf(html)).toEqual([])
  })

  it('tells a developer how to stream it', async () => {
    const warn = vi.fn()
    const reviews = later(() => new Promise((resolve) => setTimeout(resolve, 1, 1)))
    const response = await visit(
      { book: book({ reviews }) },
      { middleware: [], build: { dev: { warn } } },
    )
    await response.text()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Set Nonce on the context'))
  })

  it('gives up after the timeout', async () => {
    const reviews = createControlled({ timeout: 5 })
    const response = await visit({ book: book({ reviews: reviews.later }) }, { middleware: [] })
    expect(response.status).toBe(504)
    await response.text()
    expect(reviews.isAborted).toBe(true)
  })
})

it('responds to HEAD with the headers of a renderer that renders by itself, and does not wait', async () => {
  const reviews = createControlled()
  const entryServer = {
    default: async ({ element, status }: { element: ReactElement; status: number }) => {
      const stream = await renderToReadableStream(element)
      await stream.allReady
      return new Response(stream, { status, headers: { 'X-Renderer': 'own' } })
    },
  }
  const response = await visit(
    { book: book({ reviews: reviews.later }) },
    { method: 'HEAD', build: { entryServer } },
  )
  expect(response.status).toBe(200)
  expect(response.headers.get('X-Renderer')).toBe('own')
  expect(await response.text()).toBe('')
  expect(reviews.starts).toBe(0)
})

describe('_wait', () => {
  it('is invisible to the app, and the document names its canonical URL', async () => {
    const seen: string[] = []
    const loader = ({ request, context }: { request: Request; context: { url: URL } }) => {
      seen.push(request.url, context.url.href)
      return { title: 'Dune' }
    }
    const response = await visit(
      { book: book({}, { loader } as never) },
      { path: '/book?q=%3E"a&_wait&x' },
    )
    expect(seen).toEqual(['http://x.test/book?q=%3E%22a&x', 'http://x.test/book?q=%3E%22a&x'])
    expect(response.headers.get('Link')).toBe('</book?q=%3E%22a&x>; rel="canonical"')
    expect(await response.text()).not.toContain('_wait')
  })

  it('starts its values once more for a browser without JavaScript, and not again', async () => {
    const reviews = createControlled()
    const routes = { book: book({ reviews: reviews.later }) }
    const first = (await visit(routes)).text()
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.resolve(['good'])
    const [, path] = /<noscript><meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(
      await first,
    )!
    expect(path).toBe('/book?_wait')
    const second = await (await visit(routes, { path: path! })).text()
    expect(second).toContain('<p>[&quot;good&quot;]</p>')
    expect(second).not.toContain('noscript')
    expect(reviews.starts).toBe(2)
  })

  it('means the same if a proxy has written it with an empty value', async () => {
    const reviews = createControlled()
    const loading = visit({ book: book({ reviews: reviews.later }) }, { path: '/book?q=1&_wait=' })
    await eventually(() => expect(reviews.starts).toBe(1))
    reviews.resolve(1)
    const response = await loading
    expect(response.headers.get('Link')).toBe('</book?q=1>; rel="canonical"')
    // A refresh would get a refresh again, without end.
    expect(await response.text()).not.toContain('http-equiv="refresh"')
  })

  it('is removed from a data request and ignored there', async () => {
    const reviews = createControlled()
    const response = await visit(
      { book: book({ reviews: reviews.later }) },
      { path: '/book?_data=book&_wait' },
    )
    expect(response.headers.has('Link')).toBe(false)
    const chunks = readChunks(response)
    expect(await chunks.next()).toContain('"later":["reviews"]')
    reviews.resolve(1)
    await chunks.rest()
  })

  it.each(['/book?_wait=5', '/book?x_wait', '/book?_waiting'])(
    'is not a part of %s',
    async (path) => {
      const search = vi.fn()
      const loader = ({ context }: { context: { url: URL } }) => {
        search(context.url.search)
        return { title: 'Dune' }
      }
      const response = await visit({ book: book({}, { loader } as never) }, { path })
      expect(search).toHaveBeenCalledWith(path.slice('/book'.length))
      expect(response.headers.has('Link')).toBe(false)
    },
  )
})
