// @vitest-environment happy-dom
import { Suspense, useEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'
import { renderInRoute } from './page.fixture.ts'
import {
  Await,
  Link,
  Outlet,
  Scripts,
  useAsyncError,
  useFetcher,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from './index.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'

let page: LivePage | undefined
afterEach(async () => {
  await page?.close()
  page = undefined
  vi.restoreAllMocks()
})

/** What the loader of a book gives next, by its path. The test settles it. */
const reviews = new Map<string, PromiseWithResolvers<unknown>[]>()

function defer(path: string): PromiseWithResolvers<unknown> {
  const next = Promise.withResolvers<unknown>()
  reviews.set(path, [...(reviews.get(path) ?? []), next])
  return next
}

function Failed() {
  return <p>{`Failed: ${(useAsyncError() as Error).message}`}</p>
}

const root: LiveRoute = {
  path: '/',
  default: function Root() {
    const { revalidate, state } = useRevalidator()
    return (
      <html lang="en">
        <body>
          <Link to="/books/dune">Dune</Link>
          <Link to="/books/emma">Emma</Link>
          <Link to="/books/dune?all">All</Link>
          <Link to="/strict/dune">Strict</Link>
          <Link to="/around/dune">Around</Link>
          <Link to="/around/emma">Around Emma</Link>
          <Link to="/nothing/dune">Nothing</Link>
          <Link to="/throwing/dune">Throwing</Link>
          <Link to="/empty/dune">Empty</Link>
          <Link to="/fetch">Fetch</Link>
          <button onClick={revalidate}>Reload</button>
          <output>{state}</output>
          <Outlet />
          <Scripts />
        </body>
      </html>
    )
  },
}
const home: LiveRoute = { path: '/', default: () => <h1>Home</h1> }

let mounts = 0
function Reviews({ of }: { of: string }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    mounts++
  }, [])
  return (
    <button id="reviews" onClick={() => setCount(count + 1)}>
      {`${of} ${count}`}
    </button>
  )
}

const book: LiveRoute = {
  path: '/books/:slug',
  loader: ({ path }) => ({ title: path, reviews: reviews.get(path)!.shift()!.promise }),
  default: function Book() {
    const { title, reviews } = useLoaderData() as { title: string; reviews: Promise<string> }
    return (
      <main>
        <h1>{title}</h1>
        <Await resolve={reviews} fallback={<i>Loading</i>} errorElement={<Failed />}>
          {(value) => <Reviews of={value} />}
        </Await>
      </main>
    )
  },
}
/** As in React Router: the fallback is that of the `<Suspense>` around it. */
const around: LiveRoute = {
  ...book,
  path: '/around/:slug',
  default: function Around() {
    const { title, reviews } = useLoaderData() as { title: string; reviews: Promise<string> }
    return (
      <main>
        <h1>{title}</h1>
        <Suspense fallback={<i>Around</i>}>
          <b>In it: </b>
          <Await resolve={reviews}>{(value) => <Reviews of={value} />}</Await>
        </Suspense>
      </main>
    )
  },
}
/** `fallback={null}` shows nothing, and keeps the rest of the page. */
const nothing: LiveRoute = {
  ...book,
  path: '/nothing/:slug',
  default: function Nothing() {
    const { reviews } = useLoaderData() as { reviews: Promise<string> }
    return (
      <main>
        <Suspense fallback={<i>Around</i>}>
          <b>In it: </b>
          <Await resolve={reviews} fallback={null}>
            {(value) => value}
          </Await>
        </Suspense>
      </main>
    )
  },
}
/** An `errorElement` that a condition has left out. */
const emptyError: { element: null | false | '' } = { element: null }
const empty: LiveRoute = {
  ...book,
  path: '/empty/:slug',
  default: function Empty() {
    const { reviews } = useLoaderData() as { reviews: Promise<string> }
    return (
      <Await resolve={reviews} fallback={null} errorElement={emptyError.element}>
        {(value) => <Parsed text={value} />}
      </Await>
    )
  },
  ErrorBoundary: () => <p>{`Boundary: ${(useRouteError() as Error).message}`}</p>,
}
function Parsed({ text }: { text: string }) {
  return <i>{String(JSON.parse(text))}</i>
}
/** Its children can throw. */
const throwing: LiveRoute = {
  ...book,
  path: '/throwing/:slug',
  default: function Throwing() {
    const { reviews } = useLoaderData() as { reviews: Promise<string> }
    return (
      <main>
        <Await resolve={reviews} fallback="Loading" errorElement={<Failed />}>
          {(value) => <Parsed text={value} />}
        </Await>
      </main>
    )
  },
  ErrorBoundary: () => <p>{`Boundary: ${(useRouteError() as Error).message}`}</p>,
}
const strict: LiveRoute = {
  ...book,
  path: '/strict/:slug',
  default: function Strict() {
    const { reviews } = useLoaderData() as { reviews: Promise<string> }
    return (
      <Await resolve={reviews} fallback={null}>
        Never
      </Await>
    )
  },
  ErrorBoundary: () => <p>{`Boundary: ${(useRouteError() as Error).message}`}</p>,
}
const fetch: LiveRoute = {
  path: '/fetch',
  default: function Fetch() {
    const fetcher = useFetcher()
    const { reviews } = (fetcher.data ?? {}) as { reviews?: Promise<string> }
    return (
      <main>
        <button id="load" onClick={() => fetcher.load('/books/dune')}>
          Load
        </button>
        {reviews && (
          <Await resolve={reviews} fallback="Loading">
            {(value) => `Got ${value}`}
          </Await>
        )}
      </main>
    )
  },
}
const routes = { root, home, book, around, nothing, throwing, strict, empty, fetch }

