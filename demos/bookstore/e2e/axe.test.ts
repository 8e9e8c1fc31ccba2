import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForLink } from './support/mailbox.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

interface AxeResults {
  violations: { id: string; impact: string; nodes: { target: string[]; html: string }[] }[]
}

describe('accessibility', () => {
  let shop: Shop
  let browser: Browser
  let axe: string

  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('is fine on the pages that everyone sees', async () => {
    await check(
      [
        '/',
        '/books?q=the&genre=Nature',
        '/books/the-salt-ledger',
        '/login',
        '/signup',
        '/reset',
        '/mail-sent',
        '/welcome',
        '/nothing',
      ],
      async () => {},
    )
  })

  it('is fine from the cart to the order', async () => {
    await check(['/cart', '/checkout'], async ({ page, open, sees }) => {
      await open('/books/the-salt-ledger')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await sees('In your cart')
    })
  })

  it('is fine when a form has errors', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    const email = 'axe@example.com'
    await fetch(`${shop.url}/signup`, { method: 'POST', body: new URLSearchParams({ email }) })
    await visitor.open(await waitForLink(shop.directory, email, '/welcome'))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('input[aria-invalid]').first().waitFor()
    expect(await findViolations(visitor)).toEqual([])

    // The 422 page, as without JavaScript: this method of a form skips all scripts.
    const loaded = page.waitForEvent('load')
    await page.locator('.panel').evaluate((form) => HTMLFormElement.prototype.submit.call(form))
    await loaded
    await visitor.sees('Use at least eight characters')
    expect(await findViolations(visitor)).toEqual([])
    await visitor.close()
  })

  it('is fine for those who look after the shop', async () => {
    await check(
      [
        '/account',
        '/account/settings',
        '/account/security',
        '/admin/books',
        '/admin/books/new',
        '/admin/books/1',
        '/books/the-salt-ledger',
      ],
      async ({ page, open, isAt }) => {
        await open('/login')
        await page.getByLabel('Email').fill('admin@example.com')
        await page.getByLabel('Password').fill(adminPassword)
        await page.getByRole('button', { name: 'Log in' }).click()
        await isAt('/account')
      },
    )
  })

  /** Looks at each page in light and in dark. */
  async function check(
    paths: readonly string[],
    prepare: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    const visitor = await createVisitor(browser, shop.url)
    await prepare(visitor)
    for (const path of paths) {
      await visitor.open(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await visitor.page.emulateMedia({ colorScheme })
        expect(await findViolations(visitor), `${path} in ${colorScheme}`).toEqual([])
      }
    }
    await visitor.close()
  }

  async function findViolations({ page }: Visitor): Promise<string[]> {
    // With the debugger, because the Content-Security-Policy does not block it.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
    const { violations } = (await page.evaluate(
      "axe.run({ resultTypes: ['violations'] })",
    )) as AxeResults

    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, html }) => `${impact} ${id}: ${target.join(' ')} ${html}`),
    )
  }
})
