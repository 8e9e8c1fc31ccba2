import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixtureApp, type FixtureApp } from '../src/tools/vite/app.fixture.ts'
import { shopConfig, shopFiles } from '../src/tools/panel/shop.fixture.ts'
import { browserPatience } from '../src/internal/fixtures/patience.fixture.ts'
import { launchOptions } from './setup/browser.ts'
import { becomesLive } from './support/open-tab.ts'

describe('the panel of framework dev', () => {
  let app: FixtureApp
  let server: ViteDevServer
  let browser: Browser
  let page: Page
  let warnings: string[]

  beforeAll(async () => {
    app = await createFixtureApp(shopFiles)
    server = await createServer(shopConfig(app))
    await server.listen()
    browser = await chromium.launch(launchOptions())
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await app?.remove()
  })

  beforeEach(async () => {
    const { port } = server.httpServer!.address() as AddressInfo
    page = await browser.newPage({ baseURL: `http://localhost:${port}` })
    page.setDefaultTimeout(browserPatience)
    warnings = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
  })
  afterEach(async () => {
    await page.close()
    expect(warnings.filter((text) => text.includes('panel'))).toEqual([])
  })

  const tab = (name: string) => page.getByRole('tab', { name })
  const hosts = () => page.locator('framework-panel').count()
  // A document is loaded only after the script of the panel has run. A page with a client router is live then.
  const load = async (path: string): Promise<void> => {
    await page.goto(path)
    await becomesLive(page)
  }
  const open = async (path: string): Promise<void> => {
    await page.goto(path)
    await page.keyboard.press('Alt+Shift+KeyD')
    await tab('Requests').waitFor()
  }

  it('adds nothing to a page under automation until the key was pressed: DP-3', async () => {
    await load('/')
    expect(await hosts()).toBe(0)
    await page.keyboard.press('Alt+Shift+KeyD')
    await tab('Requests').waitFor()
    expect(await page.evaluate(() => document.documentElement.lastElementChild?.localName)).toBe(
      'framework-panel',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open the panel' }).waitFor()
    await expect.poll(() => tab('Requests').count()).toBe(0)
  })

  it('sends no HTTP request while it is closed: DP-2', async () => {
    await load('/')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.getByRole('link', { name: 'About' }).click()
    await page.getByRole('heading', { name: 'About us' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(
      sent.filter((url) => url.includes('framework/panel') || url.includes('/panel/')),
    ).toEqual([])
  })

  it('shows what a request waited for, and why loaders ran or were kept', async () => {
    await open('/books/dune')
    await page.getByRole('button', { name: 'Rate' }).click()
    const post = page.getByRole('option').filter({ hasText: 'POST' }).first()
    await post.waitFor()
    await post.click()
    await page.getByText('What the action of routes/books.$slug wrote').waitFor()

    await tab('Why').click()
    await page.getByRole('option').filter({ hasText: '1 ran, 2 kept' }).first().click()
    const row = page.getByRole('row').filter({ hasText: 'one of its tags was written' })
    await row.waitFor()
    await expect.poll(() => row.textContent()).toContain('routes/books.$slug')
    await page.getByText('book:dune ✓ written').waitFor()
  })

  it('names the new page of a navigation that keeps every loader', async () => {
    await open('/books/dune')
    await page.getByRole('link', { name: 'Books' }).click()
    await page.getByRole('heading', { name: 'dune', exact: true }).waitFor({ state: 'detached' })
    await tab('Why').click()
    const load = page.getByRole('option').filter({ hasText: '0 ran, 2 kept' })
    await load.waitFor()
    await expect.poll(() => load.locator('.path').textContent()).toBe('/books')
  })

  it('explains which route takes a URL', async () => {
    await open('/')
    await tab('Routes').click()
    await page.getByRole('searchbox').fill('/books/new')
    const winner = page.getByRole('option').filter({ hasText: '● wins' })
    await winner.waitFor()
    const why = 'routes of app/router.ts come before pages'
    await expect.poll(() => winner.textContent()).toContain(why)
  })

  it('shows problems of the server and of the browser, and why a page was not cached', async () => {
    await page.goto('/api/broken')
    await page.goto('/news')
    await open('/')
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('The browser broke')
      }),
    )
    await tab('Problems').click()
    await page.getByRole('option').filter({ hasText: 'The browser broke' }).waitFor()
    await page
      .getByRole('option')
      .filter({ hasText: 'The database refused the connection' })
      .click()
    await page
      .getByRole('link', { name: /^app\/router\.ts:\d+$/ })
      .first()
      .waitFor()
    await tab('Cache').click()
    await page.getByRole('option').filter({ hasText: '/news' }).first().click()
    await page.getByText('because it is not the same for every visitor').waitFor()
  })

  it('shows what a component threw while hydrating and after a link, and what a click threw, with source lines', async () => {
    const problem = async (text: string, place: string): Promise<void> => {
      await tab('Problems').click()
      await page.getByRole('option').filter({ hasText: text }).first().click()
      await page.getByRole('link', { name: place, exact: true }).first().waitFor()
    }
    await open('/about')
    await tab('Problems').click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Break' }).click()
    await problem('The browser broke', 'app/routes/about.tsx:3')

    await page.getByRole('link', { name: 'Crash' }).click()
    await page.getByRole('heading', { name: 'Something broke' }).waitFor()
    await problem('The component broke', 'app/routes/crash.tsx:5')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No problems.').waitFor()

    await page.goto('/crash')
    await problem('The component broke', 'app/routes/crash.tsx:5')
  })

  it('names a link that leads nowhere in the console and in Problems', async () => {
    const message =
      'A link to "/abuot" leads nowhere (app/routes/dead.tsx:3). The nearest route is "/about".'
    const said = page.waitForEvent('console', (one) => one.text() === message)
    await open('/dead')
    await said
    await tab('Problems').click()
    await page.getByRole('option').filter({ hasText: message }).first().click()
    await page.getByRole('link', { name: 'app/routes/dead.tsx:3' }).first().waitFor()
  })

  it('has the newest item open, marks problems of an edited file, and clears them: DP-16', async () => {
    await page.goto('/broken')
    await open('/about')
    await page.getByRole('heading', { name: 'GET /about' }).waitFor()
    const problem = page.getByRole('option').filter({ hasText: 'The price list is empty' })
    await tab('Problems').click()
    await problem.waitFor()
    expect(await problem.textContent()).not.toContain('edited')
    const file = 'app/routes/broken.tsx'
    await app.write(file, `${shopFiles[file]}\n// Edited.`)
    await problem.filter({ hasText: 'edited' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No problems.').waitFor()
  })

  it('has one row for an error of the server that the browser shows', async () => {
    await open('/')
    await tab('Problems').click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No problems.').waitFor()
    await page.getByRole('link', { name: 'Broken' }).click()
    await page.getByRole('heading', { name: 'Something broke' }).waitFor()
    const rows = page.getByRole('option')
    await rows.filter({ hasText: 'The price list is empty' }).waitFor()
    // The browser sends its errors in order.
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('the last one'))))
    await rows.filter({ hasText: 'the last one' }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.last().textContent()).not.toContain('×')
  })

  it('is on pages without scripts, on error pages and alone in a tab under a strict policy: DP-4, DP-6', async () => {
    for (const path of ['/plain', '/api/broken']) {
      await open(path)
      await page.getByRole('option').filter({ hasText: path }).first().waitFor()
      await page.keyboard.press('Escape')
    }
    const response = await page.goto('/@framework/panel')
    expect(response!.headers()['content-security-policy']).toContain("default-src 'none'")
    await page.getByRole('option').filter({ hasText: '/plain' }).first().waitFor()
    expect(await tab('Page').count()).toBe(0)
  })

  it('puts itself back at most three times, and is seen whatever the styles of the page say: DP-5', async () => {
    await open('/')
    await page.addStyleTag({ content: 'html > *, body * { display: none !important }' })
    await expect.poll(() => tab('Requests').isVisible()).toBe(true)
    for (const expected of [1, 1, 1, 0]) {
      await page.evaluate(() => document.querySelector('framework-panel')!.remove())
      await expect.poll(hosts).toBe(expected)
    }
  })

  it('leaves the key to the app and to fields, and gives the focus back: DP-7, DP-8', async () => {
    await load('/books/dune')
    await page.getByLabel('Stars').focus()
    await page.keyboard.press('Alt+Shift+KeyD')
    expect(await hosts()).toBe(0)
    await page.getByRole('button', { name: 'Rate' }).focus()
    await page.keyboard.press('Alt+Shift+KeyD')
    await tab('Requests').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Rate')
    await page.evaluate(() => addEventListener('keydown', (event) => event.preventDefault(), true))
    await page.keyboard.press('Alt+Shift+KeyD')
    expect(await tab('Requests').count()).toBe(0)
  })

  it('works by keyboard, and axe finds nothing: DP-9', async () => {
    await page.goto('/books/dune')
    await page.goto('/@framework/panel')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowLeft')
    const source = readFileSync(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    )
    await page.evaluate(source)
    for (const name of ['Requests', 'Why', 'Problems', 'Routes', 'Cache']) {
      await tab(name).click()
      // The method in Routes has options, too.
      const rows = page.locator('.list .row')
      if ((await rows.count()) > 0) await rows.first().click()
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(
              root: Element,
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
          }
        }
        const { violations } = await axe.run(document.body.parentElement!, {
          rules: {
            'landmark-one-main': { enabled: false },
            'page-has-heading-one': { enabled: false },
          },
        })
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
      })
      expect([name, found]).toEqual([name, []])
    }
  })

  it('stays open at its view when the page is loaded again: DP-10', async () => {
    await open('/')
    await tab('Why').click()
    await page.reload()
    await tab('Why').waitFor()
    await expect.poll(() => tab('Why').getAttribute('aria-selected')).toBe('true')
  })

  it('opens alone in a tab while a modal dialog makes the rest inert', async () => {
    await load('/')
    await page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.textContent = 'A dialog'
      document.body.append(dialog)
      dialog.showModal()
    })
    const opened = page.context().waitForEvent('page')
    await page.keyboard.press('Alt+Shift+KeyD')
    const alone = await opened
    await alone.getByRole('tab', { name: 'Requests' }).waitFor({ timeout: browserPatience })
    expect(new URL(alone.url()).pathname).toBe('/@framework/panel')
    await alone.close()
    expect(await hosts()).toBe(0)
    await page.evaluate(() => document.querySelector('dialog')!.close())
    await page.keyboard.press('Alt+Shift+KeyD')
    await tab('Requests').click()
  })

  it('tells the requests of two tabs apart', async () => {
    await open('/about')
    const other = await browser.newPage({ baseURL: new URL(page.url()).origin })
    other.setDefaultTimeout(browserPatience)
    await other.goto('/books')
    await page.getByRole('option').filter({ hasText: '/books' }).first().waitFor()
    await page.getByLabel('This tab').check()
    await page.getByRole('option').filter({ hasText: '/about' }).first().waitFor()
    await expect.poll(() => page.locator('.row .path').allTextContents()).not.toContain('/books')
    await tab('Page').click()
    await page.getByRole('option').filter({ hasText: 'routes/about' }).waitFor()
    await other.close()
    await page.getByRole('tab', { name: 'Requests' }).click()
    await page.getByLabel('This tab').uncheck()
  })

  it('warns once and closes if it fails, and the page goes on: DP-11', async () => {
    await page.addInitScript(() => {
      CSSStyleSheet.prototype.replaceSync = () => {
        throw new Error('No styles')
      }
    })
    await load('/')
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning')
    await page.keyboard.press('Alt+Shift+KeyD')
    expect((await warned).text()).toContain('The panel of the dev server has failed')
    await page.getByRole('link', { name: 'About' }).click()
    await page.getByRole('heading', { name: 'About us' }).waitFor()
    expect(warnings.splice(0)).toHaveLength(1)
    expect(await tab('Requests').count()).toBe(0)
  })

  it('shows the new log after the dev server was started again', async () => {
    await page.goto('/plain?before')
    await open('/books/dune')
    const paths = () => page.locator('.row .path').allTextContents()
    await expect.poll(paths).toContain('/plain?before')
    const reloaded = page.waitForEvent('load')
    await server.restart()
    await reloaded
    // Vite loads the page again, and the panel opens by itself.
    await expect.poll(() => page.locator('.status').textContent()).toBe('connected')
    await expect.poll(paths).toContain('/books/dune')
    await expect.poll(paths).not.toContain('/plain?before')
  })
})
