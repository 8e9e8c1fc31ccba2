import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../../src/internal/fixtures/patience.fixture.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

const text = 'A book that I could not put down, although I tried.'
const writer = ['admin@example.com', adminPassword] as const
const reader = ['reader@example.com', 'a quiet evening'] as const

describe('what was typed', () => {
  let shop: Shop
  let browser: Browser

  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('is there again after Back and a reload, and "Start again" removes it', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { isAt, page, sees } = visitor
    const path = await typeReview(visitor)
    const review = page.getByLabel('Your words')
    await page
      .getByRole('link', { name: /^Quire/ })
      .first()
      .click()
    await isAt('/')
    await page.goBack()
    await isAt(path)
    await expect.poll(() => review.inputValue()).toBe(text)
    await page.reload()
    await expect.poll(() => review.inputValue()).toBe(text)
    await sees('We kept what you typed.')

    await page.getByRole('button', { name: 'Start again' }).click()
    await expect.poll(() => review.inputValue()).toBe('')
    await expect.poll(() => page.getByText('We kept what you typed.').count()).toBe(0)
    await visitor.close()
  })

  it('is there again after the login has ended on the server, at a page with a query, and was not sent', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { isAt, page, sees } = visitor
    const path = await typeReview(visitor, '?from=mail&shelf=2')
    endLogins()
    await publish(visitor)
    await isAt(/^\/login/)
    await fillLogin(visitor)
    await isAt(path)
    await expect.poll(() => page.getByLabel('Your words').inputValue()).toBe(text)
    await expect.poll(() => page.getByRole('radio', { name: '5' }).isChecked()).toBe(true)
    await sees('We kept what you typed.')
    expect(await page.locator('.review-list').textContent()).not.toContain(text)
    await visitor.close()
  })

  it('is not there for another reader who logs in instead', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { isAt, page } = visitor
    const path = await typeReview(visitor)
    endLogins()
    await publish(visitor)
    await isAt(/^\/login/)
    await fillLogin(visitor, reader)
    await isAt(path)
    const review = page.getByLabel('Your words')
    await review.waitFor()
    // The code of drafts is there when this reader's own text is kept.
    await review.fill('Mine')
    await isKept(visitor, 'Mine')
    await page.reload()
    await expect.poll(() => review.inputValue()).toBe('Mine')
    await page.goBack()
    await page.goForward()
    await expect.poll(() => review.inputValue()).toBe('Mine')
    expect(await page.content()).not.toContain(text)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(text)
    await visitor.close()
  })

  it('is there again in the address of an order, whose total knows the delivery, without a layout shift', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { open, page, sees } = visitor
    await open('/books/the-salt-ledger')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await sees('In your cart') // The header counts the book before the shop has responded.
    await open('/checkout')
    await page.getByLabel('Street').fill('Lamp Lane 4')
    await isKept(visitor, 'Lamp Lane 4')
    await page.getByLabel('Town').fill('Oslo')
    const total = page.locator('.summary .sum')
    const byPost = await total.textContent()
    await page.getByRole('radio', { name: /^By courier/ }).check()
    await expect.poll(() => total.textContent()).not.toBe(byPost)
    const withCourier = await total.textContent()
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { shifts = 0 } = window as { shifts?: number }
        const values = list
          .getEntries()
          .map((entry) => (entry as unknown as { value: number }).value)
        Object.assign(window, { shifts: values.reduce((sum, value) => sum + value, shifts) })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await sees('We kept what you typed.')
    const courier = page.getByRole('radio', { name: /^By courier/ })
    await expect.poll(() => page.getByLabel('Street').inputValue()).toBe('Lamp Lane 4')
    await expect.poll(() => page.getByLabel('Town').inputValue()).toBe('Oslo')
    await expect.poll(() => courier.isChecked()).toBe(true)
    await expect.poll(() => total.textContent()).toBe(withCourier)
    expect(await page.evaluate(() => (window as { shifts?: number }).shifts ?? 0)).toBe(0)

    await page.getByRole('button', { name: 'Start again' }).click()
    await expect.poll(() => total.textContent()).toBe(byPost)
    await expect.poll(() => page.getByLabel('Street').inputValue()).toBe('')
    await visitor.close()
  })

  it('is there again in the rows of a book', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { isAt, open, page, sees } = visitor
    await open('/login')
    await fillLogin(visitor)
    await isAt('/account')
    await open('/admin/books/new')
    await page.getByLabel('Title').fill('The Kept Page')
    await isKept(visitor, 'The Kept Page')
    await page.getByRole('button', { name: 'Add a contributor' }).click()
    const name = page.getByRole('group', { name: 'Contributor 1' }).getByLabel('Name')
    await name.fill('Ida')
    await page.reload()
    await expect.poll(() => name.inputValue()).toBe('Ida')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('The Kept Page')
    await sees('We kept what you typed.')
    await visitor.close()
  })

  async function typeReview(visitor: Visitor, query = ''): Promise<string> {
    const { isAt, open, page } = visitor
    await open('/login')
    await fillLogin(visitor)
    await isAt('/account')
    const path = `/books/the-patient-stove${query}`
    await open(path)
    await page.getByLabel('Your words').waitFor()
    await page.getByLabel('Your words').fill(text)
    await isKept(visitor, text)
    return path
  }

  /** Ends all logins in the database. Open pages do not learn of it. */
  function endLogins(): void {
    const db = new DatabaseSync(join(shop.directory, 'shop.sqlite'), { timeout: patience })
    db.exec('DELETE FROM logins')
    db.close()
  }
})

/** Waits until the code of drafts is there and has stored a text. From then on, nothing that is typed is lost. */
async function isKept({ page }: Visitor, text: string): Promise<void> {
  await page.waitForFunction((text) => JSON.stringify(sessionStorage).includes(text), text)
}

async function fillLogin(
  { page }: Visitor,
  [email, password]: readonly [string, string] = writer,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function publish({ page }: Visitor): Promise<void> {
  await page.getByRole('radio', { name: '5' }).check()
  await page.getByRole('button', { name: 'Publish' }).click()
}
