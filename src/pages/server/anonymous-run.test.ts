import { Suspense, use } from 'react'
import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { createAnonymousRequest, noticesOf } from '../../internal/exchange/anonymous-run.ts'
import { sendInner } from '../../router/fetch-router/shared.ts'
import { createBuild, root, type FixtureRoute } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const url = 'https://example.com/page'

describe('pages in an anonymous run', () => {
  const slow: FixtureRoute = {
    path: '/slow',
    default() {
      return jsx(Suspense, { fallback: 'waiting', children: jsx(Late, {}) })
    },
  }
  let promise = Promise.resolve('late content')
  function Late() {
    return jsx('p', { children: use(promise) })
  }

  async function visit(build: Parameters<typeof createHandler>[0], path: string) {
    promise = new Promise((resolve) => setTimeout(() => resolve('late content'), 5))
    const request = createAnonymousRequest(`https://example.com${path}`)
    const response = await sendInner(createHandler(build), request)
    return { response, html: await response.text(), notices: noticesOf(request) }
  }

  it('waits for everything, so that the document has no inline code', async () => {
    for (const entryServer of [
      undefined,
      { default: ({ render }: { render: () => Promise<Response> }) => render() },
    ]) {
      const build = createBuild(
        { root, slow },
        entryServer && { entryServer: entryServer as never },
      )
      const { html, notices } = await visit(build, '/slow')
      expect(html).toContain('<p>late content</p>')
      expect(html).not.toMatch(/waiting|\$RC|<template/)
      expect(notices).toEqual([])
    }
  })

  it('reads no header itself, and is the same for every browser', async () => {
    const page: FixtureRoute = {
      path: '/page',
      default: () => jsx('p', {}),
      loader: () => ({ a: 1 }),
    }
    for (const path of ['/page', '/page?_data=page', '/missing']) {
      expect((await visit(createBuild({ root, page }), path)).notices).toEqual([])
    }
  })

  it('notices what middleware and loaders of route modules read', async () => {
    const page: FixtureRoute = {
      path: '/page',
      default: () => jsx('p', {}),
      middleware: [
        (context: RequestContext, next: () => Promise<Response>) => {
          context.headers.get('Accept')
          return next()
        },
      ] as never,
      loader: ({ context }) => ({ theme: context.headers.get('X-Theme') }),
    }
    const { notices } = await visit(createBuild({ root, page }), '/page')
    expect(notices).toEqual(['read the Accept header', 'read the X-Theme header'])
  })

  it('notices a part that failed while the rest was sent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken: FixtureRoute = {
      path: '/broken',
      default: () => jsx(Suspense, { fallback: 'waiting', children: jsx(Fails, {}) }),
    }
    function Fails(): never {
      use(promise)
      throw new Error('broken')
    }
    const { response, notices } = await visit(createBuild({ root, broken }), '/broken')
    expect([response.status, notices]).toEqual([200, ['failed in part']])
  })

  it('notices headers behind every place that copies a request', async () => {
    const seen: string[] = []
    const page: FixtureRoute = {
      path: '/page',
      index: true,
      default: () => jsx('p', {}),
      loader: ({ request }) => {
        seen.push(request.url)
        return { language: request.headers.get('Accept-Language') }
      },
    }
    const handler = createHandler(createBuild({ root, page }))
    const paths = [
      '/page',
      '/page?_data=page',
      '/page?index',
      '/a/../page',
      '/pa%67e?index&_data=page',
    ]
    for (const path of paths) {
      const request = createAnonymousRequest(`https://example.com${path}`)
      const response = await sendInner(handler, request)
      expect([response.status, noticesOf(request)]).toEqual([
        200,
        ['read the Accept-Language header'],
      ])
    }
    expect(seen).toHaveLength(paths.length)
  })

  it('asks for the same routes as the data request that causes it', async () => {
    const seen: unknown[] = []
    const page: FixtureRoute = {
      path: '/page',
      default: () => jsx('p', {}),
      loader: () => ({ a: 1 }),
    }
    const handler = createHandler(createBuild({ root, page }), (pages) => {
      const router = createRouter({
        middleware: [
          async (context, next) => {
            if (context.headers.has('X-Visitor')) {
              const request = createAnonymousRequest(context.request.url)
              const inner = await sendInner(context.router as never, request, { outer: context })
              seen.push(await inner.json())
            }
            return next()
          },
        ],
      })
      router.map('/*', pages)
      return router
    })
    const headers = { 'X-Visitor': 'yes' }
    const response = await handler(new Request(`${url}?_data=page`, { headers }))
    expect(seen).toEqual([await response.json()])
  })
})
