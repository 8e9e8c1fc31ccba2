import { prove } from './prove.fixture.ts'
import { DatabaseSync } from 'node:sqlite'
import { jsx } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCookie } from '../../http/cookie/index.ts'
import { createRouter, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { once } from '../../middleware/once/index.ts'
import type { ActionArgs } from '../../pages/react/index.ts'
import { json, redirect } from '../../http/response/index.ts'
import { createBuild, root } from '../../pages/server/app.fixture.ts'
import { createHandler, type PagesOptions } from '../../pages/server/index.ts'
import { createCookieSessionStorage, Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import type { ProveUsers } from '../testing/index.ts'

const contract = { body: z.object({ book: z.string().min(1) }) }
const writes = { time: 0, writes: true }

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY)')
  return db
}

function placeOrder(db: DatabaseSync): number {
  return Number(db.prepare('INSERT INTO orders DEFAULT VALUES').run().lastInsertRowid)
}

function createApi(visitor: () => string) {
  return (): FetchHandlerSource => {
    const db = openDatabase()
    const router = createRouter()
    router.post('/api/orders', {
      middleware: [once({ visitor })],
      handler: (context) => json({ id: context.once(db, () => placeOrder(db)) }),
    })
    return router
  }
}

const users: ProveUsers = {
  ada: async (visitor) => {
    await visitor.visit('/enter?name=ada')
  },
  bob: async (visitor) => {
    await visitor.visit('/enter?name=bob')
  },
}

/** A shop with sessions in cookies, which have no id. */
function createShop(
  work: (db: DatabaseSync, session: Session) => unknown,
  options: PagesOptions = {},
  isInSession = false,
) {
  return (): FetchHandlerSource => {
    const db = openDatabase()
    const cookie = createCookie('sid', { secrets: ['a secret for tests'], secure: true })
    const order = {
      path: '/order',
      contract,
      once: true,
      default: () => jsx('h1', {}),
      action({ context, once }: ActionArgs) {
        const session = context.get(Session)!
        return { id: once(isInSession ? session : db, () => work(db, session)) }
      },
    }
    return createHandler(createBuild({ root, order }), (pages) => {
      const router = createRouter({
        middleware: [session(cookie, createCookieSessionStorage({ cookie }))],
      })
      router.get('/enter', (context) => {
        context.session.set('user', context.url.searchParams.get('name'))
        return redirect('/order')
      })
      router.map('/*', pages.with(options))
      return router
    })
  }
}

describe('framework prove, with once()', () => {
  it('finds a visitor who is another one for each repeat', async () => {
    const { faults } = await prove(
      createApi(() => String(Math.random())),
      writes,
    )
    expect(faults).toMatchObject([
      {
        rule: 'once',
        routes: ['POST /api/orders'],
        says: 'had its effect again, with the same key',
      },
    ])
  })

  it('finds nothing in a route that records its effect', async () => {
    expect(
      (
        await prove(
          createApi(() => ''),
          writes,
        )
      ).faults,
    ).toEqual([])
  })

  it('finds nothing in a form that changes a session, which is in its cookie', async () => {
    const add = (_db: DatabaseSync, session: Session): unknown => {
      session.set('books', 1)
      return 1
    }
    expect((await prove(createShop(add, {}, true), writes)).faults).toEqual([])
  })

  it('finds nothing in a form that refuses, because nothing is recorded then', async () => {
    const refuse = (): never => {
      throw redirect('/order', 303)
    }
    expect((await prove(createShop(refuse), writes)).faults).toEqual([])
  })

  it('finds the value of another user, if the app says that everyone is the same', async () => {
    const visitor = (): string => 'a customer'
    const { faults } = await prove(createShop(placeOrder, { visitor }), { ...writes, users })
    expect(faults).toMatchObject([
      { rule: 'once', says: 'gave its value to bob, who sent the key of ada' },
    ])
  })

  it('finds nothing if the app does not say who has signed in, because browsers differ', async () => {
    expect((await prove(createShop(placeOrder), { ...writes, users })).faults).toEqual([])
  })

  it('finds nothing if the app says who has signed in', async () => {
    const visitor: PagesOptions['visitor'] = (context) =>
      String(context.get(Session)?.get('user') ?? '')
    expect((await prove(createShop(placeOrder, { visitor }), { ...writes, users })).faults).toEqual(
      [],
    )
  })
})
