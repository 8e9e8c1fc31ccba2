import { Suspense, use } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useCatch } from '../compat/index.ts'
import { Outlet, Scripts, useLoaderData, useRouteError } from '../react/index.ts'
import { json, redirect } from '../../http/response/index.ts'
import { createBuild, root, visit, type FixtureRoute } from './app.fixture.ts'
import type { RenderArgs } from './build.ts'
import { createHandler } from './create-handler.ts'

const fail = (thrown: unknown) => () => {
  throw thrown
}
const boundary =
  (name: string) =>
  ({ error }: { error: any }) =>
    jsx('main', { children: `${name}: ${error.message ?? error.status}` })
const main = (html: string) => /<main>(.*?)<\/main>/.exec(html)?.[1]?.replaceAll('<!-- -->', '')

/** Creates the routes root, parent and leaf, each inside the one before. */
function tree(routes: {
  root?: FixtureRoute
  parent?: FixtureRoute
  leaf?: FixtureRoute
}): ReturnType<typeof createBuild> {
  return createBuild({
    root: { ...root, ...routes.root },
    parent: { path: '/a', default: Outlet, ...routes.parent },
    leaf: { path: '/a/b', parent: 'parent', default: () => null, ...routes.leaf },
  })
}
const rootBoundary: FixtureRoute['ErrorBoundary'] = (props) =>
  jsx('html', { children: jsx('body', { children: boundary('root')(props) }) })

let errors: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('boundaries (BO)', () => {
  it('show an error of a loader in the nearest route that has one', async () => {
    const own = await visit(
      tree({ leaf: { loader: fail(json(1, 404)), ErrorBoundary: boundary('leaf') } }),
      '/a/b',
    )
    expect(main(own.html)).toBe('leaf: 404')
    const above = await visit(
      tree({ parent: { ErrorBoundary: boundary('parent') }, leaf: { loader: fail(json(1, 404)) } }),
      '/a/b',
    )
    expect(main(above.html)).toBe('parent: 404')
  })

  it('show the root-most of several errors', async () => {
    const { html } = await visit(
      tree({
        root: { ErrorBoundary: rootBoundary },
        parent: { loader: fail(json(1, 403)) },
        leaf: { loader: fail(json(1, 404)) },
      }),
      '/a/b',
    )
    expect(main(html)).toBe('root: 403')
  })

  it('fall back to a built-in document when no route has one', async () => {
    const { html, response } = await visit(
      tree({ leaf: { loader: fail(new Error('secret')) } }),
      '/a/b',
    )
    expect(response.status).toBe(500)
    expect(html).toContain('<title>Unexpected Error</title>')
    expect(html).not.toContain('secret')
  })

  it('are wrapped by the root’s Layout, which wraps the page too', async () => {
    const Layout: FixtureRoute['Layout'] = ({ children }) =>
      jsx('html', { lang: 'de', children: jsx('body', { children }) })
    const build = tree({
      root: { Layout, default: Outlet, ErrorBoundary: boundary('root') },
      leaf: { loader: fail(json(1, 404)) },
    })
    const { html } = await visit(build, '/a/b')
    expect(html).toContain('<html lang="de">')
    expect(main(html)).toBe('root: 404')
    const page = await visit(build, '/a')
    expect(page.html).toContain('<html lang="de">')
  })

  it('use the built-in message inside a Layout without boundary', async () => {
    const Layout: FixtureRoute['Layout'] = ({ children }) =>
      jsx('html', { lang: 'de', children: jsx('body', { children }) })
    const { html } = await visit(
      tree({ root: { Layout, default: Outlet }, leaf: { loader: fail(json(1, 404)) } }),
      '/a/b',
    )
    expect(html.match(/<html/g)).toHaveLength(1)
    expect(html).toContain('<h1>404 Not Found</h1>')
  })

  it('give a thrown response to CatchBoundary, an Error to ErrorBoundary', async () => {
    const both: FixtureRoute = {
      CatchBoundary: () => jsx('main', { children: `catch ${useCatch()?.status}` }),
      ErrorBoundary: () => jsx('main', { children: `error ${String(useCatch())}` }),
    }
    const response = await visit(tree({ leaf: { ...both, loader: fail(json(1, 404)) } }), '/a/b')
    expect(main(response.html)).toBe('catch 404')
    const error = await visit(tree({ leaf: { ...both, loader: fail(new Error('x')) } }), '/a/b')
    expect(main(error.html)).toBe('error undefined')
  })

  it('pass an Error on when a route has only a CatchBoundary', async () => {
    const { html, response } = await visit(
      tree({
        parent: { ErrorBoundary: boundary('parent') },
        leaf: { CatchBoundary: () => 'catch', loader: fail(new Error('x')) },
      }),
      '/a/b',
    )
    expect(response.status).toBe(500)
    expect(main(html)).toBe('parent: Unexpected Server Error')
  })

  it('are told the error by useRouteError too, and have no data of the failed route', async () => {
    let seen: unknown[] = []
    await visit(
      tree({
        leaf: {
          loader: fail(json('why', 404)),
          ErrorBoundary({ error }) {
            seen = [useRouteError() === error, useLoaderData()]
            return null
          },
        },
      }),
      '/a/b',
    )
    expect(seen).toEqual([true, undefined])
  })
})

