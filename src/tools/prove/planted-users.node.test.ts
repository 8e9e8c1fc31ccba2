import { prove } from './prove.fixture.ts'
import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { createRouter, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { Form, Outlet, Scripts } from '../../pages/react/index.ts'
import { json, text } from '../../http/response/index.ts'
import { createBuild } from '../../pages/server/app.fixture.ts'
import { createHandler, type PagesOptions } from '../../pages/server/index.ts'
import { rateLimit } from '../../middleware/rate-limit/index.ts'
import type { ProveUsers, Visitor } from '../testing/index.ts'

const tokens = { ada: '4f1d2a90c7', bob: '93be07d15a' }

const users: ProveUsers = {
  ada: async (visitor) => {
    await visitor.visit('/enter?name=ada')
  },
  bob: () => ({ Cookie: `sid=${tokens.bob}` }),
}

const cookies: ProveUsers = {
  ada: () => ({ Cookie: `sid=${tokens.ada}` }),
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

  it('finds it with --only, and starts no other handler that could change something', async () => {
    const only = '/orders/:id'
    const options = { users, time: 0, only, writes: true }
    const { faults, routes } = await prove(createShop({ leaks: true, hasForm: true }), options)
    expect(faults.map(({ rule, routes: [first] }) => [rule, first])).toEqual([
      ['user', 'GET /orders/:id'],
      ['user', 'POST /orders/:id'],
    ])
    expect(routes).toBe(2)
  })

  it('does not count the search for open routes as stopped if handlers may start', async () => {
    expect((await prove(createShop(), { time: 0, writes: true })).stopped).toBe(0)
    expect((await prove(createShop(), { time: 0 })).stopped).toBeGreaterThan(0)
  })

  describe('of whom each has more pages than are looked at', () => {
    /** Each user has `count` orders, on pages of 5. An order that both may see is on the last page of Bob. */
    const createLists = (count: number, leaks: boolean) => () => {
      const router = createRouter()
      const userOf = (headers: Headers): 'ada' | 'bob' | undefined =>
        (['ada', 'bob'] as const).find((name) => headers.get('Cookie')?.includes(tokens[name]))
      const own = (user: string): string[] =>
        Array.from({ length: count }, (_, i) => `${user}-${i}`)
      const ids = { ada: ['shared', ...own('ada')], bob: [...own('bob'), 'shared'] }
      const idsOf = (user: 'ada' | 'bob'): string[] => ids[user]
      router.get('/orders', ({ headers, url }) => {
        const user = userOf(headers)
        if (user === undefined) return text('sign in', 401)
        const at = Number(url.searchParams.get('from') ?? 0)
        const links = idsOf(user)
          .slice(at, at + 5)
          .map((id) => `<a href="/orders/${id}">Order</a>`)
        const more = at + 5 < idsOf(user).length && `<a href="/orders?from=${at + 5}">More</a>`
        return page(`${links}${more || ''}`)
      })
      router.get('/orders/:id', ({ headers, params }) => {
        const user = userOf(headers)
        if (user === undefined) return text('sign in', 401)
        if (!leaks && !idsOf(user).includes(params.id)) return text('not yours', 404)
        return page(`Things of ${params.id}: ${params.id.split('-').join(' ').repeat(3)} chairs`)
      })
      return router
    }

    it('finds what one of them sees of the other, although the other has more', async () => {
      const { faults, notes } = await prove(createLists(60, true), { users: cookies, time: 0 })
      expect(faults).toMatchObject([{ rule: 'user', routes: ['GET /orders/:id'] }])
      expect(notes).toEqual([])
    })

    it('looks further before it says that a page belongs to one of them, and says how far it looked', async () => {
      const { faults, notes } = await prove(createLists(60, false), { users: cookies, time: 0 })
      expect(faults).toEqual([])
      expect(notes.join()).toContain(
        'As ada, looked at 10 pages of a route at most, and there are more: /orders/:id (40 more), ',
      )
    })

    it('says so if there is no end', async () => {
      const { faults, notes } = await prove(createLists(1_010, true), { users: cookies, time: 0 })
      expect(faults).toEqual([])
      expect(notes.join()).toContain('Could not tell whether other users may see /orders/ada-0')
    })

    it('says nothing about the pages of other routes with --only', async () => {
      const { notes } = await prove(createLists(1_010, true), {
        users: cookies,
        time: 0,
        only: '/orders',
      })
      expect(notes.join()).not.toContain('Could not tell')
    })
  })

  it('compares addresses that differ in their query', async () => {
    const { faults } = await prove(
      () => {
        const router = createRouter()
        router.get('/order', ({ headers, url }) => {
          const cookie = headers.get('Cookie') ?? ''
          const id = cookie.includes(tokens.ada) ? '17' : cookie.includes(tokens.bob) ? '18' : ''
          if (id === '') return text('sign in', 401)
          const asked = url.searchParams.get('id')
          if (asked === null) return page(`<a href="/order?id=${id}">Order</a>`)
          return page(asked === '17' ? 'three lamps' : 'nine chairs')
        })
        return router
      },
      { users: cookies, time: 0 },
    )
    expect(faults).toMatchObject([{ rule: 'user', routes: ['GET /order'] }])
  })

  it('does not follow links that sign a user out', async () => {
    const left = new Set<string>()
    const { faults } = await prove(
      () => {
        const router = createRouter()
        left.clear()
        const isIn = ({ headers }: { headers: Headers }): boolean =>
          ['ada', 'bob'].some((name) => headers.get('Cookie')?.includes(name) && !left.has(name))
        router.get('/', () => page('<a href="/log-out">Log out</a>'))
        router.get('/log-out', ({ headers }) => {
          left.add(/ada|bob/.exec(headers.get('Cookie') ?? '')?.[0] ?? '')
          return text('bye')
        })
        router.get('/orders', ({ headers }) => {
          const name = /ada|bob/.exec(headers.get('Cookie') ?? '')?.[0]
          return isIn({ headers }) ? page(`<a href="/orders/of-${name}">x</a>`) : text('no', 401)
        })
        router.get('/orders/:id', ({ headers, params }) =>
          isIn({ headers })
            ? page(params.id === 'of-ada' ? 'three lamps' : 'nine chairs')
            : text('no', 401),
        )
        return router
      },
      {
        users: { ada: () => ({ Cookie: 'sid=ada' }), bob: () => ({ Cookie: 'sid=bob' }) },
        time: 0,
      },
    )
    expect(faults.map(({ rule }) => rule)).toContain('user')
  })

  it('fails if nothing was compared', async () => {
    const guests: ProveUsers = { ada: () => ({ Cookie: 'a=1' }), bob: () => ({ Cookie: 'a=2' }) }
    expect((await prove(createShop(), { users: guests, time: 0 })).failures[0]).toContain(
      'Could not compare the users: every page shows ada what it shows a visitor who has not signed in.',
    )
    const { ada } = users
    expect((await prove(createShop(), { users: { ada: ada! }, time: 0 })).failures).toEqual([
      'Could not compare users: the file of --users has fewer than two. Give two of the same rank.',
    ])
    expect((await prove(createShop(), { users, time: 0 })).failures).toEqual([])
  })

  it('says whose pages no other user could try', async () => {
    const { notes, failures } = await prove(
      () => {
        const router = createRouter()
        router.get('/account', ({ headers }) => {
          const token = Object.values(tokens).find((one) => headers.get('Cookie')?.includes(one))
          return token ? text(`account ${token}`) : text('sign in', 401)
        })
        return router
      },
      { users: cookies, time: 0 },
    )
    expect(notes).toEqual([
      'No address leads only to pages of ada or bob, so no other user could try it. Create something for each user, and link to it from a page.',
    ])
    expect(failures).toEqual([])
  })

  it('signs each user in from another address, so that the limit of a login refuses none', async () => {
    const limited = (): FetchHandlerSource => {
      const router = createRouter()
      const limit = rateLimit({ limit: 1, window: 60 })
      router.get('/', () =>
        page('<form method="post" action="/login"><button>Log in</button></form>'),
      )
      router.post('/login', { middleware: [limit], handler: logIn })
      return router
    }
    let count = 0
    const logIn = (): Response => {
      count += 1
      return new Response('', {
        status: 303,
        headers: {
          Location: '/',
          'Set-Cookie': `sid=a-long-token-${count}; HttpOnly; Secure; SameSite=Lax`,
        },
      })
    }
    const enter = async (visitor: Visitor): Promise<void> => {
      await (await visitor.visit('/')).click('Log in')
    }
    await prove(limited, { users: { ada: enter, bob: enter }, time: 0 })
    expect(count).toBe(2)
  })

  it('says which user could not be signed in, why, and where', async () => {
    const broken = { ...users, eve: () => Promise.reject(new Error('no such account')) }
    const failed = prove(createShop(), { users: broken })
    await expect(failed).rejects.toThrow('Cannot sign in the user "eve": no such account')
    await expect(failed).rejects.toThrow(/^ {2}at .*planted-users\.node\.test\.ts:\d+:\d+\)?$/m)
    await expect(failed).rejects.toThrow('a module that both import exists twice')
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
