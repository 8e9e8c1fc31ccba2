import { Suspense, use, type ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, describe, expect, it } from 'vitest'
import { compression } from '../../middleware/compression/index.ts'
import { createRouter, Nonce } from '../../router/fetch-router/index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { serve, type RunningServer } from '../../edges/node/index.ts'
import { Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { createBuild } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'
import { createControlled, readChunks, type Controlled } from './later.fixture.ts'

let server: RunningServer | undefined

afterEach(async () => {
  await server?.close()
})

function Reviews({ of }: { of: Promise<unknown> }): ReactNode {
  return jsx('p', { children: String(use(of)) })
}

/** Serves a page with one deferred value over HTTP, and returns its URL. */
async function serveBook(reviews: Controlled): Promise<string> {
  const build = createBuild({
    root: {
      default: () =>
        jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
    },
    book: {
      path: '/book',
      loader: () => ({ reviews: reviews.later }),
      default() {
        const { reviews } = useLoaderData() as { reviews: Promise<unknown> }
        return jsx(Suspense, { fallback: 'waiting', children: jsx(Reviews, { of: reviews }) })
      },
    },
  })
  const handler = createHandler(build, (pages) => {
    const router = createRouter({
      middleware: [
        compression(),
        (context, next) => {
          context.set(Nonce, 'n0nce')
          return next()
        },
      ],
    })
    router.map('/*', pages)
    return router
  })
  server = await serve(handler, { port: 0, host: '127.0.0.1', quiet: true, handleSignals: false })
  return `${server.url}/book`
}

describe('deferred values over HTTP', () => {
  it.each([
    ['data', '?_data=book', '"later":["reviews"]', '{"end":true}'],
    ['a document', '', 'waiting', '</body></html>'],
  ])('follow the start of %s, which is there at once', async (_, search, start, end) => {
    const reviews = createControlled()
    const response = await fetch((await serveBook(reviews)) + search)
    expect(response.headers.get('Content-Encoding')).not.toBe(null)
    const chunks = readChunks(response)
    let text = ''
    while (!text.includes(start)) text += await chunks.next()
    expect(text).not.toContain(end)
    reviews.resolve('good')
    text += await chunks.rest()
    expect(text).toContain('"later":["book","reviews"],"data":"good"')
    expect(text).toContain(end)
  })

  it.each([
    ['data', '?_data=book'],
    ['a document', ''],
  ])('are dropped when the client of %s leaves', async (_, search) => {
    const reviews = createControlled()
    const client = new AbortController()
    const response = await fetch((await serveBook(reviews)) + search, { signal: client.signal })
    await readChunks(response).next()
    expect(reviews.isAborted).toBe(false)
    client.abort()
    await eventually(() => expect(reviews.isAborted).toBe(true))
  })
})
