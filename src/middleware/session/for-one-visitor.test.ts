import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createFetchHandler,
  createRouter,
  type Middleware,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { logger } from '../logger/index.ts'
import { text } from '../../http/response/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { Browser } from './browser.fixture.ts'
import { session } from './index.ts'

const cookie = createCookie('session', { secrets: ['a secret of 32 random characters'] })
const shared = 'public, s-maxage=600'
const kept = 'private, max-age=0, must-revalidate'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

/** A browser that has logged in as Ann to an app with this page. */
async function createVisitor(
  page: (context: RequestContext) => Response,
  before: readonly Middleware<any>[] = [],
) {
  const storage = createMemorySessionStorage()
  const router = createRouter({ middleware: [...before, session(cookie, storage)] })
  router.post('/login', (context) => {
    context.get(Session)!.set('name', 'ann')
    return text('welcome')
  })
  router.get('/page', page)
  const handle = createFetchHandler(router)
  const fetch: typeof router.fetch = (url, init) => handle(new Request(url, init))
  const browser = new Browser({ fetch })
  await browser.fetch('/login', { method: 'POST' })
  return { browser, router }
}

const hello = (context: RequestContext) =>
  text(`hello ${context.get(Session)!.get('name')}`, { headers: { 'Cache-Control': shared } })

async function policyOf(response: Response | Promise<Response>): Promise<string | null> {
  return (await response).headers.get('Cache-Control')
}

it('a response whose code used the session is never public', async () => {
  const { browser } = await createVisitor(hello)
  const response = await browser.fetch('/page')
  expect(await response.text()).toBe('hello ann')
  expect(await policyOf(response)).toBe(kept)
})

it('a response whose code used an empty session is not public either', async () => {
  const { router } = await createVisitor(hello)
  expect(await policyOf(router.fetch('https://example.com/page'))).toBe(kept)
  const handle = createFetchHandler(router)
  expect(await policyOf(handle(new Request('https://example.com/page')))).toBe(kept)
})

it('a response whose code did not use the session is public as it says', async () => {
  const about = () => text('about us', { headers: { 'Cache-Control': shared } })
  const { browser } = await createVisitor(about)
  expect(await policyOf(browser.fetch('/page'))).toBe(shared)
})

it('a response that says that it is the same for everyone is public', async () => {
  const policy = `${shared}, same-for-everyone`
  const { browser } = await createVisitor((context) => {
    context.get(Session)!.get('name')
    return text('about us', { headers: { 'Cache-Control': policy } })
  })
  expect(await policyOf(browser.fetch('/page'))).toBe(policy)
})

it('a response stays private if middleware around session() makes it public', async () => {
  const { browser } = await createVisitor(hello, [
    async (_, next) => {
      const response = new Response((await next()).body)
      response.headers.set('Cache-Control', shared)
      return response
    },
  ])
  expect(await policyOf(browser.fetch('/page'))).toBe(kept)
})

it('a response is private if middleware around session() reads the session', async () => {
  const about = () => text('about us', { headers: { 'Cache-Control': shared } })
  const { browser } = await createVisitor(about, [
    async (context, next) => {
      const response = new Response((await next()).body, { headers: { 'Cache-Control': shared } })
      response.headers.set('X-User', String(context.get(Session)!.get('name')))
      return response
    },
  ])
  expect(await policyOf(browser.fetch('/page'))).toBe(kept)
})

it('a response stays public if only the log names its visitor', async () => {
  const lines: string[] = []
  const about = () => text('about us', { headers: { 'Cache-Control': shared } })
  const { browser } = await createVisitor(about, [
    logger({
      format: 'json',
      log: (line) => lines.push(line),
      user: (context) => context.get(Session)?.get('name') as string | undefined,
      fields: (context) => ({ hasCookie: context.headers.has('Cookie') }),
    }),
  ])
  expect(await policyOf(browser.fetch('/page'))).toBe(shared)
  expect(lines.at(-1)).toContain('"user":"ann"')
})
