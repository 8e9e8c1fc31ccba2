import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import type { FrameworkOptions } from './options.ts'

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

const files = {
  'app/router.ts': `
    import { createRouter } from 'framework/fetch-router'
    import { secureHeaders } from 'framework/secure-headers-middleware'
    import { Session, createMemorySessionStorage } from 'framework/session'
    import { createCookie } from 'framework/cookie'
    import { session } from 'framework/session-middleware'
    export default function createApp(pages) {
      const cookie = createCookie('session', { secrets: ['a-secret-of-32-bytes-for-the-test'] })
      const router = createRouter({
        middleware: [
          secureHeaders({ nonce: true }),
          session(cookie, createMemorySessionStorage()),
          ({ headers }, next) => headers.get('X-Banned') ? new Response('banned', { status: 403 }) : next(),
        ],
      })
      router.map('/*', pages.with({ visitor: (context) => String(context.get(Session).get('user') ?? '') }))
      return router
    }
  `,
  'app/count.server.ts': `
    // The build counts in its own process, so a page of the server would show another number.
    let runs = process.env.STORED === 'no' ? 100 : 0
    export const countRun = () => ++runs
  `,
  'app/routes/_index.tsx': `
    import { Form } from 'framework'
    export const action = () => ({ sent: true })
    export const prerender = true
    export default () => <Form method="post"><button>Send</button></Form>
  `,
  'app/routes/docs.tsx': `
    import { Outlet } from 'framework'
    export const prerender = true
    export const loader = () => ({ menu: ['intro'] })
    export default () => <main><Outlet /></main>
  `,
  'app/routes/docs.intro.tsx': `
    import { useLoaderData } from 'framework'
    import { countRun } from '../count.server.ts'
    export const headers = { 'Cache-Control': 'public, s-maxage=600' }
    export const loader = ({ url }) => ({ from: process.env.STORED ?? 'build', runs: countRun(), q: url.searchParams.get('q') })
    export default () => <h1>{useLoaderData().from}</h1>
  `,
  'app/routes/docs.now.tsx': `
    import { useLoaderData } from 'framework'
    export const prerender = false
    export const loader = () => process.env.STORED ?? 'build'
    export default () => <h1>{useLoaderData()}</h1>
  `,
  'app/routes/books.$slug.tsx': `
    import { useLoaderData } from 'framework'
    export const prerender = () => [{ slug: 'dune' }]
    export const loader = ({ params }) => params.slug + ' from ' + (process.env.STORED ?? 'build')
    export default () => <h1>{useLoaderData()}</h1>
  `,
  'app/routes/feed[.]xml.ts': `
    export const prerender = true
    export const loader = () => new Response('<feed/>' + (process.env.STORED ?? 'build'), { headers: { 'Content-Type': 'application/xml' } })
  `,
}

type Handler = (request: Request) => Promise<Response>
let app: FixtureApp
let number = 0

async function build(options: FrameworkOptions = {}): Promise<void> {
  const builder = await createBuilder(app.config(options))
  await builder.buildApp()
}

/** Imports the build as another process would. Loaders say that they ran there. */
async function start(): Promise<Handler> {
  vi.stubEnv('STORED', 'no')
  const entry = pathToFileURL(join(app.root, 'build/server/index.js')).href
  return ((await import(`${entry}?${number++}`)) as { default: Handler }).default
}

