// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../../internal/fixtures/eventually.fixture.ts'
import {
  Await,
  Form,
  Link,
  useActionData,
  useAsyncError,
  useFetcher,
  useFields,
  useLoaderData,
  useMatches,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  useTransition,
} from '../../../pages/react/index.ts'
import { data, invalid, later, redirect, type Later } from '../../../http/response/index.ts'
import { any, route } from '../../../router/routes/index.ts'
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
    const result = useActionData<{ error: string }>()
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
        <p role="alert">{result?.error}</p>
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
        <button id="find" onClick={() => fetcher.submit({ a: '2' }, { action: '/save' })}>
          Find
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
    const given = { stock: new Map() } as never
    expect(() => renderRoute(book, { ...place, data: given })).toThrow(
      'Cannot give this data to a route: "stock"',
    )
  })

  it('shows promises in its data when they settle, on the first page and after a load', async () => {
    const waiting: ((value: string) => void)[] = []
    const module = {
      loader: () => ({ n: 1, when: later(async () => 'now') }),
      default: function Page() {
        const { n, when } = useLoaderData<() => { n: number; when: Later<string> }>()
        return (
          <>
            <h1>{n}</h1>
            <Await resolve={when} fallback={<i>…</i>} errorElement={<b>No</b>}>
              {(value) => <u>{value}</u>}
            </Await>
          </>
        )
      },
    }
    let n = 0
    const view = show(
      renderRoute(module, {
        path: '/',
        data: () => ({ n: ++n, when: new Promise<string>((resolve) => waiting.push(resolve)) }),
      }),
    )
    await reads('i', '…')
    waiting[0]!('one')
    await reads('u', 'one')

    view.navigate('/?again')
    await reads('h1', '2')
    await reads('i', '…')
    waiting[1]!('two')
    await reads('u', 'two')
  })

  it('shows promises in its data under act(), as in Testing Library, if the test awaits it', async () => {
    const module = {
      loader: () => ({ when: later(async () => 'real') }),
      default: function Page() {
        const { when } = useLoaderData<() => { when: Later<string> }>()
        return <Await resolve={when}>{(value) => <u>{value}</u>}</Await>
      },
    }
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    try {
      const { element } = renderRoute(module, {
        path: '/',
        data: { when: Promise.resolve('now') },
      })
      await act(async () => root.render(element))
      expect(container.querySelector('u')?.textContent).toBe('now')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('shows the error of a promise in its data', async () => {
    const module = {
      default: function Page() {
        const { when } = useLoaderData<{ when: Promise<string> }>()
        return (
          <Await resolve={when} errorElement={<Failure />}>
            {(value) => value}
          </Await>
        )
      },
    }
    function Failure() {
      return <b>{(useAsyncError() as { status: number }).status}</b>
    }
    const when = Promise.reject(new Response('gone', { status: 410 }))
    show(renderRoute(module, { path: '/', data: { when } as never }))
    await reads('b', '410')
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

  it.each([
    ['..', '/'],
    ['../authors?of=dune', '/authors?of=dune'],
    ['.', '/books/dune'],
    ['//authors', '/authors'],
  ])('resolves redirect(%j) of an action as the server does', async (to, path) => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: { title: 'Dune', stock: 1 },
        action: () => redirect(to),
        others: { '/': { element: <h3>Home</h3> }, '/authors': { element: <h3>Authors</h3> } },
      }),
    )
    await reads('h1', 'Dune')
    click('#send')
    await eventually(() => expect(seen).toContain('loading/actionRedirect'))
    await view.settled()
    expect(view.path).toBe(path)
  })

  it.each([
    ['returns', () => redirect('..')],
    ['throws', () => Promise.reject(redirect('..'))],
  ])('resolves redirect("..") that a loader %s', async (_how, respond) => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: ({ params }) => (params.slug === 'emma' ? respond() : { title: 'Dune', stock: 1 }),
        others: { '/': { element: <h3>Home</h3>, data: () => ({}) } },
      }),
    )
    await reads('h1', 'Dune')
    click('#emma')
    await reads('h3', 'Home')
    expect(view.path).toBe('/')
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

  it('follows the redirect of a loader after a form with GET', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: ({ url }) => (url.search === '?page=3' ? redirect('/') : { title: 'Dune', stock: 1 }),
        others: { '/': { element: <h3>Home</h3> } },
      }),
    )
    await reads('h1', 'Dune')
    click('#search')
    await reads('h3', 'Home')
    expect(view.path).toBe('/')
    expect(seen).toEqual([
      'idle/idle',
      'submitting/loaderSubmission',
      'loading/loaderSubmissionRedirect',
    ])
  })

  it('follows the redirect of the action of a fetcher', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: { title: 'Dune', stock: 1 },
        others: {
          '/save': { action: () => redirect('/', 303) },
          '/': { element: <h3>Home</h3> },
        },
      }),
    )
    await reads('h1', 'Dune')
    click('#save')
    await reads('h3', 'Home')
    await view.settled()
    expect(view.path).toBe('/')
    expect(seen).toEqual([
      'idle/idle',
      'fetcher submitting/actionSubmission',
      'loading/fetchActionRedirect',
      'fetcher loading/actionRedirect',
    ])
  })

  it('loads a fetcher with the query of a form with GET', async () => {
    const view = show(
      renderRoute(book, {
        ...place,
        data: { title: 'Dune', stock: 1 },
        others: { '/save': { data: ({ url }: { url: URL }) => ({ saved: url.search }) } },
      }),
    )
    await reads('h1', 'Dune')
    click('#find')
    await reads('output', '?a=2')
    await view.settled()
    await eventually(() => expect(seen).toContain('fetcher idle/done'))
    expect(seen.filter((state) => state.startsWith('fetcher'))).toEqual([
      'fetcher submitting/loaderSubmission',
      'fetcher idle/done',
    ])
  })

  it('responds to fetchers from other routes', async () => {
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
    await eventually(() => expect(seen).toContain('fetcher idle/done'))
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

  it('gives an action the value of a submission as JSON', async () => {
    const module = {
      action: async (): Promise<unknown> => null,
      default: function Page() {
        const fetcher = useFetcher()
        const submit = (): void =>
          void fetcher.submit({ a: [1] }, { method: 'post', encType: 'application/json' })
        return <button onClick={submit}>{JSON.stringify(fetcher.data)}</button>
      },
    }
    show(renderRoute(module, { path: '/page', action: ({ json }) => ({ got: json }) }))
    await eventually(() => expect(container.querySelector('button')).not.toBeNull())
    click('button')
    await reads('button', '{"got":{"a":[1]}}')
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

describe('renderRoute with a contract', () => {
  const contract = { body: z.object({ title: z.string().min(2), copies: z.number() }) }
  const edit = {
    contract,
    loader: (): string => 'Edit',
    action: async (): Promise<{ saved: string }> => ({ saved: '' }),
    default: function Edit() {
      const { form, fields, error } = useFields<typeof contract>()
      const result = useActionData<{ saved: string }>()
      return (
        <>
          <Form method="post" {...form} noValidate>
            <h1>{useLoaderData<string>()}</h1>
            <p {...error} />
            <input {...fields.title.input} />
            <p {...fields.title.error} />
            <input {...fields.copies.input} />
            <button formNoValidate>Save</button>
          </Form>
          <output>{result?.saved}</output>
        </>
      )
    },
  }

  const field = (name: string): HTMLInputElement => container.querySelector(`[name=${name}]`)!
  const { contract: _, ...withoutContract } = edit

  it.each([
    ['of the module', edit, {}],
    ['of the options', withoutContract, { contract }],
    ['of the route', withoutContract, { route: route({ edit: any('/edit', contract) }).edit }],
  ] as const)(
    'has the fields %s, and refuses a form that does not fit',
    async (_, module, given) => {
      const sent: string[] = []
      const view = show(
        renderRoute(module, {
          ...('route' in given ? given : { path: '/edit', ...given }),
          data: 'Edit',
          action: async ({ formData }: { formData: FormData }) => {
            const title = String(formData.get('title'))
            sent.push(title)
            return title === 'Taken' ? invalid({ title: 'There is one already' }) : { saved: title }
          },
        } as never),
      )
      await reads('h1', 'Edit')
      expect(field('title').minLength).toBe(2)
      expect(field('copies').type).toBe('number')

      field('title').value = 'A'
      click('button')
      await eventually(() => {
        const alert = container.querySelector('[role=alert]:not([hidden])')
        expect(alert?.textContent).toContain('>=2')
      })
      await view.settled()
      expect([sent, view.calls.length]).toEqual([[], 1])

      field('title').value = 'Taken'
      field('copies').value = '1'
      click('button')
      await reads('[role=alert]:not([hidden])', 'There is one already')
      await view.settled()
      field('title').value = 'Dune'
      click('button')
      await reads('output', 'Dune')
      expect(sent).toEqual(['Taken', 'Dune'])
    },
  )

  it('has the fields of a page that is reached by a navigation', async () => {
    show(renderRoute(edit, { path: '/edit', data: Promise.resolve('Edit') }))
    await reads('h1', 'Edit')
    expect(field('title').minLength).toBe(2)
  })

  it('shows params that do not fit at the boundary', async () => {
    const module = {
      contract: { params: z.object({ slug: z.string().max(3) }) },
      action: async (): Promise<null> => null,
      default: () => (
        <Form method="post">
          <button>Save</button>
        </Form>
      ),
      ErrorBoundary: () => <h2>{(useRouteError() as { status: number }).status}</h2>,
    }
    show(renderRoute(module, { ...place, action: () => null }))
    await eventually(() => expect(container.querySelector('button')).not.toBeNull())
    click('button')
    await reads('h2', '404')
  })
})
