import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compare, html, type FixtureApp, type FixturePage } from './two-apps.fixture.ts'

const token = () => randomUUID()
const shuffled = (list: readonly string[]) =>
  list
    .map((item) => [Math.random(), item] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, item]) => item)

const nav =
  '<nav><a href="/">Home</a> <a href="/orders">Orders</a> <a href="/login">Log in</a> <a href="/api/books">API</a></nav>'
const head =
  '<meta name="description" content="A shop of books"><link rel="canonical" href="http://shop.example/orders">' +
  '<meta name="robots" content="noindex"><meta property="og:image" content="/a.png">' +
  '<link rel="stylesheet" href="/shop.css"><link rel="stylesheet" href="/fonts.css">'

/** A shop whose pages have tokens, random ids, the time and a list in random order. */
function createShop(): FixtureApp {
  let seconds = 0
  const time = () => {
    seconds += 1
    return new Date(seconds * 1000).toISOString()
  }
  const pages: Record<string, (request: Parameters<FixtureApp>[1]) => FixturePage> = {
    '/': () =>
      html(
        'Shop',
        `${nav}<main><h1>Welcome to the shop of books</h1><p>Rendered at ${time()} for visitors who like to read long books.</p>
         <ul>${shuffled(['Dune', 'Emma', 'Ulysses', 'Middlemarch'])
           .map((book) => `<li>${book}</li>`)
           .join('')}</ul>
         <p>We sell all kinds of books, and some of them are even good.</p><footer>Request ${token()} of this shop, est. 1999</footer></main>`,
        head,
      ),
    '/orders': () =>
      html(
        'Orders',
        `${nav}<main><h1>Your orders</h1><p>Order <b>${token()}</b> was placed on ${time()} by Ada Lovelace of London</p>
         <p class="order md:big">Total: 3 books for 42 euros, delivered by post within three days</p><p>Nothing else was ordered by you this year.</p>
         <p id="${token()}"><a href="/orders?cursor=${token()}&page=2">Next orders of this year</a></p></main>`,
        head,
      ),
    '/login': ({ headers }) => ({
      ...html(
        'Log in',
        `${nav}<main><h1>Log in</h1><form method="post" action="/login"><input type="hidden" name="csrf" value="${token()}">
         <label>Email <input type="email" name="email" maxLength="80"></label><label>Stay <input type="checkbox" name="stay" checked></label>
         <button name="intent" value="login">Log in</button></form><script nonce="${token()}">1</script></main>`,
        head,
      ),
      headers: {
        'Cache-Control': 'private, no-store',
        ...(headers.cookie
          ? {}
          : { 'Set-Cookie': `session=${token()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600` }),
      },
    }),
    '/api/books': () => ({
      body: JSON.stringify({
        books: [
          { title: 'Dune', price: 12 },
          { title: 'Emma', price: 8 },
        ],
        total: 2,
        at: time(),
        pages: 1,
        shop: 'Ink',
      }),
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' },
    }),
    '/old': () => ({ status: 302, headers: { Location: '/orders' } }),
    '/shop.css': () => ({
      body: '.order,.md\\:big{margin:.5em}',
      headers: { 'Content-Type': 'text/css' },
    }),
    '/fonts.css': () => ({ body: '', headers: { 'Content-Type': 'text/css' } }),
    '/file.bin': () => ({ body: 'abc', headers: { 'Content-Type': 'application/octet-stream' } }),
    '/robots.txt': () => ({
      body: 'User-agent: *\nAllow: /',
      headers: { 'Content-Type': 'text/plain' },
    }),
  }
  return (path, request) => {
    const page = pages[path.replace(/\?.*/, '')]
    return page?.(request)
  }
}

const paths = ['/old', '/file.bin', '/robots.txt']

/** The shop with a change in what one page sends. */
const changed = (path: string, change: (page: FixturePage) => FixturePage): FixtureApp => {
  const shop = createShop()
  return (at, request) => {
    const page = shop(at, request)
    return page && at === path ? change(page) : page
  }
}
const replacing = (path: string, from: string | RegExp, to: string): FixtureApp =>
  changed(path, (page) => {
    const body = page.body!.replace(from, to)
    expect(body).not.toBe(page.body)
    return { ...page, body }
  })
const withHeaders = (path: string, headers: FixturePage['headers']): FixtureApp =>
  changed(path, (page) => ({ ...page, headers: { ...page.headers, ...headers } }))

describe('two copies of one app', () => {
  it('have no difference, and all noise is named', { repeats: 3 }, async () => {
    const { differences, noise, pages } = await compare(createShop(), createShop(), { paths })
    expect(differences).toEqual([])
    expect(
      pages.map(
        ({ path, old, new: now }) => `${path.replace(/cursor=[\w-]+/, 'cursor')} ${old} ${now}`,
      ),
    ).toEqual(
      expect.arrayContaining([
        '/ 200 200',
        '/orders 200 200',
        '/login 200 200',
        '/api/books 200 200',
        '/old 200 200',
        '/orders/ 404 404',
      ]),
    )
    const places = noise.map(({ place, example }) => `${place}: ${example}`)
    expect(places).toEqual(
      expect.arrayContaining([
        'text under "Welcome to the shop of books": Rendered at … for visitors who like to read long books.',
        'text under "Welcome to the shop of books": Request … of this shop, est. 1999',
        'text under "Your orders": Order … was placed on … by Ada Lovelace of London',
        'text under "Your orders": Next orders of this year [→ /orders?…&page=2]',
        '$.at: " … "',
      ]),
    )
    expect(
      places.filter((place) => /Dune|Emma|Ulysses|Middlemarch/.test(place)).length,
    ).toBeGreaterThan(0)
  })
})

