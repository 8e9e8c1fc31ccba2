import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createHandler, type ServerBuild } from '../../pages/server/index.ts'
import { serializePath } from '../../router/route-pattern/shared.ts'
import { createTestApp } from './index.ts'

function createBuild(handled: unknown[]): ServerBuild {
  return {
    manifest: {
      version: 'v1',
      basename: '/',
      trailingSlash: 'strict',
      routes: {
        root: {
          id: 'root',
          path: serializePath('/', { splat: true }),
          hasLoader: true,
          hasAction: false,
          hasMiddleware: false,
          hasComponent: true,
          hasErrorBoundary: true,
          module: '',
          imports: [],
          css: [],
        },
      },
    },
    manifestUrl: '',
    clientEntry: { url: '', imports: [], css: [] },
    basename: '/',
    routes: {
      root: {
        loader({ request }) {
          if (request.url.includes('fail')) throw new Error('no books')
          return null
        },
        default: () => createElement('h1', null, 'Hello'),
        ErrorBoundary: () => createElement('h1', null, 'Sorry'),
      },
    },
    entryServer: { handleError: (error) => void handled.push(error) },
  }
}

describe('createTestApp with a build', () => {
  it('visits its pages', async () => {
    const app = await createTestApp(createBuild([]))
    expect((await app.visitor().visit('/')).text).toBe('Hello')
    const loaders = app.events.filter(({ type, phase }) => type === 'loader' && phase === 'end')
    expect(loaders).toMatchObject([{ routeId: 'root', cause: 'document', result: 'data' }])
  })

  it('fails at once if the app cannot be created', async () => {
    const handler = createHandler(createBuild([]), () => {
      throw new Error('no database')
    })
    await expect(createTestApp(handler)).rejects.toThrow('no database')
  })

  it('fails the call whose page throws, after the own handleError of the app', async () => {
    const handled: unknown[] = []
    const app = await createTestApp(createBuild(handled))
    await expect(app.visitor().visit('/?fail')).rejects.toThrow('no books')
    expect(handled).toEqual([new Error('no books')])
  })

  it("gives the test the 500 with errors: 'respond'", async () => {
    const app = await createTestApp(createBuild([]), { errors: 'respond' })
    const page = await app.visitor().visit('/?fail')
    expect([page.status, page.text]).toEqual([500, 'Sorry'])
    vi.restoreAllMocks()
  })
})
