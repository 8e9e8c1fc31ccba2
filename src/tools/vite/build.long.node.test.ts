import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createBuilder, createLogger } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRouteParts } from '../../pages/client-router/shared.ts'
import type { RouteManifest } from '../../pages/page-protocol/manifest.ts'
import { createPageMatcher } from '../../pages/page-protocol/match-pages.ts'
import type { ServerBuild } from '../../pages/server/index.ts'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import type { FrameworkOptions } from './options.ts'

const repository = join(import.meta.dirname, '../../..')
const secret = 'never-in-the-browser-5f1c'

const files = {
  'app/db.server.ts': `
    import { readFileSync } from 'node:fs'
    export const db = { secret: '${secret}', read: readFileSync }
  `,
  'app/query.ts': `
    import { db } from './db.server'
    export const query = () => db.secret.length
  `,
  'app/routes/_index.tsx': `
    import { useLoaderData } from 'framework/react'
    import { query } from '../query'
    import styles from './home.module.css'
    import logo from '../logo.svg'
    const inline = '${secret}'
    // ${secret}
    export async function loader() { return { count: query(), length: inline.length } }
    export const headers = { 'X-Secret': '${secret}' }
    export const meta = { title: 'Home' }
    export default function Home() {
      const { count } = useLoaderData<typeof loader>()
      return <h1 className={styles.title}><img src={logo} /> count {count}</h1>
    }
  `,
  'app/routes/home.module.css': '.title { color: rebeccapurple }',
  'app/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1v1z"/>'.repeat(300)}</svg>`,
  'app/routes/books.tsx': `
    import { Outlet } from 'framework/react'
    import './books.css'
    export default function Books() { return <main><Outlet /></main> }
  `,
  'app/routes/books.css': 'main { margin: 1px }',
  'app/routes/books.$slug.tsx': `
    import { useParams } from 'framework/react'
    export default function Book() { return <p>book {useParams().slug}</p> }
  `,
  'app/routes/api.ts': `
    import { db } from '../db.server'
    export const loader = () => Response.json({ length: db.secret.length })
  `,
  'app/map.client.ts': "export const place = localStorage.getItem('place')",
  'app/.client/chart.tsx': "document.title = 'ran'\nexport const Chart = () => <p>chart</p>",
  'app/routes/map.tsx': `
    import { place } from '../map.client'
    import { Chart } from '../.client/chart'
    export default function Map() { return <p>{typeof place} {typeof Chart}</p> }
  `,
  'public/robots.txt': 'User-agent: *\\n',
}

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

async function build(app: FixtureApp, options?: FrameworkOptions) {
  const builder = await createBuilder(app.config(options))
  await builder.buildApp()
}

async function clientFiles(app: FixtureApp) {
  const entries = await readdir(join(app.root, 'build/client'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('framework build', () => {
  let app: FixtureApp
  let manifest: RouteManifest
  let handler: (request: Request) => Promise<Response>
  beforeAll(async () => {
    app = await createFixtureApp(files)
    await build(app)
    const server = await import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
    handler = server.default
    manifest = server.build.manifest
  })
  afterAll(() => app.remove())

  const get = async (path: string) => {
    const response = await handler(new Request(`http://localhost${path}`))
    return { response, text: await response.text() }
  }

  it('serves pages with a fetch handler', async () => {
    const { response, text } = await get('/')
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Secret')).toBe(secret)
    expect(text).toMatch(/count (?:<!-- -->)?25/)
    expect((await get('/books/dune')).text).toMatch(/<main><p>book (?:<!-- -->)?dune/)
    expect(await (await get('/api')).text).toBe('{"length":25}')
  })

  it('has modules for the browser only there: on the server each export is undefined', async () => {
    const { response, text } = await get('/map')
    expect(response.status).toBe(200)
    expect(text.replaceAll('<!-- -->', '')).toContain('<p>undefined undefined</p>')

    const chunk = join(app.root, 'build/client', manifest.routes['routes/map']!.module!)
    expect(await readFile(chunk, 'utf8')).toMatch(
      /localStorage[^]*document\.title|document\.title[^]*localStorage/,
    )
  })

  it('refuses a route whose name says that it is only for the browser', async () => {
    const moved = await createFixtureApp({
      'app/routes/map.client.tsx': 'export default () => null',
    })
    await expect(build(moved)).rejects.toThrow(
      'Cannot use app/routes/map.client.tsx as a route module: its name says that it is only for the browser. Rename it',
    )
    await moved.remove()
  })

  it('has nothing of the server in any file for the browser', async () => {
    const all = (await clientFiles(app)).filter((file) => /\.(?:js|css|map|json|txt)$/.test(file))
    expect(all.length).toBeGreaterThan(5)
    for (const file of all) {
      const text = await readFile(file, 'utf8')
      expect(text, file).not.toContain(secret)
      expect(text, file).not.toContain('node:fs')
    }
  })

  it('has the secret in the server build, where it belongs', async () => {
    const folder = join(app.root, 'build/server')
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('.js'),
    )
    const codes = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    expect(codes.join('\n')).toContain(secret)
  })

  it('splits by route, and names chunks and styles in the manifest', () => {
    const { root, ...routes } = manifest.routes
    expect(root).toMatchObject({ id: 'root', pattern: '/', hasComponent: true })
    expect(Object.keys(routes).toSorted()).toEqual([
      'routes/_index',
      'routes/api',
      'routes/books',
      'routes/books.$slug',
      'routes/map',
    ])
    expect(routes['routes/_index']).toMatchObject({
      parentId: 'root',
      index: true,
      hasLoader: true,
      hasAction: false,
      module: expect.stringMatching(/^\/assets\/_index-[\w-]+\.js$/),
      css: [expect.stringMatching(/^\/assets\/.+\.css$/)],
    })
    expect(routes['routes/books']!.css).toHaveLength(1)
    expect(routes['routes/books.$slug']!.css).toEqual([])
    for (const url of Object.values(routes).flatMap((route) => [
      ...route.css,
      ...route.imports,
      ...(route.module === '' ? [] : [route.module]),
    ])) {
      expect(existsSync(join(app.root, 'build/client', url)), url).toBe(true)
    }
  })

  it('has no chunk for a route that only handles requests', () => {
    expect(manifest.routes['routes/api']).toMatchObject({ hasComponent: false, module: '' })
  })

  it('writes the manifest as one hashed module that says the same', async () => {
    const names = await readdir(join(app.root, 'build/client/assets'))
    const [name, ...others] = names.filter((file) => /^manifest-[\w-]+\.js$/.test(file))
    expect(others).toEqual([])
    const module = await import(pathToFileURL(join(app.root, 'build/client/assets', name!)).href)
    expect(module.default).toEqual(manifest)
    expect((await get('/')).text).toContain(`/assets/${name}`)
  })

  it('has a manifest in one part, without the code for more, because it has few routes', async () => {
    const names = (await clientFiles(app)).map((file) => basename(file))
    expect(names.filter((name) => /^split-manifest|^manifest-.*json/.test(name))).toEqual([])
    expect(names.filter((name) => /^manifest-[\w-]{10}\.js$/.test(name))).toHaveLength(1)
  })

  it('links the styles of the page, and the entry', async () => {
    const { text } = await get('/')
    expect(text).toContain(manifest.routes['routes/_index']!.css[0])
    expect(text).not.toContain(manifest.routes['routes/books']!.css[0])
    expect(text).toMatch(/<script[^>]+src="\/assets\/client-[\w-]+\.js"/)
  })

  it('has the same class names and asset URLs on both sides', async () => {
    const { text } = await get('/')
    const [, className] = /<h1 class="([^"]+)"/.exec(text)!
    const css = await readFile(
      join(app.root, 'build/client', manifest.routes['routes/_index']!.css[0]!),
      'utf8',
    )
    expect(css).toContain(`.${className}`)
    const [, src] = /<img src="([^"]+)"/.exec(text)!
    expect(src).toMatch(/^\/assets\/logo-[\w-]+\.svg$/)
    expect(existsSync(join(app.root, 'build/client', src!))).toBe(true)
  })

  it('has what pages are hydrated with in one file, and what they navigate with in another', async () => {
    const names = await readdir(join(app.root, 'build/client/assets'))
    const code = async (name: string) => {
      const [file, ...others] = names.filter(
        (file) => file.startsWith(`${name}-`) && file.endsWith('.js'),
      )
      expect(others).toEqual([])
      return readFile(join(app.root, 'build/client/assets', file!), 'utf8')
    }
    expect(await code('client')).toContain('Minified React error')
    expect(await code('client')).toMatch(/import\([`"]\.\/start-router-/)
    expect(await code('start-router')).toContain('Cannot follow the redirect')
    expect((await get('/')).text).toMatch(/<script [^>]*src="\/assets\/client-/)
    expect((await get('/')).text).not.toContain('/assets/start-router-')
  })

  it('has what few pages use in files of their own, without the preload helper of Vite', async () => {
    const names = await readdir(join(app.root, 'build/client/assets'))
    const [client] = names.filter((file) => /^client-.*\.js$/.test(file))
    expect(names.some((file) => file.startsWith('fetchers-'))).toBe(true)
    expect(names.some((file) => file.startsWith('prefetch-tags-'))).toBe(true)
    const code = await readFile(join(app.root, 'build/client/assets', client!), 'utf8')
    expect(code).not.toContain('vite:preloadError`,{')
    // React has them, and no page uses them.
    expect(code).not.toMatch(/checkDCE|forceFrameRate/)
    expect(code).not.toContain('entryCss')
  })

  it('writes compressed variants and copies public files', async () => {
    const names = (await clientFiles(app)).map((file) => file.slice(app.root.length + 14))
    expect(names).toContain('robots.txt')
    const svg = names.find((name) => name.endsWith('.svg'))!
    expect(names).toEqual(expect.arrayContaining([`${svg}.br`, `${svg}.gz`, `${svg}.zst`]))
  })

  it('has the same version for the same sources', async () => {
    const { version } = manifest
    await build(app)
    expect(await builtVersion(app)).toBe(version)
  })

  it('has another version after a change, and keeps the assets of the last build for as long as it is told', async () => {
    const names = () => readdir(join(app.root, 'build/client/assets'))
    await app.write('app/routes/books.css', `/*! ${'one '.repeat(400)}*/ main { margin: 2px }`)
    await build(app)
    expect(await builtVersion(app)).not.toBe(manifest.version)
    const before = await names()
    const style = before.find((name) => /^books-.+\.css$/.test(name))
    const files = [style, `${style}.br`, `${style}.gz`, `${style}.zst`]
    expect(before).toEqual(expect.arrayContaining(files))

    await app.write('app/routes/books.css', 'main { margin: 3px }')
    await build(app, { retainAssets: 1 })
    const after = await names()
    expect(after.length).toBeGreaterThan(before.length)
    // Twice: what was kept once has to be in the record.
    await build(app, { retainAssets: 1 })
    expect(await names()).toEqual(expect.arrayContaining(before))

    await makeOlder(join(app.root, 'build/client.builds'), 86_400_000)
    await build(app, { retainAssets: 1 })
    expect((await names()).length).toBeLessThan(after.length)
    for (const file of files) expect(await names()).not.toContain(file)
  })

  it('keeps no assets if it is not told to, removes public files that are gone, and leaves nothing behind when it fails', async () => {
    const client = () => readdir(join(app.root, 'build/client'))
    await app.write('public/extra.txt', 'extra')
    await app.write('public/assets/plain.txt', 'plain '.repeat(400))
    await app.write('app/routes/books.css', 'main { margin: 4px }')
    const styles = async () =>
      (await readdir(join(app.root, 'build/client/assets'))).filter((name) =>
        /^books-.+\.css$/.test(name),
      )
    const [style] = await styles()
    await build(app)
    expect(await styles()).toHaveLength(1)
    expect(await styles()).not.toContain(style)
    expect(await client()).toContain('extra.txt')
    expect(await readdir(join(app.root, 'build/client/assets'))).toContain('plain.txt.br')

    await app.write('public/assets/plain.txt', 'short')
    await build(app, { retainAssets: 1 })
    expect(await readdir(join(app.root, 'build/client/assets'))).not.toContain('plain.txt.br')

    await rm(join(app.root, 'public/extra.txt'))
    await app.write('app/routes/wrong.tsx', "export * from './other'")
    await expect(build(app)).rejects.toThrow()
    expect(await client()).toContain('extra.txt')

    expect(await readdir(join(app.root, 'build'))).not.toContain('client.new')

    await rm(join(app.root, 'app/routes/wrong.tsx'))
    await build(app)
    expect(await client()).not.toContain('extra.txt')
  })
})

describe('a built server', () => {
  const loaded = () => (globalThis as { loaded?: string[] }).loaded
  const page = (name: string, code = '') => `
    globalThis.loaded?.push('${name}')
    ${code}
    export default function Page() { return <p>page ${name}</p> }
  `
  let app: FixtureApp
  let handler: (request: Request) => Promise<Response>
  let exports: string[]
  const warnings: string[] = []
  beforeAll(async () => {
    app = await createFixtureApp({
      'app/routes/books.$id.tsx': `
        import type { LoaderArgs } from 'framework/react'
        export const loader = ({ params }: LoaderArgs<'/books/:slug'>) => params.slug
        export const clientLoader = () => null
        export default () => null
      `,
      'app/routes/one.tsx': page('one'),
      'app/routes/two.tsx': page('two'),
      'app/routes/three.tsx': page('three'),
      'app/routes/broken.tsx': page('broken', `throw new Error('inner secret')`),
      'app/routes/kit.tsx': `
        import { Session } from 'framework/session'
        import { SessionOfKit } from 'kit'
        export default () => <p>{Session === SessionOfKit ? 'the same session' : 'another session'}</p>
      `,
      'package.json': '{"type":"module","dependencies":{"kit":"1.0.0"}}',
      'node_modules/kit/package.json': `{
        "type": "module",
        "exports": "./index.js",
        "peerDependencies": { "framework": "*" }
      }`,
      'node_modules/kit/index.js': `export { Session as SessionOfKit } from 'framework/session'`,
    })
    vi.stubGlobal('loaded', [])
    const warn = (text: string) => void warnings.push(text)
    const customLogger = { ...createLogger('silent'), warn, warnOnce: warn }
    await (await createBuilder({ ...app.config(), customLogger })).buildApp()
    const server = await import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
    handler = server.default
    exports = Object.keys(server)
  })
  afterAll(() => app.remove())

  const get = async (path: string) => {
    const response = await handler(new Request(`http://localhost${path}`))
    return { status: response.status, text: await response.text() }
  }

  it('has one copy of the framework, also for packages that import it', async () => {
    expect((await get('/kit')).text).toContain('the same session')
  })

  it('loads the module of a page when the page is visited, and once', async () => {
    expect(loaded()).toEqual([])
    expect((await get('/one')).text).toContain('page one')
    expect((await get('/one')).text).toContain('page one')
    expect(loaded()).toEqual(['one'])
  })

  it('responds with 500 for a page whose module fails, and serves the others', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status, text } = await get('/broken')
    expect(status).toBe(500)
    expect(text).not.toContain('secret')
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'inner secret' }),
    )
    report.mockRestore()
    expect((await get('/two')).status).toBe(200)
  })

  it('still serves pages that were never visited after the next build', async () => {
    await app.write('app/routes/three.tsx', page('three', '// Changed.\nexport const handle = 1'))
    await build(app)
    const { status, text } = await get('/three')
    expect(status).toBe(200)
    expect(text).toContain('page three')
  })

  it('is built with one warning for each misspelled export', () => {
    expect(warnings).toEqual([
      expect.stringContaining('app/routes/books.$id.tsx exports "clientLoader"'),
      expect.stringContaining(`uses LoaderArgs<'/books/:slug'>, but its path "/books/:id"`),
    ])
  })

  it('exports the handler, the build, the base and the module of the router, and nothing of the chunks', () => {
    expect(exports.toSorted()).toEqual(['base', 'build', 'default', 'router'])
  })
})

