import { readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { becomesLive } from './support/open-tab.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

/** An app with so many pages that a browser learns of them in parts. */
describe('a manifest that is split', () => {
  const folder = (): string => join(inject('workspace'), 'split')
  const assets = (): string => join(folder(), 'build/client/assets')
  let app: RunningApp
  let visitor: Visitor
  /** The parts that the browser asked for. */
  let parts: string[]

  beforeAll(async () => {
    await copyApp('page', folder())
    await mkdir(join(folder(), 'app/routes'), { recursive: true })
    for (let i = 0; i < 130; i++) {
      await writeFile(join(folder(), `app/routes/section${i}.$id.tsx`), page(i))
    }
    await writeFile(join(folder(), 'app/routes/moved.tsx'), moved)
    await writeFile(join(folder(), 'app/names.server.ts'), names)
    await buildApp(folder())
    app = await startApp(folder(), 'start')
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    visitor = await createVisitor(app.url, { served: 'build', javaScript: true })
    parts = []
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/assets\/manifest-.*\.json$/.test(pathname)) parts.push(pathname)
    })
    return async () => {
      await visitor.context.close()
      expect(visitor.complaints).toEqual([])
    }
  })

  it('loads no part for its first page, its hashes and queries, and one for the pages of a neighbourhood', async () => {
    const { page } = visitor
    await visitor.open('/section100/a')
    await visitor.reads('#matches', 'root routes/section100.$id')
    await page.click('text=Hash')
    await visitor.isAt('/section100/a#end')
    await page.click('text=Query')
    await visitor.isAt('/section100/a?q=1')
    await visitor.reads('#q', '1')
    expect(parts).toEqual([])

    await page.click('text=Next')
    await visitor.reads('h1', 'Section 101 b')
    await visitor.reads('#matches', 'root routes/section101.$id')
    await page.click('text=Next')
    await visitor.reads('h1', 'Section 102 b')
    expect(parts).toHaveLength(1)

    await page.goBack()
    await visitor.reads('h1', 'Section 101 b')
    await page.goBack()
    await visitor.isAt('/section100/a?q=1')
    await page.goForward()
    await visitor.reads('h1', 'Section 101 b')
    expect(parts).toHaveLength(1)
    await visitor.stayed()

    // A document in the middle of a history that another one began.
    await page.reload()
    await becomesLive(page)
    await page.goBack()
    await visitor.reads('h1', 'Section 100 a')
    await visitor.isAt('/section100/a?q=1')
    await visitor.stayed()
  })

  it('submits a form, follows a redirect and loads by a fetcher in parts that it has to learn', async () => {
    const { page } = visitor
    await visitor.open('/section1/a')
    await page.fill('[aria-label=Name]', 'Ada')
    await page.click('text=Send')
    await visitor.reads('#said', 'Ada')
    await visitor.isAt('/section90/form')
    await page.goBack()
    await visitor.reads('h1', 'Section 1 a')

    await page.click('text=Moved')
    await visitor.reads('h1', 'Section 129 moved')
    await page.click('text=Fetch')
    await visitor.reads('#fetched', '120')
    await visitor.stayed()
  })

  it('hydrates documents with keys and without, whose form leads to a page that it does not know', async () => {
    for (const [path, key] of [
      ['/section1/a', /^[\w-]{22}\./],
      ['/section91/public', /^$/],
    ] as const) {
      const text = await (await fetch(app.url + path)).text()
      expect(/name="_once" value="([^"]*)"/.exec(text)?.[1]).toMatch(key)
      const { page } = visitor
      await visitor.open(path)
      await page.fill('[aria-label=Name]', 'Ada')
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.click('text=Send')
      expect((await sent).url()).toContain(';once=1')
      await visitor.reads('#said', 'Ada')
      await visitor.stayed()
    }
  })

  it('learns before it prefetches, and while a link is pointed at', async () => {
    const { page } = visitor
    await visitor.open('/section1/a')
    const prefetched = page.waitForRequest((request) => /section60/.test(request.url()))
    await page.hover('text=Far')
    await prefetched
    expect(parts).toHaveLength(1)

    await visitor.open('/section1/a')
    const part = page.waitForResponse((response) => /manifest-.*json/.test(response.url()))
    await page.hover('text=Next')
    await part
    const before = parts.length
    await page.click('text=Next')
    await visitor.reads('h1', 'Section 2 b')
    expect(parts).toHaveLength(before)
    await visitor.stayed()
  })

  it('loads a document for a URL that is not a page, after one request', async () => {
    await visitor.open('/section1/a')
    await visitor.page.click('text=Nowhere')
    await visitor.isAt('/nowhere/at/all')
    await visitor.reads('h1', '404 Not Found')
    expect(await visitor.page.evaluate(() => 'openedHere' in window)).toBe(false)
    await visitor.page.waitForLoadState('networkidle')
    expect(new Set(parts).size).toBe(1)
    await visitor.page.goBack()
    await visitor.reads('h1', 'Section 1 a')
  })

  it('loads the document of a page whose part a deploy has removed, and submits a form natively', async () => {
    const { page } = visitor
    await visitor.open('/section1/a')
    await page.route(/manifest-.*json/, (route) => route.fulfill({ status: 404 }))
    await page.click('text=Next')
    await visitor.reads('h1', 'Section 2 b')
    expect(await page.evaluate(() => 'openedHere' in window)).toBe(false)

    await becomesLive(page)
    await page.fill('[aria-label=Name]', 'Ada')
    await page.click('text=Send')
    await visitor.reads('#said', 'Ada')
    await visitor.isAt('/section90/form')
  })

  it('says that the network failed, and stays where it is', async () => {
    const { page } = visitor
    visitor.accepts(/ERR_FAILED|network request failed/)
    await visitor.open('/section1/a')
    await page.route(/manifest-.*json/, (route) => route.abort())
    await page.click('text=Next')
    await visitor.reads('h1', 'Unexpected Error')
    await visitor.isAt('/section1/a')
    await visitor.stayed()
  })

  it('leaves for the new build when the parts of the old one are gone', async () => {
    await visitor.open('/section1/a')
    for (const name of readdirSync(assets())) {
      if (/^manifest-.*\.json/.test(name)) await rm(join(assets(), name))
    }
    await visitor.page.click('text=Next')
    await visitor.reads('h1', 'Section 2 b')
    expect(await visitor.page.evaluate(() => 'openedHere' in window)).toBe(false)
  })
})

