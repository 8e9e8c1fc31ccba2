import { lazy, Suspense, use } from 'react'
import { jsx } from 'react/jsx-runtime'
import { describe, expect, it, vi, afterEach } from 'vitest'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createRouter,
  type Middleware,
  type Observer,
  type ServerEvent,
} from '../../router/fetch-router/index.ts'
import { isObservable } from '../../router/fetch-router/shared.ts'
import { observeWith } from '../../internal/process/global-keys.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { invalid, redirect } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import type { ServerBuild } from './build.ts'
import { createHandler } from './create-handler.ts'

const origin = 'https://shop.test'

const book: FixtureRoute = {
  path: '/books/:slug',
  default: () => jsx('main', { children: 'Dune' }),
  loader: ({ params }) => (params['slug'] === 'old' ? redirect('/books/new') : { title: 'Dune' }),
  action: () => ({ saved: true }),
}
const layout: FixtureRoute = {
  ...root,
  loader: () => ({ user: 'Ada' }),
}

function createApp(
  routes: Record<string, FixtureRoute> = { root: layout, book },
  options: { observer?: Observer; middleware?: Middleware[]; build?: Partial<ServerBuild> } = {},
) {
  const events: ServerEvent[] = []
  const event = (event: ServerEvent): void => void events.push(event)
  const handler = createHandler(createBuild(routes, options.build), (pages) => {
    const router = createRouter({
      middleware: options.middleware ?? [],
      observe: [{ ...options.observer, event }],
    })
    router.map('/*', pages)
    return router
  })
  return {
    events,
    names: () => events.map(({ type, phase }) => `${type} ${phase}`),
    async send(path: string, init?: RequestInit): Promise<Response> {
      const response = await handler(new Request(`${origin}${path}`, init))
      await response.clone().text()
      return response
    },
  }
}

function ends(events: readonly ServerEvent[]): Extract<ServerEvent, { cause: string }>[] {
  return events.filter((event) => 'cause' in event && event.phase === 'end') as never
}

afterEach(() => vi.restoreAllMocks())