describe('a build of an app with more than 80 routes', () => {
  it('splits the manifest into hashed files, and each document brings its own routes', async () => {
    const page = (i: number) => [
      `app/routes/section${i}.$id.tsx`,
      `export const loader = () => ${i}\nexport default () => <p>page ${i}</p>`,
    ]
    const app = await createFixtureApp(
      Object.fromEntries(Array.from({ length: 120 }, (_, i) => page(i))),
    )
    try {
      await build(app)
      const server = await import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
      const { manifest, manifestUrl } = server.build as ServerBuild
      expect(Object.keys(manifest.routes)).toHaveLength(121)

      const first = await readFile(join(app.root, 'build/client', manifestUrl), 'utf8')
      expect(first.length).toBeLessThan(1500)
      const [, head] = /^export default (.*)$/m.exec(first)!
      const { parts, routes } = JSON.parse(head!) as RouteManifest
      expect(routes).toEqual({})
      expect(parts!.base).toMatch(/^\/assets\/manifest-[\w-]{10}-$/)
      const [, code] = /import\("(.*?)"\)/.exec(first)!
      expect(existsSync(join(app.root, 'build/client', code!))).toBe(true)

      const seam = createRouteParts({
        manifest: JSON.parse(head!) as RouteManifest,
        page: { pathname: '/', matches: [] },
        origin: 'http://localhost',
        createMatcher: createPageMatcher,
        load: async (url) => new Response(await readFile(join(app.root, 'build/client', url))),
      })
      for (const path of ['/section0/x', '/section77/x', '/section119/x', '/other']) {
        await seam.learn(new URL(path, 'http://localhost'))
        const ids = createPageMatcher(manifest)(path)?.map(({ id }) => id)
        expect(seam.match(path)?.map(({ id }) => id)).toEqual(ids)
      }

      const document = await server.default(new Request('http://localhost/section77/x'))
      const [, handoff] = /<script id="__framework"[^>]*>(.*?)<\/script>/.exec(
        await document.text(),
      )!
      expect(JSON.parse(handoff!).matches[1].route).toMatchObject({
        id: 'routes/section77.$id',
        module: manifest.routes['routes/section77.$id']!.module,
      })
    } finally {
      await app.remove()
    }
  })
})

