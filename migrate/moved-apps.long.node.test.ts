import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../src/tools/testing/index.ts'
import { sourceAliases } from '../src/tools/vite/app.fixture.ts'
import { createOldApp, move, reactRouter, remix, type Files } from './old-app.fixture.ts'

const repository = join(import.meta.dirname, '..')
const strict = JSON.stringify({
  include: ['app', '*.d.ts'],
  compilerOptions: {
    lib: ['DOM', 'DOM.Iterable', 'ES2019'],
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'node',
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { '~/*': ['./app/*'] },
  },
})

describe('a moved app', () => {
  it('of Remix 1 with its own compiler has its types, pages and forms', async () => {
    const folder = await moveAll({
      ...remix,
      'package.json': remix['package.json']!.replaceAll('^2.9.0', '^1.19.0'),
      'tsconfig.json': strict,
      'remix.env.d.ts': '/// <reference types="@remix-run/dev" />\n',
      '.gitignore': 'node_modules\n',
      'node_modules/@remix-run/dev/package.json':
        '{ "version": "1.19.3", "bin": { "remix": "b.js" } }',
      'node_modules/@remix-run/dev/b.js': `console.log(${JSON.stringify(
        JSON.stringify([
          {
            id: 'root',
            file: 'root.tsx',
            children: [
              { id: 'routes/index', index: true, file: 'routes/index.tsx' },
              {
                id: 'routes/jokes',
                path: 'jokes',
                file: 'routes/jokes.tsx',
                children: [{ id: 'routes/jokes/$id', path: ':id', file: 'routes/jokes/$id.tsx' }],
              },
            ],
          },
        ]),
      )})`,
      'app/root.tsx': document('remix', 'useCatch', [
        'export function CatchBoundary() {',
        '  const caught = useCatch()',
        '  return <html><body><h1>{caught.status}</h1></body></html>',
        '}',
      ]),
      'app/styles.css': 'h1 { color: red }\n',
      'app/session.server.ts':
        "import { createCookieSessionStorage } from '@remix-run/node'\nconst storage = createCookieSessionStorage({ cookie: { name: 's', secrets: ['a secret of tests only'] } })\nexport const name = async (cookie: string | null) => (await storage.getSession(cookie)).get('name')?.toUpperCase()\n",
      'app/routes/_index.tsx': '',
      'app/routes/index.tsx': [
        "import type { ActionFunction, LinksFunction, LoaderFunction, MetaFunction } from 'remix'",
        "import { Form, json, redirect, useActionData, useLoaderData } from 'remix'",
        "import styles from '~/styles.css'",
        "import { name } from '~/session.server'",
        'export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }]',
        'export const meta: MetaFunction = ({ data }) => ({ title: data.title })',
        'export const loader: LoaderFunction = async ({ request }) => json({ title: "Home", name: await name(request.headers.get("Cookie")) })',
        'export const action: ActionFunction = async ({ request }) => {',
        '  const name = (await request.formData()).get("name")',
        '  return name ? redirect(`/jokes/${name}`) : json({ error: "A name is missing" }, 400)',
        '}',
        'export default function Index() {',
        '  const data = useLoaderData()',
        '  const failed = useActionData()',
        '  return <Form method="post"><h1>{data.title}</h1><input name="name" aria-label="Name" /><button>Go</button><p>{failed?.error.trim()}</p></Form>',
        '}',
        '',
      ].join('\n'),
      'app/routes/jokes.tsx':
        "import { Outlet } from 'remix'\nexport default function Jokes() {\n  return <main><Outlet /></main>\n}\n",
      'app/routes/jokes/$id.tsx':
        "import { useParams } from 'react-router-dom'\nexport const loader = ({ params }: any) => { if (params.id === 'none') throw new Response('x', { status: 404 }); return null }\nexport default function Joke() {\n  return <h1>{`Joke ${useParams().id}`}</h1>\n}\n",
    })
    expect(typeErrors(folder)).toBe('')

    const visitor = (await open(folder)).visitor()
    const home = await visitor.visit('/')
    expect(home.title).toBe('Home')
    expect((await home.submit({ Name: '' })).text).toContain('A name is missing')
    expect((await home.submit({ Name: 'road' })).text).toContain('Joke road')
    expect((await visitor.visit('/jokes/none')).text).toContain('404')
    expect((await visitor.visit('/jokes/road/')).status).toBe(200)
  })

  it('of Remix 2 with Vite has its types, pages and forms, and sends what the original sent', async () => {
    const folder = await moveAll(remixVite)
    expect(typeErrors(folder)).toBe('')

    const visitor = (await open(folder)).visitor()
    const home = await visitor.visit('/')
    const seen = [home, await home.submit({ Title: '' }), await home.submit({ Title: 'dune' })]
    for (const path of ['/books/none', '/books/dune/', '/feed.xml']) {
      seen.push(await visitor.visit(path))
    }
    expect(seen.map(({ status, title, text }) => [status, title, text.trim()])).toEqual(recorded)
  })

  it('in a package that is not a module builds, and its CommonJS scripts and configuration run', async () => {
    const folder = await moveAll({
      ...remix,
      'package.json': remix['package.json']!.replace(
        '"scripts": {',
        '"scripts": {\n"seed": "node seed.js",',
      ),
      '.gitignore': 'node_modules\n',
      'seed.js': "const { name } = require('./package.json')\nconsole.log(`seeds ${name}`)\n",
      'postcss.config.js':
        "module.exports = { plugins: [{ postcssPlugin: 'x', Once: (root) => { root.append('h1 { color: rebeccapurple }') } }] }\n",
      'app/styles.css': 'p { margin: 0 }\n',
      'app/root.tsx': document('@remix-run/react', 'useMatches', [
        "import styles from './styles.css'",
        'export const links = () => [{ rel: "stylesheet", href: styles }]',
        'export const handle = { useMatches }',
      ]),
      'app/routes/_index.tsx': 'export default function Home() {\n  return <h1>Home</h1>\n}\n',
    })
    const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...env } = process.env
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    expect(run('seed.js')).toBe('seeds shop\n')

    // A copy, because Vite does not treat a linked package as one that is installed.
    const own = join(folder, 'node_modules/framework')
    rmSync(own)
    for (const part of ['dist', 'package.json'])
      cpSync(join(repository, part), join(own, part), { recursive: true })
    run(join(own, 'dist/tools/cli/main.js'), 'build')
    const html = run(
      '--input-type=module',
      '-e',
      "const { default: handler } = await import('./build/server/index.js'); console.log(await (await handler(new Request('http://localhost/'))).text())",
    )
    expect(html).toContain('<h1>Home</h1>')
    const [, style] = /href="\/([^"]+\.css)"/.exec(html)!
    expect(readFileSync(join(folder, 'build/client', style!), 'utf8')).toContain('#639')
  })

  it('of React Router 8 has its types, pages, middleware and entries, and sends what the original sent', async () => {
    const folder = await moveAll(reactRouter8)
    expect(typeErrors(folder)).toBe('')

    const visitor = (await open(folder)).visitor()
    const about = await visitor.visit('/about')
    const seen = [about, await about.submit({ Name: '' }), await about.submit({ Name: 'x' })]
    for (const path of ['/about/', '/', '/books/dune', '/admin']) {
      seen.push(await visitor.visit(path))
    }
    expect(seen.map(({ status, title, text }) => [status, title, text.trim()])).toEqual(recorded8)
  })

  it('of React Router 7 has its types, pages and middleware', async () => {
    const folder = await moveAll({
      ...reactRouter,
      'tsconfig.json': strict,
      'app/env.d.ts': '/// <reference types="@react-router/node" />\n',
      'app/context.ts':
        "import { createContext } from 'react-router'\nexport const user = createContext<string>('nobody')\n",
      'app/root.tsx': document('react-router', 'isRouteErrorResponse', [
        "import type { Route } from './+types/root'",
        "import { user } from './context'",
        'export const middleware: Route.MiddlewareFunction[] = [',
        '  async ({ request, context }) => {',
        '    if (request.headers.has("X-None")) return',
        '    context.set(user, "Ada")',
        '  },',
        ']',
        'export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {',
        '  return <html><body><h1>{isRouteErrorResponse(error) ? error.status : "?"}</h1></body></html>',
        '}',
      ]),
      'app/routes/book.tsx': [
        "import { data, Form } from 'react-router'",
        "import type { Route } from './+types/book'",
        "import { user } from '~/context'",
        'export async function loader({ params, context }: Route.LoaderArgs) {',
        '  const slug: string = params.slug',
        '  if (slug === "none") throw data("No book", { status: 404 })',
        '  return { title: slug, user: context.get(user), page: params.page }',
        '}',
        'export async function action({ request }: Route.ActionArgs) {',
        '  return { saved: String((await request.formData()).get("title")) }',
        '}',
        'export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title ?? "" }]',
        'export default function Book({ loaderData: { title, user }, actionData, params }: Route.ComponentProps) {',
        '  const slug: string = params.slug',
        '  return <Form method="post"><h1>{`${title} for ${user} at ${slug}`}</h1><input name="title" aria-label="Title" /><button>Save</button><Saved data={actionData} /></Form>',
        '}',
        "function Saved({ data }: { data: Route.ComponentProps['actionData'] }) {",
        '  return <p>{data?.saved.trim()}</p>',
        '}',
        '',
      ].join('\n'),
    })
    expect(typeErrors(folder)).toBe('')

    const visitor = (await open(folder)).visitor()
    const book = await visitor.visit('/books/dune')
    expect([book.title, book.status]).toEqual(['dune', 200])
    expect(book.text).toContain('dune for Ada at dune')
    expect((await book.submit({ Title: 'Emma' })).text).toContain('Emma')
    expect((await visitor.visit('/books/none')).text).toContain('404')
    expect((await visitor.visit('/admin')).status).toBe(200)
  })
})