describe('a thrown response that cannot be read', () => {
  it.each([
    [
      'text that is not JSON',
      () => new Response('{', { status: 403, headers: { 'Content-Type': 'application/json' } }),
    ],
    [
      'a body that breaks',
      () =>
        new Response(new ReadableStream({ pull: () => Promise.reject(new Error('secret')) }), {
          status: 403,
        }),
    ],
    [
      'a body without an end',
      () =>
        new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) }), {
          status: 403,
        }),
    ],
  ])('is an error of its route like any other: %s', async (_, create) => {
    const loader = () => {
      throw create()
    }
    const build = tree({ leaf: { loader, ErrorBoundary: boundary('leaf') } })
    const { html, response } = await visit(build, '/a/b')
    expect(response.status).toBe(500)
    expect(main(html)).toBe('leaf: Unexpected Server Error')
    const data = await visit(build, '/a/b?_data=leaf')
    expect(JSON.parse(data.html)).toEqual({
      leaf: { error: { type: 'error', message: 'Unexpected Server Error' } },
    })
  })
})

describe('an error while rendering', () => {
  const Broken = () => {
    throw new Error('secret')
  }

  it('goes to the deepest boundary that had begun, with status 500', async () => {
    const { html, response } = await visit(
      tree({
        parent: { ErrorBoundary: boundary('parent') },
        leaf: { default: Broken, ErrorBoundary: boundary('leaf') },
      }),
      '/a/b',
    )
    expect(response.status).toBe(500)
    expect(main(html)).toBe('leaf: Unexpected Server Error')
  })

  it('moves one boundary up each time a boundary fails too', async () => {
    const { html } = await visit(
      tree({
        root: { ErrorBoundary: rootBoundary },
        parent: { ErrorBoundary: Broken },
        leaf: { default: Broken, ErrorBoundary: Broken },
      }),
      '/a/b',
    )
    expect(main(html)).toBe('root: Unexpected Server Error')
  })

  it('is plain text when the root’s boundary failed', async () => {
    const { html, response } = await visit(
      tree({ root: { ErrorBoundary: Broken }, leaf: { default: Broken } }),
      '/a/b',
    )
    expect(response.status).toBe(500)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(html).toBe('Unexpected Server Error')
  })

  it('says in development what failed, also in entry.server', async () => {
    const entryServer = {
      default(): never {
        throw new Error('entry.server is broken')
      },
    }
    const built = { ...tree({}), entryServer }
    expect((await visit(built, '/a/b')).html).toBe('Unexpected Server Error')
    const { html, response } = await visit({ ...built, dev: {} }, '/a/b')
    expect(response.status).toBe(500)
    expect(html).toBe('Unexpected Server Error: entry.server is broken')
  })

  it('has the status of a thrown response', async () => {
    const { html, response } = await visit(
      tree({ leaf: { default: fail(json('x', 404)), ErrorBoundary: boundary('leaf') } }),
      '/a/b',
    )
    expect(response.status).toBe(404)
    expect(main(html)).toBe('leaf: 404')
  })

  it('is a redirect when one was thrown', async () => {
    const { response } = await visit(tree({ leaf: { default: fail(redirect('/x')) } }), '/a/b')
    expect(response.headers.get('Location')).toBe('/x')
  })

  it('keeps the data of the page', async () => {
    const { html } = await visit(
      tree({
        parent: {
          loader: () => 'data',
          default: () => jsxs('main', { children: [useLoaderData() as string, jsx(Outlet, {})] }),
        },
        leaf: { default: Broken, ErrorBoundary: () => ' and boundary' },
      }),
      '/a/b',
    )
    expect(main(html)).toBe('data and boundary')
  })
})