/** Makes it as if every record in a folder had been written earlier. */
async function makeOlder(folder: string, milliseconds: number) {
  for (const name of await readdir(folder)) {
    const record = JSON.parse(await readFile(join(folder, name), 'utf8')) as { time: number }
    const older = { ...record, time: record.time - milliseconds }
    await writeFile(join(folder, name), JSON.stringify(older))
  }
}

async function builtVersion(app: FixtureApp) {
  const text = await readFile(join(app.root, 'build/server/index.js'), 'utf8')
  return /\\"version\\":\\"([^"\\]+)/.exec(text)![1]
}

describe('a build that must not be', () => {
  const fails = async (extra: Record<string, string>, options?: FrameworkOptions) => {
    const app = await createFixtureApp({ ...extra })
    try {
      await build(app, options)
    } catch (error) {
      return (error as Error).message
    } finally {
      await app.remove()
    }
    return 'it was built'
  }

  it('fails with the whole chain when browser code reaches a server module', async () => {
    const message = await fails({
      'app/db.server.ts': 'export const db = 1',
      'app/query.ts': "export { db as query } from './db.server'",
      'app/card.tsx': "import { query } from './query'\nexport const Card = () => <p>{query}</p>",
      'app/routes/_index.tsx':
        "import { Card } from '../card'\nexport default function Home() { return <Card /> }",
    })
    expect(message).toContain('app/db.server.ts in the browser: it is only for the server')
    expect(message).toMatch(
      /app\/routes\/_index\.tsx\n.*└ app\/card\.tsx\n.*└ app\/query\.ts\n.*└ app\/db\.server\.ts/,
    )
    expect(message).toContain(
      'Use it only in loader, action, contract, reads, headers or middleware',
    )
    expect(message).not.toMatch(/^ +at /m)
  })

  it('fails if a component uses a schema that its contract may use', async () => {
    const message = await fails({
      'app/contracts.server.ts':
        "import { z } from 'zod'\nexport const Login = z.object({ email: z.email() })",
      'app/routes/_index.tsx': [
        "import { Login } from '../contracts.server'",
        'export const contract = { body: Login }',
        'export const action = () => null',
        "export default function Home() { return <p>{Object.keys(Login.shape).join(', ')}</p> }",
      ].join('\n'),
    })
    expect(message).toContain('app/contracts.server.ts in the browser: it is only for the server')
    expect(message).toMatch(/app\/routes\/_index\.tsx\n.*└ app\/contracts\.server\.ts/)
    expect(message).toContain('Use it only in loader, action, contract, reads, headers')
  })

  it('fails for server/ folders and for Node modules', async () => {
    expect(
      await fails({
        'app/server/db.ts': 'export const db = 1',
        'app/routes/_index.tsx':
          "import { db } from '../server/db'\nexport default function Home() { return db }",
      }),
    ).toContain('app/server/db.ts in the browser: it is only for the server')
    expect(
      await fails({
        'app/routes/_index.tsx':
          "import { readFileSync } from 'node:fs'\nexport default function Home() { return readFileSync.name }",
      }),
    ).toMatch(
      /node:fs in the browser: it is a Node module[^]*app\/routes\/_index\.tsx\n.*└ node:fs/,
    )
  })

  it('names the line of an import that is there for its effect', async () => {
    expect(
      await fails({
        'app/setup.server.ts': 'globalThis.isSetUp = true',
        'app/routes/_index.tsx': "\nimport '../setup.server'\nexport default () => null",
      }),
    ).toMatch(/app\/routes\/_index\.tsx\n.*└ app\/setup\.server\.ts \(line 2\)/)
  })

  it('leaves out imports of server modules that nothing uses, as bundlers do', async () => {
    const unused = `
      import { readFileSync } from 'node:fs'
      import path from 'path'
      import { db, type Book } from '~/db.server'
      import { type Other } from '~/server/other'
    `
    const app = await createFixtureApp({
      'tsconfig.json': '{ "compilerOptions": { "verbatimModuleSyntax": true } }',
      'app/db.server.ts': "export const db = 'a secret'\nexport interface Book { title: string }",
      'app/server/other.ts': 'export interface Other { title: string }',
      'app/card.tsx': `${unused}\nexport const Card = ({ book }: { book?: Book }) => <p>{book?.title}</p>`,
      'app/routes/_index.tsx': `${unused}
        import { Card } from '../card'
        export const loader = () => null
        export default function Home() { return <Card /> }
      `,
      'app/routes/plain.tsx': `${unused}\nexport default () => <p>plain</p>`,
    })
    const config = app.config()
    const alias = [
      ...(config.resolve!.alias as []),
      { find: /^~/, replacement: join(app.root, 'app') },
    ]
    await (await createBuilder({ ...config, resolve: { alias } })).buildApp()
    const folder = join(app.root, 'build/client/assets')
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.js')) continue
      expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/a secret|node:fs/)
    }
    await app.remove()
  })

  it('fails for an export * in a route module', async () => {
    expect(await fails({ 'app/routes/_index.tsx': "export * from '../x'" })).toContain(
      'in app/routes/_index.tsx exports. Name each export',
    )
  })

  it('fails for two files with the same URL', async () => {
    expect(
      await fails({
        'app/routes/a.$b.tsx': 'export default () => null',
        'app/routes/_x.a.$c.tsx': 'export default () => null',
      }),
    ).toContain('for "/a/:c".')
  })

  it('fails without a root, and for a router without a default export', async () => {
    const app = await createFixtureApp({})
    await app.remove()
    await expect(build(app)).rejects.toThrow('Create app/root.tsx')
    expect(await fails({ 'app/router.ts': 'export const router = 1' })).toContain(
      'Cannot use app/router.ts: it has no default export',
    )
  })

  it('says what to write for the URL of a stylesheet', async () => {
    const app = await createFixtureApp({
      'app/a.css': 'h1 { color: red }',
      'app/routes/_index.tsx': `
        import styles from '../a.css'
        export const links = () => [{ rel: 'stylesheet', href: styles }]
        export default () => null
      `,
    })
    onTestFinished(app.remove)
    await expect(build(app)).rejects.toThrow('For its URL, import "a.css?url".')
  })

  it('fails for Workers when something imports a Node module', async () => {
    const message = await fails(
      {
        'app/disk.ts': "export { readFileSync as read } from 'node:fs'",
        'app/routes/_index.tsx':
          "import { read } from '../disk'\nexport const loader = () => read.name\nexport default () => null",
      },
      { target: 'worker' },
    )
    expect(message).toContain('Cannot use node:fs on Workers: it is a Node module')
    expect(message).toMatch(/app\/routes\/_index\.tsx\n.*└ app\/disk\.ts\n.*└ node:fs \(line 1\)/)
  })

  it('builds for Workers if nothing uses what is imported from a Node module', async () => {
    const app = await createFixtureApp({
      'tsconfig.json': '{ "compilerOptions": { "verbatimModuleSyntax": true } }',
      'app/routes/_index.tsx':
        "import { readFileSync } from 'node:fs'\nexport default () => <p>home</p>",
    })
    await build(app, { target: 'worker' })
    await app.remove()
  })
})

