import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

describe('a review that was typed', () => {
  let shop: Shop
  let browser: Browser

  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  const text = 'A book that I could not put down, although I tried.'

  async function fillLogin({ page }: Visitor): Promise<void> {
    await page.getByLabel('Email').fill('admin@example.com')
    await page.getByLabel('Password').fill(adminPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  async function typeReview(visitor: Visitor): Promise<string> {
    const { isAt, open, page } = visitor
    await open('/login')
    await fillLogin(visitor)
    await isAt('/account')
    await open('/books/the-patient-stove')
    await page.getByLabel('Your words').waitFor()
    await page.getByLabel('Your words').fill(text)
    return new URL(page.url()).pathname
  }

  it('is there again after Back, a reload and a login, and was not sent', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { context, isAt, page, sees } = visitor
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

    await context.clearCookies()
    await page.getByRole('radio', { name: '5' }).check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await isAt(/^\/login/)
    await fillLogin(visitor)
    await isAt(path)
    await expect.poll(() => review.inputValue()).toBe(text)
    await visitor.close()
  })
})