function text(): string {
  return document.querySelector('main, h1')?.textContent ?? document.body.textContent
}

function click(name: string): void {
  const found = [...document.querySelectorAll<HTMLElement>('a, button')].find(
    (element) => element.textContent === name,
  )
  found!.click()
}

async function shows(expected: string): Promise<void> {
  await eventually(() => expect(text()).toBe(expected))
}

describe('<Await> in the browser', () => {
  it('shows the fallback, then the value, and the page does not wait for it', async () => {
    page = await openPage(routes)
    const reviews = defer('/books/dune')
    click('Dune')
    await shows('/books/duneLoading')
    reviews.resolve('good')
    await shows('/books/dunegood 0')
  })

  it('shows its errorElement if the promise rejects', async () => {
    page = await openPage(routes)
    const reviews = defer('/books/dune')
    click('Dune')
    await shows('/books/duneLoading')
    reviews.reject(new Error('no database'))
    await shows('/books/duneFailed: no database')
  })

  it('gives the error to the boundary of the route if it has no errorElement', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    page = await openPage(routes)
    const reviews = defer('/strict/dune')
    click('Strict')
    reviews.reject(new Error('no database'))
    await eventually(() => expect(document.body.textContent).toContain('Boundary: no database'))
  })

  it.each([null, false, ''] as const)(
    'gives the error to the boundary of the route if its errorElement is %j',
    async (element) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      emptyError.element = element
      page = await openPage(routes)
      defer('/empty/dune').reject(new Error('no database'))
      click('Empty')
      await eventually(() => expect(document.body.textContent).toContain('Boundary: no database'))
    },
  )

  it('gives the error of its children to the boundary if its errorElement is null', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    emptyError.element = null
    page = await openPage(routes)
    defer('/empty/dune').resolve('{')
    click('Empty')
    await eventually(() => expect(document.body.textContent).toMatch(/Boundary: .*JSON/))
  })

  it('shows the fallback of the Suspense around it if it has none itself', async () => {
    page = await openPage(routes)
    const reviews = defer('/around/dune')
    click('Around')
    await shows('/around/duneAround')
    reviews.resolve('good')
    await shows('/around/duneIn it: good 0')
  })

  it('keeps its last value inside a Suspense while the page reloads', async () => {
    page = await openPage(routes)
    defer('/around/dune').resolve('first')
    click('Around')
    await shows('/around/duneIn it: first 0')
    const next = defer('/around/dune')
    click('Reload')
    await eventually(() => expect(reviews.get('/around/dune')).toEqual([]))
    await eventually(() => expect(document.querySelector('output')!.textContent).toBe('idle'))
    expect(text()).toBe('/around/duneIn it: first 0')
    next.resolve('second')
    await shows('/around/duneIn it: second 0')
  })

  it('keeps the page inside a Suspense until the value of the next page is there', async () => {
    page = await openPage(routes)
    defer('/around/dune').resolve('first')
    click('Around')
    await shows('/around/duneIn it: first 0')
    document.querySelector<HTMLElement>('#reviews')!.click()
    const emma = defer('/around/emma')
    click('Around Emma')
    await eventually(() => expect(reviews.get('/around/emma')).toEqual([]))
    expect(text()).toBe('/around/duneIn it: first 1')
    emma.resolve('dull')
    await shows('/around/emmaIn it: dull 0')
  })

  it('shows nothing with the fallback null, and leaves the rest of a Suspense alone', async () => {
    page = await openPage(routes)
    const reviews = defer('/nothing/dune')
    click('Nothing')
    await shows('In it: ')
    reviews.resolve('good')
    await shows('In it: good')
  })

  it('shows its errorElement if its children throw, until there is another value', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    page = await openPage(routes)
    defer('/throwing/dune').resolve('{')
    click('Throwing')
    await eventually(() => expect(text()).toMatch(/^Failed: .*JSON/))
    const next = defer('/throwing/dune')
    click('Reload')
    next.resolve('1')
    await shows('1')
  })

  it('keeps its last value and its state while the page reloads', async () => {
    page = await openPage(routes)
    defer('/books/dune').resolve('first')
    click('Dune')
    await shows('/books/dunefirst 0')
    document.querySelector<HTMLElement>('#reviews')!.click()
    await shows('/books/dunefirst 1')
    const before = mounts

    const next = defer('/books/dune')
    click('Reload')
    await eventually(() => expect(reviews.get('/books/dune')).toEqual([]))
    await eventually(() => expect(document.querySelector('output')!.textContent).toBe('idle'))
    expect(text()).toBe('/books/dunefirst 1')
    next.resolve('second')
    await shows('/books/dunesecond 1')
    expect(mounts).toBe(before)
  })

  it('shows the error if the reload brings one', async () => {
    page = await openPage(routes)
    defer('/books/dune').resolve('first')
    click('Dune')
    await shows('/books/dunefirst 0')
    defer('/books/dune').reject(new Error('gone'))
    click('Reload')
    await shows('/books/duneFailed: gone')
  })

  it('goes on waiting if the page reloads before there is a value', async () => {
    page = await openPage(routes)
    const first = defer('/books/dune')
    click('Dune')
    await shows('/books/duneLoading')
    const second = defer('/books/dune')
    click('Reload')
    await eventually(() => expect(reviews.get('/books/dune')).toEqual([]))
    await eventually(() => expect(document.querySelector('output')!.textContent).toBe('idle'))
    first.resolve('old')
    second.resolve('new')
    await shows('/books/dunenew 0')
  })

  it('is new at another pathname or query, and shows its fallback at once', async () => {
    page = await openPage(routes)
    defer('/books/dune').resolve('first')
    click('Dune')
    await shows('/books/dunefirst 0')
    document.querySelector<HTMLElement>('#reviews')!.click()
    const emma = defer('/books/emma')
    click('Emma')
    await shows('/books/emmaLoading')
    emma.resolve('dull')
    await shows('/books/emmadull 0')

    const all = defer('/books/dune?all')
    click('All')
    await shows('/books/dune?allLoading')
    all.resolve('many')
    await shows('/books/dune?allmany 0')
  })

  it('shows what a fetcher loads', async () => {
    page = await openPage(routes)
    click('Fetch')
    // Before the effects of the page have run.
    await eventually(() => expect(document.querySelector('#load')).not.toBeNull(), 0)
    const reviews = defer('/books/dune')
    click('Load')
    await shows('LoadLoading')
    reviews.resolve('good')
    await shows('LoadGot good')
  })
})

