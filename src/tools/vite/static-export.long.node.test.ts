import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder, createLogger } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import type { FrameworkOptions } from './options.ts'

// Vite looks at it, and the test runner has set it to something else.
vi.stubEnv('NODE_ENV', 'production')

async function build(app: FixtureApp, options: FrameworkOptions, base = '/'): Promise<void> {
  const builder = await createBuilder({ ...app.config(options), base })
  await builder.buildApp()
}

async function listFiles(app: FixtureApp): Promise<string[]> {
  const directory = join(app.root, 'build/client')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((file) => !file.startsWith('assets/') && !/\.(?:br|gz|zst)$/.test(file))
    .toSorted()
}

describe('framework build with static: true', () => {
  let app: FixtureApp
  const read = (file: string): Promise<string> => readFile(join(app.root, 'build', file), 'utf8')

  beforeAll(async () => {
    app = await createFixtureApp({
      'app/routes/_index.tsx': `
        import { useLoaderData } from 'framework/react'
        export const loader = () => ({ greeting: 'hello' })
        export default () => <h1>{useLoaderData<typeof loader>().greeting}</h1>
      `,
      'app/routes/books.$slug.tsx': `
        import { useLoaderData } from 'framework/react'
        const secret = 'never-in-the-browser-81c2'
        export const prerender = async () => [{ slug: 'dune' }, { slug: secret.slice(0, 5) }]
        export const loader = ({ params }) => params.slug
        export default () => <h1>{useLoaderData<typeof loader>()}</h1>
      `,
      'app/routes/drafts.tsx': `
        export const prerender = false
        export default () => <h1>drafts</h1>
      `,
      'app/routes/feed[.]xml.ts': `
        export const loader = () => new Response('<feed/>', { headers: { 'Content-Type': 'application/xml' } })
      `,
      'app/routes/old.tsx': `
        import { redirect } from 'framework/response'
        export const loader = () => redirect('/books/dune', 301)
        export default () => null
      `,
      'app/routes/later.tsx': `
        import { Suspense, use } from 'react'
        const slow = new Promise((resolve) => setTimeout(resolve, 20, 'arrived'))
        const Slow = () => <p>{use(slow)}</p>
        export default () => <Suspense fallback="waiting"><Slow /></Suspense>
      `,
      'public/robots.txt': 'User-agent: *',
    })
    await build(app, { static: { origin: 'https://example.com' } })
  })
  afterAll(() => app.remove())

  it('writes documents, data, resources, 404.html and a sitemap next to the assets', async () => {
    expect(await listFiles(app)).toEqual([
      '404.html',
      '_data/books/dune.json',
      '_data/books/never.json',
      '_data/index.json',
      '_data/later.json',
      '_data/old.json',
      'books/dune.html',
      'books/never.html',
      'feed.xml',
      'index.html',
      'later.html',
      'old.html',
      'robots.txt',
      'sitemap.xml',
    ])
    expect(await read('client/books/dune.html')).toContain('<h1>dune</h1>')
    expect(await read('client/feed.xml')).toBe('<feed/>')
    expect(JSON.parse(await read('client/_data/index.json'))).toEqual({
      version: expect.any(String),
      loaders: { 'routes/_index': { data: { greeting: 'hello' } } },
    })
  })

  it('waits for suspended content, so that documents have no inline code', async () => {
    const html = await read('client/later.html')
    expect(html).toContain('<p>arrived</p>')
    expect(html).not.toContain('waiting')
    expect(
      html.match(/<script(?! id="__framework" type="application\/json")(?![^>]* src=)[^>]*>/),
    ).toBe(null)
  })

  it('leaves no server behind, and says that the build is static', async () => {
    expect(existsSync(join(app.root, 'build/server'))).toBe(false)
    expect(JSON.parse(await read('static.json'))).toEqual({ basename: '/', files: 'flat' })
  })

  it('keeps prerender out of the browser', async () => {
    for (const file of await readdir(join(app.root, 'build/client/assets'))) {
      if (file.endsWith('.js')) expect(await read(`client/assets/${file}`)).not.toContain('81c2')
    }
  })
})

