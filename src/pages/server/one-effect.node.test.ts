import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type Middleware } from '../../router/fetch-router/index.ts'
import type * as keys from '../../internal/forms/once-key.ts'
import { json, redirect } from '../../http/response/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
  Session,
} from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createBuild, root } from './app.fixture.ts'
import { createHandler } from './create-handler.ts'

/** The mistake that is in the code at the moment. */
const mistake = vi.hoisted(() => ({ is: '' }))

vi.mock('../../internal/forms/once-key.ts', async (original) => {
  const real = await original<typeof keys>()
  return {
    ...real,
    parseKey(text: string | null) {
      if (mistake.is === 'a field and a header have two keys' && text?.startsWith('"')) {
        return `${real.parseKey(text)}.quoted`
      }
      if (mistake.is === 'a lost header is no key' && !text) return real.createKey()
      return real.parseKey(text)
    },
    printForm(...given: Parameters<typeof real.printForm>) {
      return mistake.is === 'the fields are not part of the id' ? '' : real.printForm(...given)
    },
    async digestOwner(...given: string[]) {
      return mistake.is === 'the owner does not count' ? 'anyone' : real.digestOwner(...given)
    },
  }
})

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterAll(() => vi.restoreAllMocks())
afterEach(() => void (mistake.is = ''))

type Place = 'SQLite' | 'a session on the server' | 'a session in the cookie'
type Crash = 'none' | 'before the effect' | 'after the effect'

const cookie = createCookie('s', { secrets: ['a secret of more than 16 bytes'] })

/** An app whose action takes what was ordered into the place. */
class Shop {
  readonly place: Place
  readonly db = new DatabaseSync(':memory:')
  /** What the next run of the work does. */
  crash: Crash = 'none'
  readonly fetch: ReturnType<typeof createHandler>

  constructor(place: Place) {
    this.place = place
    this.db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, label TEXT, owner TEXT)')
    const storage =
      place === 'a session in the cookie'
        ? createCookieSessionStorage({ cookie })
        : createMemorySessionStorage()
    const build = createBuild({
      root,
      order: {
        path: '/order',
        once: true,
        default: () => null,
        action: async ({ context, once, request }) => {
          const label = String((await request.formData()).get('label'))
          const current = context.get(Session)!
          const work = (): string => {
            if (this.crash === 'before the effect') throw new Error('killed')
            if (place === 'SQLite') {
              this.db.prepare('INSERT INTO orders (label) VALUES (?)').run(label)
            } else current.set('orders', [...((current.get('orders') ?? []) as string[]), label])
            if (this.crash === 'after the effect') throw new Error('killed')
            return label
          }
          const done = place === 'SQLite' ? once(this.db, work) : once(current, work)
          return redirect(`/orders/${done}`, 303)
        },
      },
      start: {
        path: '/start',
        action: ({ context }) => {
          context.get(Session)!.set('started', true)
          return null
        },
      },
      login: {
        path: '/login',
        action: ({ context }) => {
          context.get(Session)!.regenerateId()
          return null
        },
      },
      orders: {
        path: '/list',
        loader: ({ context }) => json(context.get(Session)!.get('orders') ?? []),
      },
    })
    this.fetch = createHandler(build, (pages) => {
      const router = createRouter({ middleware: [session(cookie, storage)] as Middleware[] })
      const visitor = ({ headers }: { headers: Headers }) => headers.get('X-User') ?? ''
      router.map('/*', pages.with({ visitor }))
      return router
    })
  }

  /** How often an order is there: in the database, or in the session of a visitor. */
  async count(label: string, visitor: Visitor): Promise<number> {
    if (this.place === 'SQLite') {
      const found = this.db.prepare('SELECT count(*) AS n FROM orders WHERE label = ?').get(label)
      return (found as { n: number }).n
    }
    const list = (await (await visitor.send('/list')).json()) as string[]
    return list.filter((each) => each === label).length
  }
}

class Visitor {
  readonly #shop: Shop
  readonly #user: string
  cookie = ''

  constructor(shop: Shop, user: string) {
    this.#shop = shop
    this.#user = user
  }

