import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { serveFiles, type FileServer } from './support/file-server.ts'
import { becomesLive } from './support/open-tab.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

/** Runs a test with a visitor whose errors fail it. */
async function visit(
  url: string,
  javaScript: boolean,
  run: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await createVisitor(url, { served: 'build', javaScript })
  try {
    await run(visitor)
    expect(visitor.complaints).toEqual([])
  } finally {
    await visitor.context.close()
  }
}

/** The `site` app without what needs a server. */
async function createSite(folder: string, config: string): Promise<void> {
  await copyApp('site', folder)
  const file = (name: string): string => join(folder, 'app', name)
  const edit = async (name: string, change: (code: string) => string): Promise<void> =>
    writeFile(file(name), change(await readFile(file(name), 'utf8')))

  await writeFile(
    join(folder, 'vite.config.ts'),
    `import { framework } from 'framework/vite'\nexport default ${config}\n`,
  )
  await writeFile(file('router.ts'), router)
  await edit('root.tsx', (code) =>
    code
      .replace(/export async function loader[^]*?\n}\n/, rootLoader)
      .replace(/import .*theme\.server.*\n/, '')
      .replace('<Link to="/theme">Theme</Link>', extraLinks),
  )
  for (const name of leftOut) {
    await appendFile(file(`routes/${name}`), '\nexport const prerender = false\n')
  }
  await edit('routes/shop.$category.tsx', (code) => code + categories)
  await edit('routes/shop.$category.$product.tsx', (code) => code + products)
  await edit('routes/go.$how.ts', (code) => code.replace('/landed?from=301', '/found?q=301') + hows)
  for (const [name, code] of Object.entries(pages)) await writeFile(file(`routes/${name}`), code)
}

describe('a static export on a host of files', () => {
  const folder = (): string => join(inject('workspace'), 'static')
  let server: FileServer

  beforeAll(async () => {
    await createSite(folder(), `{ plugins: [framework({ static: true })] }`)
    await buildApp(folder())
    server = await serveFiles(join(folder(), 'build/client'), 'flat')
  })
  afterAll(() => server?.stop())

  it('navigates by data files, without loading a document', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      const data = dataRequests(page)
      await visitor.open('/shop/books/ink')
      await visitor.reads('h3', 'Product ink')
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await page.click('text=To the shop')
      await visitor.reads('#offer', 'Offer of the day')
      await page.click('text=music')
      await visitor.reads('h2', 'Category music')
      await page.goBack()
      await visitor.reads('#offer', 'Offer of the day')
      await page.goForward()
      await visitor.reads('h2', 'Category music')
      await visitor.stayed()
      expect(data).toEqual([
        '/_data/index.json',
        '/_data/shop.json',
        '/_data/shop/music.json',
        '/_data/shop.json',
        '/_data/shop/music.json',
      ])
    }))

  it('prefetches what the navigation then uses, follows a redirect, and reads the query in the browser', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      await visitor.open('/')
      const prefetched = page.waitForResponse(/\/_data\/shop\/books\.json$/)
      await page.hover('text=Prefetched')
      await prefetched
      await page.click('text=Prefetched')
      await visitor.reads('h2', 'Category books')

      await page.click('text=Old')
      await visitor.isAt('/found?q=2')
      await visitor.reads('#q', '2')
      await visitor.reads('#late', 'with the loader')
      await page.fill('[aria-label=Query]', 'x')
      await page.click('text=Ask')
      await visitor.isAt('/found?q=x')
      await visitor.reads('#q', 'x')
      await visitor.stayed()

      // The redirect of a resource route is a document.
      await page.click('text=Moved')
      await visitor.isAt('/found?q=301')
      await visitor.reads('#q', '301')
    }))

  it('shows deferred content, and an error for a form that needs a server', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      await visitor.open('/found?q=1')
      await visitor.reads('#later', 'arrived')
      await visitor.reads('#late', 'with the loader')
      await visitor.reads('#q', '1')
      await page.click('text=Send')
      await visitor.reads('.error', '405 Method Not Allowed')
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()
    }))

  it('shows the 404.html of the host for what the site does not have', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      // No such page, no such param, and a page that was left out: the client router runs in all of them.
      for (const path of ['/no/such/page', '/shop/unknown', '/drafts']) {
        expect((await visitor.open(path)).status()).toBe(404)
        await visitor.reads('.error', '404 Not Found')
        await page.click('nav >> text=Home')
        await visitor.reads('h1', 'Home')
        await visitor.stayed()
      }
      for (const [link, path] of [
        ['Nothing here', '/no/such/page'],
        ['Unknown', '/shop/unknown'],
        ['Drafts', '/drafts'],
      ] as const) {
        await visitor.open('/')
        await page.click(`text=${link}`)
        await visitor.isAt(path)
        await visitor.reads('.error', '404 Not Found')
        await becomesLive(page)
        await page.goBack()
        await visitor.reads('h1', 'Home')
      }
    }))

  it('works at the name of the file', () =>
    visit(server.url, true, async (visitor) => {
      for (const path of ['/shop.html', '/shop/music.html', '/index.html']) {
        expect((await visitor.open(path)).status()).toBe(200)
        await visitor.page.click('nav >> text=Shop')
        await visitor.reads('#offer', 'Offer of the day')
        await visitor.isAt('/shop')
        await visitor.stayed()
      }
    }))

  it('works without JavaScript', () =>
    visit(server.url, false, async (visitor) => {
      const { page } = visitor
      const response = await visitor.open('/shop')
      // Data only: no document has inline code.
      expect(await response.text()).not.toMatch(
        /<script(?![^>]*(?: src=| type="application\/json"))/,
      )
      await page.click('text=books')
      await visitor.reads('h2', 'Category books')
      await page.click('text=ink')
      await visitor.reads('h3', 'Product ink')
      await page.click('text=Old')
      await visitor.isAt('/found?q=2')
      await visitor.reads('#later', 'arrived')
      await visitor.reads('#late', 'with the loader')
      await page.click('text=Unknown')
      await visitor.reads('.error', '404 Not Found')
      await page.goBack()
      await visitor.reads('h1', 'Found')
    }))

  // The last one: it replaces the files.
  it('loads the document of a new build under an open page', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      await visitor.open('/')
      const route = join(folder(), 'app/routes/shop.tsx')
      await writeFile(route, (await readFile(route, 'utf8')).replace('<h1>Shop', '<h1>New shop'))
      await buildApp(folder())
      await page.click('text=To the shop')
      await visitor.reads('h1', 'New shop')
      expect(await page.evaluate(() => 'openedHere' in window)).toBe(false)
      await becomesLive(page)
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()
    }))
})

