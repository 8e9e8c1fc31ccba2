// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../internal/eventually.fixture.ts'
import {
  Form,
  Link,
  useActionData,
  useFetcher,
  useLoaderData,
  useMatches,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  useTransition,
} from '../../react/index.ts'
import { data, redirect } from '../../response/index.ts'
import { route } from '../../routes/index.ts'
import { renderRoute, type RouteView } from './index.ts'

const routes = route({ book: '/books/:slug', home: '/' })

let root: Root
let container: HTMLElement
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(() => {
  root.unmount()
  container.remove()
})

function show(view: RouteView): RouteView {
  root.render(view.element)
  return view
}

async function reads(selector: string, text: string): Promise<void> {
  await eventually(() => expect(container.querySelector(selector)?.textContent).toBe(text))
}

function click(selector: string): void {
  container
    .querySelector(selector)!
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** The states that a component has seen. */
const seen: string[] = []
beforeEach(() => void seen.splice(0))

const book = {
  loader: (): { title: string; stock: number } => {
    throw new Error('the real loader never runs')
  },
  action: async (): Promise<{ error: string } | Response> => redirect('/'),
  default: function Book() {
    const { title, stock } = useLoaderData<typeof book.loader>()
    const answer = useActionData<{ error: string }>()
    const { state, type } = useTransition()
    const fetcher = useFetcher<{ saved: string }>({ key: 'save' })
    const { revalidate } = useRevalidator()
    if (seen.at(-1) !== `${state}/${type}`) seen.push(`${state}/${type}`)
    const fetched = `fetcher ${fetcher.state}/${fetcher.type}`
    if (fetcher.type !== 'init' && !seen.includes(fetched)) seen.push(fetched)
    return (
      <main>
        <h1>{title}</h1>
        <b>{stock}</b>
        <i>{useParams()['slug']}</i>
        <u>{useSearchParams()[0].get('page')}</u>
        <p role="alert">{answer?.error}</p>
        <Form method="post">
          <input name="title" defaultValue="Emma" />
          <button id="send">Send</button>
        </Form>
        <Form method="get">
          <input name="page" defaultValue="3" />
          <button id="search">Search</button>
        </Form>
        <Link id="emma" to="/books/emma">
          Emma
        </Link>
        <Link id="home" to="/">
          Home
        </Link>
        <Link id="away" to="/elsewhere">
          Away
        </Link>
        <button
          id="save"
          onClick={() => fetcher.submit({ a: '1' }, { method: 'post', action: '/save' })}
        >
          Save
        </button>
        <button id="load" onClick={() => fetcher.load('/save')}>
          Load
        </button>
        <button id="reload" onClick={() => revalidate()}>
          Reload
        </button>
        <output>{fetcher.data?.saved}</output>
      </main>
    )
  },
  ErrorBoundary: function Sorry() {
    const error = useRouteError() as { status?: number; message?: string; data?: unknown }
    return <h2>{`Sorry: ${error.status ?? ''} ${error.message ?? JSON.stringify(error.data)}`}</h2>
  },
}

const place = { route: routes.book, params: { slug: 'dune' } } as const

describe('renderRoute', () => {
  it('renders a module with its data, params and query at once', async () => {
    const view = show(
      renderRoute(book, { ...place, search: '?page=2', data: { title: 'Dune', stock: 2 } }),
    )
    await reads('h1', 'Dune')
    await reads('i', 'dune')
    await reads('u', '2')
    expect([view.path, view.calls]).toEqual(['/books/dune?page=2', []])
  })

  it('takes a path in place of a route', async () => {
    show(renderRoute({ default: () => <h1>About</h1> }, { path: '/about' }))
    await reads('h1', 'About')
  })

  it('passes data through JSON, as on the wire', async () => {
    const module = {
      default: () => <h1>{JSON.stringify(useLoaderData())}</h1>,
    }
    const given = { when: new Date(0), gone: undefined }
    show(renderRoute(module, { path: '/', data: given as never }))
    await reads('h1', '{"when":"1970-01-01T00:00:00.000Z"}')
  })

  it('refuses data that JSON would lose', () => {
    const given = { later: Promise.resolve(1) } as never
    expect(() => renderRoute(book, { ...place, data: given })).toThrow(
      'Cannot give this data to a route: "later" is a promise',
    )
  })

  it('runs the action of an index route', async () => {
    const view = show(
      renderRoute(book, {
        path: '/',
        data: { title: 'Dune', stock: 1 },
        action: async () => ({ error: 'No' }),
      }),
    )
    await reads('h1', 'Dune')
    click('#send')
    await reads('[role=alert]', 'No')
    expect(view.calls[0]!.path).toBe('/?index')
  })

  it('calls a function for every load', async () => {
    let stock = 0
    const view = show(
      renderRoute(book, {
        ...place,
        data: ({ params, url }) => ({ title: `${params.slug} ${url.search}`, stock: ++stock }),
      }),
    )
    await reads('b', '1')
    click('#reload')
    await reads('b', '2')
    click('#emma')
    await reads('h1', 'emma ')
    expect(view.path).toBe('/books/emma')
    expect(view.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /books/dune',
      'GET /books/emma',
    ])
    expect(seen).toEqual(['idle/idle', 'loading/load', 'idle/idle'])
  })

  it('shows nothing of a page whose data is pending', async () => {
    const { promise, resolve } = Promise.withResolvers<{ title: string; stock: number }>()
    const view = show(renderRoute(book, { ...place, data: promise }))
    expect(view.snapshot().transition.type).toBe('load')
    await eventually(() => expect(container.textContent).toBe(''))
    resolve({ title: 'Dune', stock: 1 })
    await reads('h1', 'Dune')
    await view.settled()
    expect(view.path).toBe('/books/dune')
  })

  it('brings a thrown Response and a thrown error to the boundary', async () => {
    show(
      renderRoute(book, {
        ...place,
        data: () => {
          throw Response.json('No such book', { status: 404 })
        },
      }),
    )
    await reads('h2', 'Sorry: 404 "No such book"')

    root.unmount()
    root = createRoot(container)
    show(
      renderRoute(book, {
        ...place,
        data: async () => {
          throw new Error('no database')
        },
      }),
    )
    await reads('h2', 'Sorry:  no database')
  })

  it('shows an error without a boundary, but no second document', async () => {
    const module = {
      default: () => {
        throw new Error('broken')
      },
    }
    root.unmount()
    root = createRoot(container, { onCaughtError() {} })
    show(renderRoute(module, { path: '/' }))
    await reads('main h1', 'Unexpected Error')
    expect(container.querySelector('html')).toBeNull()
  })

  it('runs an action with the fields of the form, and loads again', async () => {
    let stock = 0
    const { promise: reloaded, resolve } = Promise.withResolvers<void>()
    const view = show(
      renderRoute(book, {
        ...place,
        data: () => {
          const now = { title: 'Dune', stock: ++stock }
          return stock === 1 ? now : reloaded.then(() => now)
        },
        action: async ({ formData, params, method }) => ({
          error: `${method} ${params.slug} ${String(formData.get('title'))}`,
        }),
      }),
    )
    await reads('b', '1')
    click('#send')
    await eventually(() => expect(seen).toContain('loading/actionReload'))
    resolve()
    await reads('[role=alert]', 'POST dune Emma')
    await reads('b', '2')
    expect(view.calls[0]).toEqual({
      method: 'POST',
      path: '/books/dune',
      fields: { title: 'Emma' },
    })
    expect(seen).toEqual([
      'idle/idle',
      'submitting/actionSubmission',
      'loading/actionReload',
      'idle/idle',
    ])
  })

  it('follows the redirect of an action to another route', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: { title: 'Dune', stock: 1 },
        action: () => redirect('/', 303),
        others: { '/': { element: <h3>Home</h3> } },
      }),
    )
    await reads('h1', 'Dune')
    click('#send')
    await reads('h3', 'Home')
    expect(view.path).toBe('/')
    expect(seen).toContain('loading/actionRedirect')
  })

  it('follows the redirect of a loader', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: ({ params }) =>
          params.slug === 'emma' ? redirect('/') : { title: 'Dune', stock: 1 },
        others: { '/': { element: <h3>Home</h3>, data: () => ({}) } },
      }),
    )
    await reads('h1', 'Dune')
    click('#emma')
    await reads('h3', 'Home')
    expect((await view.settled()).location.pathname).toBe('/')
    expect(seen).toContain('loading/redirect')
  })

  it('loads with the query of a form with GET', async () => {
    show(
      renderRoute(book, {
        ...place,
        data: ({ url }) => ({ title: url.search, stock: 1 }),
      }),
    )
    await reads('b', '1')
    click('#search')
    await reads('h1', '?page=3')
    expect(seen).toContain('submitting/loaderSubmission')
  })

  it('answers fetchers from other routes', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: { title: 'Dune', stock: 1 },
        others: {
          '/save': {
            data: { saved: 'loaded' },
            action: ({ formData }) => data({ saved: `saved ${String(formData.get('a'))}` }, 201),
          },
        },
      }),
    )
    await reads('h1', 'Dune')
    click('#load')
    await reads('output', 'loaded')
    click('#save')
    await reads('output', 'saved 1')
    const { fetchers } = await view.settled()
    expect(fetchers.get('save')?.state).toBe('idle')
    expect(seen).toContain('fetcher loading/load')
    expect(seen).toContain('fetcher submitting/actionSubmission')
    expect(seen).toContain('fetcher loading/actionReload')
    expect(seen).toContain('fetcher idle/done')
  })

  it('has the data and handles of the routes above', async () => {
    const module = {
      handle: 'own',
      default: function Page() {
        const handles = useMatches().map(({ id, handle }) => `${id}:${String(handle)}`)
        return <h1>{`${handles.join(' ')} ${JSON.stringify(useRouteLoaderData('root'))}`}</h1>
      },
    }
    show(
      renderRoute(module, {
        path: '/',
        id: 'page',
        parents: [{ id: 'root', data: { user: 'Ada' }, handle: 'shop' }, { id: 'layout' }],
      }),
    )
    await reads('h1', 'renderRoute:undefined root:shop layout:undefined page:own {"user":"Ada"}')
  })

  it('navigates, also back', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: ({ params }) => ({ title: params.slug, stock: 1 }),
      }),
    )
    await reads('h1', 'dune')
    view.navigate('/books/emma')
    await view.settled()
    await reads('h1', 'emma')
    view.navigate(-1)
    await reads('h1', 'dune')
  })

  it('records a link to a page that it does not know', async () => {
    const view = show(renderRoute(book, { ...place, data: { title: 'Dune', stock: 1 } }))
    await reads('h1', 'Dune')
    click('#away')
    await eventually(() => expect(view.calls.map(({ path }) => path)).toEqual(['/elsewhere']))
  })

  it('says that an action or a route is missing', async () => {
    show(renderRoute(book, { ...place, data: { title: 'Dune', stock: 1 } }))
    await reads('h1', 'Dune')
    click('#send')
    await reads('h2', 'Sorry: 405 "renderRoute() has no action for /books/dune. Pass an action."')
    expect(() => renderRoute({ default: () => null }, {} as never)).toThrow(
      'renderRoute() takes a `route` of a route map, or a `path`',
    )
  })
})