describe('one cause', () => {
  it('is one difference, also if it contains the path of each page', async () => {
    const links = ['/a', '/b', '/c', '/d', '/e']
    const shop =
      (redirects: boolean, action: string): FixtureApp =>
      (path) => {
        const name = path.replace(/\/$/, '')
        if (redirects && name !== '' && name !== path) {
          return { status: 301, headers: { Location: name } }
        }
        if (name !== '' && !links.includes(name)) return undefined
        const list = links.map((link) => `<a href="${link}">${link.slice(1)}</a>`).join(' ')
        const form = name === '' ? '' : `<form method="post" action="${name}${action}"></form>`
        return html('Shop', `${list} ${form}`)
      }
    const { differences } = await compare(shop(true, '?index'), shop(false, ''))
    expect(differences.map(({ place, paths }) => [place, paths])).toEqual([
      ['form {path}?index', links],
      ['redirect 1', links.map((link) => `${link}/`)],
    ])
  })
})

describe('a planted difference is found', () => {
  it.each<[string, FixtureApp, string]>([
    ['the status', changed('/orders', (page) => ({ ...page, status: 404 })), 'status'],
    [
      'a page that is missing',
      changed('/robots.txt', () => ({
        status: 404,
        body: 'No',
        headers: { 'Content-Type': 'text/plain' },
      })),
      'status',
    ],
    ['where a redirect leads', withHeaders('/old', { Location: '/' }), 'redirect 1'],
    [
      'the status of a redirect',
      changed('/old', (page) => ({ ...page, status: 301 })),
      'redirect 1',
    ],
    [
      'the content type',
      withHeaders('/robots.txt', { 'Content-Type': 'text/css' }),
      'content type',
    ],
    [
      'whether caches may keep it',
      withHeaders('/api/books', { 'Cache-Control': 'no-store' }),
      'caching',
    ],
    [
      'the attributes of a cookie',
      withHeaders('/login', { 'Set-Cookie': 'session=1; Path=/; SameSite=Lax; Max-Age=3600' }),
      'cookie session',
    ],
    [
      'the lifetime of a cookie',
      withHeaders('/login', {
        'Set-Cookie': 'session=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=7200',
      }),
      'cookie session',
    ],
    ['the title', replacing('/orders', '<title>Orders', '<title>Your orders'), 'title'],
    ['the description', replacing('/orders', 'A shop of books', 'Books'), 'description'],
    [
      'the canonical link',
      replacing('/orders', 'http://shop.example/orders', 'http://shop.example/order'),
      'canonical link',
    ],
    ['the level of a heading', replacing('/orders', /h1>/g, 'h2>'), 'text under "Your orders"'],
    [
      'a word of a text',
      replacing('/', 'even good', 'even great'),
      'text under "Welcome to the shop of books"',
    ],
    ['the target of a link', replacing('/', 'href="/login"', 'href="/sign-in"'), 'text'],
    ['the method of a form', replacing('/login', 'method="post"', 'method="get"'), 'form {path}'],
    ['the name of a field', replacing('/login', 'name="email"', 'name="mail"'), 'field email'],
    ['the language', replacing('/orders', 'lang="en"', 'lang="de"'), 'language'],
    ['robots', replacing('/orders', 'content="noindex"', 'content="index"'), 'meta robots'],
    ['a picture for other sites', replacing('/orders', 'a.png', 'b.png'), 'meta og:image'],
    [
      'a stylesheet that is missing',
      replacing('/orders', '<link rel="stylesheet" href="/shop.css">', ''),
      'styles',
    ],
    [
      'a stylesheet that cannot be loaded',
      replacing('/orders', '/fonts.css', '/none.css'),
      'stylesheet',
    ],
    [
      'a field that is disabled',
      replacing('/login', 'name="email"', 'name="email" disabled'),
      'field email',
    ],
    [
      'the longest text of a field',
      replacing('/login', 'maxLength="80"', 'maxlength="8"'),
      'field email',
    ],
    [
      'a button that is disabled',
      replacing('/login', '<button', '<button disabled'),
      'text under "Log in"',
    ],
    [
      'the status of an unknown address',
      (path, request) => createShop()(path, request) ?? { status: 200, body: 'Not found' },
      'status',
    ],
    ['a value in JSON', replacing('/api/books', '"price":12', '"price":13'), '$.books.0.price'],
    // Beside noise, in the same paragraph or the same value.
    [
      'a name in a line with a random id and the time',
      replacing('/orders', 'by Ada', 'by Bob'),
      'text under "Your orders"',
    ],
    [
      'a text right after the time',
      replacing('/', 'for visitors', 'to visitors'),
      'text under "Welcome to the shop of books"',
    ],
    [
      'another param of a link with a random param',
      replacing('/orders', 'page=2', 'page=3'),
      'text under "Your orders"',
    ],
  ])('%s', async (_, now, place) => {
    const { differences } = await compare(createShop(), now, { paths })
    expect(new Set(differences.map((one) => one.place))).toEqual(new Set([place]))
  })
})
