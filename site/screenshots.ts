// Takes pictures of the main pages of a running site: `node site/screenshots.ts <origin> <folder> [page,page]`.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchOptions } from '../e2e/setup/browser.ts'

const [origin = 'http://localhost:3000', folder = '.', only] = process.argv.slice(2)
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 860 } }
const pages = {
  start: '/',
  guide: '/sessions',
  reference: '/reference/cookie',
  readme: '/src/http/cookie',
  tutorial: '/tutorial',
  measurements: '/measurements',
  behaviour: '/behaviour',
  all: '/all',
  missing: '/nothing',
}

const browser = await chromium.launch(launchOptions())
try {
  for (const [size, viewport] of Object.entries(sizes)) {
    const page = await browser.newPage({ baseURL: origin, viewport })
    const take = async (name: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
      }
    }
    for (const [name, path] of Object.entries(pages)) {
      if (only && !only.split(',').includes(name)) continue
      await page.goto(path, { waitUntil: 'networkidle' })
      await take(name)
    }
    if (!only || only.includes('search')) {
      await page.goto('/forms', { waitUntil: 'networkidle' })
      await page.getByRole('combobox').fill('log a user in')
      await page.getByRole('option').first().waitFor()
      await take('search')
    }
    if (size === 'phone' && (!only || only.includes('menu'))) {
      await page.goto('/forms', { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Menu' }).click()
      await take('menu')
    }
    await page.close()
  }
} finally {
  await browser.close()
}