describe('the details of an error that a client gets', () => {
  class DatabaseError extends TypeError {
    override name = 'DatabaseError'
    query = 'select secret'
  }
  const scripts: FixtureRoute = {
    Layout: ({ children }) =>
      jsx('html', { children: jsxs('body', { children: [children, jsx(Scripts, {})] }) }),
    default: Outlet,
    ErrorBoundary: ({ error }) =>
      jsx('main', { children: [error.name, error.message, error.query, error.stack].join('|') }),
  }
  const build = tree({
    root: scripts,
    leaf: { loader: fail(new DatabaseError('secret', { cause: 'secret' })) },
  })

  it('are one message, in the document, its handoff and in data responses', async () => {
    const { html } = await visit(build, '/a/b')
    expect(html).not.toMatch(/secret|DatabaseError|errors\.test/)
    expect(html).toContain('"errors":{"root":{"type":"error","message":"Unexpected Server Error"}}')
    const data = await visit(build, '/a/b?_data=leaf')
    expect(data.response.status).toBe(500)
    expect(JSON.parse(data.html)).toEqual({
      leaf: { error: { type: 'error', message: 'Unexpected Server Error' } },
    })
  })

  it('are the same whatever NODE_ENV says', async () => {
    for (const value of ['development', 'staging', 'test', '']) {
      vi.stubEnv('NODE_ENV', value)
      expect((await visit(build, '/a/b')).html).not.toContain('secret')
    }
    vi.unstubAllEnvs()
  })

  it('are the same if a library lets a request set Object.prototype.dev', async () => {
    const prototype = Object.getPrototypeOf({}) as { dev?: object }
    prototype.dev = {}
    try {
      expect((await visit(build, '/a/b')).html).not.toContain('secret')
      expect((await visit(build, '/a/b?_data=leaf')).html).not.toContain('secret')
    } finally {
      delete prototype.dev
    }
  })

  it('are message, name and stack in development, with the stack mapped', async () => {
    const dev = {
      fixStack(error: Error) {
        error.stack = 'mapped stack'
      },
    }
    const { html } = await visit({ ...build, dev }, '/a/b?_data=leaf')
    expect(JSON.parse(html)).toEqual({
      leaf: {
        error: { type: 'error', message: 'secret', name: 'DatabaseError', stack: 'mapped stack' },
      },
    })
  })

  it('are everything that was thrown as a response', async () => {
    const { html } = await visit(
      tree({ leaf: { loader: fail(json({ public: 1 }, { status: 404, statusText: 'Nope' })) } }),
      '/a/b?_data=leaf',
    )
    expect(JSON.parse(html)).toEqual({
      leaf: { error: { type: 'response', status: 404, statusText: 'Nope', data: { public: 1 } } },
    })
  })
})