/** Folders below a basename, in an app that is large enough to split its manifest. */
describe('a static export in folders, below a basename', () => {
  const folder = (): string => join(inject('workspace'), 'static-folder')
  let server: FileServer

  beforeAll(async () => {
    await createSite(
      folder(),
      `{ base: '/docs/', plugins: [framework({
        basename: '/docs', trailingSlash: 'ignore', static: { files: 'folder', origin: 'https://docs.example.com' },
      })] }`,
    )
    for (let i = 0; i < 100; i++) {
      await writeFile(join(folder(), `app/routes/section${i}.tsx`), section(i))
    }
    await buildApp(folder())
    server = await serveFiles(join(folder(), 'build/client'), 'folder', '/docs')
  })
  afterAll(() => server?.stop())

  it('navigates by data files and by the parts of its manifest', () =>
    visit(server.url, true, async (visitor) => {
      const { page } = visitor
      const data = dataRequests(page)
      const parts: string[] = []
      page.on('request', (request) => {
        if (/\/docs\/assets\/manifest-.*\.json$/.test(request.url())) parts.push(request.url())
      })
      await visitor.open('/docs/section1')
      // The host adds a slash.
      await visitor.isAt('/docs/section1/')
      await page.click('text=Far')
      await visitor.reads('h1', 'Section 99')
      expect(parts.length).toBeGreaterThan(0)
      await page.click('nav >> text=Shop')
      await visitor.reads('#offer', 'Offer of the day')
      await page.click('text=Old')
      await visitor.isAt('/docs/found?q=2')
      await page.goBack()
      await visitor.reads('#offer', 'Offer of the day')
      await visitor.stayed()
      expect(data).toEqual([
        '/docs/_data/section99.json',
        '/docs/_data/shop.json',
        '/docs/_data/old.json',
        '/docs/_data/found.json',
        '/docs/_data/shop.json',
      ])

      await page.reload()
      await becomesLive(page)
      await visitor.reads('#offer', 'Offer of the day')
      await page.click('text=Unknown')
      await visitor.isAt('/docs/shop/unknown')
      await visitor.reads('.error', '404 Not Found')
      await becomesLive(page)
      await page.click('nav >> text=Home')
      await visitor.reads('h1', 'Home')
      await visitor.stayed()

      expect((await visitor.open('/docs/no/such/page')).status()).toBe(404)
      await page.click('nav >> text=Shop')
      await visitor.reads('#offer', 'Offer of the day')
      await visitor.stayed()
    }))

  it('works without JavaScript, and with framework start', async () => {
    const app = await startApp(folder(), 'start')
    try {
      expect(app.output()).toContain('Serving files only')
      for (const url of [server.url, app.url]) {
        await visit(url, false, async (visitor) => {
          const { page } = visitor
          await visitor.open('/docs/')
          await page.click('text=To the shop')
          await visitor.reads('#offer', 'Offer of the day')
          await page.click('text=music')
          await visitor.reads('h2', 'Category music')
          await page.click('text=Old')
          await visitor.reads('h1', 'Found')
          await page.click('text=Unknown')
          await visitor.reads('.error', '404 Not Found')
        })
      }
      const sitemap = await (await fetch(`${app.url}/docs/sitemap.xml`)).text()
      expect(sitemap).toContain('<loc>https://docs.example.com/docs/section99/</loc>')
    } finally {
      await app.stop()
    }
  })
})

