import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy, type Proxy } from './support/proxy.ts'
import { startRedis, type Redis } from './support/redis.ts'
import { startShop, stop, type Shop } from './support/shop.ts'
import { createVisitor, launchBrowser } from './support/visitor.ts'

describe('two processes behind a proxy, with sessions in Redis', () => {
  let redis: Redis
  let directory: string
  let shops: Shop[]
  let proxy: Proxy
  let browser: Browser

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bookstore-'))
    ;[redis, browser] = await Promise.all([startRedis(), launchBrowser()])
    shops = await Promise.all([open(), open()])
    proxy = await startProxy(shops.map(({ url }) => url))
  })
  afterAll(async () => {
    await browser?.close()
    await proxy?.close()
    await Promise.all(shops?.map(({ process }) => stop(process)) ?? [])
    await redis?.close()
    await rm(directory, { recursive: true, force: true })
  })

  it('lose nothing that was acknowledged while one after the other is killed', async () => {
    const visitor = await createVisitor(browser, proxy.url)
    const { page } = visitor
    await visitor.open('/signup')
    await page.getByLabel('Name').fill('Stella Steady')
    await page.getByLabel('Email').fill('stella@example.com')
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
      const restarted = restart(i % 2)
      await visitor.open(`/books/${slug}`)
      expect(
        await visitor.sends(() => page.getByRole('button', { name: 'Add to cart' }).click()),
      ).toBe(200)
      await visitor.sees('In your cart')
      await visitor.hasInCart(i + 1)
      await restarted
    }

    await page.waitForLoadState('networkidle')
    const restarted = restart(0)
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
    await restart(1)

    await visitor.open('/account')
    await page.getByRole('link', { name: `Order ${number}` }).click()
    for (const title of ['The Salt Ledger', 'Moss', 'The Patient Stove', 'Murder at Low Water']) {
      await visitor.sees(title)
    }
    await visitor.hasInCart(0)
    expect(proxy.handled().every((count) => count > 0)).toBe(true)
    await visitor.close()
  })

  it('take many carts at once while processes die, and every acknowledged book is there', async () => {
    const shoppers = Array.from({ length: 8 }, () => createShopper(proxy.url))
    const shopping = shoppers.map((shopper) => shopper.run())
    for (const which of [0, 1, 0]) await restart(which)
    for (const shopper of shoppers) shopper.stop()
    await Promise.all(shopping)

    for (const shopper of shoppers) {
      const { confirmed, unsure } = shopper
      const inCart = await shopper.readCart()
      expect(confirmed.size).toBeGreaterThan(0)
      expect(confirmed.difference(inCart)).toEqual(new Set())
      expect(inCart.difference(confirmed.union(unsure))).toEqual(new Set())
    }
  })

  function open(): Promise<Shop> {
    return startShop({ DATA_DIR: directory, REDIS_URL: redis.url, SESSION_SECRET: 'one for all' })
  }

  /** Kills a process without a warning and starts another in its place. */
  async function restart(which: number): Promise<void> {
    const { process } = shops[which]! as { process: ChildProcess }
    await stop(process, 'SIGKILL')
    shops[which] = await open()
    proxy.replace(which, shops[which].url)
  }
})

/** Puts one book after the other into a cart of its own, and remembers what the shop has confirmed. */
function createShopper(url: string) {
  const confirmed = new Set<number>()
  /** Sent, without a response: they may be in the cart or not. */
  const unsure = new Set<number>()
  const stopping = new AbortController()
  let cookie = ''

  return {
    confirmed,
    unsure,
    stop: () => stopping.abort(),

    async run() {
      for (let book = 1; !stopping.signal.aborted; book = (book % 24) + 1) {
        const response = await fetch(`${url}/cart`, {
          method: 'POST',
          headers: { Cookie: cookie },
          body: new URLSearchParams({ book: String(book), quantity: '1' }),
          redirect: 'manual',
        }).catch(() => undefined)
        await response?.text()
        if (response?.status !== 303) {
          unsure.add(book)
          continue
        }
        cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
        if (!soldOut.has(book)) confirmed.add(book)
      }
    },

    async readCart() {
      const page = await (await fetch(`${url}/cart`, { headers: { Cookie: cookie } })).text()
      return new Set([...page.matchAll(/name="book" value="(\d+)"/g)].map(([, id]) => Number(id)))
    },
  }
}

/** The Clockmaker’s Alibi and A Short History of Candlelight. */
const soldOut = new Set([7, 20])
