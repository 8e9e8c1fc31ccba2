import { readdirSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { becomesLive } from './support/open-tab.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

/** A page that is open during a deploy: the files that it would load no longer exist. */
describe('a deploy between two clicks', () => {
  type Release = 'first' | 'second'
  const folder = (release: Release): string => join(inject('workspace'), `deployed-${release}`)
  let app: RunningApp | undefined
  let visitor: Visitor

  /** Serves a release instead of the previous one, at the same origin. */
  const deploy = async (release: Release): Promise<void> => {
    const port = app ? Number(new URL(app.url).port) : 0
    await app?.stop()
    app = await startApp(folder(release), 'start', port)
  }

  beforeAll(async () => {
    for (const release of ['first', 'second'] as const) {
      await copyApp('page', folder(release))
      await writeFile(join(folder(release), 'app/routes/draft.tsx'), draft)
      await appendFile(join(folder(release), 'app/root.tsx'), boundary)
      await buildApp(folder(release), { VITE_RELEASE: release })
    }
  })
  beforeEach(async () => {
    await deploy('first')
    visitor = await createVisitor(app!.url, { served: 'build', javaScript: true })
    return () => visitor.context.close()
  })
  afterAll(() => app?.stop())

  it('goes to the new page of the new release, as a document', async () => {
    await visitor.open('/')
    await deploy('second')
    expect(assets(folder('second'))).not.toEqual(assets(folder('first')))

    await visitor.page.click('text="Item 7"')
    await visitor.reads('h1', 'item-7')
    await visitor.isAt('/items/item-7')
    await visitor.reads('#server', 'second')
    await visitor.reads('#client', 'second')
    expect(await visitor.page.evaluate(() => 'openedHere' in window)).toBe(false)

    await visitor.page.click('text=Back')
    await visitor.reads('h1', 'Items')
    await visitor.page.goBack()
    await visitor.reads('h1', 'item-7')
    expect(visitor.complaints).toEqual([])
  })

  it('never replays what was submitted', async () => {
    await visitor.open('/')
    await deploy('second')
    const posts: string[] = []
    visitor.page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await visitor.page.fill('[aria-label=Name]', 'Ada')
    await visitor.page.click('text=Save')
    await visitor.reads('#result', 'Ada')
    expect(posts).toHaveLength(1)
    expect(visitor.complaints).toEqual([])
  })

  it('runs useBeforeUnload first, and keeps query and hash', async () => {
    await visitor.open('/draft')
    await visitor.page.fill('[aria-label=Draft]', 'half a sentence')
    await deploy('second')
    await visitor.page.click('text=Item')
    await visitor.reads('#client', 'second')
    await visitor.isAt('/items/one?a=1#server')
    expect(await visitor.page.evaluate(() => localStorage.getItem('draft'))).toBe('half a sentence')
    expect(visitor.complaints).toEqual([])
  })

  it('goes on when storage is denied', async () => {
    await visitor.page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await visitor.open('/')
    await deploy('second')
    await visitor.page.click('text="Item 7"')
    await visitor.reads('#client', 'second')
    expect(visitor.complaints).toEqual([])
  })

  it('tries once, and then says what is missing', async () => {
    const { page } = visitor
    await visitor.open('/')
    await page.route(/\/assets\/items/, (route) => route.abort())
    visitor.accepts(/net::ERR_FAILED|dynamically imported module/)
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    await page.click('text="Item 7"')
    await visitor.reads('h1', 'item-7')
    await visitor.isAt('/items/item-7')
    // The document works without the missing script, and is not loaded in a loop.
    await page.waitForLoadState('networkidle')
    expect(documents).toBe(1)

    await page.click('text=Back')
    await visitor.reads('h1', 'Items')
    await becomesLive(page)
    documents = 0
    await page.click('text="Item 7"')
    await page.getByText('Failed to load module for routes/items.$slug').waitFor()
    await page.waitForLoadState('networkidle')
    expect(documents).toBe(0)
    expect(visitor.complaints).toEqual([])
  })
})

const boundary = `
export function ErrorBoundary({ error }: { error: Error }) {
  return (
    <html lang="en">
      <body>
        <p>{error.message}</p>
        <Scripts />
      </body>
    </html>
  )
}
`

/** A page with unsaved work. */
const draft = `
import { Link, useBeforeUnload } from 'framework'
import { useState } from 'react'

export default function Draft() {
  const [text, setText] = useState('')
  useBeforeUnload(() => localStorage.setItem('draft', text))
  return (
    <>
      <input aria-label="Draft" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/items/one?a=1#server">Item</Link>
    </>
  )
}
`

function assets(folder: string): string[] {
  return readdirSync(join(folder, 'build/client/assets')).sort()
}