/** Records the requests for data files. */
function dataRequests(page: Visitor['page']): string[] {
  const data: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.includes('/_data/')) data.push(pathname + search)
  })
  return data
}

const section = (i: number): string => `
import { Link } from 'framework'
export default () => (
  <>
    <h1>Section ${i}</h1>
    <Link to="/section99">Far</Link>
  </>
)
`

const router = `
import { createRouter, type Router } from 'framework/fetch-router'
import type { Pages } from 'framework/server'

export default function createApp(pages: Pages): Router {
  const router = createRouter()
  router.get('/health', () => new Response('ok'))
  router.map('/*', pages)
  return router as unknown as Router
}
`

const rootLoader = `
export const loader = (_: LoaderArgs) => ({
  user: null as string | null,
  message: null as string | null,
  theme: 'light',
})
`

const extraLinks = `
  <Link to="/found?q=1">Found</Link> <Link to="/old">Old</Link> <Link to="/drafts">Drafts</Link>{' '}
  <Link to="/shop/unknown">Unknown</Link> <Link to="/shop/books" prefetch="intent">Prefetched</Link>{' '}
  <Link to="/go/301">Moved</Link>
  <Form method="post" action="/found"><button>Send</button></Form>
`

/** Pages with an action, or that differ between visitors. */
const leftOut = [
  '_members.account.tsx',
  '_members.account_.rules.tsx',
  'api.echo.ts',
  'broken.tsx',
  'calls.$name.ts',
  'errors.action.tsx',
  'errors.catch.tsx',
  'errors.loader.tsx',
  'errors.own.tsx',
  'errors.render.tsx',
  'landed.tsx',
  'later.$name.tsx',
  'login.tsx',
  'logout.ts',
  'notes.$list.star.tsx',
  'notes.$list.tsx',
  'open.$name.ts',
  'order.tsx',
  'plain.tsx',
  'register.tsx',
  'redirects.tsx',
  'rows.tsx',
  'theme.tsx',
  'upload.tsx',
]

const categories = `
export const prerender = Object.keys(products).map((category) => ({ category }))
`
const products = `
export const prerender = () => [{ category: 'books', product: 'ink' }]
`
const hows = `
export const prerender = [{ how: '301' }]
`

const pages: Readonly<Record<string, string>> = {
  'drafts.tsx': `
    export const prerender = false
    export default () => <h1>Drafts</h1>
  `,
  'old.tsx': `
    import { redirect } from 'framework'
    export const loader = () => redirect('/found?q=2')
    export default () => null
  `,
  'found.tsx': `
    import { Suspense, use } from 'react'
    import { Await, Form, later as defer, useLoaderData, useSearchParams } from 'framework'
    export const loader = () => ({ late: defer(async () => 'with the loader') })
    let later: Promise<string> | undefined
    const Later = () => {
      later ??= new Promise((resolve) => setTimeout(resolve, 10, 'arrived'))
      return <p id="later">{use(later)}</p>
    }
    export default function Found() {
      const [search] = useSearchParams()
      const { late } = useLoaderData<typeof loader>()
      return (
        <>
          <h1>Found</h1>
          <p id="q">{search.get('q')}</p>
          <Suspense fallback={<p id="later">waiting</p>}><Later /></Suspense>
          <Await resolve={late} fallback={<p>…</p>}>{(text) => <p id="late">{text}</p>}</Await>
          <Form><input name="q" aria-label="Query" /><button>Ask</button></Form>
        </>
      )
    }
  `,
}
