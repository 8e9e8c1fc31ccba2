import { jsx, jsxs } from 'react/jsx-runtime'
import { describe, expect, it } from 'vitest'
import { Outlet, Scripts, useLoaderData } from '../react/index.ts'
import { createBuild, type FixtureRoute } from '../server/app.fixture.ts'
import { createHandler } from '../server/index.ts'
import { createTestApp } from './index.ts'

const root: FixtureRoute = {
  default: () =>
    jsx('html', { children: jsxs('body', { children: [jsx(Outlet, {}), jsx(Scripts, {})] }) }),
}

function createShop() {
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
  return createTestApp(createHandler(createBuild({ root, book, about })))
}

describe('page.changed()', () => {
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

  it('rejects for a page that is not live', async () => {
    const shop = await createShop()
    const page = await shop.visitor().visit('/about')
    await expect(page.changed()).rejects.toThrow('Cannot follow /about: it is not live.')
  })
})