/** An app of Remix 2 with Vite. It only imports what that version has. */
const remixVite: Files = {
  'package.json': remix['package.json']!.replace('{', '{\n  "type": "module",'),
  'vite.config.ts':
    "import { vitePlugin as remix } from '@remix-run/dev'\nimport { defineConfig } from 'vite'\nimport tsconfigPaths from 'vite-tsconfig-paths'\nexport default defineConfig({ plugins: [remix({ future: { v3_fetcherPersist: true } }), tsconfigPaths()] })\n",
  'tsconfig.json': strict,
  'env.d.ts': '/// <reference types="@remix-run/node" />\n/// <reference types="vite/client" />\n',
  'app/styles.css': 'h1 { color: red }\n',
  'app/visits.server.ts':
    "import { createCookie } from '@remix-run/node'\nexport const visits = createCookie('visits', { path: '/' })\n",
  'app/root.tsx': [
    "import type { LinksFunction } from '@remix-run/node'",
    "import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react'",
    "import styles from '~/styles.css?url'",
    'export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }]',
    'export function Layout({ children }: { children: React.ReactNode }) {',
    '  return <html lang="en"><head><Meta /><Links /></head><body>{children}<ScrollRestoration /><Scripts /></body></html>',
    '}',
    'export default function App() { return <Outlet /> }',
    'export function ErrorBoundary() {',
    '  const error = useRouteError()',
    '  return <h1>{isRouteErrorResponse(error) ? `${error.status} ${error.data}` : "?"}</h1>',
    '}',
    '',
  ].join('\n'),
  'app/routes/_index.tsx': [
    "import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'",
    "import { Form, useActionData, useLoaderData } from '@remix-run/react'",
    "import { visits } from '~/visits.server'",
    'export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }]',
    'export async function loader({ request }: LoaderFunctionArgs) {',
    '  const count = (await visits.parse(request.headers.get("Cookie"))) ?? 0',
    '  return json({ title: "Books", count, at: new Date(0) }, { headers: { "Set-Cookie": await visits.serialize(count + 1) } })',
    '}',
    'export async function action({ request }: ActionFunctionArgs) {',
    '  const title = String((await request.formData()).get("title"))',
    '  return title ? redirect(`/books/${title}`) : json({ error: "A title is missing" }, { status: 422 })',
    '}',
    'export default function Index() {',
    '  const { title, count, at } = useLoaderData<typeof loader>()',
    '  const failed = useActionData<typeof action>()',
    '  return <Form method="post"><h1>{title}</h1><p>{`${count} visits since ${at.slice(0, 4)}`}</p><label>Title <input name="title" /></label><button>Go</button><p>{failed?.error}</p></Form>',
    '}',
    '',
  ].join('\n'),
  'app/routes/books.$slug.tsx': [
    "import { json, type LoaderFunctionArgs } from '@remix-run/node'",
    "import { useFetcher, useLoaderData } from '@remix-run/react'",
    'export const loader = async ({ params }: LoaderFunctionArgs) => {',
    '  if (params.slug === "none") throw json("No such book", { status: 404 })',
    '  return { slug: params.slug! }',
    '}',
    'export default function Book() {',
    '  const fetcher = useFetcher()',
    '  return <h1>{`Book ${useLoaderData<typeof loader>().slug} ${fetcher.state}`}</h1>',
    '}',
    '',
  ].join('\n'),
  'app/routes/feed[.]xml.ts':
    "export const loader = () => new Response('<feed>Books</feed>', { headers: { 'Content-Type': 'application/xml' } })\n",
}

