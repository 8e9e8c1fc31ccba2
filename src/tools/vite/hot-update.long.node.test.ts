import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixtureApp, type FixtureApp } from './app.fixture.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { browserPatience } from '../../internal/fixtures/patience.fixture.ts'

vi.stubEnv('NODE_ENV', 'development')

const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))

function counter({
  data = 'data one',
  heading = 'Heading one',
  title = 'Title one',
  crumb = 'Crumb one',
} = {}) {
  return `
    import { useState } from 'react'
    import { Link, useLoaderData, useMatches } from 'framework/react'
    import './counter.css'
    export const loader = () => '${data}'
    export const meta = { title: '${title}' }
    export const handle = { crumb: '${crumb}' }
    export default function Counter() {
      const [count, setCount] = useState(0)
      return (
        <main>
          <h1>${heading}</h1>
          <p id="data">{useLoaderData<typeof loader>()}</p>
          <p id="crumb">{useMatches().at(-1).handle.crumb}</p>
          <button onClick={() => setCount(count + 1)}>count {count}</button>
          <Link to="/other">other</Link>
        </main>
      )
    }
  `
}

describe('the browser in development', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let browser: Browser
  let page: Page
  let origin: string
  const errors: string[] = []

  beforeAll(async () => {
    app = await createFixtureApp({
      'app/routes/_index.tsx': counter(),
      'app/routes/counter.css': 'h1 { color: rgb(1, 2, 3) }',
      'app/routes/other.tsx': 'export default () => <h1>Other page</h1>',
    })
    server = await createServer({ ...app.config(), server: { port: 0 } })
    await server.listen()
    origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.setDefaultTimeout(browserPatience)
    page.on('pageerror', (error) => errors.push(String(error)))
    await open()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await app.remove()
  })
  afterEach(() => expect(errors.splice(0)).toEqual([]))

  /** Loads the document, and waits until it is alive and hears of edits. */
  const open = async () => {
    const connected = page.waitForEvent('console', (message) =>
      message.text().includes('[vite] connected.'),
    )
    await page.goto(origin)
    await connected
    await eventually(async () => {
      await page.click('button')
      expect(await page.textContent('button')).not.toBe('count 0')
    })
    // The client router starts after the page is hydrated. Before that, a link loads a document.
    await page.waitForFunction(() => (history.state as { index?: number } | null)?.index === 0)
  }
  const shows = (selector: string, text: string) =>
    eventually(async () => expect(await page.textContent(selector)).toBe(text))

  it('keeps state while a component, its loader, its title and its styles are edited', async () => {
    const count = await page.textContent('button')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))

    await app.write('app/routes/_index.tsx', counter({ heading: 'Heading two' }))
    await shows('h1', 'Heading two')
    expect(await page.textContent('button')).toBe(count)

    await app.write('app/routes/_index.tsx', counter({ heading: 'Heading two', data: 'data two' }))
    await shows('#data', 'data two')
    expect(await page.textContent('button')).toBe(count)

    await app.write(
      'app/routes/_index.tsx',
      counter({ heading: 'Heading two', data: 'data two', title: 'Title two' }),
    )
    await shows('title', 'Title two')
    expect(await page.textContent('button')).toBe(count)

    await app.write('app/routes/counter.css', 'h1 { background: rgb(4, 5, 6) }')
    await eventually(async () => {
      const { color, background } = await page.$eval('h1', (element) => {
        const style = getComputedStyle(element)
        return { color: style.color, background: style.backgroundColor }
      })
      expect(background).toBe('rgb(4, 5, 6)')
      expect(color).not.toBe('rgb(1, 2, 3)')
    })
    expect(await page.textContent('button')).toBe(count)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  it('gives useMatches() an edited handle, and keeps state', async () => {
    const count = await page.textContent('button')
    const edited = { heading: 'Heading two', data: 'data two', title: 'Title two' }
    await app.write('app/routes/_index.tsx', counter({ ...edited, crumb: 'Crumb two' }))
    await shows('#crumb', 'Crumb two')
    expect(await page.textContent('button')).toBe(count)
  })

  it('keeps state while a file is empty for a moment, as when an editor saves it', async () => {
    const count = await page.textContent('button')
    for (const heading of ['Heading three', 'Heading four', 'Heading two']) {
      await app.write('app/routes/_index.tsx', '')
      await setTimeout(30)
      await app.write('app/routes/_index.tsx', counter({ heading, data: 'data two' }), 0)
      await shows('h1', heading)
      expect(await page.textContent('button')).toBe(count)
    }
  })

  it('shows what cannot be read over the page, which keeps its state', async () => {
    const count = await page.textContent('button')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const isOver = () => page.locator('vite-error-overlay').count()
    const overlayText = () => page.locator('vite-error-overlay .window').textContent()
    const stays = async () => {
      expect(await page.textContent('button')).toBe(count)
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    }

    const wrong = counter({ heading: 'Heading two', data: 'data two' }).replace(
      'return (',
      'return (((',
    )
    await app.write('app/routes/_index.tsx', wrong)
    await eventually(async () => expect(await isOver()).toBe(1))
    // Another file that is right does not hide that this one is not.
    await app.write('app/data.server.ts', "export const data = 'data three'")
    await stays()
    await app.write(
      'app/routes/_index.tsx',
      counter({ heading: 'Heading three', data: 'data two' }),
    )
    await shows('h1', 'Heading three')
    await eventually(async () => expect(await isOver()).toBe(0))
    await stays()

    // A module that only the server has.
    const imports = counter({ heading: 'Heading three' }).replace("=> 'data one'", '=> data')
    await app.write('app/routes/_index.tsx', `import { data } from '../data.server'\n${imports}`)
    await shows('#data', 'data three')
    await app.write('app/data.server.ts', "export const data = 'data four' +")
    await eventually(async () => expect(await overlayText()).toContain('data.server.ts'))
    await stays()
    await eventually(async () => {
      // Again and again: two edits in the same moment can be one to who watches.
      await app.write('app/data.server.ts', "export const data = 'data five'")
      expect(await page.textContent('#data')).toBe('data five')
    }, 1000)
    expect(await isOver()).toBe(0)
    await stays()

    // The routes themselves.
    await app.write('app/routes/_other._index.tsx', 'export default () => null')
    await eventually(async () => expect(await overlayText()).toContain('for "/".'))
    await stays()
    await rm(join(app.root, 'app/routes/_other._index.tsx'))
    await eventually(async () => expect(await isOver()).toBe(0))
    await stays()
  })

  it('shows a page that failed when it was navigated to, once it is corrected', async () => {
    await app.write('app/routes/other.tsx', 'export default function Other() { throw new Error() }')
    await open()
    await page.click('a')
    await shows('h1', 'Unexpected Error')
    await app.write(
      'app/routes/other.tsx',
      'export default function Other() { return <h1>Other page</h1> }',
    )
    await shows('h1', 'Other page')
    await open()
  })

  it('navigates without a document, also to a page that is new', async () => {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.click('a')
    await shows('h1', 'Other page')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
})
