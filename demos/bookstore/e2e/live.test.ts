import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Book } from '../app/server/books.ts'
import { openDatabase } from '../app/server/database.ts'
import * as logins from '../app/server/logins.ts'
import * as users from '../app/server/users.ts'
import { waitForLink } from './support/mailbox.ts'
import { createShopper } from './support/shopper.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
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
    const slug = 'the-herons-calendar'
    const { stock } = await readBook(slug)
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open(`/books/${slug}`)
    await visitor.page.getByText(`${stock} copies`).waitFor()
    await changeStock(slug, 2)
    await visitor.sees('Only 2 left on the shelf.')
    const options = visitor.page.getByLabel('How many').locator('option')
    await expect.poll(() => options.count()).toBe(2)
    await changeStock(slug, 0)
    await visitor.sees('Sold out. More are on their way.')
    // An open stream does not keep a browser from being idle.
    await visitor.page.waitForLoadState('networkidle')
    await changeStock(slug, 9)
    await visitor.sees('9 copies')
    await visitor.close()
  })

  it('shows orders to an admin as they come in, and leaves when the admin has logged out in another tab', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await visitor.open('/login?next=/admin/orders')
    await page.getByLabel('Email').fill('admin@example.com')
    await page.getByLabel('Password').fill(adminPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await visitor.isAt('/admin/orders')
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()

    await changeStock('the-salt-ledger', 10_000)
    const shopper = createShopper({
      url: shop.url,
      seed: 'shopper',
      directory: shop.directory,
      slugs: ['the-salt-ledger'],
      scarce: new Set(),
      onAcknowledged() {},
    })
    const shopping = new AbortController()
    const shopped = shopper.run(shopping.signal)
    const lastOrder = () => shopper.orders.findLast(({ number }) => number)?.number
    await expect.poll(lastOrder).toBeDefined()
    shopping.abort()
    await shopped
    await page.getByText(`Order ${lastOrder()!}`).waitFor()

    const other = await visitor.context.newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'Log out' }).click()
    await visitor.isAt('/login?next=%2Fadmin%2Forders')
    await visitor.close()
  })

  /** Changes a book as a script of the admin does. */
  async function changeStock(slug: string, stock: number): Promise<void> {
    token ??= await createToken()
    const { title, author, genre, year, pages, price, blurb, pick } = await readBook(slug)
    const response = await fetch(`${shop.url}/api/books/${slug}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, author, genre, year, pages, price, stock, blurb, pick }),
    })
    expect(response.status).toBe(200)
  }

  async function readBook(slug: string): Promise<Book> {
    return (await fetch(`${shop.url}/api/books/${slug}`)).json()
  }

  let token: string | undefined
  async function createToken(): Promise<string> {
    const db = await openDatabase(shop.directory)
    const { user, proof } = (await users.checkLogin(db, 'admin@example.com', adminPassword))!
    const login = await logins.startLogin(db, user.id, proof, { agent: '', address: '' })
    const created = await users.createToken(db, user.id, login)
    await db.close()
    return created!
  }

  it('changes the sum of a cart before the server has responded', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await visitor.open('/books/moss-a-slow-biography')
    await visitor.page.getByRole('button', { name: 'Add to cart' }).click()
    await visitor.sees('In your cart')
    await visitor.open('/cart')
    const held = await holdForms(visitor)
    await visitor.page.getByLabel('Copies').selectOption('2')
    const route = await held()
    await visitor.page.getByLabel('Summary').getByText('€45.00').last().waitFor()
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
    await visitor.open(await askForLink('welcome'))
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    const name = page.getByLabel('Name')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => page.getByRole('alert').allTextContents()).toHaveLength(2)
    await name.fill('Nora New')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe(null)
    expect(posts).toEqual([])
    await visitor.close()
  })

  it('leaves a refused form as it is, and forgets the errors after forward and back', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    const link = await askForLink('blanks')
    const isShown = (heading: string) => page.getByRole('heading', { name: heading }).waitFor()
    await visitor.open(link)
    await page.getByRole('link', { name: 'Log in' }).click()
    await isShown('Log in')
    await page.goBack()
    await isShown('Create an account')
    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(link)) posts.push(request.url())
    })
    // The browser accepts blanks, and the server does not.
    const name = page.getByLabel('Name')
    await name.fill('     ')
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
    expect(await page.getByLabel('Password').inputValue()).toBe('long enough')

    await page.goForward()
    await isShown('Log in')
    await page.goBack()
    await isShown('Create an account')
    await visitor.isAt(link)
    await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0)
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('')
    expect(posts).toHaveLength(1)
    await visitor.close()
  })

  /** Asks for a link to create an account. */
  async function askForLink(name: string): Promise<string> {
    const email = `${name}@example.com`
    await fetch(`${shop.url}/signup`, { method: 'POST', body: new URLSearchParams({ email }) })
    return waitForLink(shop.directory, email, '/welcome')
  }

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
    (route) => (route.request().method() === 'GET' ? route.continue() : resolve(route)),
  )

  return () => promise
}
