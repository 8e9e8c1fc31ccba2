import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement, Suspense, use, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import {
  addressOf,
  createRouter,
  Nonce,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { cors } from '../../middleware/cors/index.ts'
import { language } from '../../middleware/language/index.ts'
import { later, redirect } from '../../http/response/index.ts'
import { createBuild, type FixtureRoute } from '../../pages/server/app.fixture.ts'
import { createHandler, type Pages } from '../../pages/server/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { exportPages, type ExportReport } from './export-pages.ts'
import { findSiteTargets } from './find-targets.ts'
import { openApp } from './open-app.ts'
import type { ResolvedStatic } from './options.ts'

interface Given extends Partial<ResolvedStatic> {
  basename?: string
  trailingSlash?: 'ignore'
  createApp?: (pages: Pages) => ReturnType<typeof createRouter>
  entryServer?: object
}

let parent: string
/** The folder of the last export. */
let directory: string
/** Files of `public/`. */
let publicFiles: Record<string, string>

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'export-'))
  publicFiles = {}
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(parent, { recursive: true, force: true })
})

/** Exports an app that is made in memory. */
async function exportApp(
  routes: Record<string, FixtureRoute>,
  { basename, trailingSlash, createApp, entryServer, ...options }: Given = {},
): Promise<ExportReport> {
  const build = createBuild(
    { root: { default: Html, ErrorBoundary: NotFound }, ...routes },
    {
      ...(basename && { basename }),
      ...(trailingSlash && { trailingSlash }),
      ...(entryServer && { entryServer }),
    },
  )
  const router = createApp && { default: createApp }
  directory = await mkdtemp(join(parent, 'site-'))
  for (const [name, text] of Object.entries(publicFiles)) {
    await writeFile(join(directory, name), text)
  }
  const app = await openApp({ build, createHandler, router: router as never })
  return exportPages({
    files: 'flat',
    origin: undefined,
    timeout: 5000,
    ...options,
    app,
    directory,
  })
}

function Html({ children }: { children?: ReactNode }): ReactNode {
  return createElement('html', null, createElement('body', null, children ?? createElement(Outlet)))
}

const { Outlet, Scripts, useRouteError } = await import('../../pages/react/index.ts')

function WithScripts(): ReactNode {
  return createElement(Html, null, createElement(Outlet), createElement(Scripts))
}

function NotFound(): ReactNode {
  return createElement('html', null, createElement('body', null, 'not found'))
}

const page =
  (text: string): (() => ReactNode) =>
  () =>
    createElement('h1', null, text)

async function listFiles(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted()
}
const read = (file: string): Promise<string> => readFile(join(directory, file), 'utf8')
const readJson = async (file: string): Promise<unknown> => JSON.parse(await read(file))

const same =
  'A prerendered page is the same for every visitor: export prerender = false, or load that part in the browser'

