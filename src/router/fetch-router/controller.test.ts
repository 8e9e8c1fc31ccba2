import { describe, expect, it } from 'vitest'
import { route, resources } from '../routes/index.ts'
import { createAction, createController, createRouter } from './index.ts'

const routes = route({
  home: '/',
  about: '/about',
  admin: { dashboard: '/admin' },
})
const ok = () => new Response('ok')
const url = (path: string) => `https://example.com${path}`

describe('router.map with a controller', () => {
  it('registers each direct leaf and ignores nested maps', async () => {
    const router = createRouter()
    router.map(routes, { actions: { home: () => new Response('home'), about: { handler: ok } } })
    expect(await (await router.fetch(url('/'))).text()).toBe('home')
    expect(await (await router.fetch(url('/about'))).text()).toBe('ok')
    expect((await router.fetch(url('/admin'))).status).toBe(404)
  })

  it('serves a whole resource', async () => {
    const router = createRouter()
    const books = resources('books', { param: 'slug' })
    const respond = (name: string) => (context: { params: object }) =>
      new Response(`${name} ${JSON.stringify(context.params)}`)
    router.map(books, {
      actions: {
        index: respond('index'),
        new: respond('new'),
        show: respond('show'),
        create: respond('create'),
        edit: respond('edit'),
        update: respond('update'),
        destroy: respond('destroy'),
      },
    })
    const text = async (path: string, method = 'GET') =>
      (await router.fetch(url(path), { method })).text()
    expect(await text('/books')).toBe('index {}')
    expect(await text('/books/new')).toBe('new {}')
    expect(await text('/books/dune')).toBe('show {"slug":"dune"}')
    expect(await text('/books', 'POST')).toBe('create {}')
    expect(await text('/books/dune/edit')).toBe('edit {"slug":"dune"}')
    expect(await text('/books/dune', 'PUT')).toBe('update {"slug":"dune"}')
    expect(await text('/books/dune', 'DELETE')).toBe('destroy {"slug":"dune"}')
  })

  it('applies its middleware to its own actions only', async () => {
    const router = createRouter()
    const seen: string[] = []
    router.map(routes, {
      middleware: [
        (context, next) => {
          seen.push(context.url.pathname)
          return next()
        },
      ],
      actions: { home: ok, about: ok },
    })
    router.map(routes.admin, { actions: { dashboard: ok } })
    await router.fetch(url('/'))
    await router.fetch(url('/admin'))
    expect(seen).toEqual(['/'])
  })

  it('refuses a target that is not a pattern, a route or a route map', () => {
    const router = createRouter()
    expect(() => router.map(undefined as never, { actions: {} } as never)).toThrow(
      new TypeError('Cannot map undefined. Use a pattern, a route or a route map.'),
    )
    expect(() => router.get(undefined as never, ok as never)).toThrow(
      new TypeError('Cannot read undefined as a pattern. Use a string such as "/books/:slug".'),
    )
  })

  it('registers nothing when one pattern is over a limit of the matcher', async () => {
    const router = createRouter({ limits: { patternLength: 10 } })
    const map = route({ short: '/short', long: '/much/too/long' })
    expect(() => router.map(map, { actions: { short: ok, long: ok } })).toThrow(
      '`patternLength` is 10, and 14 is needed',
    )
    expect((await router.fetch(url('/short'))).status).toBe(404)
    router.map(map.short, ok)
    expect((await router.fetch(url('/short'))).status).toBe(200)
  })

  const mistakes: readonly [name: string, controller: unknown, message: string][] = [
    ['no controller', undefined, 'Expected a controller with an object `actions` property'],
    ['a function', ok, 'Expected a controller with an object `actions` property'],
    ['no actions', {}, 'Expected a controller with an object `actions` property'],
    [
      'an unknown action',
      { actions: { home: ok, about: ok, extra: ok } },
      'Unknown action `extra` in controller. Use the names of the route map: `home`, `about`.',
    ],
    [
      'an unknown action before a nested key',
      { actions: { admin: ok, extra: ok } },
      'Unknown action `extra` in controller',
    ],
    [
      'an inherited name',
      { actions: { home: ok, about: ok, toString: ok } },
      'Unknown action `toString` in controller',
    ],
    [
      'a nested key',
      { actions: { home: ok, about: ok, admin: { dashboard: ok } } },
      'Cannot map nested route map key `admin` in controller actions',
    ],
    ['a missing action', { actions: { home: ok } }, 'Missing action `about` in controller'],
    [
      'a missing action before one that is none',
      { actions: { home: 42 } },
      'Missing action `about` in controller',
    ],
    [
      'an action that is none',
      { actions: { home: ok, about: 42 } },
      'Expected a request handler function or action object with a function `handler` property',
    ],
  ]
  for (const [name, controller, message] of mistakes) {
    it(`refuses ${name}, and registers nothing`, async () => {
      const router = createRouter()
      expect(() => router.map(routes, controller as never)).toThrow(TypeError)
      expect(() => router.map(routes, controller as never)).toThrow(message)
      expect((await router.fetch(url('/'))).status).toBe(404)
    })
  }

  it('does not count a method of a class prototype as an action', () => {
    class Actions {
      home(): Response {
        return ok()
      }
      about(): Response {
        return ok()
      }
    }
    expect(() => createRouter().map(routes, { actions: new Actions() })).toThrow(
      'Missing action `home` in controller',
    )
  })

  it('registers nothing when one leaf is already there', async () => {
    const router = createRouter()
    router.map(routes.about, ok)
    expect(() => router.map(routes, { actions: { home: ok, about: ok } })).toThrow(
      'Cannot add route ANY "/about": ANY "/about" is already there',
    )
    expect((await router.fetch(url('/'))).status).toBe(404)
  })
})

describe('createAction and createController', () => {
  it('return what they are given', () => {
    const action = { handler: ok }
    const controller = { actions: { dashboard: ok } }
    expect(createAction(routes.home, action)).toBe(action)
    expect(createController(routes.admin, controller)).toBe(controller)
  })
})
