import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueName } from '../../../e2e/support/unique-name.ts'
import {
  startPostgresServer,
  type PostgresServer,
} from '../../../src/internal/fixtures/postgres-server.fixture.ts'
import {
  startRedisServer,
  type RedisServer,
} from '../../../src/state/session/redis-server.fixture.ts'
import { createRandom } from '../app/server/random.ts'
import { startMachines, type Machines } from './support/machines.ts'
import { adminPassword } from './support/shop.ts'
import { waitForLink } from './support/mailbox.ts'
import { createShopper, type Shopper } from './support/shopper.ts'
import { createVisitor, launchBrowser, type Visitor } from './support/visitor.ts'

/** Decides who does what, and what is killed when. `SEED=7` runs another story. */
const seed = process.env['SEED'] ?? '1'

const secrets = { SESSION_SECRET: 'one for all', TAG_SECRET: 'one for all machines' }

let redis: RedisServer
let directory: string
let browser: Browser

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
  ;[redis, browser] = await Promise.all([startRedisServer(['--save', '']), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await redis?.close()
  await rm(directory, { recursive: true, force: true })
})

describe('two processes behind nginx, with SQLite, and sessions in Redis', () => {
  let machines: Machines

  beforeAll(async () => {
    machines = await startMachines(2, {
      ...secrets,
      DATA_DIR: directory,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    })
  })
  afterAll(() => machines?.close())

  it('lose nothing that was acknowledged while one after the other is killed', async () => {
    const visitor = await createVisitor(browser, machines.url)
    const { page } = visitor
    await visitor.open('/signup')
    const email = `${uniqueName()}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await visitor.isAt('/mail-sent')
    await visitor.open(await waitForLink(directory, email, '/welcome'))
    await page.getByLabel('Name').fill('Stella Steady')
    await page.getByLabel('Password').fill('long enough for anybody')
    await page.getByRole('button', { name: 'Create account' }).click()
    await visitor.isAt('/account')

    const slugs = [
      'the-salt-ledger',
      'moss-a-slow-biography',
      'the-patient-stove',
      'murder-at-low-water',
    ]
    for (const [i, slug] of slugs.entries()) {
      await page.waitForLoadState('networkidle')
      const restarted = machines.restart(i % 2)
      await visitor.open(`/books/${slug}`)
      expect(
        await visitor.sends(() => page.getByRole('button', { name: 'Add to cart' }).click()),
      ).toBe(200)
      await visitor.sees('In your cart')
      await visitor.hasInCart(i + 1)
      await restarted
    }

    await page.waitForLoadState('networkidle')
    const restarted = machines.restart(0)
    await visitor.open('/checkout')
    await visitor.sees('€83.80')
    await page.getByLabel('Street and number').fill('1 Lamp Lane')
    await page.getByLabel('Postcode').fill('AB1 2CD')
    await page.getByLabel('Town').fill('Corrin')
    await page.getByRole('checkbox', { name: 'I know that this is a demo' }).check()
    await page.getByRole('button', { name: 'Place order' }).click()
    await visitor.isAt(/^\/orders\//)
    const number = page.url().slice(-8)
    await restarted
    await page.waitForLoadState('networkidle')
    await machines.restart(1)

    await visitor.open('/account')
    await page.getByRole('link', { name: `Order ${number}` }).click()
    for (const title of ['The Salt Ledger', 'Moss', 'The Patient Stove', 'Murder at Low Water']) {
      await visitor.sees(title)
    }
    await visitor.hasInCart(0)
    expect((await machines.handled()).every((count) => count > 0)).toBe(true)
    await visitor.close()
  })
})

describe('three processes behind nginx, with Postgres and Redis', () => {
  let postgres: PostgresServer
  let pool: Pool
  let machines: Machines

  beforeAll(async () => {
    postgres = await startPostgresServer()
    pool = new Pool({ connectionString: postgres.url })
    pool.on('error', () => {}) // The server is killed on purpose.
    machines = await startMachines(3, {
      ...secrets,
      DATA_DIR: directory,
      DATABASE_URL: postgres.url,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    })
  })
  afterAll(async () => {
    await machines?.close()
    await pool?.end()
    await postgres?.close()
  })

  it('lose nothing that was acknowledged and do nothing twice while all of them are killed at random', async () => {
    await fillShelves()
    const acknowledged = createCounter()
    const shoppers = Array.from({ length: 12 }, (_, i) =>
      createShopper({
        directory,
        url: machines.url,
        seed: `shopper-${seed}-${i}`,
        slugs,
        scarce,
        onAcknowledged: acknowledged.increase,
      }),
    )
    const admin = await openOrders()
    const shopping = new AbortController()
    const shopped = Promise.all(shoppers.map((shopper) => shopper.run(shopping.signal)))
    await Promise.race([shopped, killAtRandom(acknowledged.after), machines.crashed])
    shopping.abort()
    await shopped
    await restartEverything()

    await checkStock()
    await checkOrders(shoppers)
    for (const shopper of shoppers) {
      await checkAccount(shopper)
      await checkCart(shopper)
    }
    await checkReviews(shoppers)
    expect((await machines.handled()).every((count) => count > 0)).toBe(true)

    const fresh = await admin.context.newPage()
    await fresh.goto('/admin/orders')
    const orders = await listOrders(fresh)
    expect(orders.length).toBeGreaterThan(0)
    await expect.poll(() => listOrders(admin.page)).toEqual(orders)
    await fresh.close()
    await admin.close()
  })

  /** Opens the live page of all orders. It stays open while everything is killed. */
  async function openOrders(): Promise<Visitor> {
    const admin = await createVisitor(browser, machines.url)
    await admin.open('/login?next=/admin/orders')
    await admin.page.getByLabel('Email').fill('admin@example.com')
    await admin.page.getByLabel('Password').fill(adminPassword)
    await admin.page.getByRole('button', { name: 'Log in' }).click()
    await admin.isAt('/admin/orders')
    return admin
  }

  function listOrders(page: Page): Promise<string[]> {
    return page.locator('.order-list li').allTextContents()
  }

  /** The copies of each book at the start. */
  const copies = new Map<number, number>()
  const scarce = new Set([3, 9])
  let slugs: string[]

  async function fillShelves(): Promise<void> {
    await pool.query('UPDATE books SET stock = 100000')
    await pool.query('UPDATE books SET stock = 5 WHERE id = ANY($1)', [[...scarce]])
    const { rows } = await pool.query('SELECT id, slug, stock FROM books ORDER BY id')
    slugs = rows.map(({ slug }) => slug)
    for (const { id, stock } of rows) copies.set(id, stock)
    expect(rows.map(({ id }) => id)).toEqual(slugs.map((_, i) => i + 1))
  }

  /** Kills a process, Redis or Postgres, 20 times in all. Often the last victim is not back yet when the next one dies. */
  async function killAtRandom(after: (more: number) => Promise<void>): Promise<void> {
    const random = createRandom(seed)
    const victims = [
      () => machines.restart(0),
      () => machines.restart(1),
      () => machines.restart(2),
      () => restartServer(redis),
      () => restartServer(postgres),
    ]
    const restarts = new Map<number, Promise<void>>()
    const failed = Promise.withResolvers<never>()
    for (let kill = 0; kill < 20; kill++) {
      await Promise.race([after(Math.floor(random() * 25)), failed.promise])
      if (restarts.size === victims.length) await Promise.race(restarts.values())
      const up = victims
        .keys()
        .filter((each) => !restarts.has(each))
        .toArray()
      const victim = up[Math.floor(random() * up.length)]!
      const restarted = victims[victim]!().then(() => void restarts.delete(victim))
      restarts.set(victim, restarted)
      restarted.catch(failed.reject)
    }
    await Promise.all(restarts.values())
  }

  async function restartServer(server: RedisServer | PostgresServer): Promise<void> {
    await server.stop('SIGKILL')
    await server.start()
  }

  /** A command of a killed process can still be on its way to Postgres. When the connections are gone, it has arrived. */
  async function restartEverything(): Promise<void> {
    await machines.kill()
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        )
        return rows
      })
      .toEqual([])
    await machines.start()
  }

  async function checkStock(): Promise<void> {
    const { rows } = await pool.query(
      `SELECT id, stock, coalesce((SELECT sum(quantity) FROM order_lines WHERE slug = books.slug), 0)::integer AS sold
       FROM books`,
    )
    expect(new Map(rows.map(({ id, stock, sold }) => [id, stock + sold]))).toEqual(copies)
    for (const { stock } of rows) expect(stock).toBeGreaterThanOrEqual(0)
  }

  /** Each order that was sent and not refused is in the database once, with the lines of the cart. There are no others. */
  async function checkOrders(shoppers: readonly Shopper[]): Promise<void> {
    const { rows } = await pool.query('SELECT id, email, street, number FROM orders')
    const placed = new Map(rows.map((row) => [`${row.email} ${row.street}`, row]))
    expect(placed.size).toBe(rows.length)
    const sent = shoppers.flatMap(({ email, orders }) =>
      orders.filter(({ isPlaced }) => isPlaced).map((order) => ({ email, ...order })),
    )
    expect(Array.from(placed.keys()).sort()).toEqual(
      sent.map(({ email, street }) => `${email} ${street}`).sort(),
    )
    for (const { email, street, number, lines } of sent) {
      const row = placed.get(`${email} ${street}`)!
      if (number !== undefined) expect(row.number).toBe(number)
      const found = await pool.query(
        'SELECT books.id, quantity FROM order_lines JOIN books USING (slug) WHERE "order" = $1',
        [row.id],
      )
      checkQuantities(new Map(found.rows.map(({ id, quantity }) => [id, quantity])), lines)
    }
    expect(sent.filter(({ number }) => number !== undefined).length).toBeGreaterThan(0)
  }

  async function checkAccount(shopper: Shopper): Promise<void> {
    const page = await shopper.read('/account')
    for (const { number } of shopper.orders) {
      if (number !== undefined) expect(page).toContain(number)
    }
  }

  async function checkCart(shopper: Shopper): Promise<void> {
    const page = await shopper.read('/cart')
    const lines = page.matchAll(/<select id="quantity-(\d+)".*?<option selected="">(\d+)</gs)
    checkQuantities(
      new Map(Array.from(lines, ([, book, quantity]) => [Number(book), Number(quantity)])),
      shopper.cart,
    )
  }

  async function checkReviews(shoppers: readonly Shopper[]): Promise<void> {
    for (const slug of slugs) {
      const page = await shoppers[0]!.read(`/books/${slug}`)
      for (const review of shoppers.flatMap(({ reviews }) => reviews)) {
        if (review.slug !== slug) continue
        const times = page.split(`<p>${review.text}</p>`).length - 1
        expect(times, review.text).toBeOneOf(review.isAcknowledged ? [1] : [0, 1])
      }
    }
  }
})

/** Each book has one of the quantities that it may have, and there is no other book. */
function checkQuantities(
  found: ReadonlyMap<number, number>,
  expected: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  for (const [book, quantities] of expected) {
    expect([...quantities], `book ${book}`).toContain(found.get(book) ?? 0)
  }
  for (const book of found.keys()) expect([...expected.keys()]).toContain(book)
}

/** Counts events. */
function createCounter() {
  let count = 0
  const waiting = new Set<{ until: number; resolve: () => void }>()

  return {
    increase() {
      count++
      for (const each of waiting) {
        if (count < each.until) continue
        waiting.delete(each)
        each.resolve()
      }
    },
    /** Resolves after this many more events. */
    after(more: number): Promise<void> {
      if (more === 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add({ until: count + more, resolve })
      return promise
    },
  }
}