describe('handleError of entry.server', () => {
  it('gets the original once, with request, params and context', async () => {
    const handleError = vi.fn()
    const error = new Error('x')
    const build = createBuild(
      { root, page: { path: '/p/:id', default: () => null, loader: fail(error) } },
      { entryServer: { handleError } },
    )
    await visit(build, '/p/7')
    expect(handleError).toHaveBeenCalledOnce()
    const [seen, args] = handleError.mock.calls[0]!
    expect(seen).toBe(error)
    expect(args.request.url).toBe('http://x.test/p/7')
    expect({ ...args.params }).toEqual({ id: '7' })
    expect(args.context.url.pathname).toBe('/p/7')
  })

  it('gets an error of rendering once', async () => {
    const handleError = vi.fn()
    const error = new Error('x')
    await visit(
      { ...tree({ leaf: { default: fail(error) } }), entryServer: { handleError } },
      '/a/b',
    )
    expect(handleError.mock.calls.map(([seen]) => seen)).toEqual([error])
  })

  it('gets errors of the front router', async () => {
    const handleError = vi.fn()
    const handle = createHandler({ ...tree({}), entryServer: { handleError } }, () => {
      throw new Error('no app')
    })
    await expect(handle.ready).rejects.toThrow('no app')
    const response = await handle(new Request('http://x.test/'))
    expect(response.status).toBe(500)
    expect(handleError).toHaveBeenCalledOnce()
  })

  it('may fail itself without doing harm', async () => {
    const handleError = () => {
      throw new Error('reporter')
    }
    const build = tree({
      parent: { loader: fail(new Error('a')) },
      leaf: { loader: fail(new Error('b')) },
    })
    const { response } = await visit({ ...build, entryServer: { handleError } }, '/a/b')
    expect(response.status).toBe(500)
  })

  it('is not told of thrown responses', async () => {
    const handleError = vi.fn()
    await visit(
      { ...tree({ leaf: { loader: fail(json(1, 404)) } }), entryServer: { handleError } },
      '/a/b',
    )
    expect(handleError).not.toHaveBeenCalled()
  })

  it('is not told when the client has left', async () => {
    const handleError = vi.fn()
    const controller = new AbortController()
    const left = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const build = {
      ...tree({
        leaf: {
          async loader({ request }) {
            controller.abort()
            await left.promise
            ended.resolve()
            request.signal.throwIfAborted()
            return null
          },
        },
      }),
      entryServer: { handleError },
    }
    const handler = createHandler(build)
    const response = await handler(new Request('http://x.test/a/b', { signal: controller.signal }))
    expect(response.status).toBe(499)
    left.resolve()
    await ended.promise
    // A whole request takes more steps than what is left of the one that was aborted.
    await handler(new Request('http://x.test/nowhere'))
    expect(handleError).not.toHaveBeenCalled()
    expect(errors).not.toHaveBeenCalled()
  })
})

