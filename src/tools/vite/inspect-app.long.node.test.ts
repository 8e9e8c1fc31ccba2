import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { inspectApp, type InspectedApp } from './inspect-app.ts'

describe('inspectApp', () => {
  let app: FixtureApp
  let inspected: InspectedApp
  beforeAll(async () => {
    app = await createFixtureApp({
      'app/routes.ts': `
        import { resources, route } from 'framework/routes'
        export const routes = route({ api: { books: resources('api/books', { only: ['index', 'show', 'create'] }) } })
      `,
      'app/router.ts': `
        import { createRouter } from 'framework/fetch-router'
        import { routes } from './routes'
        const ok = () => new Response('ok')
        export default async function createApp(pages) {
          const router = createRouter()
          router.map(routes.api.books, { actions: { index: ok, show: ok, create: ok } })
          router.mount('/admin', (section) => section.get('/health', ok))
          router.map('/*', pages.with({ trustedOrigins: [] }))
          return router
        }
      `,
      'app/routes/_index.tsx': 'export default () => null',
      'app/routes/contact.tsx': 'export const action = () => null\nexport default () => null',
      'app/routes/files.$.ts': 'export const loader = () => null',
      'app/routes/_auth.tsx': 'export const middleware = []',
      'app/routes/_auth.login.tsx': 'export default () => null',
    })
    inspected = await inspectApp(app.config({ basename: '/shop' }))
  })
  afterAll(() => app.remove())

  it('lists pages with the methods that they handle, and routes of the router', () => {
    expect(inspected.basename).toBe('/shop')
    const rows = inspected.routes.map(({ methods, pattern, file }) => [
      methods.join(' '),
      pattern,
      file,
    ])
    expect(rows).toEqual([
      ['GET', '/', 'app/routes/_index.tsx'],
      ['GET POST PUT PATCH DELETE', '/contact', 'app/routes/contact.tsx'],
      ['GET', '/login', 'app/routes/_auth.login.tsx'],
      ['GET', '/files(/*)', 'app/routes/files.$.ts'],
      ['GET', '/api/books', undefined],
      ['GET', '/api/books/:id', undefined],
      ['POST', '/api/books', undefined],
      ['GET', '/admin/health', undefined],
    ])
  })

  it('says what to write instead of the routes.ts of React Router', async () => {
    const moved = await createFixtureApp({
      'app/routes.ts': `
        import { index, type RouteConfig } from '@react-router/dev/routes'
        export default [index('routes/home.tsx')] satisfies RouteConfig
      `,
    })
    try {
      await expect(inspectApp(moved.config())).rejects.toThrow(
        'Cannot use app/routes.ts: it imports "@react-router/dev/routes". Write the same routes with pages()',
      )
    } finally {
      await moved.remove()
    }
  })

  it('warns about files of an app that listed its pages in a routes.ts', async () => {
    const moved = await createFixtureApp({
      'app/routes/home.tsx': 'export default () => null',
      'app/routes/books/show.tsx': 'export default () => null',
    })
    try {
      expect((await inspectApp(moved.config())).warnings).toEqual([
        expect.stringContaining('app/routes/books has no route.tsx'),
        expect.stringContaining('app/routes/home.tsx is the page "/home"'),
      ])
    } finally {
      await moved.remove()
    }
  })

  it('refuses a route with an optional param in the spelling of other routers', async () => {
    const moved = await createFixtureApp({
      'app/routes.ts': `
        import { page, pages, route } from 'framework/routes'
        export const routes = route({ list: '/list/:page?' })
        export default pages([page(routes.list, './list.tsx')])
      `,
      'app/list.tsx': 'export default () => null',
    })
    try {
      await expect(inspectApp(moved.config())).rejects.toThrow('optional without parentheses')
    } finally {
      await moved.remove()
    }
  })

  it('lists the action of the root, beside the page that is shown at its path', async () => {
    const small = await createFixtureApp({
      'app/root.tsx': 'export const action = () => null\nexport default () => null',
      'app/routes/_index.tsx': 'export default () => null',
    })
    try {
      const { routes } = await inspectApp(small.config())
      expect(
        routes.map(({ methods, pattern, file }) => [methods.join(' '), pattern, file]),
      ).toEqual([
        ['POST PUT PATCH DELETE', '/', 'app/root.tsx'],
        ['GET', '/', 'app/routes/_index.tsx'],
      ])
    } finally {
      await small.remove()
    }
  })

  it('lists the root if no other page has its path, because the root is shown there', async () => {
    const small = await createFixtureApp({
      'app/routes/$.tsx': 'export default () => null',
      'app/routes/about.tsx': 'export default () => null',
    })
    try {
      const { routes } = await inspectApp(small.config())
      expect(routes.map(({ pattern, file }) => [pattern, file])).toEqual([
        ['/', 'app/root.tsx'],
        ['/*', 'app/routes/$.tsx'],
        ['/about', 'app/routes/about.tsx'],
      ])
    } finally {
      await small.remove()
    }
  })
})
