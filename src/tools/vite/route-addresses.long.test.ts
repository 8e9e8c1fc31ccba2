import * as fc from 'fast-check'
import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { stripBasename } from '../../pages/page-protocol/basename.ts'
import type { RouteManifest } from '../../pages/page-protocol/manifest.ts'
import { actionTarget, createPageMatcher } from '../../pages/page-protocol/match-pages.ts'
import { createDataUrl } from '../../pages/page-protocol/data-url.ts'
import type { LoaderEnvelope } from '../../pages/page-protocol/wire.ts'
import { Form, Link, Outlet } from '../../pages/react/index.ts'
import type { RouteModule } from '../../pages/react/shared.ts'
import { createMatcher } from '../../router/route-pattern/index.ts'
import { createHandler } from '../../pages/server/create-handler.ts'
import { createManifest } from './create-manifest.ts'
import { flatRoutes } from './flat-routes.ts'
import { RouteConfigError } from './route-config.ts'

describe('the URLs of a route', () => {
  it('are its own in an index file without a layout file', async () => {
    const { show, post } = createApp(['_index', 'books._index'])
    expect((await show('/books')).at(-1)).toEqual({
      id: 'routes/books._index',
      here: '/books',
      below: '/books/new',
      action: '/books?index',
    })
    expect(await post('/books?index')).toEqual({ data: 'routes/books._index' })
    expect(await post('/books')).toEqual({ data: 'routes/books._index' })
  })

  it('are those of the layout in an index file with a layout file, apart from the form', async () => {
    const { show, post } = createApp(['books', 'books._index'])
    expect((await show('/books')).slice(1)).toEqual([
      { id: 'routes/books', here: '/books', below: '/books/new', action: '/books' },
      { id: 'routes/books._index', here: '/books', below: '/books/new', action: '/books?index' },
    ])
    expect(await post('/books?index')).toEqual({ data: 'routes/books._index' })
    expect(await post('/books')).toEqual({ data: 'routes/books' })
  })

  it('keep the params of an optional segment in an index file', async () => {
    const { show, post } = createApp(['($lang)._index'])
    expect((await show('/en')).at(-1)).toMatchObject({ here: '/en', action: '/en?index' })
    expect(await post('/en?index')).toEqual({ data: 'routes/($lang)._index' })
  })

  it('are those of its prefix in a layout file without a path whose prefix has no file', async () => {
    const { show, submit } = createApp([
      'app._public',
      'app._public.about',
      '$lang._x',
      '$lang._x.a',
    ])
    expect((await show('/app/about'))[1]).toEqual({
      id: 'routes/app._public',
      here: '/app',
      below: '/app/new',
      action: '/app',
    })
    expect((await show('/en/a'))[1]).toMatchObject({ here: '/en', action: '/en' })
    expect(await submit('/app')).toBe(404)
    expect(await submit('/en')).toBe(404)
  })

  it('are those of a layout with a path if the layout file without a path has an index file', async () => {
    const { show, post, load } = createApp(['app._x', 'app._x._y', 'app._x._y._index'])
    expect((await show('/app')).slice(1)).toMatchObject([
      { id: 'routes/app._x', here: '/app', action: '/app' },
      { id: 'routes/app._x._y', here: '/app', action: '/app' },
      { id: 'routes/app._x._y._index', here: '/app', action: '/app?index' },
    ])
    expect(await post('/app')).toEqual({ data: 'routes/app._x' })
    expect(await load('/app')).toEqual(['routes/app._x'])
    expect(await post('/app?index')).toEqual({ data: 'routes/app._x._y._index' })
    expect(await load('/app?index')).toEqual(['routes/app._x._y._index'])
  })

  it('agree with what their documents show, whatever files there are', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, anyManifest, fc.boolean(), async (files, manifest, isLong) => {
        const app = tryCreateApp(files, manifest)
        fc.pre(app !== undefined)
        for (const url of app.urls(isLong)) await checkUrls(app, url)
      }),
      { numRuns: 50 },
    )
  })
})

type App = ReturnType<typeof createApp>

/** Follows every URL on a page, and checks that it leads to the route that shows it. */
async function checkUrls(app: App, url: string): Promise<void> {
  const shown = await app.show(url)
  for (const { id, here, below, action } of shown) {
    expect(below).toBe(`${here.replace(/\/$/, '')}/new`)
    expect(action.replace('?index', '')).toBe(here)
    if (app.isPathless(id)) {
      expect(app.hasPattern(id, here)).toBe(true)
      if (id !== 'root') await checkNoOther(app, here)
      continue
    }
    // A page with a more specific pattern can have the URL of a layout.
    const isOwn = (await app.show(here)).some((route) => route.id === id)
    expect(isOwn || id !== shown.at(-1)!.id).toBe(true)
    if (!isOwn) continue
    expect(await app.post(action)).toEqual({ data: id })
    expect(await app.load(action)).toEqual([id])
  }
}

/** Checks that an action and a loader at a URL run only if their route has this URL. */
async function checkNoOther(app: App, url: string): Promise<void> {
  if (!app.isPage(url)) return expect(await app.submit(url)).toBe(404)

  const { data } = (await app.post(url)) as { data: string }
  expect(app.hasPattern(data, url)).toBe(true)
  expect(await app.load(url)).toEqual([data])
}

