// A client can send the headers of a request, and hold its body back until its login has ended.
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readMails, waitForLink } from './support/mailbox.ts'
import { startShop, type Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

const password = 'long enough for anybody'
let accounts = 0
let email: string
let thief: string
beforeEach(async () => {
  email = `owner-${++accounts}@example.com`
  await post('/signup', { email })
  await post(await waitForLink(shop.directory, email, '/welcome'), { name: 'Nora', password })
  thief = await logIn(password)
})

/** Sends a form, and returns the response. */
function post(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(shop.url + path, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

/** Logs in, and returns the cookie. */
async function logIn(password: string): Promise<string> {
  const response = await post('/login', { email, password })
  return response.headers
    .getSetCookie()
    .find((text) => text.startsWith('bookstore='))!
    .split(';')[0]!
}

const isIn = async (cookie: string) =>
  (await fetch(`${shop.url}/account`, { headers: { Cookie: cookie }, redirect: 'manual' })).ok

/** Sends the headers of a form, and waits until the shop knows who sent it and asks for the body. */
async function hold(path: string, type: string): Promise<ClientRequest> {
  const held = request(shop.url + path, {
    method: 'POST',
    headers: { Cookie: thief, 'Content-Type': type, Expect: '100-continue' },
  })
  held.flushHeaders()
  await once(held, 'continue')
  return held
}

/** Sends the body, and returns the status and the location of the response. */
async function send(held: ClientRequest, body: string): Promise<string> {
  held.end(body)
  const [response] = (await once(held, 'response')) as [IncomingMessage]
  response.resume()
  return `${response.statusCode} ${response.headers.location ?? ''}`.trim()
}

/** The owner ends the login of the thief. */
async function resetPassword(): Promise<void> {
  await post('/reset', { email })
  const link = await waitForLink(shop.directory, email, '/new-password')
  expect((await post(link, { password: 'a new password' })).status).toBe(303)
}

describe('a request whose body is held back until its login has ended', () => {
  it.each([
    ['/account/security', { intent: 'password', password: 'of the thief' }],
    ['/account/security', { intent: 'token' }],
    ['/account/security', { intent: 'remove-password' }],
    ['/account/settings', { intent: 'rename', name: 'Thief' }],
    ['/account/settings', { intent: 'end-others' }],
  ])('changes nothing: %s %j', async (path, fields) => {
    const held = await hold(path, 'application/x-www-form-urlencoded')
    await resetPassword()
    const owner = await logIn('a new password')
    const body = new URLSearchParams(fields as Record<string, string>).toString()
    expect(await send(held, body)).toBe(`303 /login?next=${encodeURIComponent(path)}`)

    expect(await isIn(owner)).toBe(true)
    expect(await isIn(thief)).toBe(false)
    expect(await isIn(await logIn('a new password'))).toBe(true)
    const settings = await fetch(`${shop.url}/account/settings`, { headers: { Cookie: owner } })
    expect(await settings.text()).toMatch(/value="Nora"/)
  })

  it('mails no link to a new address', async () => {
    const held = await hold('/account/security', 'application/x-www-form-urlencoded')
    await resetPassword()
    const address = `thief-${accounts}@example.com`
    const fields = new URLSearchParams({ intent: 'email', email: address })
    await send(held, fields.toString())
    // Mails are written in order, so a later one is there after it.
    await post('/signup', { email: address })
    await waitForLink(shop.directory, address, '/welcome')
    const links = (await readMails(shop.directory, address)).map(({ link }) => link)
    expect(links).toEqual([expect.stringMatching(/^\/welcome/)])
  })
})