  async send(path: string, init: RequestInit = {}, isLost = false): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('X-User', this.#user)
    if (this.cookie !== '') headers.set('Cookie', this.cookie)
    const request = new Request(`http://x.test${path}`, { ...init, headers })
    const response = await this.#shop.fetch(request)
    const [set] = response.headers.getSetCookie()
    if (set !== undefined && !isLost) this.cookie = set.split(';')[0]!
    return response
  }
}

type Step =
  | { do: 'load' | 'edit' | 'login' | 'lose the header' | 'other visitor' }
  | { do: 'send'; isData: boolean; isLost: boolean; crash: Crash }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      isData: fc.boolean(),
      isLost: fc.boolean(),
      crash: fc.constantFrom<Crash>('none', 'none', 'before the effect', 'after the effect'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'load' as const,
        'edit' as const,
        'login' as const,
        'lose the header' as const,
        'other visitor' as const,
      ),
    }),
  },
)

/** Runs steps, and returns what is wrong, or `undefined`. */
async function findFault(place: Place, steps: readonly Step[]): Promise<string | undefined> {
  const shop = new Shop(place)
  const ada = new Visitor(shop, 'ada')
  const bob = new Visitor(shop, 'bob')
  for (const visitor of [ada, bob]) await visitor.send('/start', { method: 'POST' })
  let form = 0
  let edits = 0
  const key = () => `document-${form}`
  const label = () => `${form}-${edits}`
  const submit = (visitor: Visitor, isData: boolean, header = true, isLost = false) => {
    const fields = { label: label(), ...(!isData && { _once: key() }) }
    return visitor.send(
      isData ? '/order?_data=order;once=1' : '/order',
      {
        method: 'POST',
        body: new URLSearchParams(fields),
        ...(isData && header && { headers: { 'Idempotency-Key': `"${key()}"` } }),
      },
      isLost,
    )
  }
  const owned = new Set<string>()

  for (const step of steps) {
    const before = await shop.count(label(), ada)
    switch (step.do) {
      case 'load':
        form++
        break
      case 'edit':
        edits++
        break
      case 'login':
        await ada.send('/login', { method: 'POST' })
        break
      case 'lose the header':
        if ((await submit(ada, true, false)).status !== 400) return 'a request without its key ran'
        break
      case 'other visitor': {
        const response = await submit(bob, false)
        const isRefused = response.status === 409
        if (place === 'SQLite' && before > 0 && owned.has(label()) && !isRefused) {
          return "another visitor got Ada's result"
        }
        if (place === 'SQLite' && before === 0) owned.delete(label())
        break
      }
      case 'send': {
        shop.crash = step.crash
        const response = await submit(ada, step.isData, true, step.isLost)
        shop.crash = 'none'
        const { status } = response
        const isDone = status === 303 || status === 202
        if (before === 0 && (await shop.count(label(), ada)) === 1) owned.add(label())
        // A cookie that did not arrive is as if nothing was sent.
        const isForgotten = place === 'a session in the cookie' && step.isLost
        if (isDone && !isForgotten && (await shop.count(label(), ada)) !== 1) {
          return `the response says done, and there are ${await shop.count(label(), ada)} effects`
        }
      }
    }
    if ((await shop.count(label(), ada)) > 1) return 'two effects'
  }
  return undefined
}

function check(place: Place, numRuns: number): Promise<fc.RunDetails<[Step[]]>> {
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 1, maxLength: 10 }),
    async (steps) => (await findFault(place, steps)) === undefined,
  )
  return fc.check(property, { seed: 26, numRuns, endOnFailure: true }) as never
}

describe('one effect', () => {
  for (const place of ['SQLite', 'a session on the server', 'a session in the cookie'] as const) {
    it(`has every submission in ${place}, whatever is lost, repeated, killed or edited`, async () => {
      const { counterexample, failed } = await check(place, 50)
      expect([failed, counterexample]).toEqual([false, null])
    })
  }
})

describe('random steps find that', () => {
  for (const one of [
    'a field and a header have two keys',
    'a lost header is no key',
    'the fields are not part of the id',
    'the owner does not count',
  ]) {
    it(one, async () => {
      mistake.is = one
      expect((await check('SQLite', 500)).failed).toBe(true)
    })
  }
})
