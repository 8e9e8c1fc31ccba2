// No page that a visitor gets after its code has read who they are can be given to others by a cache.
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import { Form, Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { createBuild, type FixtureRoute } from './app.fixture.ts'
import type { ServerBuild } from './build.ts'
import { createHandler, type PagesOptions } from './index.ts'

const shared = { 'Cache-Control': 'public, s-maxage=600' }
const kept = 'private, max-age=0, must-revalidate'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

/** A root that names the visitor, as apps do that were written for other frameworks. */
const namingRoot: FixtureRoute = {
  loader: ({ request }) => request.headers.get('Cookie'),
  default: () =>
    jsxs('html', { children: [String(useLoaderData()), jsx(Outlet, {}), jsx(Scripts, {})] }),
}

const pages: Record<string, FixtureRoute> = {
  about: {
    path: '/about',
    default: () => 'About us',
    loader: () => 'about',
    headers: () => shared,
  },
  feed: { path: '/feed', loader: () => text('feed', { headers: shared }) },
  whoami: {
    path: '/whoami',
    loader: ({ context }) => text(context.headers.get('Cookie') ?? '', { headers: shared }),
  },
}

interface AppOptions extends Partial<ServerBuild> {
  root?: FixtureRoute
  trailingSlash?: 'strict' | 'ignore'
  middleware?: Middleware<any>[]
  with?: PagesOptions
}

/** The `Cache-Control` that Ann gets for a path. */
function createVisitor({ root = namingRoot, middleware = [], ...options }: AppOptions = {}) {
  const { with: pagesOptions = {}, ...build } = options
  const handle = createHandler(createBuild({ root, ...pages }, build), (pages) => {
    const router = createRouter({ middleware })
    router.map('/*', pages.with(pagesOptions))
    return router
  })
  return async (path: string, init: RequestInit = {}) => {
    const request = new Request(`https://example.com${path}`, {
      ...init,
      headers: { Cookie: 'ann' },
    })
    return (await handle(request)).headers.get('Cache-Control')
  }
}

describe('a page whose loader has read a cookie', () => {
  it('is never public: its document, its data, and a resource', async () => {
    const policyOf = createVisitor()
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/about', '/about?_data=root', '/about?_data=about,root', '/whoami']) {
        expect([path, await policyOf(path, { method })]).toEqual([path, kept])
      }
    }
  })

  it('is public in the parts whose loaders have read none', async () => {
    const policyOf = createVisitor()
    for (const path of ['/about?_data=about', '/feed']) {
      expect([path, await policyOf(path)]).toEqual([path, shared['Cache-Control']])
    }
  })

  it('is never public behind cache(), with another slash and a basename', async () => {
    for (const basename of ['/', '/shop']) {
      const prefix = basename === '/' ? '' : basename
      const responses = cache({ storage: createMemoryStorage(), routes: [`${prefix}/about`] })
      const policyOf = createVisitor({
        basename,
        trailingSlash: 'ignore',
        middleware: [responses],
      })
      for (const path of ['/about', '/about/', '/%61bout/', '/about/?_data=root']) {
        expect([path, await policyOf(prefix + path)]).toEqual([path, kept])
      }
    }
  })
})

describe('a page that the build has stored', () => {
  const prerendered: ServerBuild['prerendered'] = {
    pages: {
      '/about': { document: { file: 'about.html', headers: [['Cache-Control', 's-maxage=9']] } },
    },
    read: async () => new TextEncoder().encode('<!doctype html>About us'),
  }
  const readCookie: Middleware = ({ headers }, next) => (headers.get('Cookie'), next())

  it('is public as it says, although middleware in front of it knows the visitor', async () => {
    const policyOf = createVisitor({ prerendered, middleware: [readCookie] })
    expect(await policyOf('/about')).toBe('s-maxage=9')
  })

  it('is private if middleware reads more when the page is there', async () => {
    const readAfter: Middleware = async ({ headers }, next) => {
      const response = await next()
      headers.get('Cookie')
      return response
    }
    const policyOf = createVisitor({ prerendered, middleware: [readAfter] })
    expect(await policyOf('/about')).toBe(kept)
  })
})

describe('a page of an app with `visitor`', () => {
  const root: FixtureRoute = {
    default: () =>
      jsxs('html', {
        children: [jsx(Outlet, {}), jsx(Form, { method: 'post' }), jsx(Scripts, {})],
      }),
  }
  const options: AppOptions = {
    root,
    with: { visitor: ({ headers }) => headers.get('Cookie') ?? '' },
  }

  it('is public as it says, because then it does not say who is signed in', async () => {
    const policyOf = createVisitor(options)
    expect(await policyOf('/about')).toBe(shared['Cache-Control'])
    expect(await policyOf('/about?_data=about')).toBe(shared['Cache-Control'])
  })
})
