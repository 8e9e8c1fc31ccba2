// Generates apps with many pages, for several frameworks. `node scale-apps.ts <name> <count>` serves one and prints its port.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { tellPort } from './server-process.ts'

/** A framework whose dev server can show generated pages. */
interface DevApp {
  files(count: number): Record<string, string>
  /** The module of a page. */
  pageFile(page: number): string
  dev(port: number): readonly string[]
}

/** A framework that can also serve them from a build. */
interface ScaleApp extends DevApp {
  build: readonly string[]
  /** Code that defines `handle`, a function from a `Request` to a `Response`, for the built app in the current folder. */
  start: string
  listen(folder: string): Promise<http.RequestListener>
}

const cli = join(import.meta.dirname, 'node_modules/framework/dist/tools/cli/main.js')
const reactRouterCli = join(import.meta.dirname, 'node_modules/@react-router/dev/bin.cjs')

export const scaleApps: Readonly<Record<string, ScaleApp>> = {
  framework: {
    files: (count) => ({
      'vite.config.ts': viteConfig('framework/vite', 'framework'),
      ...modules('framework', count),
    }),
    pageFile: (page) => `app/${pageFile(page)}`,
    build: [cli, 'build'],
    dev: (port) => [cli, 'dev', '--port', String(port)],
    start: `const { default: handle } = await import('./build/server/index.js')`,
    async listen(folder) {
      type Adapter = Pick<typeof import('framework/node'), 'createRequestListener'>
      const built = join(folder, 'build/server')
      const { createRequestListener }: Adapter = await import(join(built, 'serve.js'))
      const { default: handler } = await import(join(built, 'index.js'))
      return createRequestListener(handler) as http.RequestListener
    },
  },

  'react-router': {
    pageFile: (page) => `app/${pageFile(page)}`,
    files: (count) => ({
      ...modules('react-router', count),
      'vite.config.ts': viteConfig('@react-router/dev/vite', 'reactRouter'),
      'react-router.config.ts': 'export default { ssr: true }\n',
      'app/routes.ts': [
        `import { route } from '@react-router/dev/routes'`,
        `export default [`,
        ...numbers(count).map((i) => `  route('section${i}/:id/item${i}', '${pageFile(i)}'),`),
        `]`,
      ].join('\n'),
    }),
    build: [reactRouterCli, 'build'],
    dev: (port) => [reactRouterCli, 'dev', '--port', String(port)],
    start: `const { createRequestHandler } = await import('react-router')
const handle = createRequestHandler(await import('./build/server/index.js'), 'production')`,
    async listen(folder) {
      const { createRequestListener } = await import('@react-router/node')
      const build = await import(join(folder, 'build/server/index.js'))
      return createRequestListener({ build, mode: 'production' })
    },
  },
}

export const devApps: Readonly<Record<string, DevApp>> = {
  ...scaleApps,

  'tanstack-start': {
    pageFile: (page) => `src/${pageFile(page)}`,
    files: (count) => ({
      ...Object.fromEntries(
        ['vite.config.ts', 'src/router.tsx', 'src/routes/__root.tsx'].map((file) => [
          file,
          readFileSync(join(import.meta.dirname, 'apps/tanstack-start', file), 'utf8'),
        ]),
      ),
      ...Object.fromEntries(
        numbers(count).map((i) => [`src/${pageFile(i)}`, tanstackPage(i, (i + 1) % count)]),
      ),
    }),
    dev: (port) => [
      join(import.meta.dirname, '../node_modules/vite/bin/vite.js'),
      ...['dev', '--port', String(port), '--strictPort'],
    ],
  },
}

/** Returns the folder of an app with `count` pages. Its packages are in the folders above. */
export function folderOf(name: string, count: number): string {
  return join(import.meta.dirname, '.framework', `${name}-${count}`)
}

/** The path of a page of an app. */
export function pathOf(page: number): string {
  return `/section${page}/7/item${page}`
}

/** Writes an app of `count` pages, each with a loader and a link to the next. */
export function generateApp(name: string, count: number): void {
  const folder = folderOf(name, count)
  rmSync(folder, { recursive: true, force: true })

  const all: Record<string, string> = {
    'package.json': JSON.stringify({
      name: `scale-${name}-${count}`,
      private: true,
      type: 'module',
      dependencies: { isbot: '*', 'react-router': '*' },
    }),
    ...devApps[name]!.files(count),
  }
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

function pageFile(i: number): string {
  return `routes/section${i}.$id.item${i}.tsx`
}

function modules(library: string, count: number): Record<string, string> {
  const pages = numbers(count).map((i) => {
    return [`app/${pageFile(i)}`, pageModule(library, i, (i + 1) % count)] as const
  })
  return { 'app/root.tsx': rootModule(library), ...Object.fromEntries(pages) }
}

function viteConfig(module: string, plugin: string): string {
  return `import { ${plugin} } from '${module}'
import { defineConfig } from 'vite'

// The packages are in folders above that Vite would not serve.
export default defineConfig({ plugins: [${plugin}()], server: { fs: { strict: false } } })
`
}

function rootModule(library: string): string {
  return `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '${library}'

export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
`
}

function pageModule(library: string, i: number, next: number): string {
  return `import { Link, useLoaderData } from '${library}'

export function loader({ params }: { params: { id?: string } }) {
  return { id: params.id, text: 'Page ${i}' }
}

export default function Page${i}() {
  const { id, text } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{text}</h1>
      <p>{id}</p>
      <Link to="${pathOf(next)}">Next</Link>
    </main>
  )
}
`
}

function tanstackPage(i: number, next: number): string {
  return `import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'

const load = createServerFn()
  .validator((id: string) => id)
  .handler(({ data }) => ({ id: data, text: 'Page ${i}' }))

export const Route = createFileRoute('/section${i}/$id/item${i}')({
  loader: ({ params }) => load({ data: params.id }),
  component: Page${i},
})

function Page${i}() {
  const { id, text } = Route.useLoaderData()
  return (
    <main>
      <h1>{text}</h1>
      <p>{id}</p>
      <Link to="${pathOf(next)}">Next</Link>
    </main>
  )
}
`
}

if (import.meta.main) {
  const [name, count] = [process.argv[2]!, Number(process.argv[3])]
  const folder = folderOf(name, count)
  const listener = await scaleApps[name]!.listen(folder)
  const { default: sirv } = await import('sirv')
  const files = sirv(join(folder, 'build/client'))
  const server = http.createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    if (!request.url!.startsWith('/assets/')) return listener(request, response)
    files(request, response)
  })
  server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port))
}
