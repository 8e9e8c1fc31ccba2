// The ways through the shop once more, without a browser and without a build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createClient } from 'framework/client'
import { createTestApp, type TestApp, type TestPage, type Visitor } from 'framework/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '../app/routes.ts'
import { openLiveStream } from './support/live-stream.ts'
import { adminPassword } from './support/shop.ts'

let shop: TestApp
let visitor: Visitor
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  Object.assign(process.env, { DATA_DIR: directory, ADMIN_PASSWORD: adminPassword })
  shop = await createTestApp({ root: join(import.meta.dirname, '..') })
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterAll(async () => {
  await shop?.close()
  await rm(directory, { recursive: true, force: true })
})

async function buy(slug: string, copies = '1'): Promise<TestPage> {
  const book = await visitor.visit(routes.books.show, { slug })
  return book.submit({ 'How many': copies }, { button: 'Add to cart' })
}

async function checkOut(page?: TestPage, options: { lost?: number } = {}): Promise<TestPage> {
  return (page ?? (await visitor.visit('/checkout'))).submit(
    {
      Email: 'vita@example.com',
      Name: 'Vita Visitor',
      'Street and number': 'Quay 1',
      Postcode: '1234',
      Town: 'Corrin',
      'I know that this is a demo: nothing is sent and nothing is charged.': true,
    },
    { ...options, button: 'Place order' },
  )
}

async function stockOf(slug: string): Promise<number> {
  const page = await shop.visitor().visit(routes.books.show, { slug })
  return Number(/On the shelf\s*(\d+) cop/.exec(page.text)![1])
}

describe('the catalogue', () => {
  it('leads from the front page to a book', async () => {
    const books = await (await visitor.visit('/')).click('Browse the catalogue')
    expect(books.path).toBe('/books')
    const book = await books.click('A Key Without a Door')
    expect([book.path, book.title]).toEqual([
      '/books/a-key-without-a-door',
      'A Key Without a Door · Quire Books',
    ])
  })

  it('finds books by a word', async () => {
    const found = await (
      await visitor.visit('/')
    ).submit({ '[name=q]': 'ferry' }, { button: 'Search' })
    expect(found.path).toBe('/books?q=ferry')
    expect(found.text).toContain('The Last Ferry to Corrin')
  })

  it('keeps filters and order in the URL', async () => {
    const books = await visitor.visit('/books')
    const found = await books.submit(
      { '[name=genre]': 'Mystery', 'In stock': true, 'Sort by': 'price-up' },
      { button: 'Apply' },
    )
    expect(found.path).toBe('/books?genre=Mystery&stock=yes&sort=price-up')
    expect(found.text).toContain('3 books')
  })

  it('says what it does not have', async () => {
    const page = await visitor.visit('/books/no-such-book')
    expect([page.status, page.title]).toEqual([404, 'This is not on our shelves · Quire Books'])
  })
})

describe('the stock of a book', () => {
  it('is a number in the page, and a stream says when it is another', async () => {
    const page = await visitor.visit(routes.books.show, { slug: 'the-salt-ledger' })
    const stock = Number(/On the shelf\s*(\d+) copies/.exec(page.text)![1])
    const response = await openLiveStream(
      (path) => shop.fetch(path),
      '/books/the-salt-ledger',
      'pages/books/show',
    )
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    const messages = readMessages(response)
    expect(await messages.next()).toBe('[]')

    await buy('the-salt-ledger', '2')
    await checkOut()
    expect(await messages.next()).toBe('["pages/books/show"]')
    const after = await visitor.visit(routes.books.show, { slug: 'the-salt-ledger' })
    expect(after.text).toContain(`On the shelf\n${stock - 2} copies`)
    await messages.close()
  })

  it('is not found without a book', async () => {
    expect((await shop.fetch('/books/no-such-book?_data=pages/books/show')).status).toBe(404)
  })

  /** Returns the data of one message after the other. */
  function readMessages(response: Response) {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      async next(): Promise<string> {
        for (;;) {
          const found = /data: (.*)\n\n/.exec(text)
          text = found ? text.slice(found.index + found[0].length) : text
          if (found) return found[1]!
          text += (await reader.read()).value ?? ''
        }
      },
      close: () => reader.cancel(),
    }
  }
})