const page = (i: number): string => `
import { Form, Link, useActionData, useFetcher, useLoaderData, useMatches, type ActionArgs, type LoaderArgs } from 'framework'
${i === 90 ? "import { db } from '../names.server.ts'\nexport const once = true" : ''}
${i === 91 ? "export const headers = { 'Cache-Control': 'public, max-age=60' }" : ''}

export const loader = ({ request, params }: LoaderArgs<'/section${i}/:id'>) => ({
  n: ${i},
  id: params.id,
  q: new URL(request.url).searchParams.get('q'),
})

export async function action({ request${i === 90 ? ', once' : ''} }: ActionArgs) {
  const name = String((await request.formData()).get('name'))
  return ${i === 90 ? 'once(db, () => name)' : 'name'}
}

export default function Section() {
  const { n, id, q } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const fetcher = useFetcher<{ n: number }>()
  return (
    <main>
      <h1>{\`Section \${n} \${id}\`}</h1>
      <p id="matches">{useMatches().map(({ id }) => id).join(' ')}</p>
      <p id="q">{q}</p>
      <p id="said">{said}</p>
      <p id="fetched">{fetcher.data?.n}</p>
      <Link to="#end">Hash</Link>
      <Link to="?q=1">Query</Link>
      <Link to="/section${(i + 1) % 130}/b">Next</Link>
      <Link to="/section60/far" prefetch="intent">Far</Link>
      <Link to="/moved">Moved</Link>
      <Link to="/nowhere/at/all">Nowhere</Link>
      <button onClick={() => fetcher.load('/section120/f')}>Fetch</button>
      <Form method="post" action="/section90/form">
        <input name="name" aria-label="Name" />
        <button>Send</button>
      </Form>
    </main>
  )
}
`

const names = `
import { DatabaseSync } from 'node:sqlite'

export const db = new DatabaseSync(':memory:')
`

const moved = `
import { redirect } from 'framework'

export const loader = () => redirect('/section129/moved')
export default function Moved() {
  return null
}
`
