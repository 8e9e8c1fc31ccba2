import type { AddressInfo } from 'node:net'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, describe, expect } from 'vitest'
import { createFixtureApp, type FixtureApp } from '../../../src/tools/vite/app.fixture.ts'
import { shopConfig, shopFiles } from '../../../src/tools/panel/shop.fixture.ts'
import type { CreateTest, Visitor } from '../visitor.ts'

/** The panel of the dev server. */
export function describePanel(createTest: CreateTest): void {
  let app: FixtureApp | undefined
  let server: ViteDevServer | undefined
  afterAll(async () => {
    await server?.close()
    await app?.remove()
  })
  /** The first test starts the server, and not a hook, because a hook that fails is not repeated. */
  const start = async (): Promise<string> => {
    app ??= await createFixtureApp(shopFiles)
    server ??= await createServer(shopConfig(app))
    if (!server.httpServer!.listening) await server.listen()
    const origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
    // The first request of a page loads its modules.
    for (const path of ['/', '/books/dune', '/about', '/plain']) await fetch(origin + path)
    return origin
  }
  let origin: string | undefined
  const test = createTest(async () => (origin ??= await start()))

  describe('the panel of the dev server', () => {
    test('adds nothing until its key is pressed, and gives the focus back: DP-3, DP-7, DP-8', async ({
      visitor,
    }) => {
      await visitor.open('/books/dune')
      await visitor.evaluate(() => document.querySelector('input')!.focus())
      await visitor.press('Alt+Shift+D')
      expect(await visitor.evaluate(() => document.querySelector('framework-panel'))).toBeNull()
      await visitor.evaluate(() => document.querySelector('button')!.focus())
      await openPanel(visitor)
      expect(
        await visitor.evaluate(() => document.documentElement.lastElementChild!.localName),
      ).toBe('framework-panel')
      await visitor.press('Escape')
      await shows(visitor, '.dot', /./)
      await expect.poll(() => readPanel(visitor, '.frame')).toEqual([])
      await expect
        .poll(() => visitor.evaluate(() => document.activeElement!.textContent))
        .toBe('Rate')
      await visitor.stayed()
    })

    test('shows why loaders ran after a form was sent', async ({ visitor }) => {
      await visitor.open('/books/dune')
      await openPanel(visitor)
      await visitor.click('button', 'Rate')
      await choose(visitor, '[role=tab]', 'Requests')
      await choose(visitor, '.row', 'POST')
      await shows(visitor, '.detail', /What the action of routes\/books\.\$slug wrote/)
      await choose(visitor, '[role=tab]', 'Why')
      await choose(visitor, '.row', '1 ran, 2 kept')
      await shows(visitor, '.detail', /one of its tags was written: book:dune/)
      await visitor.stayed()
    })

    test('links an error of the browser to the file of the project', async ({ visitor }) => {
      visitor.accepts(/The browser broke/)
      await visitor.open('/about')
      await openPanel(visitor)
      await visitor.click('button', 'Break')
      await choose(visitor, '[role=tab]', 'Problems')
      await choose(visitor, '.row', 'The browser broke')
      await shows(visitor, '.detail dd a', /^app\/routes\/about\.tsx:\d+$/)
    })

    test('works under a strict policy with a nonce and Trusted Types: DP-6', async ({
      visitor,
    }) => {
      // The page itself has a style attribute, and Firefox looks for an icon.
      visitor.accepts(/inline style|style-src|img-src|attributes of the server rendered HTML/)
      await visitor.open('/books/dune?strict')
      await openPanel(visitor)
      for (const name of ['Page', 'Requests', 'Why', 'Problems', 'Routes']) {
        await choose(visitor, '[role=tab]', name)
        await shows(visitor, '.row, .empty', /./)
      }
      const [position] = await visitor.evaluate(() =>
        [...document.querySelectorAll('framework-panel')].map(
          (host) => getComputedStyle(host.shadowRoot!.querySelector('.frame')!).position,
        ),
      )
      expect(position).toBe('fixed')
    })

    test('is seen whatever the styles of the page say, and puts itself back three times: DP-5', async ({
      visitor,
    }) => {
      await visitor.open('/')
      await openPanel(visitor)
      await visitor.evaluate(() => {
        const style = document.createElement('style')
        style.textContent = '* { display: none !important } html { display: block !important }'
        document.head.append(style)
      })
      const isSeen = (): Promise<boolean> =>
        visitor.evaluate(
          () => document.elementFromPoint(200, innerHeight - 20)?.localName === 'framework-panel',
        )
      for (const expected of [true, true, true, false]) {
        await expect.poll(isSeen).toBe(true)
        await visitor.evaluate(() => document.querySelector('framework-panel')!.remove())
        await visitor.sees('framework-panel', expected ? 1 : 0)
      }
    })

    test('stays open at its view when the page is loaded again, and after going back: DP-10', async ({
      visitor,
    }) => {
      visitor.accepts(/WebSocket connection .* Back-Forward Cache/)
      await visitor.open('/')
      await openPanel(visitor)
      await choose(visitor, '[role=tab]', 'Why')
      await visitor.reload()
      await shows(visitor, '[aria-selected=true]', /^Why$/)
      await visitor.isLive()
      await visitor.goto('/books/new')
      await visitor.back()
      await visitor.isAt('/')
      await visitor.isLive()
      await shows(visitor, '[role=tab][aria-selected=true]', /^Why$/)
      // A document from the back-forward cache has no connection any more. The page works without it.
      await visitor.click('a', 'Books')
      await visitor.reads('h1', 'Books')
      await visitor.reload()
      await shows(visitor, '.status', /^connected$/)
      await shows(visitor, '[role=tab][aria-selected=true]', /^Why$/)
      await choose(visitor, '.row', '/books')
    })

    test('opens on a page without scripts and alone in a tab: DP-4', async ({ visitor }) => {
      visitor.accepts(/img-src/)
      await visitor.goto('/plain')
      await openPanel(visitor)
      await choose(visitor, '.row', '/plain')
      await visitor.goto('/@framework/panel')
      await choose(visitor, '.row', '/plain')
      await expect
        .poll(() => readPanel(visitor, '[role=tab]'))
        .toEqual(['Requests', 'Why', 'Problems', 'Routes', 'Cache'])
    })
  })
}

