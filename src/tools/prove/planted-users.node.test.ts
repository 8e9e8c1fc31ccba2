import { prove } from './prove.fixture.ts'
import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { createRouter, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { Form, Outlet, Scripts } from '../../pages/react/index.ts'
import { json, text } from '../../http/response/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'
import { createHandler, type PagesOptions } from '../../pages/server/index.ts'
import type { ProveUsers } from '../testing/index.ts'

const tokens = { ada: '4f1d2a90c7', bob: '93be07d15a' }

const users: ProveUsers = {
  ada: async (visitor) => {
    await visitor.visit('/enter?name=ada')
  },
  bob: () => ({ Cookie: `sid=${tokens.bob}` }),
}

const page = (body: string, headers: HeadersInit = {}): Response =>
  new Response(`<!doctype html>${body}`, { headers: { 'Content-Type': 'text/html', ...headers } })

interface Options {
  /** Whether an order is shown to every user who has signed in. */
  readonly leaks?: boolean
  readonly cacheControl?: string
  readonly isApi?: boolean
  /** Whether an order has a form that cancels it at another address, for every user who has signed in. */
  readonly hasForm?: boolean
}

/** A shop in which each user has one order. */
function createShop({
  leaks = false,
  cacheControl = 'private',
  isApi = false,
  hasForm = false,
}: Options = {}) {
  return (): FetchHandlerSource => {
    const orders = new Map([
      ['17', { owner: 'ada', id: '17', note: 'three lamps' }],
      ['18', { owner: 'bob', id: '18', note: 'nine chairs' }],
    ])
    const router = createRouter()
    const userOf = (headers: Headers): string | undefined =>
      Object.entries(tokens).find(([, token]) => headers.get('Cookie')?.includes(token))?.[0]
    router.get('/enter', ({ url }) => {
      const token = url.searchParams.get('name') === 'ada' ? tokens.ada : ''
      const cookie = `sid=${token}; HttpOnly; Secure; SameSite=Lax`
      return text('welcome', { headers: { 'Set-Cookie': cookie } })
    })
    router.get('/catalogue', () => page('<a href="/items/1">One</a>'))
    router.get('/items/:id', () => page('a public item'))
    router.get('/orders', ({ headers }) => {
      const user = userOf(headers)
      if (user === undefined) return text('sign in', 401)
      const own = [...orders.values()].filter(({ owner }) => owner === user)
      const links = own.map(({ id }) => `<a href="/orders/${id}">Order</a>`)
      return isApi
        ? json(own.map(({ id }) => ({ id })))
        : page(`Orders of ${user}: ${links}`, { 'Cache-Control': cacheControl })
    })
    router.get('/orders/:id', ({ headers, params }) => {
      const user = userOf(headers)
      if (user === undefined) return text('sign in', 401)
      const order = orders.get(params.id)
      if (order === undefined || (!leaks && order.owner !== user)) return page('Not yours')
      const form = `<form method="post" action="/orders/${order.id}/cancel"><button>Cancel</button></form>`
      return isApi ? json(order) : page(`You have ordered ${order.note} ${hasForm ? form : ''}`)
    })
    router.post('/orders/:id/cancel', ({ headers, params }) => {
      const user = userOf(headers)
      const order = orders.get(params.id)
      if (user === undefined || order === undefined) return text('sign in', 401)
      if (!hasForm) return text('not yours', 404)
      order.note = 'nothing at all'
      return text('cancelled')
    })
    router.post('/orders/:id', ({ headers, params }) => {
      const user = userOf(headers)
      const order = orders.get(params.id)
      if (user === undefined || order === undefined) return text('sign in', 401)
      if (!leaks && order.owner !== user) return text('not yours', 404)
      order.note = `nothing, ${user} has cancelled it`
      return text('cancelled')
    })
    return router
  }
}

describe('framework prove with two users', () => {
  it.each([
    ['pages', false],
    ['an API', true],
  ])('finds that one sees what belongs to the other: %s', async (_, isApi) => {
    const { faults } = await prove(createShop({ leaks: true, isApi }), { users, time: 0 })
    expect(faults).toMatchObject([
      {
        rule: 'user',
        what: 'as bob',
        routes: ['GET /orders/:id'],
        says: 'got what ada sees, to which only /orders of ada leads. Without signing in it gets a 401',
        curl: expect.stringContaining("'http://localhost:3000/orders/17'"),
      },
    ])
  })

  it('finds that one changes what belongs to the other, with writes', async () => {
    const { faults } = await prove(createShop({ leaks: true }), { users, time: 0, writes: true })
    expect(faults.filter(({ rule }) => rule === 'user').map(({ says }) => says)).toContain(
      'changed /orders/17 of ada',
    )
  })

  it('finds that the form of one page changes it at another address, with writes', async () => {
    const { faults } = await prove(createShop({ hasForm: true }), { users, time: 0, writes: true })
    expect(faults).toMatchObject([
      {
        rule: 'user',
        routes: ['POST /orders/:id/cancel'],
        what: 'as bob',
        says: 'changed /orders/17 of ada',
        curl: expect.stringContaining("'http://localhost:3000/orders/17/cancel'"),
      },
    ])
  })

  it('finds a page that differs by user and that shared caches may store', async () => {
    const { faults } = await prove(createShop({ cacheControl: 'public, max-age=60' }), {
      users,
      time: 0,
    })
    expect(faults).toMatchObject([
      {
        rule: 'shared-cache',
        routes: ['GET /orders'],
        says: 'has Cache-Control: public, max-age=60, although the page is another one for bob. The server sends it as private',
      },
    ])
  })

  it('finds nothing if each of them only gets their own', async () => {
    expect((await prove(createShop(), { users, time: 0, writes: true })).faults).toEqual([])
    expect((await prove(createShop({ isApi: true }), { users, time: 0 })).faults).toEqual([])
  })

  it('says which user could not be signed in, and why', async () => {
    const broken = { ...users, eve: () => Promise.reject(new Error('no such account')) }
    await expect(prove(createShop(), { users: broken })).rejects.toThrow(
      'Cannot sign in the user "eve": no such account',
    )
    await expect(prove(createShop(), { users: { eve: () => {} } })).rejects.toThrow(
      'Cannot use the user "eve": no cookie was set. Sign in with the visitor, or return headers such as { Authorization }.',
    )
  })

  describe('and forms that keep what was typed', () => {
    const findings = async (visitor: PagesOptions['visitor']) => {
      const { faults } = await prove(createGuestbook(visitor), { users, time: 0 })
      return faults.map(({ rule, says }) => `${rule}: ${says}`)
    }

    it('finds that everyone is the same visitor', async () => {
      expect(await findings(() => 'a customer')).toEqual([
        'visitor: told the browser the same visitor, as it does for bob',
      ])
    })

    it('finds that nobody is told to be signed in, as in an app that got a login later', async () => {
      expect(await findings(() => '')).toEqual([
        'visitor: told the browser that nobody is signed in, as it does for bob',
      ])
    })

    it('finds nothing if each user is another visitor, or if the app does not say it', async () => {
      expect(await findings(({ headers }) => headers.get('Cookie') ?? '')).toEqual([])
      expect(await findings(undefined)).toEqual([])
    })
  })
})

/** Pages with a form, and the way in. */
function createGuestbook(visitor: PagesOptions['visitor']) {
  return (): FetchHandlerSource => {
    const body = jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] })
    const root = { default: () => jsx('html', { children: body }) }
    const page = {
      path: '/book',
      default: () => jsx(Form, { method: 'post', children: jsx('input', { name: 'text' }) }),
      action: () => null,
    }
    return createHandler(createBuild({ root, page }), (pages) => {
      const router = createRouter()
      router.get('/enter', () => {
        const cookie = `sid=${tokens.ada}; HttpOnly; Secure; SameSite=Lax`
        return text('welcome', { headers: { 'Set-Cookie': cookie } })
      })
      router.map('/*', pages.with(visitor ? { visitor } : {}))
      return router
    })
  }
}