describe('a page tree', () => {
  it('takes the place of the files, and never reaches the browser', async () => {
    const app = await createFixtureApp({
      'app/routes.ts': `
        import { index, layout, page, pages, route } from 'framework/routes'
        export const routes = route({ home: '/', books: { show: '/books/:slug' }, files: '/files/*' })
        export default pages([
          index('./home.tsx'),
          page(routes.files, './files.ts'),
          layout('./shelf.tsx', [page(routes.books.show, './only-in-the-tree.tsx')]),
        ])
      `,
      'app/routes/ignored.tsx': 'export default () => null',
      'app/home.tsx': `
        import { routes } from './routes'
        export default function Home() { return <a href={routes.books.show.href({ slug: 'dune' })}>dune</a> }
      `,
      'app/shelf.tsx':
        "import { Outlet } from 'framework/react'\nexport default () => <section><Outlet /></section>",
      'app/only-in-the-tree.tsx': 'export default () => <p>a book</p>',
      'app/files.ts': "export const loader = ({ params }) => new Response('rest: ' + params['*'])",
    })
    try {
      await build(app)
      const { default: handler } = await import(
        pathToFileURL(join(app.root, 'build/server/index.js')).href
      )
      const get = async (path: string) =>
        (await handler(new Request(`http://localhost${path}`))) as Response
      expect(await (await get('/')).text()).toContain('<a href="/books/dune">dune</a>')
      expect(await (await get('/books/dune')).text()).toContain('<section><p>a book</p></section>')
      expect(await (await get('/files/a/b.txt')).text()).toBe('rest: a/b.txt')
      expect(await (await get('/files')).text()).toBe('rest: ')
      expect((await get('/ignored')).status).toBe(404)

      const scripts = (await clientFiles(app)).filter((file) => file.endsWith('.js'))
      for (const file of scripts) {
        expect(await readFile(file, 'utf8')).not.toContain('./only-in-the-tree.tsx')
      }
    } finally {
      await app.remove()
    }
  })
})

