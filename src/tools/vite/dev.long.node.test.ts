import { readFile, rm, symlink } from 'node:fs/promises'
import { request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

const secret = 'never-in-the-browser-77ab'

const files = {
  '.env': 'FIXTURE_GREETING=hello from the file\nVITE_PUBLIC=for everyone\n',
  'app/db.server.ts': `export const db = { secret: '${secret}', version: 'one' }`,
  'app/settings.ts': "export const setting = 'first'",
  'app/router.ts': `
    import { createContextKey, createRouter } from 'framework/fetch-router'
    import { setting } from './settings'
    export default function createApp(pages) {
      globalThis.fixtureCreated = (globalThis.fixtureCreated ?? 0) + 1
      const router = createRouter({ middleware: [
        async (context, next) => {
          const response = await next()
          response.headers.set('X-Setting', setting)
          return response
        },
      ] })
      router.get('/health', () => new Response('ok'))
      router.get('/broken-route', () => { throw new Error('the router broke') })
      router.options('/api', ({ headers }) => new Response(null, {
        status: 204,
        headers: { 'Access-Control-Allow-Origin': headers.get('Origin'), 'Access-Control-Allow-Methods': 'PUT' },
      }))
      router.get('/provided', ({ get }) => new Response(get(Provided)))
      router.map(get('/returns', { returns: z.object({ title: z.string() }) }), () => Response.json({ title: 1 }))
      router.map('/*', pages)
      return router
    }
    const Provided = createContextKey('nothing')
    export const provide = (context) => context.set(Provided, 'provided ' + context.url.pathname)
    import { get } from 'framework/routes'
    import { z } from 'zod'
  `,
  'app/routes/_index.tsx': home('one'),
  'app/home.module.css': '.title { color: rebeccapurple }',
  'app/routes/broken.tsx': `
export function loader() {
  throw new Error('the loader broke')
}
export function ErrorBoundary({ error }) { return <pre>{error.stack}</pre> }
export default function Broken() { return null }
`,
  'app/map.client.ts': "export const place = localStorage.getItem('place')",
  'app/routes/map.tsx': `
    import { place } from '../map.client'
    export default function Map() { return <p>place: {typeof place}</p> }
  `,
  'public/robots.txt': 'User-agent: *\n',
}

function home(text: string, component = 'Home') {
  return `
    import { useLoaderData } from 'framework/react'
    import { db } from '../db.server'
    import styles from '../home.module.css'
    const own = '${secret}'
    export const loader = () => ({ text: '${text}', db: db.version, greeting: process.env.FIXTURE_GREETING, own: own.length })
    export const meta = { title: '${component}' }
    export default function Home() {
      const data = useLoaderData<typeof loader>()
      return <h1 className={styles.title}>${component} {JSON.stringify(data)}</h1>
    }
  `
}

describe('framework dev', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string
  let messages: Array<{ type: string; event?: string; updates?: Array<{ path: string }> }>
  let socket: WebSocket

  beforeAll(async () => {
    app = await createFixtureApp(files)
    server = await createServer({ ...app.config(), server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
    messages = []
    socket = await listenForUpdates(server, origin, (message) => messages.push(message))
  })
  afterAll(async () => {
    socket.close()
    await server.close()
    await app.remove()
    delete process.env['FIXTURE_GREETING']
    delete process.env['VITE_PUBLIC']
  })

  const get = async (path: string) => {
    const response = await fetch(origin + path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const created = () => (globalThis as { fixtureCreated?: number }).fixtureCreated

  it('serves pages, styled, with the values of .env', async () => {
    const { status, text } = await get('/')
    expect(status).toBe(200)
    expect(text).toContain('hello from the file')
    expect(text).toMatch(/<style[^>]+data-vite-dev-id="[^"]+\/app\/home\.module\.css"[^>]*>/)
    const [, className] = /<h1 class="([^"]+)"/.exec(text)!
    expect(text).toContain(`.${className} { color: rebeccapurple }`)
  })

  it('does not run modules for the browser on the server: each export is undefined', async () => {
    const { status, text } = await get('/map')
    expect([status, text]).toEqual([200, expect.stringMatching(/place: (?:<!-- -->)?undefined/)])
    expect((await get('/app/map.client.ts')).text).toContain('localStorage')
  })

  it('serves public files and the routes of the router', async () => {
    expect((await get('/robots.txt')).text).toContain('User-agent')
    expect((await get('/health')).text).toBe('ok')
    expect((await get('/provided')).text).toBe('provided /provided')
    expect((await get('/nowhere')).status).toBe(404)
  })

  it('hands OPTIONS to the app, and adds nothing to its response', async () => {
    const preflight = await fetch(`${origin}/api`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' },
    })
    expect(preflight.headers.get('X-Setting')).toBe('first')
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example')
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('PUT')
    expect(preflight.headers.get('Vary')).toBeNull()

    const page = await fetch(origin, { method: 'OPTIONS' })
    expect(page.status).toBe(405)

    // Vite allows other ports of this machine by default; a build would not.
    const neighbour = await fetch(`${origin}/health`, { headers: { Origin: 'http://localhost:1' } })
    expect(neighbour.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(neighbour.headers.get('Vary')).toBeNull()
  })

  it('gives the browser an entry, the manifest and modules without server code', async () => {
    const { text } = await get('/')
    const [, entry] = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(text)!
    expect((await get(entry!)).text).toContain('hydrate')

    const handoff = JSON.parse(/type="application\/json">([^<]+)</.exec(text)![1]!)
    expect((await get(handoff.manifest)).text).toContain('"routes/_index"')
    const module = await get(handoff.matches[1].module)
    expect(module.text).toContain('function Home')
    expect(module.text).not.toContain(secret)
    expect(module.text).not.toContain('db.server')
    const [, map] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(module.text)!
    expect(Buffer.from(map!, 'base64').toString()).not.toContain(secret)
  })

  it('shows an edited loader at the next request, and asks the browser only to load data again', async () => {
    await get('/app/routes/_index.tsx')
    messages.length = 0
    await app.write('app/routes/_index.tsx', home('two'))
    await eventually(() =>
      expect(messages.map(({ event }) => event)).toContain('framework:revalidate'),
    )
    expect((await get('/')).text).toContain('two')
    expect(messages.filter(({ type }) => type === 'update' || type === 'full-reload')).toEqual([])
  })

  it('shows an edited module of the server', async () => {
    messages.length = 0
    await app.write(
      'app/db.server.ts',
      `export const db = { secret: '${secret}', version: 'three' }`,
    )
    await eventually(() =>
      expect(messages.map(({ event }) => event)).toContain('framework:revalidate'),
    )
    expect((await get('/')).text).toContain('three')
    expect(messages.filter(({ type }) => type === 'full-reload')).toEqual([])
  })

  it('updates an edited component in place', async () => {
    messages.length = 0
    await app.write('app/routes/_index.tsx', home('two', 'Start'))
    await eventually(() =>
      expect(messages.flatMap(({ updates = [] }) => updates.map(({ path }) => path))).toContain(
        '/app/routes/_index.tsx',
      ),
    )
    expect((await get('/')).text).toContain('Start')
    expect(messages.filter(({ type }) => type === 'full-reload')).toEqual([])
  })

  it('makes the router again when its modules change, and only then', async () => {
    const before = created()
    await app.write('app/routes/_index.tsx', home('four'))
    await eventually(async () => expect((await get('/')).text).toContain('four'))
    expect(created()).toBe(before)

    await app.write('app/settings.ts', "export const setting = 'second'")
    await eventually(async () =>
      expect((await get('/health')).headers.get('X-Setting')).toBe('second'),
    )
    expect(created()).toBe(before! + 1)
  })

  it('serves a new route file without a restart, and forgets a removed one', async () => {
    expect((await get('/fresh')).status).toBe(404)
    messages.length = 0
    await app.write('app/routes/fresh.tsx', 'export default () => <p>fresh page</p>')
    await eventually(async () => expect((await get('/fresh')).text).toContain('fresh page'))
    expect(messages.map(({ type }) => type)).toContain('full-reload')

    await rm(join(app.root, 'app/routes/fresh.tsx'))
    await eventually(async () => expect((await get('/fresh')).status).toBe(404))
  })

  it('warns of exports and types that do not do what they seem to, as they are written', async () => {
    const warn = vi.spyOn(server.config.logger, 'warn').mockImplementation(() => {})
    try {
      const warnings = () => warn.mock.calls.map(([text]) => text)
      const write = () => app.write('app/routes/odd.$id.tsx', 'export const laoder = 1')
      await eventually(async () => {
        // Again and again: the first one may come before the server watches.
        await write()
        expect(warnings()).toHaveLength(1)
      }, 500)
      expect(warnings()[0]).toBe(
        'app/routes/odd.$id.tsx exports "laoder", which the framework does not use. Did you mean "loader"?',
      )
      await eventually(async () => {
        await app.write(
          'app/routes/odd.$id.tsx',
          `import type { LoaderArgs } from 'framework'\nexport const loader = (_: LoaderArgs<'/odd/:slug'>) => 1`,
        )
        expect(warnings()).toHaveLength(2)
      }, 500)
      expect(warnings()[1]).toContain('"/odd/:id" has no ":slug"')
    } finally {
      warn.mockRestore()
      await rm(join(app.root, 'app/routes/odd.$id.tsx'))
    }
  })

  it('gives a route its module before its file is written to the end', async () => {
    await app.write('app/routes/empty.tsx', '')
    const { text } = await get('/')
    const handoff = JSON.parse(/type="application\/json">([^<]+)</.exec(text)![1]!)
    await eventually(async () =>
      expect((await get(handoff.manifest)).text).toContain('/app/routes/empty.tsx'),
    )
    await rm(join(app.root, 'app/routes/empty.tsx'))
  })

  it('shows stacks of the sources', async () => {
    const { status, text } = await get('/broken')
    expect(status).toBe(500)
    expect(text).toMatch(/the loader broke\n[^<]*app\/routes\/broken\.tsx:3:9/)
  })

  it('shows what the router throws', async () => {
    const { status, text } = await get('/broken-route')
    expect(status).toBe(500)
    expect(text).toMatch(/the router broke<[^]*app\/router\.ts:14:49/)
  })

  it('checks responses against the contracts of their routes', async () => {
    const { status, text } = await get('/returns')
    expect(status).toBe(500)
    expect(text).toContain('with status 200: it does not fit the schema')
  })

  it('shows a mistake in the routes in every page, until it is corrected', async () => {
    await app.write('app/routes/_other._index.tsx', 'export default () => null')
    await eventually(async () =>
      expect((await get('/')).text).toContain(
        'both app/routes/_index.tsx and app/routes/_other._index.tsx for',
      ),
    )
    await rm(join(app.root, 'app/routes/_other._index.tsx'))
    await eventually(async () => expect((await get('/')).status).toBe(200))
  })

  it('shows a module that cannot be read in the page, until it is corrected', async () => {
    await app.write('app/routes/wrong.tsx', 'export default function Wrong() {\n  return <p>\n}')
    await eventually(async () => expect((await get('/wrong')).status).toBe(500))
    const { text, headers } = await get('/wrong')
    expect(headers.get('Content-Type')).toContain('text/html')
    expect(text).toContain('wrong.tsx')
    expect(text).toContain('@vite/client')

    await app.write('app/routes/wrong.tsx', 'export default () => <p>right</p>')
    await eventually(async () => expect((await get('/wrong')).text).toContain('right'))
  })

  it('first names a misspelled export that brings a server module into the browser', async () => {
    await app.write(
      'app/routes/misspelled.tsx',
      `import { secret } from '../books.server.ts'
       export const laoder = () => secret
       export default () => null`,
    )
    await app.write('app/books.server.ts', 'export const secret = 1')
    try {
      await eventually(async () => {
        const { text } = await get('/misspelled')
        const hint = text.indexOf('app/routes/misspelled.tsx exports &quot;laoder&quot;')
        expect(hint).toBeGreaterThan(0)
        expect(text.indexOf('Cannot use app/books.server.ts in the browser')).toBeGreaterThan(hint)
        expect(text).toContain('<pre class="message">app/routes/misspelled.tsx exports')
      })
    } finally {
      await rm(join(app.root, 'app/routes/misspelled.tsx'))
      await rm(join(app.root, 'app/books.server.ts'))
    }
  })

  it('shows the import chain in the page when browser code reaches a server module', async () => {
    await app.write(
      'app/card.tsx',
      "import { db } from './db.server'\nexport const Card = () => db.version",
    )
    await app.write(
      'app/routes/leak.tsx',
      "import { Card } from '../card'\nexport default function Leak() { return <Card /> }",
    )
    await eventually(async () => expect((await get('/leak')).status).toBe(500))
    const { text } = await get('/leak')
    expect(text).toContain('app/db.server.ts in the browser: it is only for the server')
    expect(text).toMatch(/app\/routes\/leak\.tsx\n.*└ app\/card\.tsx\n.*└ app\/db\.server\.ts/)
    expect(text).not.toContain(secret)
  })

  it('shows what the document itself throws', async () => {
    const root = `
      import { Outlet } from 'framework/react'
      export function Layout({ children }) { throw new Error('the layout broke') }
      export default () => <Outlet />
      export function ErrorBoundary() { return 'never shown' }
    `
    const before = await readFile(join(app.root, 'app/root.tsx'), 'utf8')
    await app.write('app/root.tsx', root)
    await eventually(async () => expect((await get('/')).text).toContain('the layout broke'))
    expect((await get('/')).text).toMatch(/app\/root\.tsx:3:\d+/)
    await app.write(
      'app/root.tsx',
      root
        .replace('throw new Error', 'return children; new Error')
        .replace("return 'never", "throw new Error('the boundary broke'); return 'never"),
    )
    await eventually(async () =>
      expect((await get('/broken-nowhere')).text).toContain('the boundary broke'),
    )
    await app.write('app/root.tsx', before)
    await eventually(async () => expect((await get('/')).status).toBe(200))
  })

  it('listens on this machine only', () => {
    const { address } = server.httpServer!.address() as AddressInfo
    expect(['127.0.0.1', '::1']).toContain(address)
  })

  it('refuses a Host that is not its own', async () => {
    expect(await statusWithHost(origin, '/', 'evil.example')).toBe(403)
    expect(await statusWithHost(origin, '/app/root.tsx', 'evil.example:5173')).toBe(403)
    expect(await statusWithHost(origin, '/', new URL(origin).host)).toBe(200)
  })

  it('lets no other site read modules', async () => {
    const response = await fetch(`${origin}/app/root.tsx`, {
      headers: { Origin: 'https://evil.example' },
    })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it.each([
    '/package.json',
    '/package.json?raw',
    '/.env',
    '/.env?raw',
    '/app/../.env',
    '/app/%2e%2e/.env',
    '/@fs/<root>/.env',
    '/@fs/<root>/package.json?import&raw',
    '/@fs/<root>/app/../package.json?raw',
  ])('serves no file outside of the app: %s', async (path) => {
    const { text } = await get(path.replace('<root>/', `${app.root.slice(1)}/`))
    expect(text).not.toContain('hello from the file')
    expect(text).not.toContain('"type":"module"')
  })

  it.each(['', '?raw', '?url', '?import&raw', '?inline', '?t=1', '?raw&.css'])(
    'serves no module of the server itself: %j',
    async (query) => {
      expect((await get(`/app/db.server.ts${query}`)).text).not.toContain(secret)
    },
  )

  it.each([
    '?x=1',
    '?raw',
    '?url',
    '?import&raw',
    '?inline',
    '?worker',
    '?worker_file',
    '?t=1&raw',
  ])('serves nothing of the server in a route module: %j', async (query) => {
    expect((await get(`/app/routes/_index.tsx${query}`)).text).not.toContain(secret)
    const outside = await get(`/@fs${app.root}/app/routes/_index.tsx${query}`)
    expect(outside.text).not.toContain(secret)
  })
})

describe('what framework dev sends', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let origin: string
  beforeAll(async () => {
    app = await createFixtureApp({
      '.env': 'FIXTURE_KEY=hello from the file\n',
      'app/db.server.ts': `export const db = '${secret}'`,
      'app/key.server.json': `{ "key": "${secret}" }`,
      'app/server/query.sql': `select '${secret}'`,
      'app/reads-db.ts': "import { db } from './db.server'\npostMessage(db)",
      'app/sum.ts': "import { helper } from './routes/about'\npostMessage(helper())",
      'app/styles.css': 'body { background: url(./key.server.json) }',
      'app/data.json': '{ "some": "data" }',
      'app/routes/about.tsx': `export const loader = () => '${secret}'\nexport const helper = () => 'a helper'\nexport default () => null`,
      'app/routes/url.tsx':
        "export default function Url() { return <p>{new URL('../key.server.json', import.meta.url).href}</p> }",
      'app/routes/styled.tsx': "import '../styles.css'\nexport default () => null",
      'public/robots.txt': 'User-agent: *\n',
      'elsewhere/key.txt': secret,
    })
    await symlink('../elsewhere/key.txt', join(app.root, 'app/link.txt'))
    await symlink('../elsewhere', join(app.root, 'app/linked'))
    await symlink('./key.server.json', join(app.root, 'app/key.json'))
    await symlink('../elsewhere/key.txt', join(app.root, 'public/link.txt'))
    await symlink('./robots.txt', join(app.root, 'public/also-robots.txt'))
    server = await createServer({ ...app.config(), server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await server.close()
    await app.remove()
    delete process.env['FIXTURE_KEY']
  })
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers })
    return { status: response.status, text: await response.text() }
  }

  it.each([
    '/app/key.server.json',
    '/app/key.server.json?import',
    '/app/key.server.json?url&raw',
    '/app/KEY.SERVER.json/../key.server.json',
    '/app/key%2Eserver.json',
    '/app/server/query.sql',
    '/@fs<root>/app/server/query.sql',
    '/app/key.json',
    '/app/db.server.ts?worker_file&type=module',
  ])('has no file of the server: %s', async (path) => {
    const { status, text } = await get(path.replace('<root>', app.root))
    expect(status).toBe(403)
    expect(text).toContain('it is only for the server')
    expect(text).not.toContain(secret)
  })

  it.each(['/app/link.txt', '/app/link.txt?raw', '/app/linked/key.txt', '/link.txt'])(
    'has no file behind a link that leaves its folder: %s',
    async (path) => {
      const { status, text } = await get(path)
      expect(status).toBe(403)
      expect(text).toMatch(/^Cannot send \S+: it is a link to a file outside of/)
      expect(text).not.toContain(secret)
    },
  )

  it('has the text of a route module for no page', async () => {
    const { status, text } = await get('/app/routes/about.tsx', { 'Sec-Fetch-Dest': 'document' })
    expect(status).toBe(403)
    expect(text).toBe('Cannot send app/routes/about.tsx as a page: its text contains server code.')
  })

  it('refuses a worker that imports a server module, with the line', async () => {
    const { status, text } = await get('/app/reads-db.ts?worker_file&type=module')
    expect(status).toBe(500)
    expect(text).toContain('Cannot use app/db.server.ts in the browser')
    expect(text).toContain('(line 1)')
  })

  it('has workers, without the server code of routes', async () => {
    expect((await get('/app/sum.ts?worker_file&type=module')).text).toContain('about.tsx')
    const { text } = await get('/app/routes/about.tsx')
    expect(text).toContain('a helper')
    expect(text).not.toContain(secret)
  })

  it('shows which file of the server a page names', async () => {
    for (const page of ['/url', '/styled']) {
      const { status, text } = await get(page)
      expect(status).toBe(500)
      expect(text).toContain('Cannot use app/key.server.json in the browser')
    }
  })

  it('has the other files, and links that stay in their folder', async () => {
    expect((await get('/app/data.json')).text).toContain('data')
    expect((await get('/also-robots.txt')).text).toContain('User-agent')
    expect((await get('/about')).status).toBe(200)
  })
})

describe('the terminal of framework dev', () => {
  it('has a mistake once until a file changes, and without the whole module', async () => {
    const app = await createFixtureApp({
      'app/db.server.ts': 'export const db = 1',
      'app/card.tsx': "import { db } from './db.server'\nexport const Card = () => <b>{db}</b>",
      'app/routes/leak.tsx':
        "import { Card } from '../card'\nexport default function Leak() { return <Card /> }",
    })
    const printed: string[] = []
    const print = (...values: unknown[]) => void printed.push(inspect(values[0]))
    const spy = vi.spyOn(console, 'error').mockImplementation(print)
    const customLogger = { ...createLogger('silent'), error: print }
    const server = await createServer({ ...app.config(), customLogger, server: { port: 0 } })
    try {
      await server.listen()
      const { port } = server.httpServer!.address() as AddressInfo
      const get = (path: string) => fetch(`http://localhost:${port}${path}`)
      for (const path of ['/leak', '/leak', '/app/card.tsx']) {
        expect((await get(path)).status).toBe(500)
      }
      const found = printed.filter((text) => text.includes('only for the server'))
      expect(found).toHaveLength(1)
      expect(found[0]).not.toContain('$RefreshReg$')
    } finally {
      spy.mockRestore()
      await server.close()
      await app.remove()
    }
  })
})

describe('an .env file that is edited', () => {
  it('changes the variables of the running app, and none that the environment has set', async () => {
    vi.stubEnv('FIXTURE_OUTSIDE', 'from outside')
    const app = await createFixtureApp({
      '.env': 'FIXTURE_EDITED=one\nFIXTURE_REMOVED=one\nFIXTURE_OUTSIDE=file\nVITE_EDITED=one\n',
      'app/routes/_index.tsx': `
        import { useLoaderData } from 'framework/react'
        export const loader = () => Object.entries(process.env).filter(([name]) => name.startsWith('FIXTURE_'))
        export default () => <p>{JSON.stringify(useLoaderData())} {import.meta.env.VITE_EDITED}</p>
      `,
    })
    const server = await createServer({ ...app.config(), server: { port: 0 } })
    try {
      await server.listen()
      const get = async (): Promise<string> => {
        const { port } = server.httpServer!.address() as AddressInfo
        const text = await (await fetch(`http://localhost:${port}/`)).text()
        return /<p>(.*)<\/p>/.exec(text.replaceAll(/&quot;|<!-- -->/g, ''))?.[1] ?? text
      }
      expect(await get()).toMatch(/\[FIXTURE_EDITED,one\],\[FIXTURE_REMOVED,one\].* one$/)

      await app.write('.env', 'FIXTURE_EDITED=two\nFIXTURE_OUTSIDE=file\nVITE_EDITED=two\n')
      await eventually(async () => {
        const text = await get()
        expect(text).toContain('[FIXTURE_EDITED,two]')
        expect(text).toContain('[FIXTURE_OUTSIDE,from outside]')
        expect(text).not.toContain('FIXTURE_REMOVED')
        expect(text).toMatch(/ two$/)
      })
    } finally {
      await server.close()
      await app.remove()
    }
  })
})

describe('framework dev for Workers, with a basename and a base', () => {
  it('serves pages below the one and modules below the other, in Node', async () => {
    const app = await createFixtureApp({
      'app/routes/about.tsx': 'export default () => <p>about</p>',
    })
    const config = { ...app.config({ basename: '/shop', target: 'worker' }), base: '/static/' }
    const server = await createServer({ ...config, server: { port: 0 } })
    try {
      await server.listen()
      const { port } = server.httpServer!.address() as AddressInfo
      const get = (path: string) => fetch(`http://localhost:${port}${path}`)
      const page = await get('/shop/about')
      expect(page.status).toBe(200)
      const [, entry] = /<script[^>]+type="module"[^>]+src="(\/static\/[^"]+)"/.exec(
        await page.text(),
      )!
      expect((await get(entry!)).status).toBe(200)
      expect((await get('/static/app/root.tsx')).status).toBe(200)
      expect((await get('/about')).status).toBe(404)
    } finally {
      await server.close()
      await app.remove()
    }
  })
})

async function listenForUpdates(
  server: ViteDevServer,
  origin: string,
  onMessage: (message: never) => void,
): Promise<WebSocket> {
  const url = `${origin.replace('http', 'ws')}/?token=${server.config.webSocketToken}`
  const socket = new WebSocket(url, 'vite-hmr')
  socket.addEventListener('message', ({ data }) => onMessage(JSON.parse(String(data)) as never))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return socket
}

function statusWithHost(origin: string, path: string, host: string): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    sendRequest({ hostname, port, path, headers: { Host: host } }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}