/** Presses the key. The script of the panel runs before a document is loaded. */
async function openPanel(visitor: Visitor): Promise<void> {
  await expect.poll(() => visitor.evaluate(() => document.readyState)).toBe('complete')
  await visitor.press('Alt+Shift+D')
  await shows(visitor, '.status', /^connected$/)
}

/** Returns the texts of the elements in the panel that match a selector. */
function readPanel(visitor: Visitor, selector: string): Promise<string[]> {
  return visitor.evaluate((css) => {
    const root = document.querySelector('framework-panel')?.shadowRoot
    return Array.from(root?.querySelectorAll(css) ?? [], (element) => element.textContent)
  }, selector)
}

/** Waits until an element in the panel has this text. */
async function shows(visitor: Visitor, selector: string, text: RegExp): Promise<void> {
  await expect
    .poll(async () => (await readPanel(visitor, selector)).some((found) => text.test(found)), {
      message: `${selector} ${text}`,
    })
    .toBe(true)
}

/** Waits for the first element in the panel that has this text, and clicks on it. */
async function choose(visitor: Visitor, selector: string, text: string): Promise<void> {
  const click = (css: string, wanted: string): boolean => {
    const root = document.querySelector('framework-panel')?.shadowRoot
    const found = Array.from(root?.querySelectorAll<HTMLElement>(css) ?? []).find((element) =>
      element.textContent.includes(wanted),
    )
    found?.click()
    return found !== undefined
  }
  await expect
    .poll(() => visitor.evaluate(click, selector, text), { message: `${selector} ${text}` })
    .toBe(true)
}