describe('contracts', () => {
  it('are checked on the server, and no byte of the schema library is in the browser', async () => {
    const app = await createFixtureApp({
      'app/contracts.server.ts': `
        import { z } from 'zod'
        export const Login = z.object({ email: z.email(), secret: z.string().min(3) })
      `,
      'app/routes.ts': `
        import { z } from 'zod'
        import { any, form, index, page, pages, route } from 'framework/routes'
        import { Login } from './contracts.server.ts'
        const Search = z.object({ q: z.string().max(5).optional() })
        export const routes = route({
          home: '/',
          books: any('/books', { search: Search }),
          login: form('login', { contract: { body: Login } }),
          old: '/behind-the-contracts',
        })
        export default pages([
          index('./home.tsx'),
          page(routes.books, './books.tsx'),
          page(routes.login, './login.tsx'),
        ])
      `,
      'app/home.tsx': `
        import { routes } from './routes'
        export default function Home() {
          return <a href={routes.books.href(null, { search: { q: 'x' } })} title={routes.old.href()}>{routes.login.action.href()}</a>
        }
      `,
      'app/books.tsx': `
        import { Form, invalid, useFields, type ActionArgs, type LoaderArgs } from 'framework'
        import { z } from 'zod'
        import type { routes } from './routes'
        const Title = z.string().min(1)
        export const contract = { body: z.object({ title: Title }) }
        export const loader = ({ input }: LoaderArgs<typeof routes.books>) => input.search
        export const action = ({ input }: ActionArgs<'/books', typeof contract>) =>
          invalid({ title: 'taken: ' + input.body.title })
        export default function Books() {
          const { form, fields } = useFields<typeof contract>()
          return <Form method="post" id="behind-the-contract" {...form}><input {...fields.title.input} /><p {...fields.title.error} /></Form>
        }
      `,
      'app/login.tsx': `
        import { Form, redirect, useFields } from 'framework'
        import type { routes } from './routes'
        export const action = () => redirect('/', 303)
        export default function LoginPage() {
          const { form, fields } = useFields<typeof routes.login.action>()
          return <Form method="post" {...form}><input {...fields.email.input} /></Form>
        }
      `,
    })
    try {
      const builder = await createBuilder({ ...app.config(), build: { sourcemap: true } })
      await builder.buildApp()
      const server = await import(pathToFileURL(join(app.root, 'build/server/index.js')).href)
      const send = (path: string, body?: Record<string, string>): Promise<Response> =>
        server.default(
          new Request(`http://localhost${path}`, {
            ...(body && { method: 'POST', body: new URLSearchParams(body) }),
          }),
        )
      const { routes } = (server.build as ServerBuild).manifest
      expect(
        [routes['home'], routes['books'], routes['login']].map((one) => one!.hasFields),
      ).toEqual([undefined, true, true])
      expect(await (await send('/')).text()).toContain(
        '<a href="/books?q=x" title="/behind-the-contracts">/login</a>',
      )
      expect(await (await send('/books?q=too-long&_data=books')).json()).toEqual({
        books: { data: {} },
      })
      const refused = await send('/books', { title: 'Dune' })
      expect([refused.status, await refused.text()]).toEqual([
        422,
        expect.stringContaining('taken: Dune'),
      ])
      expect((await send('/login', { email: 'x', secret: 'abc' })).status).toBe(422)
      expect((await send('/login', { email: 'a@b.de', secret: 'abc' })).status).toBe(303)

      const library = await readFile(
        join(repository, 'node_modules/zod/v4/core/schemas.js'),
        'utf8',
      )
      expect(library).toContain('invalid_type')
      const scripts = (await clientFiles(app)).filter((file) => file.endsWith('.js'))
      const mapped = new Map<string, { file: string; line: string }>()
      for (const file of scripts) {
        const text = await readFile(file, 'utf8')
        expect(text).not.toMatch(/~standard|invalid_type|ZodError|_zod\b|contracts\.server/)

        // A debugger shows the lines that the author wrote. Only generated files have no map.
        if (!existsSync(`${file}.map`)) continue
        const map = JSON.parse(await readFile(`${file}.map`, 'utf8'))
        expect(map.sources.join()).not.toMatch(/zod|contracts\.server/)
        for (const { index, 0: found } of text.matchAll(/behind-the-contracts?/g)) {
          const lines = text.slice(0, index).split('\n')
          const entry = new SourceMap(map).findEntry(lines.length - 1, lines.at(-1)!.length - 1)
          if (!('originalLine' in entry)) continue
          const source = join(dirname(file), entry.originalSource)
          const written = (await readFile(source, 'utf8')).split('\n')
          mapped.set(found, { file: basename(source), line: written[entry.originalLine]!.trim() })
        }
      }
      expect(mapped).toEqual(
        new Map([
          ['behind-the-contracts', { file: 'routes.ts', line: `old: '/behind-the-contracts',` }],
          [
            'behind-the-contract',
            { file: 'books.tsx', line: expect.stringContaining('id="behind-the-contract"') },
          ],
        ]),
      )

      // Both pages with a form share one file, and other pages do not load it.
      const [fields, ...others] = scripts.filter((file) => /use-fields-[\w-]+\.js$/.test(file))
      expect(others).toEqual([])
      const code = (await readFile(fields!, 'utf8')).replace(/\n\/\/# sourceMappingURL=.*/, '')
      // Some bytes depend on the names of the files that it imports.
      expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(3_250)
      expect(routes['home']!.imports.join()).not.toContain(basename(fields!))
    } finally {
      await app.remove()
    }
  })
})
