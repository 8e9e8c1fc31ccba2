// A cache in front of an app is asked with every spelling of a path. None may bring the page of another visitor.
import { expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createRouter,
  type Middleware,
  type RequestContext,
  type Router,
  type RouterOptions,
} from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import { session } from '../session/index.ts'
import { createMemorySessionStorage, Session } from '../../state/session/index.ts'
import { createMemoryStorage } from '../../state/storage/index.ts'
import { cache, type CacheOptions } from './index.ts'

const cookie = createCookie('session', { secrets: ['a secret of 32 random characters'] })

/** A page that says that a cache may keep it, but names its visitor. */
const hello = (context: RequestContext) =>
  text(`hello ${context.get(Session)!.get('name')}`, {
    headers: { 'Cache-Control': 's-maxage=600' },
  })

const responses = (options: Partial<CacheOptions> = {}) =>
  cache({ storage: createMemoryStorage(), routes: ['/about'], ...options })

/** Sends requests as Ann, who has logged in. */
async function createVisitor(
  create: (sessions: Middleware<any>) => Router<any>,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const storage = createMemorySessionStorage()
  const ann = await storage.getSession()
  ann.set('name', 'ann')
  const Cookie = (await cookie.serialize(await storage.save(ann))).split(';')[0]!
  const router = create(session(cookie, storage))

  return (path, init) =>
    router.fetch(`https://example.com${path}`, { ...init, headers: { Cookie } })
}

const spellings = ['/about', '/about?x=1', '/%61bout', '/x/../about', '/about#x']
const otherSlash = ['/about/', '/about/?x=1', '/%61bout/', '/about/.']
const otherCase = ['/About', '/ABOUT?x=1', '/%41bout']

it.each<[string, RouterOptions, string[]]>([
  ['as the router is by default', {}, spellings],
  ['with another slash', { trailingSlash: 'ignore' }, [...spellings, ...otherSlash]],
  ['in another case', { ignoreCase: true }, [...spellings, ...otherCase]],
  [
    'with both',
    { ignoreCase: true, trailingSlash: 'ignore' },
    [...otherCase, ...otherSlash, '/ABOUT/'],
  ],
])('a personal page is private in every spelling: %s', async (_, options, paths) => {
  const send = await createVisitor((sessions) => {
    const router = createRouter({ ...options, middleware: [responses(), sessions] })
    router.get('/about', hello)
    return router
  })
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'get', 'head']) {
      const response = await send(path, { method })
      const policy = response.headers.get('Cache-Control')
      expect(`${method} ${path} ${response.status} ${policy}`).toBe(
        `${method} ${path} 200 private, max-age=0, must-revalidate`,
      )
      if (/get/i.test(method)) expect(await response.text()).toBe('hello ann')
    }
  }
})

it('a personal page is private if `routes` misses it, such as a prefix of mount()', async () => {
  const send = await createVisitor((sessions) => {
    const router = createRouter()
    router.mount('/shop', { middleware: [responses(), sessions] }, (shop) =>
      shop.get('/about', hello),
    )
    return router
  })
  const response = await send('/shop/about')
  expect(await response.text()).toBe('hello ann')
  expect(response.headers.get('Cache-Control')).toBe('private, max-age=0, must-revalidate')
})

it('a page for every visitor is stored in each spelling that the router serves', async () => {
  let runs = 0
  const send = await createVisitor((sessions) => {
    const router = createRouter({
      ignoreCase: true,
      trailingSlash: 'ignore',
      middleware: [responses(), sessions],
    })
    router.get('/about', () =>
      text(String(++runs), { headers: { 'Cache-Control': 's-maxage=600' } }),
    )
    return router
  })
  for (const path of ['/about', '/about/', '/ABOUT']) {
    const [one, two] = [await send(path), await send(path)]
    expect(await two.text()).toBe(await one.text())
    expect(two.headers.get('Age')).toBe('0')
  }
  expect(runs).toBe(3)
})
