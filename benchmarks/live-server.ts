// A server of live pages for `live.ts`: `/items/<n>` reads the tag `item:<n>`, and a POST to it writes the tag.
import { createElement as h } from 'react'
import { Outlet } from 'framework'
import { createRouter } from 'framework/fetch-router'
import { serve } from 'framework/node'
import { createHandler, type ServerBuild } from 'framework/server'
import { connectBus } from './live-bus.ts'
import { tellPort } from './server-process.ts'

/** The URL of the Redis or the Postgres between the processes, if there is one. */
const busUrl = process.argv[3]
const counts = new Map<string, number>()

const item = {
  default: () => null,
  live: true,
  reads: ({ params }: { params: { id: string } }) => [`item:${params.id}`],
  loader: ({ params }: { params: { id: string } }) => counts.get(params.id) ?? 0,
  action({ params, writes }: { params: { id: string }; writes: (...tags: string[]) => void }) {
    counts.set(params.id, (counts.get(params.id) ?? 0) + 1)
    writes(`item:${params.id}`)
    return null
  },
}
const flags = { hasMiddleware: false, hasComponent: true, hasErrorBoundary: false }
const files = { module: '', imports: [], css: [] }
const build = {
  manifest: {
    version: 'v1',
    basename: '/',
    trailingSlash: 'strict',
    routes: {
      root: {
        id: 'root',
        path: ['=/'],
        pattern: '/',
        hasLoader: false,
        hasAction: false,
        ...flags,
        ...files,
      },
      item: {
        id: 'item',
        parentId: 'root',
        path: ['=/items/', ':id'],
        pattern: '/items/:id',
        hasLoader: true,
        hasAction: true,
        live: true,
        ...flags,
        ...files,
      },
    },
  },
  routes: { root: { default: () => h('html', null, h('body', null, h(Outlet))) }, item },
  clientEntry: { url: '', imports: [], css: [] },
  manifestUrl: '',
  basename: '/',
} as unknown as ServerBuild

const bus = busUrl === undefined ? undefined : (await connectBus(busUrl)).bus
const handler = createHandler(build, (pages) => {
  const router = createRouter({ ...(bus && { bus }) })
  const limits = { maxStreams: 20_000, maxStreamsPerClient: Infinity }
  router.map('/*', pages.with({ tagSecret: 'a secret of this benchmark', ...limits }))
  return router
})
const server = await serve(handler, { port: 0, host: '127.0.0.1', quiet: true })
tellPort(server.port)
