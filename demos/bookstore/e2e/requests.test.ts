import { request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../../src/internal/fixtures/patience.fixture.ts'
import { eventually } from '../../../src/internal/fixtures/eventually.fixture.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'

describe('the shop over HTTP', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(() => shop?.close())

  it('has a policy, an id and other headers on every response', async () => {
    const nonces = new Set<string | undefined>()
    for (const path of ['/', '/books/the-salt-ledger', '/nothing', '/api/books', '/login']) {
      const { headers } = await fetch(shop.url + path)
      const policy = headers.get('Content-Security-Policy')!
      expect(policy).toMatch(/^default-src 'self'; img-src 'self' data:; /)
      expect(policy).toMatch(/; script-src 'self' 'nonce-[\w-]{22}'; style-src 'self' 'nonce-/)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|\*/)
      nonces.add(/'nonce-([\w-]+)'/.exec(policy)?.[1])
      expect(headers.get('X-Frame-Options')).toBe('DENY')
      expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
    }
    expect(nonces.size).toBe(5)
  })

  it('logs each request as a line of JSON, without the query', async () => {
    const response = await fetch(`${shop.url}/books?q=a+private+search`)
    const id = response.headers.get('X-Request-Id')!
    await response.text()
    const line = await eventually(() => {
      const found = shop
        .output()
        .split('\n')
        .find((text) => text.includes(id))
      expect(found).toBeDefined()
      return found!
    })
    expect(JSON.parse(line)).toMatchObject({
      method: 'GET',
      path: '/books',
      route: '/books',
      kind: 'document',
      status: 200,
    })
    expect(line).not.toContain('private')
  })

  it('limits how often a client may try to log in, and not how often it looks at the form', async () => {
    const small = await startShop({ LOGIN_LIMIT: '3' })
    try {
      const body = () => new URLSearchParams({ email: 'reader@example.com', password: 'wrong' })
      const attempt = async () =>
        (await fetch(`${small.url}/login`, { method: 'POST', body: body() })).status
      const statuses = [await attempt(), await attempt(), await attempt(), await attempt()]
      expect(statuses).toEqual([422, 422, 422, 429])
      // The action also runs for other methods.
      const put = await fetch(`${small.url}/login`, { method: 'PUT', body: body() })
      const field = new URLSearchParams([...body(), ['_method', 'PATCH']])
      const patch = await fetch(`${small.url}/login`, { method: 'POST', body: field })
      expect([put.status, patch.status]).toEqual([429, 429])
      expect((await fetch(`${small.url}/login`)).status).toBe(200)

      // The login page begins a login by itself, so a client may do that more often.
      const begin = async () =>
        (await fetch(`${small.url}/login/passkey/options`, { method: 'POST' })).status
      const begun = await Promise.all(Array.from({ length: 80 }, begin))
      expect(begun.filter((status) => status === 200).length).toBeGreaterThanOrEqual(36)
      expect(begun).toContain(429)
    } finally {
      await small.close()
    }
  })

  it('puts no code and no styles into a page', async () => {
    const page = await (await fetch(`${shop.url}/books/the-salt-ledger`)).text()
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    for (const [, attributes] of page.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toMatch(/src=|type="application\/json"/)
    }
  })

  it('compresses pages, and sends hashed files to be kept', async () => {
    const response = await get('/', { 'Accept-Encoding': 'br' })
    expect(response.headers).toMatchObject({ 'content-encoding': 'br' })
    const page = await (await fetch(shop.url)).text()
    const style = /href="(\/assets\/root-[^"]+\.css)"/.exec(page)![1]!
    const file = await get(style, { 'Accept-Encoding': 'br' })
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get('/favicon.svg')).headers).toMatchObject({ 'content-type': 'image/svg+xml' })
  })

  it('opens the catalogue for an old link, and leaves out what it does not know', async () => {
    const headingOf = async (query: string) => {
      const response = await fetch(`${shop.url}/books?${query}`)
      const page = await response.text()
      const [, count] = /<p role="status">(\d+)/.exec(page) ?? []
      const checked = page.matchAll(/<input[^>]*checked=""[^>]*value="([^"]*)"/g)
      return { status: response.status, count, checked: Array.from(checked, ([, value]) => value) }
    }
    const all = await headingOf('')
    const kitchen = { status: 200, count: '4', checked: ['Kitchen'] }

    expect(await headingOf('genre=Kitchen')).toEqual(kitchen)
    expect(await headingOf('genre=Kitchen&genre=Gardening&page=0&sort=age')).toEqual(kitchen)
    expect(await headingOf('genre=Kitchen&page=2&page=3&utm_source=mail')).toEqual(kitchen)
    expect(await headingOf(`stock=maybe&page=x&q=${'a'.repeat(101)}`)).toEqual(all)
    // A program must notice its mistake.
    expect((await fetch(`${shop.url}/api/books?genre=Gardening`)).status).toBe(400)
  })

  it('gives strangers no cookie', async () => {
    expect((await fetch(`${shop.url}/books`)).headers.getSetCookie()).toEqual([])
  })

  it('sends a user who is logged in on from the login page, and never to another site', async () => {
    const Cookie = cookieOf(await logIn('admin@example.com', adminPassword))
    const visit = async (next: string) =>
      (
        await fetch(`${shop.url}/login?${new URLSearchParams({ next })}`, {
          headers: { Cookie },
          redirect: 'manual',
        })
      ).headers.get('Location')
    expect(await visit('/cart')).toBe('/cart')
    expect(await visit('//evil.example')).toBe('/account')
  })

  it('refuses forms of other sites', async () => {
    for (const path of ['/cart', '/login', '/logout', '/api/books']) {
      const response = await fetch(shop.url + path, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'cross-site' },
        body: new URLSearchParams({ book: '1' }),
      })
      expect(response.status).toBe(403)
    }
  })

  it('does not show what lies beside the covers', async () => {
    for (const path of [
      '/session-secret',
      '/shop.sqlite',
      '/covers/../session-secret',
      '/covers/..%2f..%2fshop.sqlite',
    ]) {
      expect((await get(path)).status).toBe(404)
    }
  })

  describe('the API', () => {
    it('lists, finds and shows books', async () => {
      const list = await (await fetch(`${shop.url}/api/books?genre=Kitchen&sort=price-up`)).json()
      expect(list).toMatchObject({ total: 4, page: 1, pageCount: 1 })
      expect(list.books[0]).toMatchObject({
        title: 'The Sourdough Correspondence',
        price: 2090,
        url: '/books/the-sourdough-correspondence',
      })
      const book = await (await fetch(`${shop.url}/api/books/the-salt-ledger`)).json()
      expect(book).toMatchObject({ author: 'Imre Castellane', reviewCount: 3 })
      expect((await fetch(`${shop.url}/api/books/nothing`)).status).toBe(404)
      expect((await fetch(`${shop.url}/api/books`, { method: 'PUT' })).headers.get('Allow')).toBe(
        'GET, HEAD, POST',
      )
    })

    it('lets an admin write with a token', async () => {
      const call = await createCaller('admin@example.com', adminPassword)
      expect((await call('POST', '/api/books', { title: 'Half a book' })).status).toBe(422)
      expect((await call('POST', '/api/books', null)).status).toBe(422)
      const wrong = await call('POST', '/api/books', { ...newBook, price: '15.90' })
      expect((await wrong.json()).errors).toMatchObject([
        { name: 'price', message: 'Enter a price in cents, such as 1890' },
      ])

      const created = await call('POST', '/api/books', newBook)
      expect(created.status).toBe(201)
      expect(created.headers.get('Location')).toBe('/api/books/a-book-by-wire')
      const again = await call('POST', '/api/books', newBook)
      expect(again.headers.get('Location')).toBe('/api/books/a-book-by-wire-2')

      const path = '/api/books/a-book-by-wire'
      const changed = await call('PUT', path, { ...newBook, price: 1250 })
      expect(await changed.json()).toMatchObject({ price: 1250 })
      expect((await call('DELETE', path)).status).toBe(204)
      expect((await call('DELETE', path)).status).toBe(404)
    })

    it('adds a book once that is sent again with the same key', async () => {
      const call = await createCaller('admin@example.com', adminPassword)
      const book = { ...newBook, title: 'A Book Sent Twice' }
      const send = () => call('POST', '/api/books', book, 'the-same-key')
      const sent = [...(await Promise.all([send(), send()])), await send()]
      for (const response of sent) {
        expect(response.status).toBe(201)
        expect(response.headers.get('Location')).toBe('/api/books/a-book-sent-twice')
      }
      const found = await fetch(`${shop.url}/api/books?q=sent+twice`)
      expect(await found.json()).toMatchObject({ total: 1 })

      const other = { ...book, pages: 121 }
      expect((await call('POST', '/api/books', other, 'the-same-key')).status).toBe(422)
      expect((await call('POST', '/api/books', book, '')).status).toBe(400)
    })

    it('stores public responses until a write', async () => {
      const path = '/api/books/the-patient-stove'
      const read = async () => {
        const response = await fetch(shop.url + path)
        return { age: response.headers.get('Age'), book: await response.json() }
      }
      await read()
      const { age, book } = await read()
      expect(age).toMatch(/^\d+$/)

      const call = await createCaller('admin@example.com', adminPassword)
      const { title, author, genre, year, pages, price, blurb } = book
      const fields = { title, author, genre, year, pages, price, blurb, pick: false }
      const changed = await call('PUT', path, { ...fields, stock: book.stock + 1 })
      expect(changed.status).toBe(200)
      expect((await read()).book.stock).toBe(book.stock + 1)
      expect((await fetch(`${shop.url}/covers/the-patient-stove.svg`)).headers.get('Age')).toBe('0')
    })

    it('refuses writes by strangers and readers', async () => {
      const anonymous = await fetch(`${shop.url}/api/books`, { method: 'POST', body: '{}' })
      expect(anonymous.status).toBe(401)
      expect(anonymous.headers.get('WWW-Authenticate')).toBe('Bearer')
      const call = await createCaller('reader@example.com', 'a quiet evening')
      expect((await call('POST', '/api/books', newBook)).status).toBe(403)
    })
  })

  it('says nothing of its insides when something breaks', async () => {
    const broken = await startShop()
    await fetch(broken.url) // Now its tables are there.
    const db = new DatabaseSync(join(broken.directory, 'shop.sqlite'), { timeout: patience })
    db.exec('DROP TABLE reviews')
    db.close()
    const response = await fetch(`${broken.url}/books/the-salt-ledger`)
    expect(response.status).toBe(500)
    const page = await response.text()
    expect(page).toContain('Something fell off the shelf')
    expect(page).not.toMatch(/no such table|SQL|\.ts|\.js:/)
    expect((await fetch(`${broken.url}/cart`)).status).toBe(200)
    await broken.close()
  })

  function logIn(email: string, password: string): Promise<Response> {
    return fetch(`${shop.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
      redirect: 'manual',
    })
  }

  /** Logs in, makes a token in the settings, and calls the API with it. */
  async function createCaller(email: string, password: string) {
    const login = await logIn(email, password)
    const made = await fetch(`${shop.url}/account/security`, {
      method: 'POST',
      headers: { Cookie: cookieOf(login) },
      body: new URLSearchParams({ intent: 'token' }),
      redirect: 'manual',
    })
    const page = await fetch(`${shop.url}/account/security`, {
      headers: { Cookie: cookieOf(made) },
    })
    const token = /<code class="token">([^<]+)</.exec(await page.text())![1]!

    return (
      method: string,
      path: string,
      body?: object | null,
      key: string = crypto.randomUUID(),
    ) =>
      fetch(shop.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  }

  /** `fetch` would decode bodies and resolve paths. */
  function get(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number; headers: object }>((resolve, reject) => {
      sendRequest(shop.url, { path, headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode!, headers: response.headers })
      })
        .once('error', reject)
        .end()
    })
  }
})

const newBook = {
  title: 'A Book by Wire',
  author: 'Tess Tester',
  genre: 'History',
  year: 2026,
  pages: 120,
  price: 1590,
  stock: 2,
  blurb: 'Sent, not written.',
}

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]!.split(';', 1)[0]!
}
