import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueName } from '../../../e2e/support/unique-name.ts'
import { browserPatience } from '../../../src/internal/fixtures/patience.fixture.ts'
import { findFreePort } from '../../../src/internal/fixtures/free-port.fixture.ts'
import { waitForLink } from './support/mailbox.ts'
import { startShop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

// The tab of a test with a virtual device was once never closed. Such a test is repeated, with other addresses.
describe('passkeys', { timeout: 2 * browserPatience }, () => {
  let shop: Shop
  let browser: Browser

  beforeAll(async () => {
    const port = String(await findFreePort())
    ;[shop, browser] = await Promise.all([
      startShop({ PORT: port, ORIGIN: `http://localhost:${port}` }),
      launchBrowser(),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('are added, used to log in, and removed, but never as the last way to log in', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await page.addInitScript(() => {
      // This browser does not offer passkeys by itself.
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await addAuthenticator(visitor)
    const email = newAddress()
    await signUp(email)
    await logIn(visitor, email, 'long enough for anybody')
    await addPasskey(visitor)
    const passkeys = page.getByRole('button', { name: /^Remove the passkey/ })
    await expect.poll(() => passkeys.count()).toBe(1)

    await logOut(visitor)
    await visitor.open('/login?next=/books')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await visitor.isAt('/books')
    await visitor.sees('Welcome, Nora.')

    await visitor.open('/account/security')
    await page.getByRole('button', { name: 'Remove the password' }).click()
    await visitor.sees('Your password is removed.')
    await passkeys.click()
    await visitor.sees('This stays: without it, you could not log in any more.')
    await expect.poll(() => passkeys.count()).toBe(1)
    await page.getByLabel('New password').fill('a quiet evening')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await visitor.sees('Your new password is set.')
    await passkeys.click()
    await visitor.sees('The passkey is removed.')
    await expect.poll(() => passkeys.count()).toBe(0)

    // The device still has the passkey, and the shop does not know it any more.
    await logOut(visitor)
    await visitor.open('/login')
    visitor.accepts(/status of 400/)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await visitor.sees('That did not work. Please try again.')
    await visitor.close()
  })

  it('are refused for another user or another origin, and each challenge works once', async () => {
    const visitor = await createVisitor(browser, shop.url)
    const { page } = visitor
    await addAuthenticator(visitor)
    await logIn(visitor, 'reader@example.com', 'a quiet evening')
    await addPasskey(visitor)

    const getOptions = () => postFrom(visitor, '/login/passkey/options')
    const check = (body: object) => postFrom(visitor, '/login/passkey', body)
    const challenge = async () => (await getOptions()).body['challenge'] as string
    await logOut(visitor)

    // The passkey of one user with the handle of another.
    const stolen = await sign(visitor, await challenge())
    const otherHandle = Buffer.from('2').toString('base64url')
    const changed = { ...stolen, response: { ...stolen.response, userHandle: otherHandle } }
    expect((await check(changed)).status).toBe(400)
    expect((await check(stolen)).status).toBe(400) // The challenge is spent.

    // Made for another origin. Only the data of the client says so.
    const foreign = await sign(visitor, await challenge())
    const text = Buffer.from(foreign.response.clientDataJSON, 'base64url').toString()
    const clientDataJSON = Buffer.from(text.replace(shop.url, 'https://evil.example'))
    const moved = { ...foreign.response, clientDataJSON: clientDataJSON.toString('base64url') }
    expect((await check({ ...foreign, response: moved })).status).toBe(400)
    expect((await check(foreign)).status).toBe(400)

    // A challenge of another session, and none.
    const elsewhere = await fetch(`${shop.url}/login/passkey/options`, { method: 'POST' })
    const { challenge: foreignChallenge } = await elsewhere.json()
    await getOptions()
    expect((await check(await sign(visitor, foreignChallenge))).status).toBe(400)
    expect((await check(await sign(visitor, foreignChallenge))).status).toBe(400)

    // What was never signed.
    await getOptions()
    expect((await check({ id: stolen.id, response: {} })).status).toBe(400)
    expect((await check({ id: 'unknown', response: stolen.response })).status).toBe(400)
    expect((await check({ response: {} })).status).toBe(422)

    // The right one works once, also with the cookies from before the login.
    const good = await sign(visitor, await challenge())
    const cookies = await visitor.context.cookies()
    expect(await check(good)).toEqual({ status: 200, body: { to: '/account' } })
    expect((await check(good)).status).toBe(400)
    await visitor.context.clearCookies()
    await visitor.context.addCookies(cookies)
    expect((await check(good)).status).toBe(400)

    // Nobody adds a passkey without a login.
    await visitor.context.clearCookies()
    expect((await postFrom(visitor, '/passkeys/options')).status).toBe(401)
    expect((await postFrom(visitor, '/passkeys', good)).status).toBe(401)
    await page.close()
    await visitor.context.close()
  })

  it('are refused with a counter that goes back, because there may be a copy', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await addAuthenticator(visitor)
    const copied = newAddress()
    await signUp(copied)
    await logIn(visitor, copied, 'long enough for anybody')
    await addPasskey(visitor)
    await logOut(visitor)
    const begin = async () => {
      const { body } = await postFrom(visitor, '/login/passkey/options')
      const signed = await sign(visitor, body['challenge'] as string)
      return { signed, cookies: await visitor.context.cookies() }
    }
    const first = await begin()
    const second = await begin()
    expect((await postFrom(visitor, '/login/passkey', second.signed)).status).toBe(200)
    await visitor.context.clearCookies()
    await visitor.context.addCookies(first.cookies)
    expect((await postFrom(visitor, '/login/passkey', first.signed)).status).toBe(400)
    await visitor.close()
  })

  it('are not added by a request whose body was held back until its login had ended', async () => {
    const [thief, owner] = [
      await createVisitor(browser, shop.url),
      await createVisitor(browser, shop.url),
    ]
    const held = newAddress()
    for (const [email, visitor] of [
      [held, thief],
      [newAddress(), owner],
    ] as const) {
      await addAuthenticator(visitor)
      await signUp(email)
      await logIn(visitor, email, 'long enough for anybody')
    }
    // To hold the body back is no mistake.
    expect(await addHeldPasskey(owner, async () => {})).toBe(200)

    const post = (path: string, fields: Record<string, string>) =>
      fetch(shop.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    const status = await addHeldPasskey(thief, async () => {
      await post('/reset', { email: held })
      const link = await waitForLink(shop.directory, held, '/new-password')
      await post(link, { password: 'a new password' })
    })
    expect(status).toBe(400)
    await Promise.all([thief.close(), owner.close()])
  })

  /** Adds a passkey with a request that is open while something else happens. Returns the status of the response. */
  async function addHeldPasskey(visitor: Visitor, meanwhile: () => Promise<void>) {
    const { body: options } = await postFrom(visitor, '/passkeys/options')
    const made = await visitor.page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
    }, options as PublicKeyCredentialCreationOptionsJSON)
    const cookies = await visitor.context.cookies()
    const held = request(`${shop.url}/passkeys`, {
      method: 'POST',
      headers: {
        Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        'Content-Type': 'application/json',
        Expect: '100-continue',
      },
    })
    held.flushHeaders()
    await once(held, 'continue')
    await meanwhile()
    held.end(JSON.stringify(made))
    const [response] = (await once(held, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }

  it('that are unknown to their owner can be removed with a new password', async () => {
    const thief = await createVisitor(browser, shop.url)
    await addAuthenticator(thief)
    const robbed = newAddress()
    await signUp(robbed)
    await logIn(thief, robbed, 'long enough for anybody')
    await addPasskey(thief)

    const visitor = await createVisitor(browser, shop.url, false)
    await visitor.open('/reset')
    await visitor.page.getByLabel('Email').fill(robbed)
    await visitor.page.getByRole('button', { name: 'Send me a link' }).click()
    await visitor.isAt('/mail-sent')
    await visitor.open(await waitForLink(shop.directory, robbed, '/new-password'))
    await visitor.page.getByRole('checkbox').check()
    await visitor.page.getByLabel('New password').fill('a new password')
    await visitor.page.getByRole('button', { name: 'Set the password' }).click()
    await visitor.isAt('/login')
    await visitor.close()

    // The device uses the passkey without a click.
    thief.accepts(/status of 400/)
    await thief.open('/login')
    await thief.sees('That did not work. Please try again.')
    await thief.close()
  })

  it('are offered in the field for the address', async () => {
    const visitor = await createVisitor(browser, shop.url)
    await addAuthenticator(visitor)
    await logIn(visitor, 'reader@example.com', 'a quiet evening')
    await addPasskey(visitor)
    await logOut(visitor)
    const page = await (await fetch(`${shop.url}/login`)).text()
    expect(page).toMatch(/autoComplete="username webauthn"/)
    // The device of this test chooses the passkey that it is offered, without a click.
    await visitor.open('/login')
    await visitor.isAt('/account')
    await visitor.close()
  })

  it('need no script of more than 6 KB, and only on pages that use them', async () => {
    const assets = join(import.meta.dirname, '../build/client/assets')
    const [name, ...others] = (await readdir(assets)).filter((file) =>
      /^passkeys-.*\.js$/.test(file),
    )
    expect(others).toEqual([])
    expect(gzipSync(await readFile(join(assets, name!))).length).toBeLessThan(6 * 1024)
    for (const [path, isUsed] of [
      ['/', false],
      ['/signup', false],
      ['/login', true],
    ] as const) {
      const page = await (await fetch(shop.url + path)).text()
      expect(page.includes(name!), path).toBe(isUsed)
    }
    // Without JavaScript the page is a form, without a button that could do nothing.
    const visitor = await createVisitor(browser, shop.url, false)
    await visitor.open('/login')
    expect(await visitor.page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
    await visitor.close()
  })

  /** Adds a device that holds passkeys, and whose owner always agrees. */
  async function addAuthenticator({ context, page }: Visitor): Promise<void> {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }

  async function addPasskey(visitor: Visitor): Promise<void> {
    await visitor.open('/account/security')
    await visitor.page.getByRole('button', { name: 'Add a passkey' }).click()
    await visitor.sees('Next time, you can log in with your passkey.')
  }

  async function logIn(visitor: Visitor, email: string, password: string): Promise<void> {
    await visitor.open('/login')
    await visitor.page.getByLabel('Email').fill(email)
    await visitor.page.getByLabel('Password').fill(password)
    await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click()
    await visitor.isAt('/account')
  }

  async function logOut(visitor: Visitor): Promise<void> {
    await visitor.page.getByRole('button', { name: 'Log out', exact: true }).click()
    await visitor.isAt('/')
  }

  function newAddress(): string {
    return `${uniqueName()}@example.com`
  }

  async function signUp(email: string): Promise<number> {
    const post = (path: string, fields: Record<string, string>) =>
      fetch(shop.url + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    await post('/signup', { email })
    const link = await waitForLink(shop.directory, email, '/welcome')
    return (await post(link, { name: 'Nora', password: 'long enough for anybody' })).status
  }

  /** Sends a request from the page, with its cookies. */
  function postFrom({ page }: Visitor, path: string, body?: object) {
    return page.evaluate(
      async ([path, body]) => {
        const headers = { 'Content-Type': 'application/json' }
        const response = await fetch(path, { method: 'POST', ...(body && { headers, body }) })
        const text = await response.text()
        const isJson = response.headers.get('Content-Type')?.includes('json')
        return { status: response.status, body: isJson ? JSON.parse(text) : text }
      },
      [path, body && JSON.stringify(body)] as const,
    )
  }

  /** Lets the device of the visitor sign a challenge. */
  function sign({ page }: Visitor, challenge: string): Promise<Assertion> {
    return page.evaluate(async (challenge) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
        challenge,
        rpId: 'localhost',
        userVerification: 'required',
      })
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      return credential.toJSON() as Assertion
    }, challenge)
  }
})

interface Assertion {
  id: string
  response: Record<'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle', string>
}
