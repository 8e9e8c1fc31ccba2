import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test as base } from 'vitest'
import { waitForLink } from './support/mailbox.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, openSharedWindow, type Visitor } from './support/visitor.ts'

/** Every way through the shop, for visitors with JavaScript and without. */
export function describeShop(javaScript: boolean): void {
  let shop: Shop
  let browser: Browser
  let window: BrowserContext
  const test = base.extend<{ visitor: Visitor }>({
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture has to be a pattern
    visitor: async ({}, use) => {
      const visitor = await createVisitor(browser, shop.url, javaScript, window)
      await use(visitor)
      await visitor.close()
    },
  })

  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
    window = await openSharedWindow(browser, shop.url, javaScript)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  describe('the catalogue', () => {
    test('leads from the front page to a book', async ({ visitor }) => {
      const { page } = visitor
      await visitor.open('/')
      await page.getByRole('link', { name: 'Browse the catalogue' }).click()
      await visitor.isAt('/books')
      await page.getByRole('link', { name: 'A Key Without a Door' }).click()
      await visitor.isAt('/books/a-key-without-a-door')
      await page.getByRole('heading', { level: 1, name: 'A Key Without a Door' }).waitFor()
      await expect.poll(() => page.title()).toBe('A Key Without a Door · Quire Books')
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
      await expect
        .poll(() => crumbs.allTextContents())
        .toEqual(['Home', 'Books', 'A Key Without a Door'])
    })

    test('finds books by a word', async ({ visitor }) => {
      const { page } = visitor
      await visitor.open('/')
      await page.getByRole('searchbox').fill('ferry')
      await page.getByRole('button', { name: 'Search' }).click()
      await visitor.isAt('/books?q=ferry')
      await page.getByRole('heading', { name: 'Books about “ferry”' }).waitFor()
      await expect
        .poll(() => page.locator('.card-title').allTextContents())
        .toEqual(['The Last Ferry to Corrin'])
    })

    test('shows in the search field what the URL asks for, after Back as well', async ({
      visitor,
    }) => {
      const { page } = visitor
      const field = page.getByRole('searchbox')
      await visitor.open('/')
      await field.fill('ferry')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { name: 'Books about “ferry”' }).waitFor()
      await field.fill('never sent')
      await page.getByRole('link', { name: 'Books', exact: true }).click()
      await page.getByRole('heading', { name: 'All our books' }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('')
      await page.goBack()
      await page.getByRole('heading', { name: 'Books about “ferry”' }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('ferry')
      await page.goBack()
      await page.getByRole('heading', { name: 'Books for the long way home' }).waitFor()
      await expect.poll(() => field.inputValue()).toBe('')
    })

    test('shows books before filters on a phone', async ({ visitor }) => {
      const { page } = visitor
      await page.setViewportSize({ width: 390, height: 844 })
      await visitor.open('/books')
      const mystery = page.getByRole('checkbox', { name: 'Mystery' })
      expect(await mystery.isVisible()).toBe(false)
      const firstBook = (await page.locator('.card').first().boundingBox())!
      expect(firstBook.y).toBeLessThan(844 / 2)

      await page.getByText('Filter and sort').click()
      await mystery.check()
      if (!javaScript) await page.getByRole('button', { name: 'Apply' }).click()
      await visitor.sees(/^4 books/)
      await page.locator('summary').getByText('1', { exact: true }).waitFor()
      // With JavaScript, the visitor is still choosing.
      await expect.poll(() => mystery.isVisible()).toBe(javaScript)
    })

    test('has one row of header on a phone, at every login', async ({ visitor }) => {
      const { page } = visitor
      const header = async () => {
        await page.waitForLoadState() // Before, the styles may be missing.
        return (await page.locator('.site-header').boundingBox())!.height
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await visitor.open('/')
      const height = await header()
      expect(height).toBeLessThan(80)
      for (const [email, password] of [
        ['reader@example.com', 'a quiet evening'],
        ['admin@example.com', adminPassword],
      ] as const) {
        await logIn(visitor, email, password)
        expect(await header()).toBe(height)
        await page.getByRole('link', { name: 'Look after the shop' }).waitFor({
          state: email === 'admin@example.com' ? 'visible' : 'detached',
        })
        await page.getByRole('button', { name: 'Log out of the shop' }).click()
        await visitor.sees('You are logged out.')
        expect(await header()).toBe(height)
      }

      await page.getByRole('searchbox').click()
      await page.getByRole('searchbox').fill('ferry')
      await page.getByRole('button', { name: 'Search' }).click()
      await visitor.isAt('/books?q=ferry')
      await page.getByRole('heading', { name: 'Books about “ferry”' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })

    test('keeps filters and order in the URL', async ({ visitor }) => {
      const { page } = visitor
      const apply = async () => {
        if (!javaScript) await page.getByRole('button', { name: 'Apply' }).click()
      }
      await visitor.open('/books')
      await page.getByRole('checkbox', { name: 'Mystery' }).check()
      await apply()
      await visitor.isAt('/books?genre=Mystery&sort=title')
      await visitor.sees(/^4 books/)
      await page.getByRole('checkbox', { name: 'In stock' }).check()
      await apply()
      await visitor.sees('3 books')
      await page.getByLabel('Sort by').selectOption('price-up')
      await apply()
      await visitor.isAt('/books?genre=Mystery&stock=yes&sort=price-up')
      await expect
        .poll(() => page.locator('.card-title').allTextContents())
        .toEqual(['A Key Without a Door', 'The Last Ferry to Corrin', 'Murder at Low Water'])

      await page.getByRole('link', { name: 'Show all' }).click()
      await visitor.isAt('/books')
      await visitor.sees('24 books')
      const mystery = page.getByRole('checkbox', { name: 'Mystery' })
      await expect.poll(() => mystery.isChecked()).toBe(false)
      await page.goBack()
      await visitor.sees('3 books')
      await expect.poll(() => mystery.isChecked()).toBe(true)
    })

    test('is split into pages', async ({ visitor }) => {
      const { page } = visitor
      await visitor.open('/books?sort=price-down')
      await page.getByRole('link', { name: 'Page 2' }).click()
      await visitor.isAt('/books?sort=price-down&page=2')
      await expect.poll(() => page.locator('.card').count()).toBe(12)
      const second = page.getByRole('link', { name: 'Page 2' })
      await expect.poll(() => second.getAttribute('aria-current')).toBe('page')
    })

    test('says what it does not have', async ({ visitor }) => {
      const book = await visitor.open('/books/no-such-book')
      expect(book.status()).toBe(404)
      await visitor.sees('This is not on our shelves')
      expect((await visitor.open('/no/such/page')).status()).toBe(404)
      await visitor.sees('This is not on our shelves')
      const title = 'This is not on our shelves · Quire Books'
      await expect.poll(() => visitor.page.title()).toBe(title)
      await visitor.page.getByRole('link', { name: 'Browse the catalogue' }).click()
      await visitor.isAt('/books')
    })

    test('knows the visitor on a page that does not exist', async ({ visitor }) => {
      const { page } = visitor
      await buy(visitor, 'the-herons-calendar')
      await visitor.open('/no/such/page')
      await visitor.hasInCart(1)
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await page.getByRole('link', { name: 'Account', exact: true }).count()).toBe(0)

      await logIn(visitor, 'reader@example.com', 'a quiet evening')
      expect((await visitor.open('/no/such/page')).status()).toBe(404)
      await visitor.hasInCart(1)
      await page.getByRole('link', { name: 'Account', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Log out' }).waitFor()
    })
  })

  describe('the cart', () => {
    test('takes, changes and gives back books', async ({ visitor }) => {
      const { page } = visitor
      await visitor.open('/books/the-herons-calendar')
      await page.getByLabel('How many').selectOption('2')
      await addToCart(visitor, 2)
      if (javaScript) await visitor.isAt('/books/the-herons-calendar')
      else await visitor.sees('“The Heron’s Calendar” is in your cart.')

      await visitor.open('/books/supper-for-one-twice')
      await addToCart(visitor, 3)

      await page.getByRole('link', { name: 'Cart, 3 books' }).click()
      await visitor.isAt('/cart')
      await visitor.sees('€60.90')
      const line = page.getByRole('listitem').filter({ hasText: 'Supper for One' })
      await visitor.sends(async () => {
        await line.getByLabel('Copies').selectOption('3')
        if (!javaScript) await line.getByRole('button', { name: 'Update' }).click()
      })
      await visitor.sees('€104.70')
      await visitor.hasInCart(5)
      await visitor.sends(() =>
        page.getByRole('button', { name: 'Remove Supper for One, Twice' }).click(),
      )
      await visitor.hasInCart(2)
      await page.getByRole('button', { name: 'Remove The Heron’s Calendar' }).click()
      await visitor.sees('Your cart is empty')
      await visitor.hasInCart(0)
    })

    test('takes a book once that is sent again because the response was lost', async ({
      visitor,
    }) => {
      const { page } = visitor
      await visitor.open('/books/the-herons-calendar')
      const letThrough = await losesFirst(visitor, '/cart')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      if (javaScript) {
        await visitor.sees('Still sending …')
        letThrough()
        await visitor.sees('In your cart')
      }
      await visitor.hasInCart(1)
      await visitor.open('/cart')
      await visitor.hasInCart(1)
    })

    test('never has more than there are', async ({ visitor }) => {
      await visitor.open('/books/the-memory-tariff')
      for (let time = 0; time < 2; time++) {
        await visitor.page.getByLabel('How many').selectOption('2')
        await addToCart(visitor, time === 0 ? 2 : 3)
        await visitor.open('/books/the-memory-tariff')
      }
      await visitor.hasInCart(3)
      await visitor.open('/books/the-clockmakers-alibi')
      await visitor.sees('Sold out')
    })
  })

  describe('the checkout', () => {
    test('shows what is wrong, then takes the order', async ({ visitor }) => {
      const { page } = visitor
      await buy(visitor, 'the-empire-of-string')
      await visitor.open('/checkout')
      await fillCheckout(visitor)
      // A browser takes blanks for an address, and the shop does not.
      const street = page.getByLabel('Street and number')
      await street.fill('  ')
      await page.getByRole('radio', { name: 'By courier' }).check()
      const refused = await visitor.sends(() =>
        page.getByRole('button', { name: 'Place order' }).click(),
      )
      expect(refused).toBe(422)
      await visitor.sees('Enter a street and number')
      expect(await street.getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('Name').inputValue()).toBe('Vita Visitor')
      expect(await page.getByRole('radio', { name: 'By courier' }).isChecked()).toBe(true)
      expect(await page.getByRole('checkbox', { name: 'I know that' }).isChecked()).toBe(true)
      if (javaScript) await hasFocus(street)
      else {
        await visitor.sees('Please look at these again.')
        await page.getByRole('link', { name: 'Enter a street and number' }).click()
        await visitor.isAt(`/checkout#${await street.getAttribute('id')}`)
      }

      await street.fill('1 Lamp Lane')
      await page.getByRole('button', { name: 'Place order' }).click()
      await visitor.isAt(/^\/orders\/\w{8}$/)
      await visitor.sees('Thank you! Your order is in good hands.')

      await page.getByRole('link', { name: 'Print it' }).click()
      await visitor.isAt(/^\/orders\/\w{8}\/print$/)
      expect(await page.locator('script').count()).toBe(0)
      await page.goBack()
      await visitor.sees('€31.80')
      await visitor.hasInCart(0)

      const stranger = await createVisitor(browser, shop.url, javaScript)
      expect((await stranger.open(new URL(page.url()).pathname)).status()).toBe(404)
      await stranger.close()
    })

    test('takes an order once that is sent again because the response was lost', async ({
      visitor,
    }) => {
      const { page } = visitor
      const email = uniqueEmail()
      await buy(visitor, 'the-empire-of-string')
      await visitor.open('/checkout')
      await fillCheckout(visitor, email)
      const letThrough = await losesFirst(visitor, '/checkout')
      await page.getByRole('button', { name: 'Place order' }).click()
      if (javaScript) await page.getByRole('button', { name: 'Still sending …' }).waitFor()
      letThrough()
      await visitor.isAt(/^\/orders\/\w{8}$/)
      await visitor.sees('Thank you! Your order is in good hands.')
      await visitor.hasInCart(0)
      expect(ordersBy(email)).toEqual([page.url().slice(-8)])
    })

    test('takes an order once for two clicks', async ({ visitor }) => {
      const { page } = visitor
      const email = uniqueEmail()
      await buy(visitor, 'the-empire-of-string')
      await visitor.open('/checkout')
      await fillCheckout(visitor, email)
      await page.getByRole('button', { name: 'Place order' }).dblclick()
      await visitor.isAt(/^\/orders\/\w{8}$/)
      await visitor.sees('Thank you! Your order is in good hands.')
      expect(ordersBy(email)).toEqual([page.url().slice(-8)])
    })

    test('takes a cart once from two tabs', async ({ visitor }) => {
      const email = uniqueEmail()
      await buy(visitor, 'the-empire-of-string')
      const other = await createVisitor(browser, shop.url, javaScript, window)
      for (const tab of [visitor, other]) {
        await tab.open('/checkout')
        await fillCheckout(tab, email)
      }
      await visitor.page.getByRole('button', { name: 'Place order' }).click()
      await visitor.isAt(/^\/orders\/\w{8}$/)
      await other.page.getByRole('button', { name: 'Place order' }).click()
      await other.isAt('/cart')
      expect(ordersBy(email)).toEqual([visitor.page.url().slice(-8)])
      await other.close()
    })

    test('sends visitors without a cart away', async ({ visitor }) => {
      await visitor.open('/checkout')
      await visitor.isAt('/cart')
    })
  })

  describe('an account', () => {
    test('is created, left and entered again', async ({ visitor }) => {
      const { page } = visitor
      const email = uniqueEmail()
      await visitor.open('/account')
      await visitor.isAt('/login?next=%2Faccount')
      await page.getByRole('link', { name: 'Create an account' }).click()
      await visitor.isAt('/signup?next=%2Faccount')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await visitor.isAt('/mail-sent')
      await visitor.open(await waitForLink(shop.directory, email, '/welcome'))
      await page.getByLabel('Name').fill('  ')
      const password = page.getByLabel('Password')
      await password.fill('long enough for anybody')
      const press = () => page.getByRole('button', { name: 'Create account' }).click()
      expect(await visitor.sends(press)).toBe(422)
      await visitor.sees('Tell us what to call you')
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      // With JavaScript, the field was never gone.
      expect(await password.inputValue()).toBe(javaScript ? 'long enough for anybody' : '')
      await page.getByLabel('Name').fill('Nora New')
      await password.fill('long enough for anybody')
      await press()
      await visitor.isAt('/account')
      await visitor.sees('Welcome, Nora New.')
      await visitor.sees('Hello, Nora New')

      await page.getByRole('button', { name: 'Log out' }).click()
      await visitor.isAt('/')
      await visitor.sees('You are logged out.')
      await visitor.open('/account/settings')
      await visitor.isAt('/login?next=%2Faccount%2Fsettings')

      await page.getByLabel('Email').fill(email.toUpperCase())
      await page.getByLabel('Password').fill('something else')
      const enter = () => page.getByRole('button', { name: 'Log in' }).click()
      expect(await visitor.sends(enter)).toBe(422)
      await visitor.sees('This address and this password do not match.')
      await page.getByLabel('Password').fill('long enough for anybody')
      await enter()
      await visitor.isAt('/account/settings')
      await page.getByLabel('Name').fill('Nora Renamed')
      await page.getByRole('button', { name: 'Save' }).click()
      await visitor.sees('Saved.')
      await page.getByRole('link', { name: 'Orders' }).click()
      await visitor.sees('Hello, Nora Renamed')
      await expect.poll(() => page.getByText('Saved.').count()).toBe(0)
    })

    test('keeps the cart of a guest and lists what was ordered', async ({ visitor }) => {
      const { page } = visitor
      await buy(visitor, 'atlas-of-small-rivers')
      await logIn(visitor, 'reader@example.com', 'a quiet evening')
      await visitor.hasInCart(1)
      await visitor.open('/checkout')
      expect(await page.getByLabel('Email').inputValue()).toBe('reader@example.com')
      await fillCheckout(visitor)
      await page.getByRole('button', { name: 'Place order' }).click()
      await visitor.isAt(/^\/orders\//)
      const number = page.url().slice(-8)
      await page.getByRole('link', { name: 'Account', exact: true }).click()
      await page.getByRole('link', { name: `Order ${number}` }).click()
      await visitor.sees('Atlas of Small Rivers')
    })

    test('never redirects to another site after the login', async ({ visitor }) => {
      await visitor.open('/login?next=//example.com/')
      await visitor.page.getByLabel('Email').fill('reader@example.com')
      await visitor.page.getByLabel('Password').fill('a quiet evening')
      await visitor.page.getByRole('button', { name: 'Log in' }).click()
      await visitor.isAt('/account')
    })
  })

  describe('reviews', () => {
    test('are written, changed and deleted', async ({ visitor }) => {
      const { page } = visitor
      await visitor.open('/books/the-patient-stove')
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
      await visitor.isAt(/^\/login\?next=/)
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByRole('heading', { name: 'Create an account' }).waitFor()
      const email = uniqueEmail()
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await visitor.isAt('/mail-sent')
      await visitor.open(await waitForLink(shop.directory, email, '/welcome'))
      await page.getByLabel('Name').fill('Rita Reviewer')
      await page.getByLabel('Password').fill('long enough for anybody')
      await page.getByRole('button', { name: 'Create account' }).click()
      await visitor.isAt('/books/the-patient-stove#reviews')

      const publish = () => page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('radio', { name: '4' }).check()
      await page.getByLabel('Your words').fill('Good.        ')
      expect(await visitor.sends(publish)).toBe(422)
      await visitor.sees('Write at least ten characters')
      expect(await page.getByRole('radio', { name: '4' }).isChecked()).toBe(true)
      await page.getByLabel('Your words').fill('The beans are as good as they say.')
      await visitor.sends(publish)
      const own = page.getByRole('listitem').filter({ hasText: 'Rita Reviewer' })
      await own.getByText('The beans are as good as they say.').waitFor()
      await own.getByRole('img', { name: '4 of 5 stars' }).waitFor()

      const save = page.getByRole('button', { name: 'Save' })
      await save.waitFor()
      await page.getByLabel('Your words').fill('The beans are better than they say.')
      await visitor.sends(() => save.click())
      await own.getByText('The beans are better than they say.').waitFor()
      await expect.poll(() => own.count()).toBe(1)

      await own.getByRole('button', { name: 'Delete my review' }).click()
      await own.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Publish' }).waitFor()
    })
  })

  describe('the admin', () => {
    test('is not for readers', async ({ visitor }) => {
      await logIn(visitor, 'reader@example.com', 'a quiet evening')
      for (const path of ['/admin', '/admin/books']) {
        expect((await visitor.open(path)).status()).toBe(403)
        await visitor.sees('Staff only')
      }
      expect(await visitor.page.getByRole('link', { name: 'Log in' }).count()).toBe(0)
      await visitor.sees('This room is for those who look after the shop.')
    })

    test('adds, changes and deletes a book with an uploaded cover', async ({ visitor }) => {
      const { page } = visitor
      const title = `A Test of Paper ${crypto.randomUUID().slice(0, 8)}`
      await logIn(visitor, 'admin@example.com', adminPassword)
      await page.getByRole('link', { name: 'Admin' }).click()
      await page.getByRole('link', { name: 'Add a book' }).click()
      await visitor.isAt('/admin/books/new')
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Author').fill('  ')
      await page.getByLabel('Year').fill('2026')
      await page.getByLabel('Pages').fill('99')
      await page.getByLabel('Price in euros').fill('9.90')
      await page.getByLabel('Copies').fill('3')
      await page.getByLabel('Blurb').fill('What paper can bear.\nAnd more.')
      const choose = (name: string, buffer: Buffer) =>
        page.getByLabel('Cover').setInputFiles({ name, mimeType: 'image/png', buffer })
      await choose('cover.png', Buffer.from('<svg onload="alert(1)"/>'))
      await page.getByRole('button', { name: 'Add a contributor' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Ida Illustrator')
      await page.getByLabel('Role').selectOption('Illustrator')
      await page.getByRole('button', { name: 'Add a contributor' }).click()
      const second = page.getByRole('group', { name: 'Contributor 2' })
      await second.getByLabel('Name', { exact: true }).fill('  ')
      const names = page.getByLabel('Name', { exact: true })
      await expect.poll(() => names.first().inputValue()).toBe('Ida Illustrator')
      // Without JavaScript, the server has shown the form again, and a page cannot fill in a file.
      if (!javaScript) await choose('cover.png', Buffer.from('<svg onload="alert(1)"/>'))
      const save = () => page.getByRole('button', { name: 'Save' }).click()
      expect(await visitor.sends(save)).toBe(422)
      await visitor.isAt('/admin/books')
      await visitor.sees('Enter an author')
      await visitor.sees('Enter a name')
      await visitor.sees('Choose a picture: PNG, JPEG or WebP')
      expect(await names.first().inputValue()).toBe('Ida Illustrator')
      await page.getByRole('button', { name: 'Remove contributor 2' }).click()
      await second.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Title').inputValue()).toBe(title)
      expect(await page.getByLabel('Blurb').inputValue()).toBe('What paper can bear.\nAnd more.')
      expect(await page.getByLabel('Price in euros').inputValue()).toBe('9.90')

      await page.getByLabel('Author').fill('Tess Tester')
      await choose('../../cover.png', Buffer.concat([onePixel, Buffer.alloc(300_000)]))
      await save()
      await visitor.isAt(/^\/admin\/books\/\d+$/)
      await visitor.sees(`“${title}” is on the shelf.`)
      const cover = await page.getByRole('img', { name: `Cover of ${title}` }).getAttribute('src')
      const file = await visitor.context.request.get(cover!)
      expect(file.headers()).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
      })
      expect((await file.body()).length).toBe(onePixel.length + 300_000)

      await page.getByRole('link', { name: 'Edit' }).click()
      await visitor.isAt(/\/edit$/)
      expect(await names.inputValue()).toBe('Ida Illustrator')
      expect(await page.getByLabel('Role').inputValue()).toBe('Illustrator')
      await page.getByLabel('Title').fill('  ')
      await page.getByLabel('Price in euros').fill('11')
      await choose('cover.png', onePixel)
      expect(await visitor.sends(save)).toBe(422)
      await visitor.isAt(/^\/admin\/books\/\d+$/)
      await visitor.sees('Enter a title')
      // The page that shows the form again is another one, so the file is lost.
      await visitor.sees('Choose the file again')
      if (javaScript) await hasFocus(page.getByLabel('Title'))
      await page.getByLabel('Title').fill(title)
      await save()
      await visitor.sees(`“${title}” is saved.`)
      await visitor.sees('€11.00')
      expect(await page.getByRole('img', { name: `Cover of ${title}` }).getAttribute('src')).toBe(
        cover,
      )

      await page.getByRole('button', { name: 'Delete this book' }).click()
      await visitor.isAt('/admin/books')
      await visitor.sees(`“${title}” is gone.`)
      await expect.poll(() => page.getByRole('link', { name: title }).count()).toBe(0)
    })
  })

  async function buy(visitor: Visitor, slug: string): Promise<void> {
    await visitor.open(`/books/${slug}`)
    await addToCart(visitor, 1)
  }

  /** Clicks, and waits until the shop has responded and the header counts this many books. */
  async function addToCart(visitor: Visitor, count: number): Promise<void> {
    await visitor.page.getByRole('button', { name: 'Add to cart' }).click()
    await visitor.hasInCart(count)
    // With JavaScript, the count changes before the response arrives.
    if (javaScript) await visitor.sees('In your cart')
  }

  /**
   * The next form for a path reaches the shop twice, because the response of the first time does not reach the browser.
   *
   * @returns A function that lets the second one through
   */
  async function losesFirst({ accepts, page }: Visitor, path: string): Promise<() => void> {
    accepts(/net::ERR_CONNECTION_RESET/)
    const { promise: passes, resolve: letThrough } = Promise.withResolvers<void>()
    let isFirst = true
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        if (!isFirst) {
          await passes
          return route.continue()
        }

        isFirst = false
        const lost = await route.fetch({ maxRedirects: 0 })
        expect(lost.headers()['set-cookie']).toContain('bookstore=')
        // Without JavaScript, it is the visitor who sends the form again.
        await (javaScript ? route.abort('connectionreset') : route.continue())
      },
    )

    return letThrough
  }

  function ordersBy(email: string): unknown[] {
    const db = new DatabaseSync(join(shop.directory, 'shop.sqlite'), { readOnly: true })
    const rows = db.prepare('SELECT number FROM orders WHERE email = ?').all(email)
    db.close()
    return rows.map(({ number }) => number)
  }

  async function fillCheckout({ page }: Visitor, email = 'vita@example.com'): Promise<void> {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Name').fill('Vita Visitor')
    await page.getByLabel('Street and number').fill('1 Lamp Lane')
    await page.getByLabel('Postcode').fill('AB1 2CD')
    await page.getByLabel('Town').fill('Corrin')
    await page.getByRole('checkbox', { name: 'I know that this is a demo' }).check()
  }

  async function logIn(visitor: Visitor, email: string, password: string): Promise<void> {
    await visitor.open('/login')
    await visitor.page.getByLabel('Email').fill(email)
    await visitor.page.getByLabel('Password').fill(password)
    await visitor.page.getByRole('button', { name: 'Log in' }).click()
    await visitor.isAt('/account')
  }
}

async function hasFocus(field: Locator): Promise<void> {
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true)
}

function uniqueEmail(): string {
  return `t${crypto.randomUUID().slice(0, 8)}@example.com`
}

/** A PNG of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
