import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { Browser } from '../session/browser.fixture.ts'
import { auth, requireAuth, type AuthScheme } from './index.ts'

const { now } = Date

afterEach(() => {
  Date.now = now
})

/** The lines of docs/login.md, with routes that need a login. */
function open(): Browser {
  const library = betterAuth({
    baseURL: 'https://example.com',
    secret: 'a secret of more than 32 characters, for tests',
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  const scheme: AuthScheme<typeof library.$Infer.Session.user> = {
    name: 'better-auth',
    async authenticate({ headers }) {
      const found = await library.api.getSession({ headers })
      return found && { status: 'success', identity: found.user, at: found.session.createdAt }
    },
  }
  const router = createRouter({ middleware: [auth({ schemes: [scheme] })] })
  router.map('/api/auth/*', ({ request }) => library.handler(request))
  router.get('/me', {
    middleware: [requireAuth<typeof library.$Infer.Session.user>()],
    handler: ({ auth }) => text(auth.identity.email),
  })
  router.get('/password', { middleware: [requireAuth({ within: 300 })], handler: () => text('in') })
  return new Browser(router)
}

async function send(browser: Browser, path: string, body: object): Promise<number> {
  const response = await browser.fetch(`/api/auth/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Origin: 'https://example.com' },
  })
  return response.status
}

const ann = { name: 'Ann', email: 'ann@example.com', password: 'open sesame' }

describe('better-auth as a scheme of auth()', () => {
  it('logs a user in and out', async () => {
    const browser = open()
    expect((await browser.fetch('/me')).status).toBe(401)
    expect(await send(browser, 'sign-up/email', ann)).toBe(200)
    expect(await browser.text('/me')).toBe('ann@example.com')
    expect(await send(browser, 'sign-out', {})).toBe(200)
    expect((await browser.fetch('/me')).status).toBe(401)
    expect(await send(browser, 'sign-in/email', { ...ann, password: 'wrong' })).toBe(401)
    expect(await send(browser, 'sign-in/email', ann)).toBe(200)
    expect(await browser.text('/me')).toBe('ann@example.com')
  })

  it('says when the user has logged in', async () => {
    const browser = open()
    await send(browser, 'sign-up/email', ann)
    expect(await browser.text('/password')).toBe('in')
    Date.now = () => now() + 301_000
    expect((await browser.fetch('/password')).status).toBe(401)
    expect(await browser.text('/me')).toBe('ann@example.com')
  })
})
