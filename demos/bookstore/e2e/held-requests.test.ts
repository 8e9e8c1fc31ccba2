// A client can send the headers of a request, and hold its body back until its login has ended.
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMails, waitForLink } from './support/mailbox.ts'
import { startShop, type Shop } from './support/shop.ts'

const email = 'owner@example.com'
const address = 'thief@example.com'
const forms = [
  ['/account/security', { intent: 'password', password: 'of the thief' }],
  ['/account/security', { intent: 'token' }],
  ['/account/security', { intent: 'remove-password' }],
  ['/account/security', { intent: 'email', email: address }],
  ['/account/settings', { intent: 'rename', name: 'Thief' }],
  ['/account/settings', { intent: 'end-others' }],
] as const

let shop: Shop
let owner: string
let held: ClientRequest[]
beforeAll(async () => {
  shop = await startShop()
  await post('/signup', { email })
  const welcome = await waitForLink(shop.directory, email, '/welcome')
  await post(welcome, { name: 'Nora', password: 'long enough for anybody' })
  const thief = await logIn('long enough for anybody')
  held = await Promise.all(forms.map(([path]) => hold(path, thief)))

  // The owner ends the login of the thief.
  await post('/reset', { email })
  const link = await waitForLink(shop.directory, email, '/new-password')
  expect((await post(link, { password: 'a new password' })).status).toBe(303)
  owner = await logIn('a new password')
})
afterAll(() => shop?.close())

/** Sends a form, and returns the response. */
function post(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(shop.url + path, { method: 'POST', body, redirect: 'manual' })
}

/** Logs in, and returns the cookie. */
async function logIn(password: string): Promise<string> {
  const response = await post('/login', { email, password })
  expect(response.status).toBe(303)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Sends the headers of a form, and waits until the shop knows who sent it and asks for the body. */
async function hold(path: string, cookie: string): Promise<ClientRequest> {
  const held = request(shop.url + path, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/x-www-form-urlencoded',
      Expect: '100-continue',
    },
  })
  held.flushHeaders()
  await once(held, 'continue')
  return held
}

describe('a request whose body is held back until its login has ended', () => {
  it.each(forms.map(([path, fields], i) => [path, fields, i] as const))(
    'changes nothing: %s %j',
    async (path, fields, i) => {
      held[i]!.end(new URLSearchParams(fields).toString())
      const [response] = (await once(held[i]!, 'response')) as [IncomingMessage]
      response.resume()
      const isMail = fields.intent === 'email'
      const to = isMail ? '/mail-sent' : `/login?next=${encodeURIComponent(path)}`
      expect(response.headers.location).toBe(to)

      const settings = await fetch(`${shop.url}/account/settings`, {
        headers: { Cookie: owner },
        redirect: 'manual',
      })
      expect([settings.status, await settings.text()]).toEqual([
        200,
        expect.stringContaining('value="Nora"'),
      ])
    },
  )

  it('leaves the password of the owner, and mails no link to the address of the thief', async () => {
    await logIn('a new password')
    // Another mail, which is written after it.
    await post('/signup', { email: address })
    await waitForLink(shop.directory, address, '/welcome')
    const links = (await readMails(shop.directory, address)).map(({ link }) => link)
    expect(links).toEqual([expect.stringMatching(/^\/welcome/)])
  })
})