describe('<Await> on the server', () => {
  const settled = (state: object) => Object.assign(Promise.resolve(), state) as Promise<string>

  it('renders a value or an error that is there', () => {
    const value = settled({ status: 'fulfilled', value: 'good' })
    expect(renderInRoute(() => <Await resolve={value}>{(it) => <b>{it}</b>}</Await>)).toContain(
      '<b>good</b>',
    )
    const failed = settled({ status: 'rejected', reason: new Error('no') })
    expect(
      renderInRoute(() => (
        <Await resolve={failed} errorElement={<Failed />}>
          Never
        </Await>
      )),
    ).toContain('Failed: no')
  })

  it('renders the fallback for a value that is not there', () => {
    const html = renderInRoute(() => (
      <Await resolve={new Promise(() => {})} fallback={<i>Loading</i>}>
        Never
      </Await>
    ))
    expect(html).toContain('<i>Loading</i>')
    expect(html).not.toContain('Never')
  })

  it('refuses a plain value, in words', () => {
    const render = (value: unknown) => () =>
      renderInRoute(() => <Await resolve={value as Promise<string>}>x</Await>)
    const message = (type: string) =>
      `Cannot render <Await>: resolve is ${type}, not a promise. Defer it in the loader with later(), or show it without <Await>.`
    expect(render('reviews')).toThrow(message('string'))
    expect(render(undefined)).toThrow(message('undefined'))
    expect(render(null)).toThrow(message('null'))
    expect(render({})).toThrow(message('object'))
  })

  it('shows any promise, also outside a route', () => {
    const value = settled({ status: 'fulfilled', value: 'good' })
    expect(renderToString(<Await resolve={value}>{(it) => <b>{it}</b>}</Await>)).toBe('<b>good</b>')
  })
})

describe('useAsyncError', () => {
  it('has no error elsewhere', () => {
    let seen: unknown = 'none'
    renderInRoute(() => {
      seen = useAsyncError()
      return null
    })
    expect(seen).toBeUndefined()
  })
})
