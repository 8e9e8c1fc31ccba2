// Accounts, mails and logins, as a browser without JavaScript uses them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, type TestApp, type TestPage, type Visitor } from 'framework/testing'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMails } from './support/mailbox.ts'
import { adminPassword } from './support/shop.ts'

let shop: TestApp
let visitor: Visitor
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  Object.assign(process.env, {
    DATA_DIR: directory,
    ADMIN_PASSWORD: adminPassword,
    LOGIN_LIMIT: '100000',
  })
  shop = await createTestApp({ root: join(import.meta.dirname, '..') })
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterAll(async () => {
  await shop?.close()
  await rm(directory, { recursive: true, force: true })
})

async function askForLink(path: '/signup' | '/reset', email: string): Promise<TestPage> {
  return (await visitor.visit(path)).submit({ Email: email })
}

async function findLink(email: string): Promise<string> {
  return (await readMails(directory, email))[0]!.link
}

const password = 'long enough for anybody'

async function signUp(email: string): Promise<TestPage> {
  await askForLink('/signup', email)
  return (await visitor.visit(await findLink(email))).submit({ Name: 'Nora', Password: password })
}

async function logIn(visitor: Visitor, email: string, password: string): Promise<TestPage> {
  return (await visitor.visit('/login')).submit(
    { Email: email, Password: password },
    { button: 'Log in' },
  )
}

describe('a new account', () => {
  it('is created with the link of a mail, which works once and leads to the page that was wanted', async () => {
    const email = 'nora@example.com'
    const signup = await visitor.visit('/signup?next=/books%3Fgenre=Kitchen')
    const sent = await signup.submit({ Email: email })
    expect([sent.path, sent.title]).toEqual(['/mail-sent', 'Check your mail · Quire Books'])
    const link = await findLink(email)
    expect(link).toMatch(/^\/welcome\?token=[\w-]{43}&next=%2Fbooks%3Fgenre%3DKitchen$/)

    for (let i = 0; i < 10; i++) await shop.fetch(link, { method: i % 2 ? 'GET' : 'HEAD' })
    const welcome = await visitor.visit(link)
    expect(welcome.headers.get('Cache-Control')).toContain('no-store')
    expect(welcome.headers.get('Referrer-Policy')).toBe('no-referrer')
    const fields = { Name: 'Nora', Password: password }
    const created = await welcome.submit(fields)
    expect(created.path).toBe('/books?genre=Kitchen')
    expect((await visitor.visit('/account')).text).toContain('Hello, Nora')

    const again = await welcome.submit(fields)
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('no longer valid')])
    expect((await shop.visitor().visit(link)).text).toContain('This link is no longer valid')
    expect((await shop.visitor().visit('/welcome')).status).toBe(404)
  })

  it('is not created without a link, with a wrong one, or from another site', async () => {
    for (const token of ['', '?token=', `?token=${'a'.repeat(43)}`, `?token=${'a'.repeat(9999)}`]) {
      const body = new URLSearchParams({ name: 'Eve', password })
      const response = await shop.fetch(`/welcome${token}`, { method: 'POST', body })
      expect([400, 404, 422]).toContain(response.status)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('leads to no other site', async () => {
    const signup = await visitor.visit('/signup?next=//evil.example')
    await signup.submit({ Email: 'away@example.com' })
    expect(await findLink('away@example.com')).not.toContain('evil')
  })

  it('shows a stranger nothing about an address: sign-up, reset and login respond the same', async () => {
    await signUp('known@example.com')
    for (const path of ['/signup', '/reset', '/login']) {
      const [known, unknown] = await Promise.all(
        ['known@example.com', 'unknown@example.com'].map(async (email) => {
          const body = new URLSearchParams({ email, password: 'wrong password' })
          const response = await shop.fetch(path, { method: 'POST', body })
          const { status, headers } = response
          // Each page has a random nonce, and a random key for its forms.
          const random = /nonce="[^"]+"|[\w-]{22}\.\w{6}(?=[."])/g
          const text = (await response.text()).replaceAll(email, '').replace(random, '')
          return { status, location: headers.get('Location'), text }
        }),
      )
      expect(unknown).toEqual(known)
    }
    const subjects = async (email: string) =>
      (await readMails(directory, email)).map(({ subject }) => subject)
    const reset = 'Your password at Quire Books'
    const create = 'Your account at Quire Books'
    expect(await subjects('known@example.com')).toEqual([reset, reset, create])
    expect(await subjects('unknown@example.com')).toEqual([create, create])
  })

  it('gets a link to the configured origin, whatever host a request names', async () => {
    const body = new URLSearchParams({ email: 'host@example.com' })
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    await shop.fetch('http://evil.example/signup', { method: 'POST', headers, body })
    const [mail] = await readMails(directory, 'host@example.com')
    expect(mail!.text).toContain('http://localhost:3000/welcome?token=')
  })
})

