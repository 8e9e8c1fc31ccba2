import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp, startApp, type RunningApp } from './setup/app-process.ts'
import { copyApp } from './setup/workspace.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

/** A page that is open while the app is deployed again: the files that it would load are gone. */
describe('a deploy between two clicks', () => {
  const folder = (): string => join(inject('workspace'), 'deployed')
  let app: RunningApp | undefined
  let visitor: Visitor

  /** Builds a release over the one before, and serves it where that one was served. */
  const deploy = async (release: string): Promise<void> => {
    const port = app ? Number(new URL(app.url).port) : 0
    await buildApp(folder(), { VITE_RELEASE: release })
    await app?.stop()
    app = await startApp(folder(), 'start', port)
  }

  beforeEach(async () => {
    await copyApp('page', folder())
    await deploy('first')
    visitor = await createVisitor(app!.url, { served: 'build', javaScript: true })
    return () => visitor.context.close()
  })
  afterAll(() => app?.stop())

  it('goes to the new page of the new release, as a document', async () => {
    await visitor.open('/')
    const before = assets(folder())
    await deploy('second')
    expect(assets(folder())).not.toEqual(before)

    visitor.accepts(/dynamically imported module/)
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

  it('tries once, and then says what is missing', async () => {
    await visitor.open('/')
    await visitor.page.route(/\/assets\/items/, (route) => route.abort())
    visitor.accepts(/ERR_FAILED|dynamically imported module|Failed to load module/)
    let documents = 0
    visitor.page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    await visitor.page.click('text="Item 7"')
    await visitor.reads('h1', 'item-7')
    await visitor.isAt('/items/item-7')
    // The document is there and works without its script; it must not be loaded again and again.
    await visitor.page.waitForLoadState('networkidle')
    expect(documents).toBeLessThanOrEqual(2)
    await visitor.page.click('text=Back')
    await visitor.reads('h1', 'Items')
    expect(visitor.complaints).toEqual([])
  })
})

function assets(folder: string): string[] {
  return readdirSync(join(folder, 'build/client/assets')).sort()
}