/** What the app sent with Remix 2.17 and remix-serve: the status, the title and the text of each page. */
const recorded = [
  [200, 'Books', 'Books\n0 visits since 1970\nTitle Go'],
  [422, 'Books', 'Books\n1 visits since 1970\nTitle Go\nA title is missing'],
  [200, '', 'Book dune idle'],
  [404, '', '404 No such book'],
  [200, '', 'Book dune idle'],
  [200, '', ''],
]

/** An app of React Router 8 with a context, middleware and entries. */
const reactRouter8: Files = {
  ...reactRouter,
  'package.json': reactRouter['package.json']!.replaceAll('^7.9.0', '^8.0.0'),
  'tsconfig.json': strict,
  'app/entry.client.tsx':
    "import { startTransition, StrictMode } from 'react'\nimport { hydrateRoot } from 'react-dom/client'\nimport { HydratedRouter } from 'react-router/dom'\nstartTransition(() => {\n  hydrateRoot(document, <StrictMode><HydratedRouter /></StrictMode>)\n})\n",
  'app/user.ts':
    "import { createContext, type MiddlewareFunction } from 'react-router'\nexport const user = createContext<string>('guest')\nexport const login: MiddlewareFunction = async ({ request, context }, next) => {\n  context.set(user, request.headers.get('X-User') ?? 'Ada')\n  const response = await next()\n  return response\n}\n",
  'app/root.tsx': document('react-router', 'isRouteErrorResponse', [
    "import type { Route } from './+types/root'",
    'export const handle = { isRouteErrorResponse }',
    'export const links: Route.LinksFunction = () => []',
  ]),
  'app/routes/frame.tsx': [
    "import { Outlet } from 'react-router'",
    "import type { Route } from './+types/frame'",
    "import { login, user } from '~/user'",
    'export const middleware: Route.MiddlewareFunction[] = [login]',
    'export const loader = ({ context, url }: Route.LoaderArgs) => ({ user: context.get(user), path: url.pathname })',
    'export default function Frame(props: Route.ComponentProps) {',
    '  const { loaderData } = props',
    '  return <main>{`${loaderData.user} at ${loaderData.path}`}<Outlet /></main>',
    '}',
    '',
  ].join('\n'),
  'app/routes/about.tsx': [
    "import { data, Form } from 'react-router'",
    "import type { Route } from './+types/about'",
    'export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: loaderData?.title ?? "" }]',
    'export async function loader() { return data({ title: "About" }, { headers: { "X-A": "1" } }) }',
    'export async function action({ request }: Route.ActionArgs) {',
    '  const name = String((await request.formData()).get("name"))',
    '  if (name === "") return data({ error: "A name is missing" }, { status: 400 })',
    '  throw data("Gone", { status: 410 })',
    '}',
    'export default function About({ actionData }: Route.ComponentProps) {',
    '  return <Form method="post"><input name="name" aria-label="Name" /><button>Send</button><p>{actionData?.error}</p></Form>',
    '}',
    'export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {',
    '  return <p>{(error as { status: number }).status}</p>',
    '}',
    '',
  ].join('\n'),
}