describe('a static export that fails, or replaces another build', () => {
  let app: FixtureApp
  const warnings: string[] = []
  const exists = (path: string): boolean => existsSync(join(app.root, path))

  beforeAll(async () => {
    app = await createFixtureApp({
      'app/router.ts': `
        import { createRouter } from 'framework/fetch-router'
        export default function createApp(pages) {
          const router = createRouter()
          router.get('/health', () => new Response('ok'))
          router.map('/*', pages)
          return router
        }
      `,
      'app/routes/_index.tsx': `
        export const prerender = true
        export default () => <h1>home</h1>
      `,
    })
  })
  afterAll(() => app.remove())

  async function buildLogged(options: FrameworkOptions, base?: string): Promise<void> {
    const logger = createLogger('silent')
    warnings.length = 0
    const note = (text: string): void => void warnings.push(text)
    const config = { ...app.config(options), base: base ?? '/' }
    const builder = await createBuilder({
      ...config,
      customLogger: { ...logger, warn: note, warnOnce: note },
    })
    await builder.buildApp()
  }

  it('needs a base that is the basename and a slash', async () => {
    await expect(buildLogged({ static: true, basename: '/docs' })).rejects.toThrow(
      `Cannot export the site with the base "/": its files are below the basename. Set Vite's "base" to "/docs/".`,
    )
    await expect(buildLogged({ static: true }, 'https://cdn.example.com/')).rejects.toThrow(
      `Set Vite's "base" to "/".`,
    )
  })

  it('stores the same page in a build with a server', async () => {
    await buildLogged({})
    expect(warnings).toEqual([])
    expect(exists('build/server/index.js')).toBe(true)
    expect(
      JSON.parse(await readFile(join(app.root, 'build/server/prerendered.json'), 'utf8')),
    ).toHaveProperty('/')
  })

  it('lists all mistakes, and leaves the last build as it was', async () => {
    await app.write(
      'app/routes/account.tsx',
      `
      export const loader = ({ request }) => request.headers.get('Cookie')
      export default () => <h1>account</h1>
      `,
    )
    await app.write('app/routes/books.$slug.tsx', 'export default () => <h1>book</h1>')
    await expect(buildLogged({ static: true })).rejects.toThrow(
      [
        'Cannot export the site. There are 2 mistakes:',
        '',
        'Cannot prerender routes/books.$slug: its path has the param "slug". Export prerender as a list of params, or as false to leave it out',
        'Cannot prerender /account (routes/account): its loader read the Cookie header. A prerendered page is the same for every visitor: export prerender = false, or load that part in the browser',
      ].join('\n'),
    )
    expect(exists('build/server/index.js')).toBe(true)
    expect(exists('build/server.new')).toBe(false)
    expect(exists('build/static.json')).toBe(false)
    expect(await listFiles(app)).toEqual([])
  })

  it('replaces a build with a server, and lists the routes that are lost', async () => {
    await rm(join(app.root, 'app/routes/account.tsx'))
    await rm(join(app.root, 'app/routes/books.$slug.tsx'))
    await buildLogged({ static: true })
    expect(warnings).toEqual([
      'These routes of app/router.ts are not part of the site, because it has no server: GET /health.',
    ])
    expect(exists('build/server')).toBe(false)
    expect(await listFiles(app)).toEqual(['404.html', '_data/index.json', 'index.html'])

    await buildLogged({})
    expect(exists('build/static.json')).toBe(false)
    expect(await listFiles(app)).toEqual([])
    expect(exists('build/client/_data')).toBe(false)
  })

  it('removes the folders of the last layout, also where a page takes the place of one', async () => {
    await app.write('app/routes/a.tsx', 'export default () => <h1>a</h1>')
    await app.write('app/routes/a.b.ts', `export const loader = () => new Response('b')`)
    await buildLogged({ static: { files: 'folder' }, trailingSlash: 'ignore' })
    expect(exists('build/client/a/index.html')).toBe(true)

    // The file of the resource is in the place of the folder, and the other way around.
    await rm(join(app.root, 'app/routes/a.tsx'))
    await rm(join(app.root, 'app/routes/a.b.ts'))
    await app.write('app/routes/a.ts', `export const loader = () => new Response('a')`)
    await buildLogged({ static: true })
    expect(await readFile(join(app.root, 'build/client/a'), 'utf8')).toBe('a')

    await rm(join(app.root, 'app/routes/a.ts'))
    await app.write('app/routes/a.b.tsx', 'export default () => <h1>b</h1>')
    await buildLogged({ static: true })
    expect(await listFiles(app)).toEqual([
      '404.html',
      '_data/a/b.json',
      '_data/index.json',
      'a/b.html',
      'index.html',
    ])
  })
})
