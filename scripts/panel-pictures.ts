// Takes pictures of the panel in every state: `node scripts/panel-pictures.ts <folder> [view,view]`.
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createServer } from 'vite'
import { launchOptions } from '../e2e/setup/browser.ts'
import { createFixtureApp } from '../src/vite/app.fixture.ts'
import { shopFiles } from '../src/vite/panel/shop.fixture.ts'

const [folder = '.framework/panel', only] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 400, height: 800 } }
const views = ['Page', 'Requests', 'Why', 'Problems', 'Routes', 'Cache']

const app = await createFixtureApp(shopFiles)
const server = await createServer({ ...app.config(), server: { port: 0 } })
await server.listen()
const baseURL = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
const browser = await chromium.launch(launchOptions())
try {
  for (const state of ['empty', 'full'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const page = await browser.newPage({ baseURL, viewport })
      await page.addInitScript(openRoots)
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      if (state === 'full') await use(page)
      await page.keyboard.press('Alt+Shift+KeyD')
      for (const view of views) {
        if (only && !only.split(',').includes(view)) continue
        await page.getByRole('tab', { name: view }).click()
        await page.waitForTimeout(400)
        if (state === 'full') await chooseRow(page, view)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const name = `${view.toLowerCase()}-${state}-${size}-${colorScheme}.png`
          await page.screenshot({ path: join(folder, name) })
        }
      }
      await page.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
  await app.remove()
}

/** The root of the panel is closed. */
function openRoots(): void {
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (init) {
    return attachShadow.call(this, { ...init, mode: 'open' })
  }
}

/** Does what someone does who has a question. */
async function use(page: Page): Promise<void> {
  for (const path of [
    '/about',
    '/about',
    '/news',
    '/news',
    '/plain',
    '/api/broken',
    '/reset/abc?token=1',
    '/books',
  ]) {
    await page.goto(path)
  }
  await page.getByRole('link', { name: 'Dune' }).click()
  await page.getByRole('heading', { name: 'dune' }).waitFor()
  await page.getByRole('button', { name: 'Rate' }).click()
  await page.waitForTimeout(400)
  await page.getByLabel('Stars').fill('9')
  await page.getByRole('button', { name: 'Rate' }).click()
  await page.waitForTimeout(400)
  await page.goto('/broken')
  await page.goto('/books/dune')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Rate' }).click()
  await page.waitForTimeout(400)
}

/** Chooses the row that has the most to show. */
async function chooseRow(page: Page, view: string): Promise<void> {
  const rows = page.getByRole('option')
  const wanted = {
    Requests: '/books/dune',
    Why: 'revalidate',
    Page: 'books.$slug',
    Cache: '/news',
    Problems: 'price',
    Routes: '/books/:slug',
  }
  const row = rows.filter({ hasText: wanted[view as keyof typeof wanted] })
  await ((await row.count()) > 0 ? row : rows).first().click()
  await page.waitForTimeout(200)
}