describe('which pages are written', () => {
  it('writes pages without params, unless prerender is false', async () => {
    const report = await exportApp({
      home: { path: '/', index: true, default: page('home') },
      about: { path: '/about', default: page('about'), prerender: true },
      drafts: { path: '/drafts', default: page('drafts'), prerender: false },
      hidden: { path: '/hidden', default: page('hidden'), prerender: () => false },
    })
    expect(report).toEqual({ count: 2, failures: [], lost: [] })
    expect(await listFiles()).toEqual([
      '404.html',
      '_data/about.json',
      '_data/index.json',
      'about.html',
      'index.html',
    ])
    expect(await read('about.html')).toContain('<h1>about</h1>')
    expect(await read('404.html')).toContain('not found')
  })

  it('writes a page for each entry of a list, of a function or of a promise', async () => {
    const book = (prerender: unknown, path = '/books/:slug'): FixtureRoute => ({
      path,
      prerender,
      loader: ({ params }) => params,
      default: page('book'),
    })
    const { failures } = await exportApp({
      a: book([{ slug: 'one' }], '/a/:slug'),
      b: book(() => [{ slug: 'two' }], '/b/:slug'),
      c: book(async () => [{ slug: 'three' }, { slug: 'vi er' }], '/c/:slug'),
      d: book([{}, { lang: 'de' }], '/d(/:lang)'),
      e: book([{ '*': 'x/y' }, { '*': '' }], '/e/*'),
    })
    expect(failures).toEqual([])
    expect((await listFiles()).filter((file) => file.endsWith('.html'))).toEqual([
      '404.html',
      'a/one.html',
      'b/two.html',
      'c/three.html',
      'c/vi er.html',
      'd.html',
      'd/de.html',
      'e.html',
      'e/x/y.html',
      'index.html',
    ])
    expect(await readJson('_data/c/vi er.json')).toEqual({
      version: 'v1',
      loaders: { c: { data: { slug: 'vi er' } } },
    })
  })

  it('writes data for all loaders of a page, and for pages without loaders', async () => {
    await exportApp({
      root: { default: Html, ErrorBoundary: NotFound, loader: () => 'root' },
      books: { path: '/books', default: Outlet, loader: () => 'books' },
      list: { path: '/books', parent: 'books', index: true, default: page('list') },
    })
    expect(await readJson('_data/books.json')).toEqual({
      version: 'v1',
      loaders: { root: { data: 'root' }, books: { data: 'books' } },
    })
  })

  it('writes the fields of a contract, also for a page without a loader', async () => {
    const contract = { search: z.object({ term: z.string().max(9).optional() }) }
    const { failures } = await exportApp({
      find: { path: '/find', default: page('find'), contract },
      list: { path: '/list', default: page('list'), contract, loader: () => 'books' },
    })
    expect(failures).toEqual([])
    const fields = { search: { term: { maxLength: 9 } } }
    expect(await readJson('_data/find.json')).toMatchObject({ loaders: { find: { fields } } })
    expect(await readJson('_data/list.json')).toMatchObject({
      loaders: { list: { data: 'books', fields } },
    })
  })

  it('writes the same files each time, also for loaders that say what they read', async () => {
    const routes: Record<string, FixtureRoute> = {
      root: { default: WithScripts, ErrorBoundary: NotFound },
      books: {
        path: '/books',
        default: page('books'),
        loader: () => 'books',
        reads: { tags: () => ['books'], query: ['page'] },
      },
    }
    await exportApp(routes)
    const first = [await read('books.html'), await read('_data/books.json')]
    await exportApp(routes)
    expect([await read('books.html'), await read('_data/books.json')]).toEqual(first)
    expect(await readJson('_data/books.json')).toEqual({
      version: 'v1',
      loaders: { books: { data: 'books', query: ['page'] } },
    })
    expect(first[0]).toContain('"query":{"books":["page"]}')
  })

  it('writes folders below a basename, and resource routes as they are', async () => {
    const { failures } = await exportApp(
      {
        books: { path: '/books', default: page('books') },
        feed: {
          path: '/feed.xml',
          loader: () => new Response('<x/>', { headers: { 'Content-Type': 'application/xml' } }),
        },
        image: { path: '/pixel.bin', loader: () => new Response(new Uint8Array([0, 255, 128])) },
        hand: {
          path: '/by-hand',
          loader: () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }),
        },
      },
      { files: 'folder', basename: '/docs', trailingSlash: 'ignore' },
    )
    expect(failures).toEqual([])
    expect(await listFiles()).toEqual([
      '404.html',
      '_data/books.json',
      '_data/index.json',
      'books/index.html',
      'by-hand/index.html',
      'feed.xml',
      'index.html',
      'pixel.bin',
    ])
    expect([...(await readFile(join(directory, 'pixel.bin')))]).toEqual([0, 255, 128])
  })

  it('lets loaders see no query, no cookie and no address', async () => {
    await exportApp({
      page: {
        path: '/page',
        default: page('page'),
        loader: ({ request }) => ({ url: request.url, headers: [...request.headers] }),
      },
    })
    expect(await readJson('_data/page.json')).toMatchObject({
      loaders: { page: { data: { url: 'http://localhost/page', headers: [] } } },
    })
  })

  it('asks the whole app, and lists the routes that the site will not have', async () => {
    const seen: string[] = []
    const { failures, lost } = await exportApp(
      { page: { path: '/page', default: page('page') } },
      {
        createApp(pages) {
          const router = createRouter({
            middleware: [
              (context, next) => {
                seen.push(context.url.pathname)
                return next()
              },
            ],
          })
          router.get('/health', () => new Response('ok'))
          router.post('/api/:id', () => new Response('ok'))
          router.map('/*', pages.with({ trustedOrigins: ['https://admin.example.com'] }))
          return router as never
        },
      },
    )
    expect(failures).toEqual([])
    expect(new Set(seen)).toEqual(new Set(['/', '/page', '/404']))
    expect(lost).toEqual(['GET /health', 'POST /api/:id'])
  })

  it('waits for what suspends, also with a renderer of the app', async () => {
    for (const entryServer of [undefined, { default: ({ render }: any) => render() }]) {
      const slow = new Promise<string>((resolve) => setTimeout(resolve, 10, 'arrived'))
      const Slow = (): ReactNode => createElement('p', null, use(slow))
      const { failures } = await exportApp(
        {
          page: {
            path: '/page',
            default: () => createElement(Suspense, { fallback: 'waiting' }, createElement(Slow)),
          },
        },
        { ...(entryServer && { entryServer }) },
      )
      expect(failures).toEqual([])
      expect(await read('page.html')).toContain('<p>arrived</p>')
      expect(await read('page.html')).not.toMatch(/waiting|<script/)
    }
  })

  it('waits for deferred data, and refuses a page of which a part was rejected', async () => {
    const exportWith = (run: () => unknown) =>
      exportApp({
        page: { path: '/page', default: page('page'), loader: () => ({ a: 1, b: later(run) }) },
      })
    const soon = () => new Promise((resolve) => setTimeout(resolve, 5, 'late'))
    expect((await exportWith(soon)).failures).toEqual([])
    expect(await readJson('_data/page.json')).toMatchObject({
      loaders: {
        page: { data: { a: 1 }, later: ['b'], late: [{ later: ['page', 'b'], data: 'late' }] },
      },
    })

    const { failures } = await exportWith(() => Promise.reject(new Response('x', { status: 503 })))
    expect(failures).toEqual([
      expect.stringMatching(/^Cannot prerender \/page \(page\): it failed/),
    ])
  })
})