describe('an observer of pages', () => {
  it('sees the route, the loaders and the render of a document', async () => {
    const { events, names, send } = createApp()
    await send('/books/dune?q=1')
    expect(names()).toEqual([
      'request start',
      'route once',
      'loader start',
      'loader start',
      'loader end',
      'loader end',
      'render start',
      'render shell',
      'render end',
      'request end',
    ])
    const { id } = events[0]!
    expect(events.slice(1).every(({ parent, type }) => type === 'request' || parent === id)).toBe(
      true,
    )
    expect(events[1]).toMatchObject({
      pattern: '/books/:slug',
      routeId: 'book',
      kind: 'document',
      params: ['slug'],
    })
    expect(ends(events)).toMatchObject([
      { routeId: 'root', cause: 'document', result: 'data', status: 200 },
      { routeId: 'book', cause: 'document', result: 'data', status: 200 },
    ])
    expect(events.at(-2)).toMatchObject({ routeId: 'book', mode: 'string', result: 'ok' })
    expect(events.at(-1)).toMatchObject({ status: 200, url: `${origin}/books/dune?q=1` })
  })

  it('sees the same pattern and URL for a data request, and only the loaders that run', async () => {
    const { events, names, send } = createApp()
    await send('/books/dune?q=1&_data=book')
    expect(names()).toEqual([
      'request start',
      'route once',
      'loader start',
      'loader end',
      'request end',
    ])
    expect(events[0]).toMatchObject({ url: `${origin}/books/dune?q=1` })
    expect(events[1]).toMatchObject({ pattern: '/books/:slug', routeId: 'book', kind: 'data' })
    expect(ends(events)).toMatchObject([{ routeId: 'book', cause: 'navigation' }])
  })

  it('knows a prefetch', async () => {
    const { events, send } = createApp()
    await send('/books/dune?_data=book', { headers: { 'Sec-Purpose': 'prefetch' } })
    expect(ends(events)).toMatchObject([{ cause: 'prefetch' }])
  })

  it('sees a redirect of a data request as that redirect', async () => {
    const { events, send } = createApp()
    const response = await send('/books/old?_data=book')
    expect(response.status).toBe(202)
    expect(ends(events)).toMatchObject([{ result: 'redirect', status: 302 }])
    expect(events.at(-1)).toMatchObject({ type: 'request', phase: 'end', status: 302 })
  })

  it('sees an action, and the loaders after it as part of the mutation', async () => {
    const { events, send } = createApp()
    const init = { method: 'POST', headers: { Origin: origin }, body: new URLSearchParams() }
    await send('/books/dune', init)
    expect(events.find(({ type }) => type === 'route')).toMatchObject({ kind: 'action' })
    expect(ends(events)).toMatchObject([
      { type: 'action', routeId: 'book', cause: 'mutation', result: 'data', status: 200 },
      { type: 'loader', routeId: 'root', cause: 'mutation' },
      { type: 'loader', routeId: 'book', cause: 'mutation' },
    ])
  })

  it('sees what an action wrote, what loaders read, and which of them have to run again', async () => {
    const routes: Record<string, FixtureRoute> = {
      root: { ...layout, reads: () => ['user'] },
      book: { ...book, reads: () => ['books'], action: ({ writes }) => void writes('books') },
      plain: { path: '/plain', default: () => null, action: () => null },
    }
    const { events, send } = createApp(routes)
    const loaded = await send('/books/dune?_data=root,book')
    const reads = (await loaded.json()) as Record<string, { reads: string }>
    expect(ends(events)).toMatchObject([
      { routeId: 'root', reads: ['user'] },
      { routeId: 'book', reads: ['books'] },
    ])

    const init = { method: 'POST', headers: { Origin: origin }, body: new URLSearchParams() }
    const have = `root~${reads['root']!.reads},book~${reads['book']!.reads}`
    events.length = 0
    await send(`/books/dune?_data=book;have=${have}`, init)
    const [judged] = events.filter(({ type }) => type === 'writes')
    expect(judged).toMatchObject({
      routeId: 'book',
      tags: ['books'],
      verdicts: [
        { id: 'root', run: false, reason: 'unwritten' },
        { id: 'book', run: true, reason: 'written' },
      ],
    })

    events.length = 0
    await send('/plain', init)
    const [undeclared] = events.filter(({ type }) => type === 'writes')
    expect(undeclared).toMatchObject({ routeId: 'plain', tags: undefined, verdicts: [] })
  })

  it('sees why input was refused, without what was typed', async () => {
    const routes: Record<string, FixtureRoute> = {
      root,
      form: {
        path: '/form',
        default: () => null,
        contract: { body: z.object({ email: z.email('Not an address') }) },
        action: () => invalid({ email: 'Already taken' }),
      },
    }
    const { events, send } = createApp(routes)
    const post = (email: string) =>
      send('/form?_data=form', {
        method: 'POST',
        headers: { Origin: origin },
        body: new URLSearchParams({ email }),
      })
    await post('typed-value')
    await post('typed@value.test')
    expect(events.filter(({ type }) => type === 'input')).toMatchObject([
      { errors: [{ in: 'body', name: 'email', message: 'Not an address' }] },
      { errors: [{ in: 'body', name: 'email', message: 'Already taken' }] },
    ])
    expect(JSON.stringify(events)).not.toContain('typed')
    expect(events.filter(({ type }) => type === 'writes')).toEqual([])
  })

  it('leaves the warning that a policy blocks inline code of React', async () => {
    const warnings: string[] = []
    const Late = lazy(async () => {
      await Promise.resolve()
      return { default: () => jsx('p', { children: 'late' }) }
    })
    const routes: Record<string, FixtureRoute> = {
      root,
      slow: {
        path: '/slow',
        default: () => jsx(Suspense, { fallback: 'wait', children: jsx(Late, {}) }),
      },
    }
    const policy: Middleware = async (_context, next) => {
      const response = await next()
      response.headers.set('Content-Security-Policy', "default-src 'self'")
      return response
    }
    const dev = { warn: (message: string) => void warnings.push(message) }
    const { send } = createApp(routes, { middleware: [policy], build: { dev } })
    await send('/slow')
    expect(warnings).toEqual([expect.stringContaining('blocks the inline code')])
  })

  it('sees the loader of a resource route', async () => {
    const api: FixtureRoute = {
      path: '/api',
      loader: () => new Response('x', { status: 203 }),
      action: () => redirect('/books/dune'),
    }
    const { events, send } = createApp({ root, api })
    await send('/api')
    await send('/api', { method: 'POST', headers: { Origin: origin } })
    expect(events.find(({ type }) => type === 'route')).toMatchObject({ kind: 'resource' })
    expect(ends(events)).toMatchObject([
      { type: 'loader', routeId: 'api', cause: 'document', result: 'data', status: 203 },
      { type: 'action', routeId: 'api', cause: 'mutation', result: 'redirect', status: 302 },
    ])
  })

  it('sees an error of a loader, and the boundary that shows it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = new Error('database')
    const { events, send } = createApp({
      root,
      book: {
        ...book,
        ErrorBoundary: () => jsx('p', { children: 'Sorry' }),
        loader: () => Promise.reject(failure),
      },
    })
    const response = await send('/books/dune')
    expect(response.status).toBe(500)
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([
      { error: failure, where: 'loader', routeId: 'book' },
    ])
    expect(ends(events)).toMatchObject([{ result: 'error', status: 500 }])
    expect(events.find(({ type }) => type === 'render')).toMatchObject({ boundary: 'book' })
    expect(events.at(-1)).toMatchObject({ status: 500, result: 'ok' })
    expect(logged).toHaveBeenCalledTimes(1)
  })

  it('sees a thrown Response as an error without an error event', async () => {
    const { events, names, send } = createApp({
      root: layout,
      book: { ...book, loader: () => Promise.reject(new Response('gone', { status: 410 })) },
    })
    expect((await send('/books/dune')).status).toBe(410)
    expect(ends(events)).toMatchObject([{ routeId: 'root' }, { result: 'error', status: 410 }])
    expect(names()).not.toContain('error once')
  })

  it('sees no route for a 404', async () => {
    const { events, names, send } = createApp()
    expect((await send('/nothing')).status).toBe(404)
    expect(names()).not.toContain('route once')
    expect(events.at(-1)).toMatchObject({ status: 404, result: 'ok' })
  })

  it('sees no loader of a HEAD request twice, and no bytes', async () => {
    const { events, send } = createApp()
    await send('/books/dune', { method: 'HEAD' })
    expect(ends(events)).toHaveLength(2)
    expect(events.at(-1)).toMatchObject({ method: 'HEAD', status: 200, bytes: 0 })
  })

  it('sees the shell of a stream before its end', async () => {
    const gate = Promise.withResolvers<string>()
    function Late() {
      return jsx('p', { children: use(gate.promise) })
    }
    const { events, names, send } = createApp({
      root,
      book: {
        ...book,
        default: () => jsx(Suspense, { fallback: 'wait', children: jsx(Late, {}) }),
      },
    })
    const sent = send('/books/dune')
    await eventually(() => expect(names()).toContain('render shell'), 1)
    expect(names()).not.toContain('render end')
    gate.resolve('there')
    await sent
    await eventually(() => expect(names()).toContain('request end'), 1)
    expect(events.find(({ phase }) => phase === 'shell')).toMatchObject({ mode: 'stream' })
    expect(events.find(({ type, phase }) => type === 'render' && phase === 'end')).toMatchObject({
      mode: 'stream',
      result: 'ok',
    })
  })

  it('sees a page that cannot be rendered, and the attempt with a boundary', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Broken = lazy(() => Promise.reject(new Error('no chunk')))
    const { events, send } = createApp({
      root: { ...root, ErrorBoundary: () => jsx('html', { children: jsx('body', {}) }) },
      book: { ...book, default: () => jsx(Broken, {}) },
    })
    await send('/books/dune')
    const renders = events.filter(({ type, phase }) => type === 'render' && phase === 'end')
    expect(renders).toMatchObject([{ result: 'error' }, { boundary: 'root', result: 'ok' }])
    expect(events.find(({ type }) => type === 'error')).toMatchObject({ where: 'render' })
  })

  it('sees the middleware of pages, if it asks for it', async () => {
    const guard: Middleware = function guard(_context, next) {
      return next()
    }
    const routes = { root, book: { ...book, middleware: [guard] } }
    const { events, send } = createApp(routes, { observer: { middleware: true } })
    await send('/books/dune')
    const seen = events.filter(({ type }) => type === 'middleware')
    expect(seen).toMatchObject([
      { phase: 'start', name: 'guard', level: 'page' },
      { phase: 'end', name: 'guard', level: 'page' },
    ])
  })

  it('runs loaders, actions and renders inside of `run`', async () => {
    const active: string[] = []
    const inside: string[] = []
    const { send } = createApp(
      {
        root,
        book: {
          ...book,
          loader: () => inside.push(active.join()),
          default: () => (inside.push(active.join()), jsx('p', {})),
        },
      },
      {
        observer: {
          run(event, call) {
            active.push(event.type)
            const result = call()
            active.pop()
            return result
          },
        },
      },
    )
    await send('/books/dune')
    expect(inside).toEqual(['loader', 'render'])
  })

  it('sees sessions without their contents', async () => {
    const cookie = createCookie('session', { secrets: ['a secret of 16 bytes or more'] })
    const list = [session(cookie, createMemorySessionStorage())]
    const routes = {
      root,
      book: {
        ...book,
        loader: ({ context }: { context: { get(key: typeof Session): Session | undefined } }) => {
          context.get(Session)!.set('secret', 'treasure')
          return null
        },
      } as FixtureRoute,
    }
    const { events, send } = createApp(routes, { middleware: list })
    await send('/books/dune')
    expect(events.filter(({ type }) => type === 'session')).toMatchObject([
      { phase: 'read', isNew: true },
      { phase: 'commit', isNew: true, changed: true, destroyed: false },
    ])
    expect(JSON.stringify(events)).not.toContain('treasure')
  })

  it('can be added to an app before its router exists', async () => {
    const events: ServerEvent[] = []
    const handler = createHandler(createBuild({ root, book }))
    if (!isObservable(handler)) throw new Error('Cannot be observed')
    const remove = handler[observeWith]({ event: (event) => void events.push(event) })
    await (await handler(new Request(`${origin}/books/dune`))).text()
    expect(events.at(-1)).toMatchObject({ type: 'request', phase: 'end', status: 200 })
    remove()
    const { length } = events
    await (await handler(new Request(`${origin}/books/dune`))).text()
    expect(events).toHaveLength(length)
  })
})