describe('streaming', () => {
  function later<Value>(value: Value): Promise<Value> {
    return new Promise((resolve) => setTimeout(resolve, 10, value))
  }
  const suspending = (slow: Promise<unknown>): FixtureRoute => ({
    default: () => jsx(Suspense, { fallback: 'waiting', children: jsx(Slow, { slow }) }),
  })
  function Slow({ slow }: { slow: Promise<unknown> }) {
    return jsx('b', { children: use(slow) as string })
  }

  it('sends the shell first and what suspended after it', async () => {
    const response = await createHandler(tree({ leaf: suspending(later('arrived')) }))(
      new Request('http://x.test/a/b'),
    )
    const chunks: string[] = []
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
      chunks.push(chunk)
    expect(response.status).toBe(200)
    expect(chunks[0]).toContain('waiting')
    expect(chunks[0]).not.toContain('arrived')
    expect(chunks.join('')).toContain('<b>arrived</b>')
  })

  it('decides status and headers before the first byte, and reports a later failure', async () => {
    const handleError = vi.fn()
    const failure = new Error('late failure')
    const { html, response } = await visit(
      {
        ...tree({ leaf: suspending(later(0).then(fail(failure))) }),
        entryServer: { handleError },
      },
      '/a/b',
    )
    expect(response.status).toBe(200)
    expect(html).toContain('waiting')
    expect(handleError.mock.calls.map(([error]) => error)).toEqual([failure])
  })

  it('stops quietly when the client leaves', async () => {
    const controller = new AbortController()
    const response = await createHandler(tree({ leaf: suspending(new Promise(() => {})) }))(
      new Request('http://x.test/a/b', { signal: controller.signal }),
    )
    const reader = response.body!.getReader()
    await reader.read()
    controller.abort()
    await reader.read().catch(() => {})
    await reader.cancel().catch(() => {})
    expect(errors).not.toHaveBeenCalled()
  })

  it('renders a page in one piece when nothing suspends', async () => {
    const response = await createHandler(tree({ leaf: { default: () => 'now' } }))(
      new Request('http://x.test/a/b'),
    )
    expect(await response.text()).toMatch(/^<!DOCTYPE html><html>.*now<\/body><\/html>$/)
  })

  it('gives entry.server the request of the client, also for a document that responds to a POST', async () => {
    const seen: unknown[] = []
    const build = {
      ...tree({ leaf: { default: () => 'page', action: () => null, loader: () => null } }),
      entryServer: {
        default({ request, context, render }: RenderArgs) {
          seen.push([
            request.method,
            request.headers.get('Content-Type'),
            request === context.request,
          ])
          return render()
        },
      },
    }
    const type = 'application/x-www-form-urlencoded'
    const { response } = await visit(build, '/a/b', {
      method: 'POST',
      body: 'a=1',
      headers: { 'Content-Type': type },
    })
    expect(response.status).toBe(200)
    await visit(build, '/a/b')
    expect(seen).toEqual([
      ['POST', type, true],
      ['GET', null, true],
    ])
  })

  it('gives handleError the request of the client, also for an error of an action', async () => {
    const handleError = vi.fn()
    const build = {
      ...tree({ leaf: { default: () => 'page', action: fail(new Error('no')) } }),
      entryServer: { handleError },
    }
    await visit(build, '/a/b', { method: 'POST' })
    expect(handleError.mock.calls[0]![1].request.method).toBe('POST')
  })

  it('is replaced by entry.server, which may wait for everything', async () => {
    const seen: unknown[] = []
    const { html, response } = await visit(
      {
        ...tree({ leaf: { ...suspending(later('arrived')), loader: () => json(1, 203) } }),
        entryServer: {
          async default({ render, status, headers }) {
            seen.push(status, headers.get('Content-Type'))
            const response = await render(undefined, { waitForAll: true })
            response.headers.set('X-Entry', '1')
            return response
          },
        },
      },
      '/a/b',
    )
    expect(seen).toEqual([203, 'text/html; charset=utf-8'])
    expect(response.headers.get('X-Entry')).toBe('1')
    expect(html).toContain('<b>arrived</b>')
    expect(html).not.toContain('waiting')
    expect(html).not.toContain('<script')
  })
})

describe('a body that the client got wrong', () => {
  const json = (request: Request) => request.json()
  const form = (request: Request) => request.formData()
  const cases: [string, (request: Request) => Promise<unknown>, RequestInit][] = [
    ['malformed JSON', json, { body: '{', headers: { 'Content-Type': 'application/json' } }],
    ['no JSON at all', json, {}],
    [
      'a body that is no form',
      form,
      { body: '{', headers: { 'Content-Type': 'application/json' } },
    ],
    [
      'a form that is cut off',
      form,
      { body: '--b\r\nCont', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    ],
  ]

  it.each(cases)('is a 400, and no error of the app: %s', async (_, read, init) => {
    const errors = vi.mocked(console.error)
    errors.mockClear()
    const handler = async ({ request }: { request: Request }) => {
      await read(request)
      return null
    }
    const inHandler = createBuild({
      root,
      page: { path: '/page', default: () => null, action: handler },
      api: { path: '/api', action: handler },
    })
    const inMiddleware = createBuild({
      root: {
        ...root,
        middleware: [
          async (context, next) => {
            await read(context.request)
            return next()
          },
        ],
      },
      page: { path: '/page', default: () => null, action: () => null },
      api: { path: '/api', action: () => null },
    })
    for (const build of [inHandler, inMiddleware]) {
      for (const path of ['/page', '/page?_data=page', '/api', '/page?index']) {
        for (const method of ['POST', 'PUT']) {
          const { response } = await visit(build, path, { ...init, method })
          expect([path, method, response.status]).toEqual([path, method, 400])
        }
      }
    }
    expect(errors).not.toHaveBeenCalled()
  })
})
