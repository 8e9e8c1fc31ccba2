import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { serveFiles, type FileServer } from './support/file-server.ts'
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
      const data: string[] = []
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        if (pathname.startsWith('/_data/')) data.push(pathname + search)
      })
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
})

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
  <Link to="/shop/unknown">Unknown</Link> <Link to="/shop/books" prefetch="intent">Books</Link>{' '}
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
  'login.tsx',
  'logout.ts',
  'notes.$list.star.tsx',
  'notes.$list.tsx',
  'redirects.tsx',
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
    import { Form, useSearchParams } from 'framework'
    let later: Promise<string> | undefined
    const Later = () => {
      later ??= new Promise((resolve) => setTimeout(resolve, 10, 'arrived'))
      return <p id="later">{use(later)}</p>
    }
    export default function Found() {
      const [search] = useSearchParams()
      return (
        <>
          <h1>Found</h1>
          <p id="q">{search.get('q')}</p>
          <Suspense fallback={<p id="later">waiting</p>}><Later /></Suspense>
          <Form><input name="q" aria-label="Query" /><button>Ask</button></Form>
        </>
      )
    }
  `,
}
