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

  const writer = ['admin@example.com', adminPassword] as const
  const reader = ['reader@example.com', 'a quiet evening'] as const

  async function fillLogin(
    { page }: Visitor,
    [email, password]: readonly [string, string] = writer,
  ): Promise<void> {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
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

  it('is not there for another reader who logs in instead', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { context, isAt, page } = visitor
    const path = await typeReview(visitor)
    await context.clearCookies()
    await page.getByRole('radio', { name: '5' }).check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await isAt(/^\/login/)
    await fillLogin(visitor, reader)
    await isAt(path)
    const review = page.getByLabel('Your words')
    await review.waitFor()
    // The code of drafts is there when this reader's own text is kept.
    await review.fill('Mine')
    await page.reload()
    await expect.poll(() => review.inputValue()).toBe('Mine')
    await page.goBack()
    await page.goForward()
    await expect.poll(() => review.inputValue()).toBe('Mine')
    expect(await page.content()).not.toContain(text)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(text)
    await visitor.close()
  })
})
