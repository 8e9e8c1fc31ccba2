import { jsx, jsxs } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BusListener } from '../../state/bus/bus.ts'
import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { Outlet, Scripts, useLoaderData } from '../../pages/react/index.ts'
import { createBuild, type FixtureRoute } from '../../pages/server/app.fixture.ts'
import { createHandler } from '../../pages/server/index.ts'
import { createTestApp } from './index.ts'

const root: FixtureRoute = {
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}

function createShop(bus = createMemoryBus()) {
  let copies = 2
  const book: FixtureRoute = {
    path: '/books/:slug',
    loader: () => ({ copies }),
    reads: ({ params }) => [`book:${params.slug}`],
    live: true,
    action: ({ params, writes }) => {
      copies--
      writes(`book:${params.slug}`)
      return null
    },
    default: function Book() {
      const data: { copies: number } = useLoaderData()
      return jsxs('form', {
        method: 'post',
        children: [`${data.copies} copies`, jsx('button', { children: 'Buy' })],
      })
    },
  }
  const about: FixtureRoute = { path: '/about', default: () => null }
  const handler = createHandler(createBuild({ root, book, about }), (pages) => {
    const router = createRouter({ bus })
    router.map('/*', pages.with({ tagSecret: '0123456789abcdef' }))
    return router
  })
  return createTestApp(handler)
}

/** A bus that could reach other processes. */
function createSharedFake(): Bus & { tellGap(): void } {
  const bus = createMemoryBus()
  const listeners: BusListener[] = []
  return {
    ...bus,
    isShared: true,
    subscribe(listener) {
      listeners.push(listener)
      return bus.subscribe(listener)
    },
    tellGap() {
      for (const listener of listeners) listener.gap()
    },
  }
}

describe('page.changed()', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('shows what another visitor has written, before the call or after it', async () => {
    const shop = await createShop()
    const [ada, bob] = [shop.visitor(), shop.visitor()]
    const adas = await ada.visit('/books/dune')
    const bobs = await (await bob.visit('/books/dune')).click('Buy')
    const changed = await adas.changed()
    expect(changed.text).toContain('1 copies')

    const again = changed.changed()
    await bobs.click('Buy')
    expect((await again).text).toContain('0 copies')
  })

  it('rejects if nothing was written', async () => {
    const shop = await createShop()
    const page = await shop.visitor().visit('/books/dune')
    await (await shop.visitor().visit('/books/emma')).click('Buy')
    await expect(page.changed({ within: 400 })).rejects.toThrow(
      'Nothing that /books/dune reads was written within 0.4 s. Call writes() with a tag of its `reads`.',
    )
  })

  it.each([
    ['in memory', createMemoryBus],
    ['that is shared', createSharedFake],
  ])('does not take a write before the visit for a change, with a bus %s', async (_, createBus) => {
    vi.useFakeTimers({ toFake: ['Date'] }) // Everything happens in one millisecond.
    const shop = await createShop(createBus())
    const bobs = await (await shop.visitor().visit('/books/dune')).click('Buy')
    const page = await shop.visitor().visit('/books/dune')
    await expect(page.changed({ within: 400 })).rejects.toThrow('Nothing that /books/dune reads')
    await bobs.click('Buy')
    expect((await page.changed()).text).toContain('0 copies')
  })

  it('does not take a gap of the bus for a write', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0) // A page would be told of it at once.
    const bus = createSharedFake()
    const shop = await createShop(bus)
    const page = await shop.visitor().visit('/books/dune')
    bus.tellGap()
    await expect(page.changed({ within: 400 })).rejects.toThrow('Nothing that /books/dune reads')
    const changed = page.changed({ within: 400 })
    bus.tellGap()
    await expect(changed).rejects.toThrow('Nothing that /books/dune reads')
  })

  it('rejects for a page that is not live', async () => {
    const shop = await createShop()
    const page = await shop.visitor().visit('/about')
    await expect(page.changed()).rejects.toThrow('Cannot follow /about: it is not live.')
  })
})