describe('a book page with scripts', () => {
  /** Posts as the browser does while the page of a book is on show, and returns which of its loaders run again. */
  async function loadersAfter(post: string, fields: Record<string, string>): Promise<string[]> {
    const show = 'pages/books/show'
    const path = '/books/the-salt-ledger'
    const first = await shop.fetch('/cart', {
      method: 'POST',
      body: new URLSearchParams({ book: '1', intent: 'add' }),
    })
    const Cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
    const page = await shop.fetch(`${path}?_data=${show}`, { headers: { Cookie } })
    const [line = ''] = (await page.text()).split('\n') // The deferred values follow.
    const { reads } = (JSON.parse(line) as Record<string, { reads: string }>)[show]!
    const have = `root,${encodeURIComponent(show)}~${reads}`
    const response = await shop.fetch(`${post};at=${encodeURIComponent(path)};have=${have}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Cookie },
    })
    const { verdicts } = (await response.json()) as {
      verdicts: Record<string, { run: boolean }>
    }
    expect(Object.keys(verdicts)).toEqual(['root', show])
    return Object.keys(verdicts).filter((id) => verdicts[id]!.run)
  }

  it('runs one of two loaders when a book is added to the cart', async () => {
    const fields = { book: '2', intent: 'add', live: '' }
    expect(await loadersAfter('/cart?_data=pages/cart', fields)).toEqual(['root'])
  })

  it('sends a visitor who is not logged in to the login before the review is read', async () => {
    const response = await shop.fetch('/books/the-salt-ledger', {
      method: 'POST',
      body: new URLSearchParams({ rating: '9' }),
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/login?next=%2Fbooks%2Fthe-salt-ledger')
  })
})

describe('the cart and the checkout', () => {
  it('take, change and give back books', async () => {
    const added = await buy('the-herons-calendar', '2')
    expect(added.text).toContain('“The Heron’s Calendar” is in your cart.')
    const cart = await added.click('Cart, 2 books')
    const changed = await cart.submit({ Copies: '3' }, { button: 'Update' })
    const empty = await changed.click('Remove The Heron’s Calendar')
    expect(empty.text).toContain('Your cart is empty')
  })

  it('show what is wrong, then take the order', async () => {
    await buy('the-empire-of-string')
    const checkout = await visitor.visit('/checkout')
    const refused = await checkout.submit(
      { Email: 'not an address', Name: 'Vita Visitor' },
      { button: 'Place order', validate: false },
    )
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter a street and number')

    const order = await checkOut(refused)
    expect(order.path).toMatch(/^\/orders\/\w{8}$/)
    expect(order.text).toContain('Thank you! Your order is in good hands.')
    expect((await shop.visitor().visit(order.path)).status).toBe(404)

    const printed = await order.click('Print it')
    expect(printed.path).toBe(`${order.path}/print`)
    expect(printed.text).toContain(order.path.slice('/orders/'.length))
    expect((await shop.visitor().visit(printed.path)).status).toBe(404)
  })

  it('take an order once that is sent again because the response was lost', async () => {
    await buy('the-salt-ledger')
    const stock = await stockOf('the-salt-ledger')
    const order = await checkOut(undefined, { lost: 2 })
    expect(order.path).toMatch(/^\/orders\/\w{8}$/)
    expect(await stockOf('the-salt-ledger')).toBe(stock - 1)
  })

  it('take a cart once that is sent from two tabs at the same moment', async () => {
    await buy('the-salt-ledger')
    const stock = await stockOf('the-salt-ledger')
    const tabs = [await visitor.visit('/checkout'), await visitor.visit('/checkout')]
    const [order, other] = await Promise.all(tabs.map((tab) => checkOut(tab)))
    expect(order!.path).toMatch(/^\/orders\/\w{8}$/)
    expect(other!.path).toBe(order!.path)
    expect(await stockOf('the-salt-ledger')).toBe(stock - 1)
  })

  it('keep what was added after an order whose response was lost', async () => {
    await buy('the-salt-ledger', '2')
    const stock = await stockOf('the-salt-ledger')
    // The browser keeps the cookie with the full cart.
    const lost = await shop.fetch('/checkout', {
      method: 'POST',
      headers: { Cookie: visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({
        email: 'vita@example.com',
        name: 'Vita Visitor',
        street: 'Quay 1',
        postcode: '1234',
        city: 'Corrin',
        terms: 'on',
      }),
    })
    await buy('the-salt-ledger')
    await buy('the-patient-stove')
    const order = await checkOut()
    expect(order.path).toBe(lost.headers.get('Location'))
    expect(await stockOf('the-salt-ledger')).toBe(stock - 2)
    const cart = await order.click('Cart, 2 books')
    expect(cart.text).toContain('The Salt Ledger')
    expect(cart.text).toContain('The Patient Stove')
    const next = await checkOut()
    expect(next.path).not.toBe(order.path)
    expect(await stockOf('the-salt-ledger')).toBe(stock - 3)
  })

  it('send visitors without a cart away', async () => {
    expect((await visitor.visit('/checkout')).path).toBe('/cart')
  })
})

describe('an account', () => {
  it('is entered by the readers that the shop knows, and left', async () => {
    const login = await visitor.visit('/account')
    expect(login.path).toBe('/login?next=%2Faccount')
    const account = await login.submit(
      { Email: 'reader@example.com', Password: 'a quiet evening' },
      { button: 'Log in' },
    )
    expect(account.path).toBe('/account')
    await account.click('Log out')
    expect((await visitor.visit('/account')).path).toBe('/login?next=%2Faccount')
  })

  it('cannot be entered from another site', async () => {
    const post = new URLSearchParams({ email: 'reader@example.com', password: 'a quiet evening' })
    const page = await visitor.visit('/login', { from: 'https://evil.example', post })
    expect(page.status).toBe(403)
    expect(visitor.cookies).toEqual([])
  })
})

describe('the API', () => {
  it('describes itself with a document that tools accept', async () => {
    const response = await shop.fetch('/api/openapi.json')
    const document = (await response.json()) as Record<string, unknown>
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    expect(Object.keys(document['paths'] as object)).toEqual(['/api/books', '/api/books/{slug}'])
  })

  it('can be called with its types', async () => {
    const client = createClient(routes.api, { baseUrl: '', fetch: shop.fetch })
    const found = await client.books.index({ search: { genre: ['Kitchen'], sort: 'price-up' } })
    expect(found.status === 200 && found.data.books[0]!.title).toBe('The Sourdough Correspondence')
    const wrong = await client.books.index({ search: { page: 0 } })
    expect(wrong.errors).toMatchObject([{ in: 'search', name: 'page' }])
    const missing = await client.books.show({ params: { slug: 'nothing' } })
    expect(missing.status === 404 && missing.data.error).toBe('There is no book "nothing"')
    const anonymous = await client.books.destroy({ params: { slug: 'the-salt-ledger' } })
    expect(anonymous.status).toBe(401)
  })
})
