// @vitest-environment happy-dom
import type * as React from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Link, Outlet, Scripts, useNavigate } from './index.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'
import type * as viewTransition from './view-transition.ts'

/** What the installed React has. React before 19.3 has neither name. */
const react = vi.hoisted(() => ({ isOld: false, types: [] as string[] }))

vi.mock('./view-transition.ts', async (original) => {
  const real = await original<typeof viewTransition>()
  return {
    get ViewTransition(): typeof React.ViewTransition | undefined {
      return react.isOld ? undefined : real.ViewTransition
    },
    get addTransitionType(): typeof React.addTransitionType | undefined {
      return react.isOld ? undefined : (type) => void react.types.push(type)
    },
  }
})

const root: LiveRoute = {
  path: '/',
  default: function Root() {
    const navigate = useNavigate()
    return (
      <html lang="en">
        <body>
          <Link to="/">Home</Link>
          <Link to="/books" viewTransition>
            Books
          </Link>
          <Link to="/books" viewTransition="slide">
            Slide
          </Link>
          <button onClick={() => navigate('/books', { viewTransition: true })}>Go</button>
          <Link to="#top">Top</Link>
          <Outlet />
          <Scripts />
        </body>
      </html>
    )
  },
}
const home: LiveRoute = { path: '/', default: () => <h1>Home</h1> }
const books: LiveRoute = { path: '/books', default: () => <h1>Books</h1> }

/** What each call of `startViewTransition` changed before it returned. */
let transitions: string[]
let page: LivePage

beforeEach(() => {
  transitions = []
  react.types.length = 0
  Object.assign(document, {
    startViewTransition(update: () => void) {
      update()
      transitions.push(document.querySelector('h1')!.textContent)
      return { ready: Promise.reject(new Error('skipped')) }
    },
  })
})

afterEach(async () => {
  await page.close()
  Reflect.deleteProperty(document, 'startViewTransition')
})

const click = (text: string): void =>
  [...document.querySelectorAll<HTMLElement>('a, button')]
    .find(({ textContent }) => textContent === text)!
    .click()
const shows = (text: string) =>
  vi.waitFor(() => expect(document.querySelector('h1')!.textContent).toBe(text), 120_000)

describe('a view transition without support in React', () => {
  beforeEach(() => void (react.isOld = true))

  it.each(['Books', 'Slide', 'Go'])('is made by the browser, with one update: %s', async (text) => {
    page = await openPage({ root, home, books })
    click(text)
    await shows('Books')
    expect(transitions).toEqual(['Books'])
  })

  it('does not run for other links, for a hash, and for Back', async () => {
    page = await openPage({ root, home, books }, '/books')
    click('Home')
    await shows('Home')
    click('Top')
    history.back()
    history.back()
    await shows('Books')
    expect(transitions).toEqual([])
  })

  it('is left out if the browser has none', async () => {
    Reflect.deleteProperty(document, 'startViewTransition')
    page = await openPage({ root, home, books })
    click('Books')
    await shows('Books')
    expect(transitions).toEqual([])
  })
})

describe('a view transition with a React that has them', () => {
  beforeEach(() => void (react.isOld = false))

  it.each([
    ['Books', ['navigation']],
    ['Slide', ['navigation', 'slide']],
    ['Go', ['navigation']],
  ])('has types instead: %s', async (text, types) => {
    page = await openPage({ root, home, books })
    click(text)
    await shows('Books')
    expect(react.types).toEqual(types)
  })

  it('has only a type for Back, and none for other links and for a hash', async () => {
    page = await openPage({ root, home, books }, '/books')
    click('Home')
    await shows('Home')
    expect(react.types).toEqual([])
    click('Top')
    history.back()
    history.back()
    await shows('Books')
    expect(react.types).toEqual(['navigation-back'])
  })
})
