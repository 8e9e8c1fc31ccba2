import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { allowInsecureRequests, discovery } from 'openid-client'
import { Provider } from 'oidc-provider'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth, createSessionAuthScheme, requireAuth } from '../../middleware/auth/index.ts'
import { createCookie, createCookieJar, type CookieJar } from '../../http/cookie/index.ts'
import { createRouter, type Router } from '../../router/fetch-router/index.ts'
import { findFreePort } from '../../internal/fixtures/free-port.fixture.ts'
import { createHtmlResponse, text } from '../../http/response/index.ts'
import { createMemorySessionStorage } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createTestApp, type TestPage } from '../../tools/testing/index.ts'
import { FakeProvider } from './fake-provider.fixture.ts'
import { createOidcLogin } from './index.ts'

const origin = 'http://localhost:3000'
const client = { client_id: 'app', client_secret: 'a secret of the app' }
const { warn } = console
let issuer: string
let server: Server

beforeAll(async () => {
  console.warn = () => {} // The provider warns that it has the keys and the pages for development.
  issuer = `http://127.0.0.1:${await findFreePort()}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${origin}/login/acme/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: `${accountId}@example.com`, name: accountId }),
    }),
    cookies: { keys: ['a secret of the provider'] },
  })
  server = createServer(provider.callback())
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve)
  })
})

afterAll(() => {
  console.warn = warn
  server.closeAllConnections()
  server.close()
})

/** A browser at the app and at the provider. */
interface Person {
  readonly jar: CookieJar
  /** Sends a request, and follows redirects until there is a page. */
  go(url: string, fields?: Record<string, string>): Promise<Page>
  /** Logs in at the provider, and agrees to everything. `questions` counts what it asks. */
  logIn(name: string): Promise<Page & { questions: number }>
}

interface Page {
  readonly url: string
  readonly status: number
  readonly body: string
}

function open(): Person {
  const app = createApp()
  const jar = createCookieJar()

  async function go(url: string, fields?: Record<string, string>): Promise<Page> {
    const isForm = fields !== undefined
    const cookie = jar.header(url)
    const init: RequestInit = {
      method: isForm ? 'POST' : 'GET',
      redirect: 'manual',
      headers: cookie === null ? {} : { Cookie: cookie },
      ...(isForm && { body: new URLSearchParams(fields) }),
    }
    const response = await (url.startsWith(origin) ? app.fetch(url, init) : fetch(url, init))
    jar.store(url, response.headers.getSetCookie())
    const location = response.headers.get('Location')
    if (location !== null) return go(new URL(location, url).href)
    return { url, status: response.status, body: await response.text() }
  }

  return {
    jar,
    go,
    async logIn(name) {
      let page = await go(`${origin}/login/acme`, { next: '/me' })
      let questions = 0
      for (let form = findForm(page); form; form = findForm(page)) {
        questions += 1
        page = await go(form.action, { prompt: form.prompt, login: name, password: 'any' })
      }
      return { ...page, questions }
    },
  }
}

/** The form of a page of the provider. */
function findForm({ url, body }: Page): { action: string; prompt: string } | undefined {
  const action = /<form [^>]*action="([^"]+)"/.exec(body)?.[1]
  const prompt = /name="prompt" value="([^"]+)"/.exec(body)?.[1]
  return action && prompt ? { action: new URL(action, url).href, prompt } : undefined
}

function createApp(): Router {
  const cookie = createCookie('sid', { secrets: ['a secret of more than 16 bytes'] })
  const acme = createOidcLogin({
    client: () =>
      discovery(new URL(issuer), client.client_id, client.client_secret, undefined, {
        execute: [allowInsecureRequests],
      }),
    callback: new URL('/login/acme/callback', origin),
    onLogin({ claims, context }) {
      context.session.set('userId', `${claims.sub} of ${claims.iss}`)
      context.session.set('email', claims['email'])
    },
  })
  const scheme = createSessionAuthScheme({
    read: (session) => session.get('userId') as string | undefined,
    verify: (userId) => ({ userId }),
  })
  const router = createRouter({
    middleware: [session(cookie, createMemorySessionStorage()), auth({ schemes: [scheme] })],
  })
  router.post('/login/acme', acme.start)
  router.get('/login/acme/callback', acme.finish)
  router.get('/me', ({ session }) => text(`${session.get('userId')}, ${session.get('email')}`))
  router.get('/password', { middleware: [requireAuth({ within: 300 })], handler: () => text('in') })
  router.post('/logout', ({ session }) => {
    session.destroy()
    return text('bye')
  })
  return router
}

describe('createOidcLogin with a real provider', () => {
  it('logs a user in', async () => {
    const page = await open().logIn('ann')
    expect(page).toMatchObject({ url: `${origin}/me`, status: 200, questions: 2 })
    expect(page.body).toBe(`ann of ${issuer}, ann@example.com`)
  })

  it('knows that the provider did not ask, and makes it ask when it counts', async () => {
    const ann = open()
    await ann.logIn('ann')
    await ann.go(`${origin}/logout`, {})
    const again = await ann.logIn('ann')
    expect(again).toMatchObject({ status: 200, questions: 0 })
    expect((await ann.go(`${origin}/password`)).status).toBe(401)

    const proven = await ann.logIn('ann')
    expect(proven.questions).toBeGreaterThan(0)
    expect(await ann.go(`${origin}/password`)).toMatchObject({ status: 200, body: 'in' })
  })

  it('says that the user has cancelled', async () => {
    const ann = open()
    const page = await ann.go(`${origin}/login/acme`, {})
    const abort = /href="([^"]+\/abort)"/.exec(page.body)![1]!
    expect(await ann.go(new URL(abort, page.url).href)).toMatchObject({
      status: 400,
      body: 'The login was cancelled.',
    })
  })
})

describe('a visitor of the test kit', () => {
  async function visit(sameSite: 'Lax' | 'Strict'): Promise<TestPage> {
    const provider = new FakeProvider()
    const { start, finish } = createOidcLogin({
      client: provider.discover,
      callback: 'https://example.com/callback',
      onLogin: ({ context }) => context.session.set('userId', 'ann'),
    })
    const cookie = createCookie('sid', {
      secrets: ['a secret of more than 16 bytes'],
      sameSite,
      secure: true,
    })
    const router = createRouter({
      middleware: [session(cookie, createMemorySessionStorage())],
    })
    router.get('/login', () =>
      createHtmlResponse('<form method="post" action="/start"><button>Acme</button></form>'),
    )
    router.post('/start', start)
    router.get('/callback', finish)
    router.get('/', ({ session }) => text(`Hello ${session.get('userId')}`))
    const app = await createTestApp(router, { origin: 'https://example.com' })
    const visitor = app.visitor()
    const left = await (await visitor.visit('/login')).click('Acme')
    const { pathname, search } = provider.authorize(left.redirects.at(-1)!.location)
    return visitor.visit(pathname + search, { from: 'https://id.test' })
  }

  it('logs in with a provider', async () => {
    expect((await visit('Lax')).text).toBe('Hello ann')
  })

  it('is refused if the cookie of the session is not sent from other sites', async () => {
    expect((await visit('Strict')).text).toContain('This login has expired')
  })
})

describe('framework/oidc', () => {
  it('has at most 3.2 KB, minified and compressed, without the modules that it imports', async () => {
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'index.ts'),
      external: /^\.\.\/|^openid-client$/,
    })
    const { output } = await bundle.generate({ minify: true })
    expect(output[0].code).toContain('S256')
    // The last 80 bytes check what `onLogin` and `onFailure` return.
    expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(3_200)
  })
})
