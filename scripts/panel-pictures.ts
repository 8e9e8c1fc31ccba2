// Takes pictures of the panel in every state: `node scripts/panel-pictures.ts <folder> [view,view]`. With `docs` in place of a
// folder, it writes those of docs/devtools.md and of the site's front page.
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { createServer } from 'vite'
import { launchOptions } from '../e2e/setup/browser.ts'
import { createFixtureApp } from '../src/tools/vite/app.fixture.ts'
import { shopConfig, shopFiles } from '../src/tools/panel/shop.fixture.ts'

const [target = '.framework/panel', only] = process.argv.slice(2)
const isForDocs = target === 'docs'
const folder = isForDocs ? join(import.meta.dirname, '../docs/pictures') : target
mkdirSync(folder, { recursive: true })
const sizes = isForDocs
  ? { docs: { width: 1120, height: 700 } }
  : { wide: { width: 1280, height: 800 }, narrow: { width: 400, height: 800 } }
const states = isForDocs ? (['full'] as const) : (['empty', 'full'] as const)
const views = isForDocs
  ? ['Requests', 'Why', 'Cache', 'Routes']
  : ['Page', 'Requests', 'Why', 'Problems', 'Routes', 'Cache']

const app = await createFixtureApp(shopFiles)
const server = await createServer(shopConfig(app))
await server.listen()
const baseURL = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`
const browser = await chromium.launch(launchOptions())
try {
  for (const state of states) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const page = await browser.newPage({ baseURL, viewport })
      if (isForDocs) await page.addInitScript(makeTall)
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
          const name = isForDocs
            ? `panel-${view.toLowerCase()}-${colorScheme}.png`
            : `${view.toLowerCase()}-${state}-${size}-${colorScheme}.png`
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
  if (view === 'Routes') {
    await page.getByRole('searchbox').fill('/books/new')
    await page.getByRole('option').filter({ hasText: 'wins' }).waitFor()
  }
  const rows = page.getByRole('option')
  const wanted = {
    Requests: /\/books\/dune.*document/,
    Why: 'mutation',
    Page: 'books.$slug',
    Cache: '/news',
    Problems: 'price',
    Routes: /wins|\/books\/:slug/,
  }
  const row = rows.filter({ hasText: wanted[view as keyof typeof wanted] })
  await ((await row.count()) > 0 ? row : rows).first().click()
  await page.waitForTimeout(200)
}

/** A picture in the documentation shows more of the panel than of the page. */
function makeTall(): void {
  localStorage.setItem('framework:panel', '{"height":0.68}')
}
