import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { becomesLive } from '../../../e2e/support/open-tab.ts'
import { findFreePort } from '../../../src/internal/fixtures/free-port.fixture.ts'
import { startProvider, type TestProvider } from './support/provider.ts'
import { adminPassword, startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

describe('a provider', () => {
  let shop: Shop
  let provider: TestProvider
  let browser: Browser

  beforeAll(async () => {
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    provider = await startProvider(origin)
    ;[shop, browser] = await Promise.all([
      startShop({ PORT: String(port), ORIGIN: origin, ...provider.env }),
      launchBrowser(),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    provider?.close()
  })

  /**
   * Opens a window that reaches the shop and the provider, and no other host. The pages of the provider import a font from
   * the internet. Until that request fails, the browser does not paint them, and a click waits.
   */
  async function openVisitor(javaScript = true): Promise<Visitor> {
    const visitor = await createVisitor(browser, shop.url, javaScript)
    const isOurs = ({ origin }: URL) => origin === shop.url || origin === provider.issuer
    await visitor.context.route(
      (url) => !isOurs(url),
      (route) => route.fulfill({ contentType: 'text/css', body: '' }),
    )
    return visitor
  }

  /** Logs in at the provider. The first time, it asks whether the shop may know who it is. */
  async function logInThere(page: Page, name: string, isFirst = true): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(name)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    if (isFirst) await page.getByRole('button', { name: 'Continue' }).click()
  }

  async function logIn({ open, isAt, page }: Visitor, email: string, password: string) {
    await open('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await isAt('/account')
  }

  async function connect({ open, page }: Visitor): Promise<void> {
    await open('/account/security')
    await page.getByRole('button', { name: 'Connect Acme' }).click()
  }

  it('logs a user in who has connected it, and nobody else', async () => {
    const visitor = await openVisitor()
    const { page } = visitor
    await visitor.open('/login?next=/books')
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await logInThere(page, 'robin')
    await visitor.isAt('/login')
    await visitor.sees('No account is connected with it.')

    await logIn(visitor, 'reader@example.com', 'a quiet evening')
    await connect(visitor)
    await logInThere(page, 'robin', false) // The provider knows the person, and asks again.
    await visitor.isAt('/account/security')
    await visitor.sees('It is connected.')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await visitor.isAt('/')

    await visitor.open('/login?next=/books')
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await visitor.isAt('/books') // The provider does not ask.
    await visitor.sees('Welcome, Robin Reader.')
    // So it is no recent login.
    await visitor.open('/account/security')
    await visitor.isAt('/login?next=%2Faccount%2Fsecurity&again=yes')
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await logInThere(page, 'robin', false)
    await visitor.isAt('/account/security')
    await visitor.close()

    // Another user cannot connect the same account, and does not get into the first one.
    const other = await openVisitor()
    await logIn(other, 'admin@example.com', adminPassword)
    await connect(other)
    await logInThere(other.page, 'robin')
    await other.isAt('/account/security')
    await other.sees('It is connected with another account.')
    await other.sees('Now admin@example.com.')
    await other.close()

    // Without JavaScript, and in another browser.
    const plain = await openVisitor(false)
    await plain.open('/login')
    await plain.page.getByRole('button', { name: 'Log in with Acme' }).click()
    await logInThere(plain.page, 'robin')
    await plain.isAt('/account')
    await plain.sees('Hello, Robin Reader')
    await plain.close()
  })

  it('brings a reader whose login has ended back to what they typed', async () => {
    const text = 'Typed before the way through another site.'
    const visitor = await openVisitor()
    const { page } = visitor
    await logIn(visitor, 'admin@example.com', adminPassword)
    await connect(visitor)
    await logInThere(page, 'ida')
    await visitor.isAt('/account/security')
    await visitor.sees('It is connected.')
    await visitor.open('/books/the-patient-stove')
    await page.getByLabel('Your words').fill(text)
    await page.getByRole('radio', { name: '4' }).check()
    await page.waitForFunction((text) => JSON.stringify(sessionStorage).includes(text), text)

    const other = await openVisitor()
    await logIn(other, 'admin@example.com', adminPassword)
    await other.open('/account/settings')
    await other.page.getByRole('button', { name: 'Log out all other browsers' }).click()
    await other.sees('All other browsers are logged out.')
    await other.close()

    // The page is live: it asks again, and shows a link in place of the form.
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await visitor.isAt(/^\/login/)
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await visitor.isAt('/books/the-patient-stove#reviews')
    await expect.poll(() => page.getByLabel('Your words').inputValue()).toBe(text)
    await visitor.sees('We kept what you typed.')
    expect(await page.locator('.review-list').textContent()).not.toContain(text)

    await visitor.sends(() => page.getByRole('button', { name: 'Publish' }).click())
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await expect.poll(() => page.locator('.review-list').textContent()).toContain(text)
    await page.reload()
    await becomesLive(page)
    await expect.poll(() => page.getByText('We kept what you typed.').count()).toBe(0)
    await visitor.close()
  })

  it('is left by a visitor who cancels, as they came', async () => {
    const visitor = await openVisitor()
    const { page } = visitor
    await visitor.open('/login')
    await page.getByRole('button', { name: 'Log in with Acme' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await visitor.isAt('/login')
    await visitor.sees('You have cancelled it.')

    await logIn(visitor, 'reader@example.com', 'a quiet evening')
    await connect(visitor)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await visitor.isAt('/account/security')
    await visitor.sees('You have cancelled it.')
    await visitor.close()
  })

  it('is not asked by a form of another site, and its response works in no other session', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${shop.url}/login/provider`, { method: 'POST', headers, redirect: 'manual' })
    expect((await post({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    const started = await post({})
    const state = new URL(started.headers.get('Location')!).searchParams.get('state')!
    const finish = `${shop.url}/login/provider/callback?code=x&state=${state}`
    const stranger = await fetch(finish, { redirect: 'manual' })
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([303, '/login'])
    const connect = await fetch(`${shop.url}/account/provider`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(connect.headers.get('Location')).toBe('/login?next=%2Faccount%2Fsecurity')
  })
})
