import { Suspense, use, type ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { later, Outlet, Scripts, useLoaderData } from 'framework'
import { createRouter, Nonce } from 'framework/fetch-router'
import { serve } from 'framework/node'
import { createHandler, type ServerBuild } from 'framework/server'
import type { Report } from './report.ts'
import type { BenchOptions } from './run.ts'
import { median, spread } from './statistics.ts'

/** How long the loader of each page takes, as one query of a database does, in milliseconds. */
const loaderTime = 20
/** How long the deferred value takes. */
const deferredTime = 500

export default async function benchLater({ trial }: BenchOptions): Promise<Report> {
  const rounds = trial ? 5 : 300
  const server = await serve(createApp(), {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
    handleSignals: false,
  })
  const paths = { 'nothing deferred': '/plain', 'one value deferred': '/deferred' }
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(paths).map((name) => [name, []]),
  )
  try {
    for (let round = -20; round < rounds; round++) {
      for (const [name, path] of Object.entries(paths)) {
        const time = await firstByte(new URL(path, server.url))
        if (round >= 0) times[name]!.push(time)
      }
    }
  } finally {
    await server.close()
  }

  const plain = times['nothing deferred']!
  const ratios = times['one value deferred']!.map((time, round) => time / plain[round]!)
  return {
    title: 'Deferred values',
    about:
      `Two pages with 50 items whose loader takes ${loaderTime} ms. One of them defers a value of ${deferredTime} ms. ` +
      'Both are requested in turns over HTTP, and the time until the first byte of the document is measured.',
    tables: [
      {
        title: 'First byte',
        columns: ['', 'milliseconds', 'as long as without'],
        rows: Object.entries(times).map(([name, all]) => [
          name,
          spread(all, 2),
          spread(all.map((time, round) => time / plain[round]!)),
        ]),
      },
    ],
    budgets: [
      {
        what: 'first byte with a deferred value',
        budget: '≤ 1.05 × without',
        measured: spread(ratios),
        met: median(ratios) <= 1.05,
      },
    ],
    data: times,
  }
}

/** Returns the time until the first byte, in milliseconds. */
async function firstByte(url: URL): Promise<number> {
  const start = performance.now()
  const response = await fetch(url)
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  const time = performance.now() - start
  if (response.status !== 200 || !new TextDecoder().decode(value).startsWith('<!DOCTYPE html>')) {
    throw new Error(`${url.pathname} returned ${response.status} instead of a document`)
  }
  await reader.cancel()
  return time
}

function createApp(): ReturnType<typeof createHandler> {
  return createHandler(createBuild(), (pages) => {
    const router = createRouter({
      middleware: [
        (context, next) => {
          context.set(Nonce, 'bmV2ZXIgdGhlIHNhbWU')
          return next()
        },
      ],
    })
    router.map('/*', pages)
    return router
  })
}

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

function Page(): ReactNode {
  const { title, reviews } = useLoaderData() as { title: string; reviews?: Promise<string> }
  return jsxs('main', {
    children: [
      jsx('h1', { children: title }),
      jsx('ul', {
        children: Array.from({ length: 50 }, (_, i) => jsx('li', { children: `Item ${i}` }, i)),
      }),
      reviews &&
        jsx(Suspense, {
          fallback: jsx('i', { children: '…' }),
          children: jsx(Reviews, { reviews }),
        }),
    ],
  })
}

function Reviews({ reviews }: { reviews: Promise<string> }): ReactNode {
  return jsx('p', { children: use(reviews) })
}

function createBuild(): ServerBuild {
  const kind = { hasAction: false, hasMiddleware: false, hasComponent: true }
  const files = { hasErrorBoundary: false, module: '/a.js', imports: [], css: [] }
  const page = (id: string) => ({
    id,
    parentId: 'root',
    pattern: `/${id}`,
    path: [`=/${id}`],
    hasLoader: true,
    ...kind,
    ...files,
  })
  return {
    manifest: {
      version: 'v1',
      basename: '/',
      trailingSlash: 'strict',
      routes: {
        root: { id: 'root', pattern: '/', path: ['=/'], hasLoader: false, ...kind, ...files },
        plain: page('plain'),
        deferred: page('deferred'),
      },
    },
    routes: {
      root: {
        default: () =>
          jsx('html', {
            children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }),
          }),
      },
      plain: {
        async loader() {
          await wait(loaderTime)
          return { title: 'Dune' }
        },
        default: Page,
      },
      deferred: {
        async loader() {
          await wait(loaderTime)
          return { title: 'Dune', reviews: later(() => wait(deferredTime).then(() => 'Good')) }
        },
        default: Page,
      },
    },
    clientEntry: { url: '/entry.js', imports: [], css: [] },
    manifestUrl: '/manifest.js',
    basename: '/',
  } as never
}