const anySegment = fc.constantFrom('a', 'b', '$p', '(c)', '($o)', '_x', '_y')
const anyFile = fc
  .tuple(
    fc.array(anySegment, { maxLength: 3 }),
    fc.oneof(anySegment, fc.constantFrom('_index', '$')),
  )
  .map(([parents, last]) =>
    [...parents, last].map((name, i) => name.replace(/[po]/, `$&${i}`)).join('.'),
  )
/** Files with layouts and without: beside each file, some of the files that would contain it. */
const anyFiles = fc
  .array(fc.tuple(anyFile, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) =>
    Array.from(
      new Set(
        list.flatMap(([name, hasLayout]) => {
          const segments = name.split('.')
          const layouts = segments.map((_, i) => segments.slice(0, i).join('.'))
          return [name, ...layouts.filter((layout, i) => layout && hasLayout[i - 1])]
        }),
      ),
    ),
  )
const anyManifest = fc.record({
  basename: fc.constantFrom('/', '/shop'),
  trailingSlash: fc.constantFrom('strict', 'ignore'),
})

/** Returns `undefined` if two of the files are the same page. */
function tryCreateApp(...args: Parameters<typeof createApp>): App | undefined {
  try {
    return createApp(...args)
  } catch (error) {
    if (error instanceof RouteConfigError) return undefined
    throw error
  }
}

/** An app whose routes show where their links to "." and "new" and their form lead. Loaders and actions return their id. */
function createApp(files: readonly string[], given: Partial<RouteManifest> = {}) {
  const configs = flatRoutes(
    'root.tsx',
    files.map((name) => `routes/${name}.tsx`),
  )
  const manifest = createManifest({
    version: 'v1',
    basename: '/',
    trailingSlash: 'strict',
    ...given,
    routes: configs,
    moduleOf: () => ({ exports: new Set(['default', 'loader', 'action']) }),
    assetsOf: () => undefined,
  })
  const { basename } = manifest
  const handle = createHandler({
    manifest,
    routes: Object.fromEntries(configs.map(({ id }) => [id, createModule(id)])),
    clientEntry: { url: '/entry.js', imports: [], css: [] },
    manifestUrl: '/manifest.js',
    basename,
  })
  const send = (url: string, init?: RequestInit): Promise<Response> =>
    handle(new Request(`http://x.test${url}`, init)) as Promise<Response>

  const match = createPageMatcher(manifest)
  const dataUrl = (url: string): string => {
    const { pathname, search } = new URL(url, 'http://x.test')
    return createDataUrl(url, [actionTarget(match(pathname)!, search).id])
  }
  const posted = { method: 'POST', headers: { Origin: 'http://x.test' } }

  return {
    isPage: (pathname: string): boolean => match(pathname) !== null,

    isPathless: (id: string): boolean => configs.some((one) => one.id === id && one.pathless),

    /** Whether a URL matches the pattern that the file name has. */
    hasPattern(id: string, pathname: string): boolean {
      const { pattern, splat } = configs.find((one) => one.id === id)!
      const path = stripBasename(pathname, basename)!
      return (
        createMatcher(splat ? pattern.replace(/\/\*$/, '(/*)') : pattern).match(
          new URL(path, 'http://x.test'),
        ) !== null
      )
    },

    /** One URL of each page, with all of its optional segments or with none. */
    urls(isLong: boolean): string[] {
      const slash = isLong && manifest.trailingSlash === 'ignore' ? '/' : ''
      return configs
        .filter(({ pathless }) => !pathless)
        .map(({ pattern }) => {
          const path = pattern
            .replaceAll(/\((.*?)\)/g, isLong ? '$1' : '')
            .replaceAll(/:\w+/g, '7')
            .replace('*', 'x/y')
          return `${basename}${path}${slash}`.replaceAll(/\/{2,}/g, '/')
        })
    },

    /** The routes that a document shows, root first, and the URLs in each. */
    async show(url: string) {
      const html = await (await send(url)).text()
      const shown = html.matchAll(
        /<b id="([^"]+)"><a href="([^"]*)">\.<\/a><a href="([^"]*)">new<\/a><form action="([^"]*)"/g,
      )
      return Array.from(shown, ([, id, here, below, action]) => ({
        id: id!,
        here: here!,
        below: below!,
        action: action!,
      }))
    },

    /** Calls an action as the client router does, which chooses the route itself. The server refuses another one. */
    async post(url: string): Promise<unknown> {
      return (await send(dataUrl(url), posted)).json()
    },

    /** Calls a loader as a fetcher does. Returns the data of all loaders that ran. */
    async load(url: string): Promise<unknown[]> {
      const results = (await (await send(dataUrl(url))).json()) as LoaderEnvelope
      return Object.values(results).map((result) => 'data' in result && result.data)
    },

    /** The status of a form that the browser submitted itself. */
    async submit(url: string): Promise<number> {
      return (await send(url, posted)).status
    },
  }
}

function createModule(id: string): RouteModule {
  const content = jsxs('b', {
    id,
    children: [
      jsx(Link, { to: '.', children: '.' }, 1),
      jsx(Link, { to: 'new', children: 'new' }, 2),
      jsx(Form, { method: 'post' }, 3),
      jsx(Outlet, {}, 4),
    ],
  })

  return {
    default: () =>
      id === 'root' ? jsx('html', { children: jsx('body', { children: content }) }) : content,
    loader: () => id,
    action: () => id,
  }
}