/** What the app sent with React Router 8.0, behind a server of Node: the status, the title and the text of each page. */
const recorded8 = [
  [200, 'About', 'Ada at /about\nSend'],
  [400, 'About', 'Ada at /about\nSend\nA name is missing'],
  [410, '', 'Ada at /about\n410'],
  [200, 'About', 'Ada at /about/\nSend'],
  [200, '', ''],
  [200, '', ''],
  [200, '', ''],
]

/** A root that renders a document with the components of a package. */
function document(from: string, hook: string, lines: readonly string[]): string {
  const components = 'Links, LiveReload, Meta, Outlet, Scripts, ScrollRestoration'
  const names = from === 'remix' ? components : components.replace('LiveReload, ', '')
  return [
    `import { ${names}, ${hook} } from '${from}'`,
    ...lines,
    'export default function Root() {',
    '  return (',
    '    <html lang="en">',
    '      <head><Meta /><Links /></head>',
    '      <body>',
    '        <Outlet />',
    '        <ScrollRestoration />',
    '        <Scripts />',
    ...(from === 'remix' ? ['        <LiveReload />'] : []),
    '      </body>',
    '    </html>',
    '  )',
    '}',
    '',
  ].join('\n')
}

/** Moves an app, and installs the packages of this repository in it. Nothing may be left to do. */
async function moveAll(files: Files): Promise<string> {
  const folder = createOldApp(files)
  const { report } = await move(folder, {
    isRun: files['node_modules/@remix-run/dev/b.js'] !== undefined,
  })
  expect(report?.left).toEqual([])

  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  for (const name of ['react', 'react-dom', 'vite', '@vitejs']) {
    symlinkSync(join(repository, 'node_modules', name), join(modules, name))
  }
  for (const name of readdirSync(join(repository, 'node_modules/@types'))) {
    symlinkSync(join(repository, 'node_modules/@types', name), join(modules, '@types', name))
  }
  symlinkSync(repository, join(modules, 'framework'))
  return folder
}

function typeErrors(folder: string): string {
  const tsc = join(repository, 'node_modules/.bin/tsc')
  const args = [
    '--noEmit',
    '--customConditions',
    'framework-source',
    '--allowImportingTsExtensions',
  ]
  try {
    execFileSync(tsc, args, { cwd: folder, encoding: 'utf8' })
    return ''
  } catch (error) {
    // The sources of the framework have other settings than the app.
    const lines = (error as { stdout: string }).stdout.split('\n')
    return lines.filter((line) => line.startsWith('app/')).join('\n')
  }
}

async function open(folder: string): Promise<TestApp> {
  writeFileSync(
    join(folder, 'vite.config.ts'),
    `import { framework } from ${JSON.stringify(join(repository, 'src/tools/vite/index.ts'))}
    export default {
      plugins: [framework({ trailingSlash: 'ignore' })],
      resolve: {
        tsconfigPaths: true,
        alias: ${JSON.stringify(sourceAliases)},
      },
    }`,
  )
  const app = await createTestApp({ root: folder })
  onTestFinished(() => app.close())
  return app
}