describe('a forgotten password', () => {
  it('is replaced with the link of a mail, which logs out everywhere and does not log in', async () => {
    const email = 'forgetful@example.com'
    await signUp(email)
    const thief = shop.visitor()
    await logIn(thief, email, password)
    const security = await thief.visit('/account/security')
    const made = await security.click('Make a new token')
    const token = /shown only now[\s\S]*\n([\w-]{32})\n/.exec(made.text)![1]!
    const call = () =>
      shop.fetch('/api/books', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
    expect((await call()).status).toBe(403) // It is known, and a reader.

    await askForLink('/reset', email)
    const link = await findLink(email)
    expect(link).toMatch(/^\/new-password\?token=[\w-]{43}$/)
    for (let i = 0; i < 10; i++) await shop.fetch(link)
    const page = await visitor.visit(link)
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    const done = await page.submit({ 'New password': 'a new password' })
    expect(done.path).toBe('/login')
    expect(done.text).toContain('Your new password is set. Log in with it.')

    expect((await visitor.visit('/account')).path).toBe('/login?next=%2Faccount')
    expect((await thief.visit('/account')).path).toBe('/login?next=%2Faccount')
    expect((await call()).status).toBe(401)
    expect((await logIn(thief, email, password)).status).toBe(422)
    expect((await logIn(visitor, email, 'a new password')).path).toBe('/account')
    expect((await page.submit({ 'New password': 'once more' })).status).toBe(422)
  })
})

describe('a new address', () => {
  it('counts when its owner has opened the link, and the old one is told', async () => {
    await signUp('before@example.com')
    const security = await visitor.visit('/account/security')
    const sent = await security.submit({ 'New address': 'after@example.com' })
    expect(sent.path).toBe('/mail-sent')
    expect((await visitor.visit('/account/settings')).text).toContain('before@example.com')

    // A stranger who opens the link has to log in, and it is not for another user.
    const link = await findLink('after@example.com')
    const stranger = shop.visitor()
    const login = await stranger.visit(link)
    expect(login.path).toBe('/login?next=%2Faccount%2Faddress') // Without the token.
    expect(login.body).not.toContain(new URLSearchParams(link.split('?')[1]).get('token'))
    const robin = { Email: 'reader@example.com', Password: 'a quiet evening' }
    const back = await login.submit(robin, { button: 'Log in' })
    expect(back.path).toBe('/account/address')
    expect(back.text).toContain('Now open the link in the mail once more.')
    expect((await stranger.visit(link)).status).toBe(404)

    const done = await (await visitor.visit(link)).click('Use this address')
    expect(done.text).toContain('Your address has been changed.')
    expect((await readMails(directory, 'before@example.com'))[0]!.subject).toBe(
      'Your address at Quire Books has changed',
    )
    expect((await logIn(shop.visitor(), 'after@example.com', password)).path).toBe('/account')
    expect((await logIn(shop.visitor(), 'before@example.com', password)).status).toBe(422)
  })
})

describe('a login', () => {
  const robin = { email: 'reader@example.com', password: 'a quiet evening' }
  const send = (search: string, headers: Record<string, string> = {}) =>
    shop.fetch(`/login${search}`, { method: 'POST', headers, body: new URLSearchParams(robin) })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    '/%2F/../\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '@evil.example',
  ])('leads to no other site: next is %j', async (next) => {
    const response = await send(`?${new URLSearchParams({ next })}`)
    const { origin } = new URL(response.headers.get('Location')!, 'http://shop.example/login')
    expect([response.status, origin]).toEqual([303, 'http://shop.example'])
  })

  it('is in a new session, and the one from before is that of a guest', async () => {
    const planted = await shop.fetch('/cart', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'add', book: '1', quantity: '1' }),
    })
    const cookieOf = (response: Response) =>
      response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)[0] ?? ''
    const before = cookieOf(planted)
    expect(before).toMatch(/^bookstore=./)
    const after = cookieOf(await send('', { Cookie: before }))
    expect(after).not.toBe(before)
    const pathOf = async (cookie: string) =>
      (await shop.fetch('/account', { headers: { Cookie: cookie } })).status
    expect([await pathOf(before), await pathOf(after)]).toEqual([303, 200])
  })

  it('is refused from another site', async () => {
    expect((await send('', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await send('', { Origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('a guarded page', () => {
  it('that changes how to log in needs a login of the last five minutes, and ends at a form', async () => {
    await signUp('fresh@example.com')
    expect((await visitor.visit('/account/security')).path).toBe('/account/security')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    try {
      const asked = await visitor.visit('/account/security')
      expect(asked.path).toBe('/login?next=%2Faccount%2Fsecurity&again=yes')
      expect(asked.text).toContain('Is it still you?')
      expect((await visitor.visit('/account/settings')).path).toBe('/account/settings')

      const fields = new URLSearchParams({ intent: 'password', password: 'an open browser' })
      const post = await visitor.visit('/account/security', { post: fields })
      expect(post.path).toBe('/login?next=%2Faccount%2Fsecurity&again=yes')
      expect((await visitor.visit('/passkeys/options', { post: fields })).status).toBe(401)

      const again = await asked.submit({ Password: password }, { button: 'Log in' })
      expect(again.path).toBe('/account/security')
      expect((await visitor.visit('/account/settings')).body).not.toContain('name="login"')
    } finally {
      vi.useRealTimers()
    }
  })

  it('for admins is not for readers: a reader gets a 403 with the header of the shop', async () => {
    await logIn(visitor, 'reader@example.com', 'a quiet evening')
    for (const path of ['/admin', '/admin/books', '/admin/orders', '/admin/books/1/edit']) {
      const page = await visitor.visit(path)
      expect([page.status, page.path]).toEqual([403, path])
      expect(page.text).toContain('This room is for those who look after the shop.')
      expect(page.text).toContain('Log out')
      expect(page.headers.get('Cache-Control')).toContain('no-store')
    }
    expect((await shop.visitor().visit('/admin/books')).path).toBe('/login?next=%2Fadmin%2Fbooks')
  })
})

describe('the list of logins', () => {
  it('shows where a user is logged in, and ends one or all others', async () => {
    const email = 'everywhere@example.com'
    await signUp(email)
    const others = [shop.visitor(), shop.visitor(), shop.visitor()]
    for (const other of others) await logIn(other, email, password)
    const isIn = () =>
      Promise.all(others.map(async (other) => (await other.visit('/account')).path === '/account'))
    expect(await isIn()).toEqual([true, true, true])

    const settings = await visitor.visit('/account/settings')
    expect(settings.text.match(/Since \d+ \w+ \d{4}, \d\d:\d\d UTC/g)).toHaveLength(4)
    const ids = Array.from(settings.body.matchAll(/name="login" value="([^"]+)"/g), ([, id]) => id!)
    expect(ids).toHaveLength(3)
    await visitor.visit('/account/settings', {
      post: new URLSearchParams({ intent: 'end', login: ids[0]! }),
    })
    expect((await isIn()).filter(Boolean)).toHaveLength(2)

    const page = await visitor.visit('/account/settings')
    const done = await page.click('Log out all other browsers')
    expect(done.text).toContain('All other browsers are logged out.')
    expect(await isIn()).toEqual([false, false, false])
    expect((await visitor.visit('/account')).path).toBe('/account')
  })

  it('cannot end the login of another user', async () => {
    await signUp('victim@example.com')
    const settings = await visitor.visit('/account/settings')
    expect(settings.body).not.toContain('name="login"')
    const other = shop.visitor()
    await logIn(other, 'victim@example.com', password)
    const [, id] = /name="login" value="([^"]+)"/.exec(
      (await visitor.visit('/account/settings')).body,
    )!
    const attacker = shop.visitor()
    await logIn(attacker, 'reader@example.com', 'a quiet evening')
    await attacker.visit('/account/settings', {
      post: new URLSearchParams({ intent: 'end', login: id! }),
    })
    expect((await other.visit('/account')).path).toBe('/account')
  })

  it('loses a login that was left, and leaves nothing to the next user', async () => {
    await signUp('first@example.com')
    const book = await visitor.visit('/books/the-salt-ledger')
    await book.submit({ 'How many': '1' }, { button: 'Add to cart' })
    // The second user logs in without a logout of the first.
    await visitor.visit('/login', {
      post: new URLSearchParams({ email: 'reader@example.com', password: 'a quiet evening' }),
    })
    const account = await visitor.visit('/account')
    expect(account.text).toContain('Hello, Robin Reader')
    expect(account.body).toContain('Cart, 0 books')
    await logIn(shop.visitor(), 'first@example.com', password)
    const again = shop.visitor()
    await logIn(again, 'first@example.com', password)
    expect((await again.visit('/account/settings')).body.match(/name="login"/g)).toHaveLength(1)
  })

  it('shows the token of one user to no other, and empties the cart of a login that was ended', async () => {
    await signUp('token@example.com')
    const make = new URLSearchParams({ intent: 'token' })
    const headers = { Cookie: await logInByHand('token@example.com', password) }
    const made = await shop.fetch('/account/security', { method: 'POST', headers, body: make })
    const withToken = { Cookie: cookieOf(made) } // The page that shows the token was not opened.
    const body = new URLSearchParams({ email: 'reader@example.com', password: 'a quiet evening' })
    const next = await shop.fetch('/login', { method: 'POST', headers: withToken, body })
    const page = await shop.fetch('/account/security', { headers: { Cookie: cookieOf(next) } })
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.not.stringContaining('<code class="token">'),
    ])

    const other = shop.visitor()
    await logIn(other, 'token@example.com', password)
    const book = await other.visit('/books/the-salt-ledger')
    await book.submit({ 'How many': '1' }, { button: 'Add to cart' })
    expect((await other.visit('/books')).body).toContain('Cart, 1 book')
    await (await visitor.visit('/account/settings')).click('Log out all other browsers')
    expect((await other.visit('/books')).body).toContain('Cart, 0 books')
  })

  async function logInByHand(email: string, password: string): Promise<string> {
    const body = new URLSearchParams({ email, password })
    return cookieOf(await shop.fetch('/login', { method: 'POST', body }))
  }

  function cookieOf(response: Response): string {
    const found = response.headers.getSetCookie().find((cookie) => cookie.startsWith('bookstore='))
    return found!.split(';')[0]!
  }
})

describe('mail', () => {
  it('goes out by SMTP if a server is configured', async () => {
    const { promise, resolve } = Promise.withResolvers<{ to: string[]; text: string }>()
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      async onData(stream, session, done) {
        const text = (await stream.setEncoding('utf8').toArray()).join('')
        resolve({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      },
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
    const { port } = server.server.address() as { port: number }
    Object.assign(process.env, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ORIGIN: 'https://books.example',
    })
    try {
      const sent = await askForLink('/signup', 'smtp@example.com')
      expect(sent.text).not.toContain('no mail server')
      const mail = await promise
      expect(mail.to).toEqual(['smtp@example.com'])
      const text = mail.text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      expect(text).toMatch(/https:\/\/books\.example\/welcome\?token=[\w-]{43}\r\n/)
      expect(text).toContain('From: Quire Books <shop@example.com>')
      expect(await readMails(directory, 'smtp@example.com')).toEqual([])
    } finally {
      delete process.env['SMTP_URL']
      delete process.env['ORIGIN']
      server.close()
    }
  })
})
