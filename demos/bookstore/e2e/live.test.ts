import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

describe('the living page', () => {
  let shop: Shop
  let browser: Browser

  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('counts a book before the server has responded', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/books/moss-a-slow-biography')
    const held = await holdForms(visitor)
    await visitor.page.getByRole('button', { name: 'Add to cart' }).click()
    const route = await held()
    await visitor.hasInCart(1)
    await visitor.sees('Adding…')
    await route.continue()
    await visitor.sees('In your cart')
    await visitor.hasInCart(1)
    await visitor.close()
  })

  it('shows the copies on the shelf while other visitors buy, until the book is sold out', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/books/the-herons-calendar')
    const db = new DatabaseSync(join(shop.directory, 'shop.sqlite'))
    const setStock = (stock: number) =>
      db.prepare("UPDATE books SET stock = ? WHERE slug = 'the-herons-calendar'").run(stock)
    setStock(2)
    await visitor.sees('Only 2 left on the shelf.')
    expect(await visitor.page.getByLabel('How many').locator('option').count()).toBe(2)
    setStock(0)
    await visitor.sees('Sold out. More are on their way.')
    // An open stream does not keep a browser from being idle.
    await visitor.page.waitForLoadState('networkidle')
    setStock(9)
    await visitor.sees('9 copies')
    db.close()
    await visitor.close()
  })

  it('changes the sum of a cart before the server has responded', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/books/moss-a-slow-biography')
    await visitor.page.getByRole('button', { name: 'Add to cart' }).click()
    await visitor.sees('In your cart')
    await visitor.open('/cart')
    const held = await holdForms(visitor)
    await visitor.page.getByLabel('Copies').selectOption('2')
    const route = await held()
    await visitor.page.getByLabel('Summary').getByText('€45.00').waitFor()
    await route.continue()
    await visitor.hasInCart(2)
    await visitor.close()
  })

  it('shows a review before the server has responded, and takes it back when it is refused', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await visitor.open('/login?next=/books/the-memory-tariff')
    await page.getByLabel('Email').fill('reader@example.com')
    await page.getByLabel('Password').fill('a quiet evening')
    await page.getByRole('button', { name: 'Log in' }).click()
    await visitor.isAt('/books/the-memory-tariff')

    const held = await holdForms(visitor)
    await page.getByRole('radio', { name: '5' }).check()
    await page.getByLabel('Your words').fill('Too short  ')
    await page.getByRole('button', { name: 'Publish' }).click()
    const route = await held()
    await visitor.sees('Being saved…')
    await page.getByRole('listitem').getByText('Too short').waitFor()
    await route.continue()
    await visitor.sees('Write at least ten characters')
    await page.getByRole('listitem').getByText('Too short').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Your words').inputValue()).toBe('Too short  ')
    await visitor.close()
  })

  it('says what is missing before a form is sent', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await visitor.open('/signup')
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.getByLabel('Name').fill('Nora New')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    const email = page.getByLabel('Email')
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByRole('alert').allTextContents()).toHaveLength(2)
    await email.fill('nora@example.com')
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe(null)
    expect(posts).toEqual([])
    await visitor.close()
  })

  it('leaves a refused form as it is, and forgets the errors after back and forward', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await visitor.open('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await visitor.isAt('/signup')
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    // The browser accepts blanks, and the server does not.
    const name = page.getByLabel('Name')
    await name.fill('     ')
    await page.getByLabel('Email').fill('nora@example.com')
    await page.getByLabel('Password').fill('long enough')
    const place = () =>
      name.evaluate((field: HTMLInputElement) => ({
        isFocused: field === document.activeElement,
        caret: [field.selectionStart, field.selectionEnd],
        scroll: window.scrollY,
      }))
    await page.setViewportSize({ width: 400, height: 300 })
    await name.focus()
    await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 3))
    await page.evaluate(() => window.scrollTo(0, 37))
    const before = await place()
    expect(before).toEqual({ isFocused: true, caret: [2, 3], scroll: 37 })

    expect(await visitor.sends(() => page.keyboard.press('Enter'))).toBe(422)
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(await place()).toEqual(before)
    expect(await name.inputValue()).toBe('     ')
    expect(await page.getByLabel('Email').inputValue()).toBe('nora@example.com')
    expect(await page.getByLabel('Password').inputValue()).toBe('long enough')

    const isShown = (heading: string) => page.getByRole('heading', { name: heading }).waitFor()
    await page.goBack()
    await isShown('Log in')
    await page.goForward()
    await isShown('Create an account')
    await visitor.isAt('/signup')
    expect(await page.locator('[aria-invalid]').count()).toBe(0)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    expect(posts).toHaveLength(1)
    await visitor.close()
  })

  it('fetches a book when the pointer comes near its link', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/books')
    const link = visitor.page.getByRole('link', { name: 'A Key Without a Door' })
    await link.hover()
    await link.locator('link[rel=prefetch][as=fetch]').waitFor({ state: 'attached' })
    await visitor.close()
  })

  it('moves between pages without loading a document', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/')
    await visitor.page.evaluate(() => Object.assign(window, { isSame: true }))
    await visitor.page.getByRole('link', { name: 'Books', exact: true }).click()
    await visitor.isAt('/books')
    await visitor.page.getByRole('link', { name: 'Atlas of Small Rivers' }).click()
    await visitor.page.getByRole('heading', { name: 'What readers say' }).waitFor()
    expect(await visitor.page.evaluate(() => 'isSame' in window)).toBe(true)
    await visitor.close()
  })
})

/** Holds the next form that the page sends; the response waits for it. */
async function holdForms({ page }: Visitor): Promise<() => Promise<Route>> {
  const { promise, resolve } = Promise.withResolvers<Route>()
  await page.route(
    () => true,
    (route) => {
      if (route.request().method() === 'GET') void route.continue()
      else resolve(route)
    },
  )

  return () => promise
}