describe('an app with a server that has prerendered pages', () => {
  let handler: Handler
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    handler(new Request(`http://x.test${path}`, { method, headers }))

  beforeAll(async () => {
    app = await createFixtureApp(files)
    await build()
    handler = await start()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.remove()
  })

  it('sends the document and the data that the build has stored, without its loaders', async () => {
    const document = await get('/docs/intro')
    expect(document.status).toBe(200)
    expect(document.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(await document.text()).toContain('<h1>build</h1>')

    const data = await get('/docs/intro?_data=routes%2Fdocs.intro')
    expect(data.headers.get('X-Framework-Response')).toBe('data')
    expect(data.headers.get('X-Framework-Version')).toMatch(/./)
    expect(await data.json()).toEqual({
      'routes/docs.intro': { data: { from: 'build', runs: expect.any(Number), q: null } },
    })
  })

  it('stores the pages below a layout that says so, except for one that says no', async () => {
    expect(await (await get('/docs')).text()).toContain('<main>')
    expect((await get('/docs')).headers.get('ETag')).toMatch(/^W\//)
    expect(await (await get('/docs/now')).text()).toContain('<h1>no</h1>')
  })

  it('renders a page with params that is not in the list', async () => {
    expect(await (await get('/books/dune')).text()).toContain('dune from build')
    expect(await (await get('/books/emma')).text()).toContain('emma from no')
  })

  it('runs the loaders if the URL has a query', async () => {
    expect(await (await get('/docs/intro?q=1')).text()).toContain('<h1>no</h1>')
    const data = await get('/docs/intro?q=1&_data=routes%2Fdocs.intro')
    expect(await data.json()).toMatchObject({ 'routes/docs.intro': { data: { q: '1' } } })
  })

  it('runs the middleware first, so a guard still refuses', async () => {
    expect((await get('/docs/intro', { 'X-Banned': '1' })).status).toBe(403)
    expect((await get('/docs/intro?_data=routes%2Fdocs.intro', { 'X-Banned': '1' })).status).toBe(
      403,
    )
  })

  it('sends the policy of the app without its nonce, which a cache would give to every visitor', async () => {
    const policyOf = async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).headers.get('Content-Security-Policy')!
    const tag = (await get('/docs/intro')).headers.get('ETag')!
    const live = await policyOf('/docs/intro?q=1')
    expect(live).toMatch(/script-src 'self' 'nonce-/)
    const stored = live.replaceAll(/ 'nonce-[^']*'/g, '')
    expect(await policyOf('/docs/intro')).toBe(stored)
    expect(await policyOf('/docs/intro?_data=routes%2Fdocs.intro')).toBe(stored)
    expect(await policyOf('/docs/intro', { 'If-None-Match': tag })).toBe(stored)
  })

  it('has no nonce, no key and no visitor in a stored document', async () => {
    const html = await (await get('/')).text()
    expect(html).not.toContain('nonce')
    expect(html).toContain('"visitor":null')
  })

  it('lets caches ask whether the page has changed, unless the page says more', async () => {
    const response = await get('/books/dune')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect((await get('/docs/intro')).headers.get('Cache-Control')).toBe('public, s-maxage=600')

    const tag = response.headers.get('ETag')!
    const again = await get('/books/dune', { 'If-None-Match': tag })
    expect(again.status).toBe(304)
    expect(again.headers.get('ETag')).toBe(tag)
    expect(await again.text()).toBe('')
    expect((await get('/books/dune', { 'If-None-Match': 'W/"other"' })).status).toBe(200)
  })

  it('sends the headers alone for HEAD, and the whole page for a range', async () => {
    const head = await get('/books/dune', {}, 'HEAD')
    expect(head.headers.get('ETag')).toMatch(/^W\//)
    expect(await head.text()).toBe('')
    expect((await get('/books/dune', { Range: 'bytes=0-3' })).status).toBe(200)
  })

  it('runs the action of a stored page', async () => {
    const response = await handler(
      new Request('http://x.test/?index', {
        method: 'POST',
        body: new URLSearchParams({ a: 'b' }),
        headers: { Origin: 'http://x.test' },
      }),
    )
    expect(await response.text()).toContain('"actionData":{"routes/_index":{"sent":true}}')
  })

  it('stores the response of a resource route', async () => {
    const feed = await get('/feed.xml')
    expect(feed.headers.get('Content-Type')).toBe('application/xml')
    expect(await feed.text()).toBe('<feed/>build')
  })

  it('renders a page whose file is gone, such as after a build while the server runs', async () => {
    const folder = join(app.root, 'build/server/chunks/prerendered')
    expect((await readdir(folder)).length).toBeGreaterThan(5)
    await rm(folder, { recursive: true })
    expect(await (await get('/docs/intro')).text()).toContain('<h1>no</h1>')
  })

  it('lists all pages that cannot be stored, and leaves the last build as it was', async () => {
    vi.stubEnv('STORED', undefined)
    const before = await readFile(join(app.root, 'build/server/index.js'), 'utf8')
    await app.write(
      'app/routes/docs.account.tsx',
      `
      export const middleware = [(context, next) => {
        if (!context.headers.get('Cookie')) throw new Response('log in', { status: 401 })
        return next()
      }]
      export default () => <h1>account</h1>
      `,
    )
    await app.write(
      'app/routes/docs.cookie.tsx',
      `
      export const loader = () => new Response('1', { headers: { 'Set-Cookie': 'a=b' } })
      export default () => <h1>cookie</h1>
      `,
    )
    await app.write(
      'app/routes/docs.dead.tsx',
      `
      export const loader = () => { throw new Error('the database is gone') }
      export default () => <h1>dead</h1>
      `,
    )
    await app.write(
      'app/routes/docs.live.tsx',
      `
      export const live = true
      export const reads = () => ['a']
      export const loader = () => 1
      export default () => <h1>live</h1>
      `,
    )
    await app.write(
      'app/routes/docs.moved.tsx',
      `
      import { redirect } from 'framework'
      export const loader = () => redirect('/docs')
      export default () => null
      `,
    )
    await app.write(
      'app/routes/docs.origin.tsx',
      `
      import { useLoaderData } from 'framework'
      export const loader = ({ url }) => ({ share: '/share?url=' + encodeURIComponent(url.href) })
      export default () => <a href={useLoaderData().share}>share</a>
      `,
    )
    await app.write(
      'app/routes/docs.[sitemap.xml].ts',
      `export const loader = ({ url }) => new Response('<loc>' + url.origin + '/docs</loc>')`,
    )
    const message = await build().then(String, String)
    expect(message.match(/Cannot prerender \/docs\/[\w.]+ .*/g)?.toSorted()).toEqual([
      expect.stringMatching(
        /^Cannot prerender \/docs\/account .*: its middleware read the Cookie header/,
      ),
      expect.stringMatching(/^Cannot prerender \/docs\/cookie .*: it set a cookie/),
      expect.stringMatching(
        /^Cannot prerender \/docs\/dead .*: its status is 500 \(Error: the database is gone\)/,
      ),
      expect.stringMatching(/^Cannot prerender \/docs\/live .*: routes\/docs.live is live/),
      expect.stringMatching(/^Cannot prerender \/docs\/moved .*: its status is 302/),
      expect.stringMatching(
        /^Cannot prerender \/docs\/origin .*: its document has the origin of the request/,
      ),
      expect.stringMatching(
        /^Cannot prerender \/docs\/sitemap.xml .*: its document has the origin of the request/,
      ),
    ])
    expect(await readFile(join(app.root, 'build/server/index.js'), 'utf8')).toBe(before)
    expect(existsSync(join(app.root, 'build/server.new'))).toBe(false)
  })

  it('refuses to store pages for a Worker, which has no files', async () => {
    await expect(build({ target: 'worker' })).rejects.toThrow(
      'Cannot prerender pages with target "worker": a Worker has no files.',
    )
  })
})
