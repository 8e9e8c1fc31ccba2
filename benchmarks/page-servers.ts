// A page with 50 links and a form, in several frameworks. `node page-servers.ts <name>` serves one and reports its port.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createElement as h, type ReactElement } from 'react'
import { items } from './apps/items.ts'
import { tellPort } from './server-process.ts'

/** An app in `apps/`, or only React. */
export interface PageApp {
  /** The build command, which runs in the folder of the app. */
  build?: readonly string[]
  /** The output of the build. If it exists, the app is not built again. */
  built?: string
  /** The folder of the files for the browser, and the path below which they are served. */
  client?: { folder: string; below: string }
  listen(): Promise<http.RequestListener>
}

const apps = join(import.meta.dirname, 'apps')
const root = join(import.meta.dirname, '..')

export const pageApps: Readonly<Record<string, PageApp>> = {
  'React, renderToPipeableStream': {
    async listen() {
      const { renderToPipeableStream } = await import('react-dom/server')
      return (_, response) => {
        response.on('error', () => {}) // The client disconnected.
        const { pipe } = renderToPipeableStream(page(), {
          onShellReady() {
            response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
            pipe(response)
          },
          onError() {},
        })
      }
    },
  },

  'React, renderToString': {
    async listen() {
      const { renderToString } = await import('react-dom/server')
      return (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        response.end(`<!DOCTYPE html>${renderToString(page())}`)
      }
    },
  },

  framework: {
    build: [join(import.meta.dirname, 'node_modules/framework/dist/tools/cli/main.js'), 'build'],
    client: { folder: join(apps, 'framework/build/client'), below: '/' },
    async listen() {
      type Adapter = Pick<typeof import('framework/node'), 'createRequestListener'>
      const built = join(apps, 'framework/build/server')
      const { createRequestListener }: Adapter = await import(join(built, 'serve.js'))
      const { default: handler } = await import(join(built, 'index.js'))
      return createRequestListener(handler) as http.RequestListener
    },
  },

  'react-router': {
    build: [join(import.meta.dirname, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    built: join(apps, 'react-router/build/server/index.js'),
    client: { folder: join(apps, 'react-router/build/client'), below: '/' },
    async listen() {
      const { createRequestListener } = await import('@react-router/node')
      const build = await import(join(apps, 'react-router/build/server/index.js'))
      return createRequestListener({ build, mode: 'production' })
    },
  },

  'tanstack-start': {
    build: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    built: join(apps, 'tanstack-start/dist/server/server.js'),
    client: { folder: join(apps, 'tanstack-start/dist/client'), below: '/' },
    async listen() {
      const { toNodeHandler } = await import('srvx/node')
      const build = await import(join(apps, 'tanstack-start/dist/server/server.js'))
      return toNodeHandler(build.default.fetch) as http.RequestListener
    },
  },

  next: {
    build: [join(import.meta.dirname, 'node_modules/next/dist/bin/next'), 'build'],
    built: join(apps, 'next/.next/BUILD_ID'),
    client: { folder: join(apps, 'next/.next/static'), below: '/_next/static' },
    async listen() {
      const { default: next } = await import('next')
      const app = (next as unknown as typeof next.default)({ dev: false, dir: join(apps, 'next') })
      await app.prepare()
      const handle = app.getRequestHandler()
      return (request, response) => void handle(request, response)
    },
  },
}

/** Builds each app once in a run. The builds of other frameworks are also kept for later runs. */
export async function buildApps(names: readonly string[] = Object.keys(pageApps)): Promise<void> {
  for (const name of names) await (builds[name] ??= buildApp(name))
}

const builds: Record<string, Promise<void>> = {}

async function buildApp(name: string): Promise<void> {
  const { build, built } = pageApps[name]!
  if (build === undefined || (built !== undefined && existsSync(built))) return

  await promisify(execFile)(process.execPath, build, {
    cwd: join(apps, name),
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
}

function page(): ReactElement {
  return h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, 'Items')),
    h(
      'body',
      null,
      h(
        'main',
        null,
        h('h1', null, 'Items'),
        h(
          'ul',
          null,
          items.map(({ slug, title }) =>
            h('li', { key: slug }, h('a', { href: `/items/${slug}` }, title)),
          ),
        ),
        h(
          'form',
          { method: 'post', action: '/?index' },
          h('input', { name: 'name', 'aria-label': 'Name' }),
          h('button', null, 'Save'),
        ),
      ),
    ),
  )
}

if (import.meta.main) {
  const { client, listen } = pageApps[process.argv[2]!]!
  const listener = await listen()
  const { default: sirv } = await import('sirv')
  const files = client && sirv(client.folder)
  const server = http.createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    if (files === undefined || !request.url!.endsWith('.js')) return listener(request, response)
    request.url = request.url!.slice(client!.below.length - 1).replace(/^\/*/, '/')
    files(request, response)
  })
  server.keepAliveTimeout = 600_000 // Visitors stay while others come.
  server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port))
}