describe('redirects', () => {
  const target = (location: string, status = 302): FixtureRoute => ({
    path: '/old',
    default: page('never shown'),
    loader: () => new Response(null, { status, headers: { Location: location } }),
  })

  it.each([301, 302, 303, 307, 308])('writes a %d as a document and as data', async (status) => {
    const { failures } = await exportApp(
      { old: target('/new?a=1&b=2#c', status) },
      { origin: 'https://example.com' },
    )
    expect(failures).toEqual([])
    const html = await read('old.html')
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/new?a=1&amp;b=2#c">')
    expect(html).toContain('<link rel="canonical" href="https://example.com/new?a=1&amp;b=2#c">')
    expect(html).toContain('<a href="/new?a=1&amp;b=2#c">')
    expect(await readJson('_data/old.json')).toEqual({
      version: 'v1',
      redirect: {
        location: '/new?a=1&b=2#c',
        status,
        revalidate: false,
        reload: false,
        replace: false,
      },
    })
    expect(await read('sitemap.xml')).not.toContain('old')
  })

  it('keeps a redirect to another site, and makes one to the own origin a path', async () => {
    await exportApp({
      away: { ...target('https://other.example/x'), path: '/away' },
      own: { ...target('http://localhost/new'), path: '/own' },
    })
    expect(await read('away.html')).toContain('content="0; url=https://other.example/x"')
    expect(await readJson('_data/own.json')).toMatchObject({ redirect: { location: '/new' } })
  })

  it('stays on the site if the path of the target starts with two slashes', async () => {
    await exportApp({ old: target('/.//other.example/x') })
    const redirect = { location: '/.//other.example/x' }
    expect(await readJson('_data/old.json')).toMatchObject({ redirect })
    expect(await read('old.html')).toContain('<a href="/.//other.example/x">')
  })

  it.each(['/old', '/old?page=1', '/old/#top', 'http://localhost/old'])(
    'refuses a redirect of a page to itself, as %s',
    async (location) => {
      const { failures } = await exportApp({ old: target(location) })
      expect(failures).toEqual([
        expect.stringMatching(/^Cannot prerender \/old \(old\): it redirects to itself \(\/old/),
      ])
      expect(await listFiles()).not.toContain('old.html')
    },
  )

  it('refuses redirects in a circle, and says which', async () => {
    const page = (path: string, to: string) => ({ ...target(to), path })
    const { failures } = await exportApp(
      {
        start: page('/start', '/a?from=start'),
        a: page('/a', '/b/'),
        b: page('/b', '/shop/c#top'),
        c: page('/c', 'http://localhost/shop/a'),
        home: page('/home', '/'),
        index: { ...page('/', '/home'), index: true },
        fine: page('/fine', '/other'),
        other: page('/other', 'https://elsewhere.example/other'),
      },
      { basename: '/shop' },
    )
    const reason = 'and files would do that without end. Return a page from one of them'
    expect(failures).toEqual([
      `Cannot prerender /start (start): it redirects in a circle (/shop/a → /shop/b → /shop/c → /shop/a), ${reason}`,
      `Cannot prerender /home (home): it redirects in a circle (/shop/home → /shop → /shop/home), ${reason}`,
    ])
  })

  it('writes the redirect of a resource route as a document', async () => {
    const { default: _, ...resource } = target('/new')
    await exportApp({ old: { ...resource, path: '/go/away' } })
    expect(await read('go/away.html')).toContain('<a href="/new">')
  })

  it('escapes markup in the target', async () => {
    await exportApp({ old: target(`/x?"><script>alert('1')</script>`) })
    expect(await read('old.html')).not.toMatch(/<script|[^=]">?<s|'1'/)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x'])('refuses %s', async (location) => {
    const { failures } = await exportApp({ old: target(location) })
    expect(failures).toEqual([expect.stringMatching(/^Cannot prerender \/old \(old\): /)])
    expect(await listFiles()).not.toContain('old.html')
  })
})

describe('a page that depends on the visitor', () => {
  const storage = createMemorySessionStorage()
  const cookie = createCookie('s', { secrets: ['a secret for tests only'] })
  const withSession = (pages: Pages): never => {
    const router = createRouter({ middleware: [session(cookie, storage)] })
    router.map('/*', pages)
    return router as never
  }
  const account = (loader: FixtureRoute['loader']): Record<string, FixtureRoute> => ({
    'routes/account': { path: '/account', default: page('account'), ...(loader && { loader }) },
  })

  it('refuses a loader that reads cookies', async () => {
    const { failures } = await exportApp(
      account(({ request }) => ({ theme: request.headers.get('Cookie') })),
    )
    expect(failures).toEqual([
      `Cannot prerender /account (routes/account): its loader read the Cookie header. ${same}`,
    ])
    expect(await listFiles()).not.toContain('account.html')
  })

  it.each([
    ['read the Authorization header', ({ request }) => request.headers.has('Authorization')],
    ['read the User-Agent header', ({ context }) => context.headers.get('User-Agent')],
    ['read the address of the client', ({ context }) => addressOf(context) ?? null],
  ] satisfies [string, NonNullable<FixtureRoute['loader']>][])(
    'refuses a loader that %s',
    async (what, loader) => {
      const { failures } = await exportApp(account(loader))
      expect(failures).toEqual([
        `Cannot prerender /account (routes/account): its loader ${what}. ${same}`,
      ])
    },
  )

  it('names the export that read who visits a page, also if it belongs to a layout', async () => {
    const deny = (context: RequestContext, next: () => Promise<Response>) => {
      context.headers.get('X-Deny')
      return next()
    }
    const after = async (context: RequestContext, next: () => Promise<Response>) => {
      const response = await next()
      context.headers.get('X-Deny')
      return response
    }
    const signedIn: FixtureRoute['loader'] = async ({ context }) => {
      await Promise.resolve()
      return { name: context.headers.get('Cookie') }
    }
    const layout = { default: page('layout') }
    const about = { path: '/about', parent: 'routes/_site', default: page('about') }
    const whole = async (routes: Record<string, FixtureRoute>): Promise<string[]> => {
      const { failures } = await exportApp({ root: { default: Html, loader: () => 1 }, ...routes })
      return failures.filter((failure) => failure.includes('/about'))
    }
    const message = (who: string): string[] => [
      `Cannot prerender /about (routes/_site.about): ${who}. ${same}`,
    ]

    expect(
      await whole({ 'routes/_site': { ...layout, loader: signedIn }, 'routes/_site.about': about }),
    ).toEqual(message('the loader of routes/_site read the Cookie header'))
    for (const middleware of [deny, after]) {
      expect(
        await whole({
          'routes/_site': { ...layout, middleware: [middleware] as never },
          'routes/_site.about': { ...about, loader: () => 1 },
        }),
      ).toEqual(message('the middleware of routes/_site read the X-Deny header'))
    }
    expect(
      await whole({
        'routes/_site': { ...layout, middleware: [after] as never },
        'routes/_site.about': { ...about, loader: signedIn },
      }),
    ).toEqual(message('its loader read the Cookie header'))
    expect(
      await whole({
        'routes/_site': layout,
        'routes/_site.about': { ...about, middleware: [deny] as never },
      }),
    ).toEqual(message('its middleware read the X-Deny header'))
  })

  it('names no export if middleware of the app read it', async () => {
    const { failures } = await exportApp(
      account(() => 1),
      {
        createApp: (pages) => {
          const router = createRouter({
            middleware: [
              (context, next) => {
                context.headers.get('Cookie')
                return next()
              },
            ],
          })
          router.map('/*', pages)
          return router
        },
      },
    )
    expect(failures).toContain(
      `Cannot prerender /account (routes/account): it read the Cookie header. ${same}`,
    )
  })

  it('refuses a loader that reads or writes the session, and allows one that does not', async () => {
    for (const loader of [
      ({ context }: { context: RequestContext }) => context.get(Session)!.get('user') ?? null,
      ({ context }: { context: RequestContext }) => {
        context.get(Session)!.set('seen', true)
        return null
      },
    ]) {
      const { failures } = await exportApp(account(loader), { createApp: withSession })
      expect(failures[0]).toContain('(routes/account): its loader used the session. ')
    }
    const { failures } = await exportApp(
      { 'routes/about': { path: '/about', default: page('about') } },
      { createApp: withSession },
    )
    expect(failures).toEqual([])
  })

  it('refuses a response that sets a cookie', async () => {
    const { failures } = await exportApp(
      account(() => Response.json(1, { headers: { 'Set-Cookie': 'seen=1' } })),
    )
    expect(failures).toEqual([
      `Cannot prerender /account (routes/account): it set a cookie. ${same}`,
    ])
  })

  it('refuses a page in the language of the visitor, and allows one in the language of its path', async () => {
    const localized =
      (options: { header?: boolean }) =>
      (pages: Pages): never => {
        const router = createRouter({
          middleware: [
            language({ supported: ['en', 'de'], ...options }),
            cors({ origin: ['https://a.example'] }),
          ],
        })
        router.map('/*', pages)
        return router as never
      }
    const home = { home: { path: '/', index: true, default: page('home') } }
    expect((await exportApp(home, { createApp: localized({}) })).failures).toEqual([
      `Cannot prerender / (home): it has "Vary: Accept-Language". ${same}`,
      `Cannot write 404.html: it has "Vary: Accept-Language". ${same}`,
    ])
    const { failures } = await exportApp(home, { createApp: localized({ header: false }) })
    expect(failures).toEqual([])
  })

  it('refuses a nonce, which has to be new for every response', async () => {
    const { failures } = await exportApp(account(undefined), {
      createApp(pages) {
        const router = createRouter({
          middleware: [
            (context, next) => {
              context.set(Nonce, 'abc')
              return next()
            },
          ],
        })
        router.map('/*', pages)
        return router as never
      },
    })
    expect(failures.find((failure) => failure.includes('/account'))).toContain('it used a nonce. ')
  })

  it('refuses a page that a guard refuses', async () => {
    const { failures } = await exportApp({
      'routes/account': {
        path: '/account',
        default: page('account'),
        middleware: [() => new Response('Who are you?', { status: 401 })] as never,
      },
    })
    expect(failures[0]).toContain('Cannot prerender /account (routes/account): its status is 401')
  })
})

describe('mistakes', () => {
  const failuresOf = async (
    routes: Record<string, FixtureRoute>,
    given?: Given,
  ): Promise<string[]> => (await exportApp(routes, given)).failures

  it('needs a list for a page with params', async () => {
    const expected = [
      'Cannot prerender book: its path has the param "slug". Export prerender as a list of params, or as false to leave it out',
    ]
    const book: FixtureRoute = { path: '/books/:slug', default: page('book') }
    expect(await failuresOf({ book })).toEqual(expected)
    expect(await failuresOf({ book: { ...book, prerender: true } })).toEqual(expected)
    expect(await failuresOf({ book: { ...book, prerender: false } })).toEqual([])
  })

  it.each([
    [[{ slug: 'a' }, { slug: 'b' }, {}], 'entry 3 of its list has no "slug"'],
    [[null], 'entry 1 of its list has no "slug"'],
    [['dune'], 'entry 1 of its list has no "slug"'],
    [[{ slug: 1 }], 'entry 1 of its list needs a string as "slug"'],
    [[{ slug: '' }], 'entry 1 of its list needs a string as "slug"'],
    [
      'dune',
      'its prerender export has to be a boolean, a list of params, or a function that returns one',
    ],
    [
      () => 7,
      'its prerender export has to be a boolean, a list of params, or a function that returns one',
    ],
    [
      () => Promise.reject(new Error('no database')),
      'its prerender function failed (Error: no database)',
    ],
  ])('checks the value %j', async (prerender, message) => {
    const book: FixtureRoute = { path: '/books/:slug', default: page('book'), prerender }
    expect(await failuresOf({ 'routes/books.$slug': book })).toEqual([
      `Cannot prerender routes/books.$slug: ${message}`,
    ])
  })

  it('refuses a list where the path has no params', async () => {
    expect(
      await failuresOf({ about: { path: '/about', default: page('about'), prerender: [{}] } }),
    ).toEqual([
      'Cannot prerender about: its path has no params, so prerender has to be true or false, not a list',
    ])
  })

  it('leaves out what is below a layout with prerender = false, unless the page says otherwise', async () => {
    const report = await exportApp({
      home: { path: '/', index: true, default: page('home'), prerender: false },
      books: { path: '/books', default: Outlet, prerender: false },
      list: { path: '/books', parent: 'books', index: true, default: page('list') },
      inner: { parent: 'books', default: Outlet },
      deep: { path: '/books/deep', parent: 'inner', default: page('deep') },
      shown: { path: '/books/shown', parent: 'inner', default: page('shown'), prerender: true },
    })
    expect(report).toEqual({ count: 1, failures: [], lost: [] })
    expect(await listFiles()).toEqual(['404.html', '_data/books/shown.json', 'books/shown.html'])
  })

  it('refuses a list in a layout', async () => {
    const prerender = [{ slug: 'dune' }]
    expect(
      await failuresOf({
        wide: { default: Outlet, prerender },
        book: { path: '/books/:slug', parent: 'wide', default: page('book'), prerender },
      }),
    ).toEqual([
      'Cannot prerender wide: it is a layout, so prerender has to be true or false there. Export the list from its pages',
    ])
  })

  it('refuses actions of pages that are written, and of layouts around them', async () => {
    const action = (): null => null
    const message =
      'it has an action, and a static site has no server to run it. Remove the action, or export prerender = false'
    expect(
      await failuresOf({
        contact: { path: '/contact', default: page('contact'), action },
        books: { path: '/books', default: Outlet, action },
        list: { path: '/books', parent: 'books', index: true, default: page('list') },
        login: { path: '/login', default: page('login'), action, prerender: false },
      }),
    ).toEqual([`Cannot prerender contact: ${message}`, `Cannot prerender books: ${message}`])
  })

  it('refuses a status other than 200', async () => {
    const failures = await failuresOf({
      gone: {
        path: '/gone',
        default: page('gone'),
        loader: () => {
          throw new Response('gone', { status: 410 })
        },
      },
      broken: {
        path: '/broken',
        default: page('broken'),
        loader: () => {
          throw new Error('no database')
        },
      },
      created: { path: '/created.json', loader: () => Response.json({}, { status: 201 }) },
    })
    const rest = 'and a file is always sent with 200. Export prerender = false, or return a page'
    expect(failures).toEqual([
      `Cannot prerender /gone (gone): its status is 410, ${rest}`,
      `Cannot prerender /broken (broken): its status is 500 (Error: no database), ${rest}`,
      `Cannot prerender /created.json (created): its status is 201, ${rest}`,
    ])
  })

  it('refuses a page of which a part failed', async () => {
    const failing = Promise.reject(new Error('no stock'))
    failing.catch(() => {})
    const Stock = (): ReactNode => use(failing)
    expect(
      await failuresOf({
        page: {
          path: '/page',
          default: () => createElement(Suspense, { fallback: '…' }, createElement(Stock)),
        },
      }),
    ).toEqual([
      'Cannot prerender /page (page): a part of it could not be rendered (Error: no stock)',
    ])
  })

  it('refuses a page that is not HTML', async () => {
    expect(
      await failuresOf({
        page: {
          path: '/page',
          default: page('page'),
          middleware: [() => Response.json({})] as never,
        },
      }),
    ).toEqual([
      'Cannot prerender /page (page): its Content-Type is "application/json", and the file of a page is HTML. Export prerender = false, or return a page',
    ])
  })

  it('refuses one path twice', async () => {
    const book = (prerender: unknown): FixtureRoute => ({
      path: '/:kind/:slug',
      default: page('book'),
      prerender,
    })
    const failures = await failuresOf({
      any: book([
        { kind: 'a', slug: 'b' },
        { kind: 'a', slug: 'b' },
        { kind: 'books', slug: 'new' },
      ]),
      fresh: { path: '/books/new', default: page('new'), prerender: false },
    })
    expect(failures).toEqual([
      'Cannot prerender /a/b (any): any has the same path. Remove one of them',
      'Cannot prerender /books/new (any): the path belongs to fresh. Remove it from the list',
    ])
  })

  it.each(['flat', 'folder'] as const)('refuses /index next to / (%s)', async (files) => {
    const failures = await failuresOf(
      { index: { path: '/index', default: page('index') } },
      { files },
    )
    expect(failures).toEqual([
      expect.stringMatching(/^Cannot prerender \/index \(index\): \/ \(root\) has the same file /),
    ])
  })

  it('refuses /books/index next to /books in flat files, because hosts send one of them for /books', async () => {
    const routes = {
      books: { path: '/books', default: page('books') },
      index: { path: '/books/index', default: page('index') },
    }
    expect(await failuresOf(routes)).toEqual([
      'Cannot prerender /books/index (index): hosts send its file "books/index.html" for the URL of /books (books) too. Rename one of them',
    ])
    const options = { files: 'folder', trailingSlash: 'ignore' } as const
    expect(await failuresOf(routes, options)).toEqual([])
  })

  it('refuses what is no file name, naming path and route', async () => {
    expect(
      await failuresOf({
        file: {
          path: '/files/:name',
          default: page('file'),
          prerender: [{ name: '../../etc' }, { name: '..' }, { name: 'C:' }],
        },
        data: { path: '/_data/x', default: page('x') },
      }),
    ).toEqual([
      'Cannot prerender /files/..%2F..%2Fetc (file): "../../etc" cannot be the name of a file: not every system allows it. Rename the page',
      'Cannot prerender /files/.. (file): ".." cannot be the name of a file: not every system allows it. Rename the page',
      'Cannot prerender /files/C%3A (file): "C:" cannot be the name of a file: not every system allows it. Rename the page',
      'Cannot prerender /_data/x (data): /_data is the folder of the data files. Rename the page',
    ])
  })

  it('refuses a page whose file comes from public/', async () => {
    publicFiles = { 'about.html': 'public' }
    expect(await failuresOf({ about: { path: '/about', default: page('about') } })).toEqual([
      'Cannot prerender /about (about): there already is a file "about.html". Rename the page, or remove the file',
    ])
  })

  it('refuses a page that takes too long', async () => {
    expect(
      await failuresOf(
        {
          slow: {
            path: '/slow',
            default: page('slow'),
            loader: () => new Promise(() => {}),
          },
        },
        { timeout: 1000 },
      ),
    ).toEqual([
      'Cannot prerender /slow (slow): it took longer than 1 s. Make it faster, or raise static.timeout',
    ])
  })

  it('refuses a prerender function or a module that never settles', async () => {
    const never = (): Promise<never> => new Promise(() => {})
    const build = createBuild({
      root: { default: Html },
      home: { path: '/', index: true, default: page('home') },
      books: { path: '/books/:slug', default: page('book'), prerender: never },
      stuck: { path: '/stuck', default: page('stuck') },
    })
    build.routes['stuck'] = never
    const { targets, failures } = await findSiteTargets(build, { files: 'flat', timeout: 2 })
    const late = 'took longer than 0.02 s. Make it faster, or raise static.timeout'
    expect(failures).toEqual([
      `Cannot prerender stuck: its module failed (Error: it ${late})`,
      `Cannot prerender books: its prerender function ${late}`,
    ])
    expect(targets.map(({ path }) => path)).toEqual(['/'])
  })

  it('fails once, not for every page, if the app cannot be created', async () => {
    const createApp = (): never => {
      throw new Error('no database')
    }
    const pages = { page: { path: '/page', default: page('page') } }
    await expect(exportApp(pages, { createApp })).rejects.toThrow('no database')
  })

  it('reports a module that fails, and goes on', async () => {
    const build = createBuild({
      root: { default: Html },
      page: { path: '/page', default: page('page') },
    })
    build.routes['page'] = () => Promise.reject(new Error('no module'))
    const app = await openApp({ build, createHandler, router: undefined })
    directory = parent
    const { failures } = await exportPages({
      files: 'flat',
      origin: undefined,
      timeout: 5000,
      app,
      directory,
    })
    expect(failures).toEqual(['Cannot prerender page: its module failed (Error: no module)'])
  })
})

describe('the other files', () => {
  it('writes a sitemap of the pages if it knows the origin', async () => {
    await exportApp(
      {
        books: { path: '/books', default: page('books') },
        feed: { path: '/feed.xml', loader: () => new Response('<x/>') },
        old: { path: '/old', default: page('old'), loader: () => redirect('/books') },
      },
      { origin: 'https://example.com', basename: '/docs' },
    )
    expect(
      [...(await read('sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url),
    ).toEqual(['https://example.com/docs', 'https://example.com/docs/books'])
  })

  it('adds the slash of a folder to the URLs of the sitemap', async () => {
    await exportApp(
      { books: { path: '/books', default: page('books') } },
      { origin: 'https://example.com', files: 'folder', trailingSlash: 'ignore' },
    )
    expect(await read('sitemap.xml')).toContain('<loc>https://example.com/books/</loc>')
  })

  it('leaves the sitemap and the 404.html of the app alone', async () => {
    publicFiles = { '404.html': 'own page' }
    const { failures } = await exportApp(
      { map: { path: '/sitemap.xml', loader: () => new Response('own map') } },
      { origin: 'https://example.com' },
    )
    expect(failures).toEqual([])
    expect(await read('sitemap.xml')).toBe('own map')
    expect(await read('404.html')).toBe('own page')
  })

  it('writes a 404.html that names no URL, because hosts send it for all of them', async () => {
    const Boundary = (): ReactNode => {
      const { data } = useRouteError() as { data: string }
      return createElement('html', null, createElement('body', null, data))
    }
    await exportApp({ root: { default: Html, ErrorBoundary: Boundary } })
    expect(await read('404.html')).toContain('<body>Not Found</body>')
  })

  it('takes 404.html from the root if a page matches every short path', async () => {
    const any = { prerender: false, default: page('any') }
    await exportApp({
      one: { path: '/:slug', ...any },
      two: { path: '/:category/:slug', ...any },
    })
    expect(await read('404.html')).toContain('not found')
  })

  it('takes 404.html from a catch-all page that reports unknown paths', async () => {
    const { failures } = await exportApp({
      any: {
        path: '/*',
        prerender: [{ '*': 'known' }],
        default: page('any'),
        loader: ({ params }) => {
          if (params['*'] !== 'known') throw new Response('unknown', { status: 404 })
          return null
        },
      },
    })
    expect(failures).toEqual([])
    expect(await read('404.html')).toContain('not found')
  })

  it('reports a 404.html that cannot be the same for every visitor, or fails', async () => {
    const personal = await exportApp({
      root: {
        default: Html,
        ErrorBoundary: NotFound,
        middleware: [
          (context: RequestContext, next: () => Promise<Response>) => {
            context.headers.get('Cookie')
            return next()
          },
        ] as never,
      },
    })
    expect(personal.failures).toEqual([
      `Cannot prerender / (root): its middleware read the Cookie header. ${same}`,
      `Cannot write 404.html: the middleware of root read the Cookie header. ${same}`,
    ])
    const broken = await exportApp({
      any: {
        path: '/*',
        prerender: false,
        default: page('any'),
        loader: () => {
          throw new Response('', { status: 503 })
        },
      },
    })
    expect(broken.failures).toContain(
      'Cannot write 404.html: the status of /404 is 503, not 404. Look for code that fails without a page',
    )
  })
})
