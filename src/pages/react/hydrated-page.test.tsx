// @vitest-environment happy-dom
import { StrictMode, Suspense, use, useEffect, useId, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  Await,
  Form,
  Link,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  Navigate,
  useActionData,
  useBlocker,
  useFetcher,
  useFetchers,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useRouteError,
  useSearchParams,
  useSubmit,
  useTransition,
} from './index.ts'
import { observe } from '../client-router/observe.ts'
import { parseKey } from '../../internal/forms/once-key.ts'
import { openPage, type LivePage, type LiveRoute } from './hydrated-page.fixture.tsx'

let page: LivePage
afterEach(() => page.close())

const root: LiveRoute = {
  path: '/',
  default: function Root() {
    const { state, type } = useTransition()
    return (
      <html lang="en">
        <head>
          <Meta />
        </head>
        <body>
          <nav>
            <Link to="/">Home</Link>
            <Link to="/books/dune">Dune</Link>
          </nav>
          <output>{`${state}/${type}`}</output>
          <Outlet />
          <ScrollRestoration />
          <Scripts />
        </body>
      </html>
    )
  },
}
const home: LiveRoute = {
  path: '/',
  meta: { title: 'All books' },
  default: function Home() {
    const [count, setCount] = useState(0)
    return (
      <main>
        <h1>Home</h1>
        <button onClick={() => setCount(count + 1)}>{`Clicked ${count}`}</button>
      </main>
    )
  },
}
const book: LiveRoute = {
  path: '/books/:slug',
  meta: { title: 'A book' },
  loader: ({ path }) => path.slice('/books/'.length),
  default: function Book() {
    return <h1>{useLoaderData<string>()}</h1>
  },
}

/** Returns the key of a form that the browser may submit itself. */
function keyIn(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>('[name=_once]')!.value
}

function find<Type extends HTMLElement = HTMLElement>(selector: string, text?: string): Type {
  const found = [...document.querySelectorAll<Type>(selector)].find(
    (element) => text === undefined || element.textContent === text,
  )
  if (!found) throw new Error(`No ${selector} with ${text} in ${document.body.innerHTML}`)
  return found
}

const eventually = (check: () => void) => vi.waitFor(check, 120_000)

const shows = (selector: string, text: string) =>
  eventually(() => expect(find(selector).textContent).toBe(text))

describe('hydrate', () => {
  it('brings the document to life without changing it', async () => {
    page = await openPage({ root, home })
    const before = find('h1')
    find('button').click()
    await shows('button', 'Clicked 1')
    expect(find('h1')).toBe(before)
    expect(page.requests).toEqual([])
  })

  it('takes its data from no other element, whatever id a visitor has given to it', async () => {
    // A sanitizer leaves this alone: it is text in a paragraph.
    const manifest = 'data:text/javascript,globalThis.isTaken = true; export default {}'
    const text = JSON.stringify({ manifest, matches: [], later: {} }).replaceAll('"', '&quot;')
    const comment = { __html: `<p id="__framework">${text}</p><noscript>kept</noscript>` }
    const Comment = () => <main dangerouslySetInnerHTML={comment} />
    page = await openPage({ root, home: { ...home, default: Comment } })
    expect(globalThis).not.toHaveProperty('isTaken')
    expect(find('noscript').textContent).toBe('kept')
  })

  it('has the ids that the server gave', async () => {
    let ofBrowser = ''
    const WithId = () => {
      const id = useId()
      useEffect(() => void (ofBrowser = id), [id])
      return <main id={id} />
    }
    page = await openPage({ root, home: { ...home, default: WithId } })
    // React leaves alone what the server has written.
    expect(document.querySelector('main')!.id).toBe(ofBrowser)
  })

  it('keeps what was typed into a text area that has a stored text', async () => {
    const events: string[] = []
    const Areas = () => (
      <form onInput={({ type }) => events.push(type)} onChange={({ type }) => events.push(type)}>
        <textarea defaultValue={'stored\r\ntext'} />
        <textarea defaultValue="" />
        <textarea defaultValue="untouched" />
      </form>
    )
    const opening = openPage({ root, home: { ...home, default: Areas } })
    const [typed, empty, untouched] = document.querySelectorAll('textarea')
    typed!.value = 'typed'
    empty!.value = 'too'
    page = await opening
    expect(typed!.value).toBe('typed')
    expect(typed!.textContent).toBe('stored\r\ntext')
    expect(empty!.value).toBe('too')
    expect(untouched!.value).toBe('untouched')
    expect(events).toEqual([])
  })

  it('keeps what was typed if React has to hydrate a part twice', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let isServer = true
    let renders = 0
    const Late = () => {
      if (!isServer) renders++
      return <i>{isServer ? 'late' : use(promise)}</i>
    }
    const Areas = () => (
      <main>
        <textarea defaultValue="stored" />
        <Late />
      </main>
    )
    const opening = openPage({ root, home: { ...home, default: Areas } })
    isServer = false
    const area = find<HTMLTextAreaElement>('textarea')
    area.value = 'typed'
    await eventually(() => expect(renders).toBeGreaterThan(0))
    area.value = 'typed on'
    resolve('late')
    page = await opening
    expect(area.value).toBe('typed on')
  })

  it('leaves a part alone that is not hydrated when the client router starts', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let isServer = true
    const Late = () => (
      <>
        <textarea defaultValue="stored" />
        <button>{isServer ? 'late' : use(promise)}</button>
      </>
    )
    const Parts = () => (
      <Suspense fallback="Loading">
        <Late />
      </Suspense>
    )
    const opening = openPage({ root, home: { ...home, default: Parts } })
    isServer = false
    page = await opening
    const area = find<HTMLTextAreaElement>('textarea')
    area.value = 'typed'
    resolve('late')
    await eventually(() => expect(Object.keys(find('button')).join()).toContain('__reactFiber'))
    expect(find('textarea')).toBe(area)
    expect(area.value).toBe('typed')
  })

  it('lets a hydrated text area be written and read as any other', async () => {
    let change = (_text: string): void => {}
    const Area = () => {
      const [text, setText] = useState('stored')
      useEffect(() => void (change = setText), [])
      return <textarea defaultValue={text}></textarea>
    }
    const opening = openPage({ root, home: { ...home, default: Area } })
    const area = find<HTMLTextAreaElement>('textarea')
    area.value = 'typed'
    page = await opening
    flushSync(() => change('changed'))
    expect(area.value).toBe('typed')
    area.value = 'changed'
    expect(area.value).toBe('changed')
    await Promise.resolve()
    expect(area.textContent).toBe('changed')
  })

  it('goes where the browser is if someone went back while scripts were loading', async () => {
    const errors = vi.spyOn(console, 'error')
    const url = new URL('/books/dune', location.href).href
    const navigation = { activation: { entry: { key: 'new', url } }, currentEntry: { key: 'old' } }
    vi.stubGlobal('navigation', navigation)
    const opening = openPage({ root, home, book }, '/books/dune')
    history.replaceState(null, '', '/books/emma')
    page = await opening
    await shows('h1', 'emma')
    expect(page.requests).toEqual(['GET /books/emma'])
    expect(errors).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  it('wraps the app in what render() returns', async () => {
    page = await openPage({ root, home }, '/', {
      wrap: (app) => <StrictMode>{app}</StrictMode>,
    })
    find('button').click()
    await shows('button', 'Clicked 1')
  })

  it('takes the focus from a link of the old page before the new one needs a layout', async () => {
    page = await openPage({ root, home, book })
    const seen: unknown[] = []
    const watch = ({ target }: Event) => seen.push([target, find('h1').textContent])
    find('button').focus()
    document.addEventListener('focusin', watch)
    find('a', 'Dune').click()
    await shows('h1', 'dune')
    document.removeEventListener('focusin', watch)
    expect(document.activeElement).toBe(document.body)
    expect(seen).toEqual([[document.body, 'Home']])
  })

  it('takes the focus from a link that stays', async () => {
    page = await openPage({ root, home, book })
    find('a', 'Dune').focus()
    find('a', 'Dune').click()
    await shows('h1', 'dune')
    expect(document.activeElement).toBe(document.body)
    expect(document.body.hasAttribute('tabindex')).toBe(false)
  })

  it('passes the options of the client router through extend()', async () => {
    const seen: string[] = []
    const extend = observe(({ type, phase }) => void seen.push(`${type} ${phase}`))
    page = await openPage({ root, home, book }, '/', { extend })
    find('a', 'Dune').click()
    await eventually(() => expect(seen).toContain('commit once'))
    expect(seen.slice(0, 2).sort()).toEqual(['data start', 'navigation start'])
  })

  describe('errors that boundaries show', () => {
    const Broken = ({ message = 'broken' }: { message?: string }): never => {
      throw new Error(message)
    }
    const Boundary = () => <p>{(useRouteError() as Error).message}</p>
    /** The stacks of components of the events. */
    const stacks: unknown[] = []
    /** Opens a page, and returns its error events as they come. */
    const openObserved = async (routes: Record<string, LiveRoute>, url?: string) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const told: string[] = []
      stacks.length = 0
      const extend = observe((event) => {
        if (event.type !== 'error') return
        told.push(`${event.routeId} ${(event.error as Error).message}`)
        stacks.push(event.componentStack)
      })
      page = await openPage({ root, home, ...routes }, url, { extend })
      return told
    }
    afterEach(() => {
      vi.restoreAllMocks()
    })

    it('are told once if a component throws after a navigation', async () => {
      const told = await openObserved({
        book: { ...book, default: Broken, ErrorBoundary: Boundary },
      })
      find('a', 'Dune').click()
      await shows('p', 'broken')
      expect(told).toEqual(['book broken'])
      expect(stacks).toEqual([expect.stringContaining('Broken')])
    })

    it('are told if a component throws before the client router has started', async () => {
      let isServer = true
      const OnServer = () => (isServer ? <p>fine</p> : <Broken />)
      const opening = openObserved(
        {
          book: { ...book, default: OnServer, ErrorBoundary: Boundary },
        },
        '/books/dune',
      )
      isServer = false
      const told = await opening
      await shows('p', 'broken')
      expect(told).toEqual(['book broken'])
    })

    it('are told of the root if no route has a boundary', async () => {
      const told = await openObserved({ book: { ...book, default: Broken } })
      find('a', 'Dune').click()
      await shows('h1', 'Unexpected Error')
      expect(told).toEqual(['root broken'])
    })

    it('are told once if a boundary passes the error of a loader on', async () => {
      const Passing = (): never => {
        throw useRouteError()
      }
      const loader = () => Promise.reject(new Error('no book'))
      const told = await openObserved({
        root: { ...root, ErrorBoundary: Boundary },
        book: { ...book, loader, ErrorBoundary: Passing },
      })
      page.fail(() => Promise.reject(new TypeError('network')))
      find('a', 'Dune').click()
      await eventually(() => expect(document.querySelector('p')).not.toBeNull())
      expect(told).toEqual([`book ${find('p').textContent}`])
    })

    it('are told of the route of an Await, with errorElement and without', async () => {
      const values = [
        Promise.reject(new Error('rejected')),
        Promise.reject(new Error('refused')),
        Promise.resolve('thrown'),
      ]
      for (const value of values) value.catch(() => {})
      const Shown = () => {
        const { value } = useLoaderData() as { value: Promise<string> }
        return (
          <Await resolve={value} fallback="Loading" errorElement={<p>no value</p>}>
            {(message) => <Broken message={message} />}
          </Await>
        )
      }
      const Strict = () => {
        const { value } = useLoaderData() as { value: Promise<string> }
        return (
          <Await resolve={value} fallback="Loading">
            Never
          </Await>
        )
      }
      const loader = () => ({ value: values.pop() })
      const told = await openObserved({
        book: { ...book, loader, default: Shown },
        other: { ...book, path: '/other', loader, default: Strict, ErrorBoundary: Boundary },
      })
      find('a', 'Dune').click()
      await shows('p', 'no value')
      expect(told).toEqual(['book thrown'])
      expect(stacks).toEqual([expect.stringContaining('Broken')])

      find('a', 'Dune').click()
      await eventually(() => expect(told).toEqual(['book thrown', 'book refused']))
      expect(find('p').textContent).toBe('no value')
      expect(stacks[1]).toBeUndefined()

      history.pushState(null, '', '/other')
      dispatchEvent(new PopStateEvent('popstate'))
      await shows('p', 'rejected')
      expect(told).toEqual(['book thrown', 'book refused', 'other rejected'])
      expect(stacks[2]).toContain('Strict')
    })

    it('are not told of an errorElement that the document already shows', async () => {
      const value = Promise.reject(new Error('rejected'))
      value.catch(() => {})
      const Shown = () => (
        <Await
          resolve={Object.assign(value, { status: 'rejected', reason: 'rejected' })}
          errorElement={<p>no value</p>}
        >
          Never
        </Await>
      )
      const told = await openObserved({ home: { ...home, default: Shown }, book })
      expect(find('p').textContent).toBe('no value')
      find('a', 'Dune').click()
      await shows('h1', 'dune')
      expect(told).toEqual([])
    })
  })

  it('tells assistive technology where a navigation led', async () => {
    page = await openPage({ root, home, book })
    const region = find('#__announcer')
    expect(region.textContent).toBe('')
    find('a', 'Dune').click()
    await eventually(() => expect(region.textContent).toBe('A book'))
  })
})

describe('<Link>', () => {
  it('goes to the page without loading a document', async () => {
    page = await openPage({ root, home, book })
    find('a', 'Dune').click()
    await shows('h1', 'dune')
    expect(location.pathname).toBe('/books/dune')
    expect(document.title).toBe('A book')
    expect(page.requests).toEqual(['GET /books/dune'])
  })

  it('to the current page replaces its entry, unless replace is false', async () => {
    const Links = () => (
      <main>
        <Link to="/">Again</Link>
        <Link to="/" replace={false}>
          Added
        </Link>
      </main>
    )
    const told: unknown[] = []
    const extend = observe((event) => {
      if (event.type === 'navigation' && event.phase === 'end') told.push(event.action)
    })
    page = await openPage({ root, home: { ...home, default: Links } }, '/', { extend })
    find('a', 'Again').click()
    find('a', 'Added').click()
    await eventually(() => expect(told).toEqual(['REPLACE', 'PUSH']))
  })

  it('shows what is pending until the data is there', async () => {
    const result = Promise.withResolvers<string>()
    page = await openPage({ root, home, book: { ...book, loader: () => result.promise } })
    find('a', 'Dune').click()
    await shows('output', 'loading/load')
    expect(find('h1').textContent).toBe('Home')
    result.resolve('arrived')
    await shows('h1', 'arrived')
    await shows('output', 'idle/idle')
  })

  it('leaves a click with a key or another button to the browser', async () => {
    page = await openPage({ root, home, book })
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
      // The browser would open another tab.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true })
      find('a', 'Dune').dispatchEvent(click)
    }
    expect(page.requests).toEqual([])
    expect(location.pathname).toBe('/')
  })

  it('comes back by the history, with the loader run again', async () => {
    page = await openPage({ root, home, book }, '/books/emma')
    find('a', 'Home').click()
    await shows('h1', 'Home')
    history.back()
    await shows('h1', 'emma')
    expect(page.requests).toEqual(['GET /books/emma'])
  })
})

describe('<Link prefetch>', () => {
  const linked = (prefetch: 'intent' | 'render'): LiveRoute => ({
    path: '/',
    default: () => (
      <Link to="/books/dune" prefetch={prefetch}>
        Later
      </Link>
    ),
  })
  const tags = () =>
    Array.from(document.querySelectorAll('link[rel=prefetch]'), (tag) => tag.getAttribute('as'))

  it('names the data and the module as soon as it is rendered', async () => {
    page = await openPage({ root, home: linked('render'), book })
    await eventually(() => expect(tags()).toEqual(['script', 'fetch']))
    expect(find('link[as=fetch]').getAttribute('href')).toBe('/books/dune?_data=book')
  })

  it('names what the links of the target preload, when its module is there', async () => {
    const links = () => [
      { rel: 'preload', as: 'image', href: '/cover.png', fetchPriority: 'high' as const },
      { rel: 'preload', as: 'image', href: '/print.png', media: 'print' },
      { rel: 'icon', href: '/icon.png' },
    ]
    page = await openPage({ root, home: linked('render'), book: { ...book, links } })
    await eventually(() => expect(tags()).toEqual(['script', 'fetch']))
    find('link[as=script]').dispatchEvent(new Event('load'))
    await eventually(() => expect(tags()).toEqual(['script', 'fetch', 'image']))
    expect(find('link[as=image]').getAttribute('href')).toBe('/cover.png')
  })

  it('waits for the pointer, and takes back what is not wanted any more', async () => {
    page = await openPage({ root, home: linked('intent'), book })
    expect(tags()).toEqual([])
    await vi.waitFor(
      () => {
        find('a', 'Later').dispatchEvent(new MouseEvent('mouseenter'))
        expect(tags()).toEqual(['script', 'fetch'])
      },
      // Longer than what the link waits for, which each of these events begins anew.
      { interval: 300, timeout: 120_000 },
    )
    find('a', 'Later').dispatchEvent(new MouseEvent('mouseleave'))
    await eventually(() => expect(tags()).toEqual([]))
  })
})

describe('<Navigate>', () => {
  it('navigates again when its props change, and not when it only renders again', async () => {
    const going: LiveRoute = {
      path: '/',
      default: () => <Outlet />,
    }
    let go: (slug: string) => void = () => {}
    const layout: LiveRoute = {
      ...root,
      default: function Layout() {
        const [slug, setSlug] = useState('dune')
        go = setSlug
        return (
          <html lang="en">
            <body>
              <Navigate to={`/books/${slug}`} />
              <Outlet />
              <Scripts />
            </body>
          </html>
        )
      },
    }
    page = await openPage({ root: layout, going, book })
    await shows('h1', 'dune')
    go('emma')
    await shows('h1', 'emma')
    expect(page.requests).toEqual(['GET /books/dune', 'GET /books/emma'])
  })
})

describe('useBlocker', () => {
  it('decides by paths without the basename, and the visitor can go on', async () => {
    const asked: string[] = []
    const edit: LiveRoute = {
      path: '/edit',
      default: function Edit() {
        const blocker = useBlocker(({ currentLocation, nextLocation }) => {
          asked.push(`${currentLocation.pathname} to ${nextLocation.pathname}`)
          return nextLocation.pathname === '/books/dune'
        })
        return (
          <main>
            <p>{blocker.state}</p>
            <button onClick={() => blocker.state === 'blocked' && blocker.proceed()}>Leave</button>
          </main>
        )
      },
    }
    const titled: LiveRoute = { ...book, loader: ({ path }) => path }
    page = await openPage({ root, edit, titled }, '/shop/edit', { basename: '/shop' })

    find('a', 'Dune').click()
    await shows('p', 'blocked')
    expect(asked).toEqual(['/edit to /books/dune'])
    expect(location.pathname).toBe('/shop/edit')

    find('button', 'Leave').click()
    await shows('h1', '/shop/books/dune')
    expect(location.pathname).toBe('/shop/books/dune')
  })
})

describe('useSearchParams', () => {
  it('has default params until it is set', async () => {
    const search: LiveRoute = {
      path: '/',
      default: function Search() {
        const [params, setParams] = useSearchParams({ sort: 'title', tag: ['a', 'b'] })
        return (
          <main>
            <p>{params.toString()}</p>
            <button
              onClick={() =>
                setParams((old) => {
                  old.delete('tag')
                  return old
                })
              }
            >
              Set
            </button>
          </main>
        )
      },
    }
    page = await openPage({ root, search }, '/?sort=year')
    expect(find('p').textContent).toBe('sort=year&tag=a&tag=b')
    find('button', 'Set').click()
    await shows('p', 'sort=year')
    expect(location.search).toBe('?sort=year')
  })
})

describe('<Form>', () => {
  const edit: LiveRoute = {
    path: '/edit',
    action: ({ method, fields }) => `${method} ${JSON.stringify(fields)}`,
    default: function Edit() {
      return (
        <main>
          <Form method="put">
            <input name="title" defaultValue="Dune" />
            <button name="how" value="draft">
              Save
            </button>
          </Form>
          <p>{useActionData<string>()}</p>
        </main>
      )
    },
  }

  it('sends its fields and its button to the action, with its own method', async () => {
    page = await openPage({ root, edit }, '/edit')
    find<HTMLInputElement>('input').value = 'Emma'
    find('button', 'Save').click()
    await shows('p', 'PUT {"title":"Emma","how":"draft"}')
    expect(page.requests).toEqual(['PUT /edit'])
    expect(location.pathname).toBe('/edit')
  })

  it('runs the loaders of the page again after the action', async () => {
    let name = 'old'
    const settings: LiveRoute = {
      path: '/settings',
      loader: () => name,
      action: ({ fields }) => (name = fields['name'] as string),
      default: function Settings() {
        return (
          <Form method="post">
            <h1>{useLoaderData<string>()}</h1>
            <input name="name" defaultValue="new" />
            <button>Rename</button>
          </Form>
        )
      },
    }
    page = await openPage({ root, settings }, '/settings')
    expect(find('h1').textContent).toBe('old')
    find('button', 'Rename').click()
    await shows('h1', 'new')
    expect(page.requests).toEqual(['POST /settings', 'GET /settings'])
  })

  it('sends one request for a double click, and another when the fields differ', async () => {
    const result = Promise.withResolvers<string>()
    page = await openPage({ root, edit: { ...edit, action: () => result.promise } }, '/edit')
    find('button', 'Save').click()
    find('button', 'Save').click()
    await shows('output', 'submitting/actionSubmission')
    await eventually(() => expect(page.requests).toEqual(['PUT /edit']))
    find<HTMLInputElement>('input').value = 'Emma'
    find('button', 'Save').click()
    await eventually(() => expect(page.requests).toEqual(['PUT /edit', 'PUT /edit']))
    result.resolve('saved')
    await shows('p', 'saved')
  })

  it('lets effects see every state of a submission after which nothing loads', async () => {
    const seen: string[] = []
    let saved = Promise.withResolvers<string>()
    const reset: LiveRoute = {
      path: '/reset',
      action: () => saved.promise,
      default: function Reset() {
        const { type } = useTransition()
        const fetcher = useFetcher<string>()
        useEffect(() => void seen.push(type), [type])
        useEffect(() => void seen.push(`fetcher ${fetcher.type}`), [fetcher.type])
        return (
          <main>
            <Form method="post">
              <button>Send</button>
            </Form>
            <fetcher.Form method="post">
              <button>Fetch</button>
            </fetcher.Form>
            <p>{useActionData<string>()}</p>
          </main>
        )
      },
    }
    page = await openPage({ root, reset }, '/reset')
    seen.length = 0
    find('button', 'Send').click()
    await eventually(() => expect(seen).toEqual(['actionSubmission']))
    saved.resolve('saved')
    await eventually(() => expect(seen).toEqual(['actionSubmission', 'actionReload', 'idle']))
    seen.length = 0
    saved = Promise.withResolvers<string>()
    find('button', 'Fetch').click()
    await eventually(() => expect(seen).toEqual(['fetcher actionSubmission']))
    saved.resolve('saved')
    await eventually(() =>
      expect(seen).toEqual(['fetcher actionSubmission', 'fetcher actionReload', 'fetcher done']),
    )
  })

  it('renders nothing if a reload brings the same data', async () => {
    const result = Promise.withResolvers<string>()
    let renders = 0
    const Saving = () => <p>{`Saving ${useFetchers().length}`}</p>
    const stable: LiveRoute = {
      path: '/stable',
      loader: () => ({ names: ['ada'] }),
      action: () => result.promise,
      default: function Stable() {
        const { names } = useLoaderData<{ names: string[] }>()
        renders++
        return (
          <Form method="post" navigate={false}>
            <button>{names[0]}</button>
            <Saving />
          </Form>
        )
      },
    }
    page = await openPage({ root, stable }, '/stable')
    const before = renders
    find('button', 'ada').click()
    await shows('p', 'Saving 1')
    result.resolve('saved')
    await shows('p', 'Saving 0')
    expect(page.requests).toEqual(['POST /stable', 'GET /stable'])
    expect(renders).toBe(before)
  })

  it('ends without a navigation while React still renders the next page', async () => {
    const result = Promise.withResolvers<string>()
    const gate = Promise.withResolvers<void>()
    const form: LiveRoute = {
      path: '/form',
      action: () => result.promise,
      default: () => (
        <Form method="post" navigate={false}>
          <button>Send</button>
        </Form>
      ),
    }
    const slow: LiveRoute = {
      ...book,
      default: function Slow() {
        use(gate.promise)
        return <h1>{`Saving ${useFetchers().length}`}</h1>
      },
    }
    page = await openPage({ root, form, slow }, '/form')
    find('button', 'Send').click()
    await eventually(() => expect(page.requests).toEqual(['POST /form']))
    find('a', 'Dune').click()
    await eventually(() => expect(location.pathname).toBe('/books/dune'))
    result.resolve('saved')
    const requests = ['POST /form', 'GET /books/dune', 'GET /books/dune']
    await eventually(() => expect(page.requests).toEqual(requests))
    await new Promise((resolve) => setTimeout(resolve, 50))
    gate.resolve()
    await shows('h1', 'Saving 0')
  })

  it('has no _method field once it is submitted by us', async () => {
    page = await openPage({ root, edit }, '/edit')
    await eventually(() => expect(document.querySelector('[name=_method]')).toBeNull())
  })

  it('sends the key that its document has, and is hydrated without a warning', async () => {
    const errors = vi.spyOn(console, 'error')
    const written: string[] = []
    const order: LiveRoute = {
      path: '/order',
      once: true,
      action: () => 'sent',
      default: function Order() {
        useLayoutEffect(() => {
          for (const form of document.forms) written.push(keyIn(form))
        }, [])
        return (
          <>
            <Form method="post">
              <button>Order</button>
            </Form>
            <Form method="post">
              <button>Order another</button>
            </Form>
          </>
        )
      },
    }
    page = await openPage({ root, order }, '/order', {
      wrap: (app) => <StrictMode>{app}</StrictMode>,
    })
    await eventually(() => expect(document.querySelector('[name=_once]')).toBeNull())
    find('button', 'Order').click()
    await eventually(() => expect(page.keys).toHaveLength(1))
    find('button', 'Order another').click()
    await eventually(() => expect(page.keys).toHaveLength(2))
    expect(page.keys).toEqual(written.slice(0, 2).map((key) => `"${key}"`))
    expect(new Set(page.keys).size).toBe(2)
    expect(errors.mock.calls).toEqual([])
    errors.mockRestore()
  })

  it('has a separate key if only the browser renders it and submits it itself', async () => {
    const order: LiveRoute = {
      path: '/order',
      once: true,
      action: () => 'sent',
      default: function Order() {
        const [count, setCount] = useState(1)
        return (
          <>
            <button onClick={() => setCount(count + 1)}>More</button>
            {Array.from({ length: count }, (_, i) => (
              <Form key={i} method="post" reloadDocument />
            ))}
          </>
        )
      },
    }
    page = await openPage({ root, order }, '/order')
    for (const count of [2, 3]) {
      find('button', 'More').click()
      await eventually(() => expect(document.forms).toHaveLength(count))
    }
    const keys = [...document.forms].map(keyIn)
    expect(new Set(keys).size).toBe(3)
    // What the server accepts, and with the time at which the document was created.
    const [start] = /^document\d+\.\w+\./.exec(keys[0]!)!
    for (const key of keys) {
      expect(key.startsWith(start)).toBe(true)
      expect(parseKey(key)).toBe(key)
    }
    find('button', 'More').click()
    await eventually(() => expect(document.forms).toHaveLength(4))
    expect([...document.forms].map(keyIn).slice(0, 3)).toEqual(keys)
  })

  it('puts the fields of a search into the address', async () => {
    const search: LiveRoute = {
      path: '/search',
      loader: ({ path }) => path,
      default: function Search() {
        return (
          <Form>
            <h1>{useLoaderData<string>()}</h1>
            <input name="q" defaultValue="a b" />
            <button>Search</button>
          </Form>
        )
      },
    }
    page = await openPage({ root, search }, '/search')
    find('button', 'Search').click()
    await shows('h1', '/search?q=a+b')
    expect(location.search).toBe('?q=a+b')
  })

  it('is left alone when the app prevents its submission', async () => {
    const guarded: LiveRoute = {
      path: '/guarded',
      action: () => 'sent',
      default: () => (
        <Form method="post" onSubmit={(event) => event.preventDefault()}>
          <button>Send</button>
        </Form>
      ),
    }
    page = await openPage({ root, guarded }, '/guarded')
    find('button', 'Send').click()
    expect(page.requests).toEqual([])
  })
})

describe('useFetcher', () => {
  const likes: LiveRoute = { path: '/likes', loader: () => 7, action: () => 8 }
  const shelf: LiveRoute = {
    path: '/',
    default: function Shelf() {
      const fetcher = useFetcher<number>()
      return (
        <main>
          <p>{`${fetcher.state} ${fetcher.data}`}</p>
          <button onClick={() => fetcher.load('/likes')}>Load</button>
          <button onClick={() => fetcher.reset()}>Reset</button>
          <fetcher.Form method="post" action="/likes">
            <button>Like</button>
          </fetcher.Form>
        </main>
      )
    },
  }

  it('loads data without a navigation', async () => {
    page = await openPage({ root, shelf, likes })
    expect(find('p').textContent).toBe('idle undefined')
    find('button', 'Load').click()
    await shows('p', 'idle 7')
    expect(page.requests).toEqual(['GET /likes'])
    expect(location.pathname).toBe('/')
    find('button', 'Reset').click()
    await shows('p', 'idle undefined')
  })

  it('returns promises that resolve when the work is done', async () => {
    const seen: unknown[] = []
    const waiting: LiveRoute = {
      path: '/',
      default: function Waiting() {
        const fetcher = useFetcher<number>()
        const navigate = useNavigate()
        const submit = useSubmit()
        const { revalidate } = useRevalidator()
        const run = async () => {
          await fetcher.load('/likes')
          seen.push(page.requests.length)
          await fetcher.submit(null, { method: 'post', action: '/likes' })
          seen.push(page.requests.slice(1))
          await revalidate()
          await submit({ a: '1' }, { action: '/books/dune' })
          seen.push(location.pathname + location.search)
          await navigate('/books/emma')
          seen.push(location.pathname)
        }
        return <button onClick={() => void run()}>Run</button>
      },
    }
    page = await openPage({ root, waiting, likes, book })
    find('button', 'Run').click()
    await eventually(() => expect(seen).toHaveLength(4))
    expect(seen).toEqual([1, ['POST /likes'], '/books/dune?a=1', '/books/emma'])
  })

  it('submits a form without a navigation', async () => {
    page = await openPage({ root, shelf, likes })
    find('button', 'Like').click()
    await shows('p', 'idle 8')
    expect(page.requests).toEqual(['POST /likes'])
    expect(location.pathname).toBe('/')
  })
})

describe('<ScrollRestoration>', () => {
  it('starts a new page at the top, and goes back to where the visitor was', async () => {
    page = await openPage({ root, home, book })
    scrollTo(0, 400)
    find('a', 'Dune').click()
    await shows('h1', 'dune')
    expect(scrollY).toBe(0)
    history.back()
    await shows('h1', 'Home')
    expect(scrollY).toBe(400)
  })

  it('keeps the positions for the next document', async () => {
    page = await openPage({ root, home })
    expect(history.scrollRestoration).toBe('manual')
    scrollTo(0, 250)
    dispatchEvent(new Event('pagehide'))
    const stored = JSON.parse(sessionStorage.getItem('fw:scroll')!) as Record<string, number>
    expect(Object.values(stored)).toContain(250)
    expect(history.scrollRestoration).toBe('auto')
  })
})

describe('a request that fails', () => {
  const fails = () => Promise.reject(new TypeError('NetworkError'))
  const withBoundary: LiveRoute = { ...book, ErrorBoundary: () => <h1>Sorry</h1> }

  it('shows the boundary of the target', async () => {
    page = await openPage({ root, home, book: withBoundary })
    page.fail(fails)
    find('a', 'Dune').click()
    await shows('h1', 'Sorry')
    expect(location.pathname).toBe('/books/dune')
  })

  it('changes nothing while the visitor leaves the document, nor when they come back', async () => {
    const broken = Promise.withResolvers<never>()
    page = await openPage({ root, home, book: withBoundary })
    const entries = history.length
    page.fail(() => broken.promise)
    find('a', 'Dune').click()
    await shows('output', 'loading/load')
    dispatchEvent(new Event('beforeunload'))
    broken.reject(new TypeError('NetworkError'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(find('h1').textContent).toBe('Home')
    expect(history.length).toBe(entries)

    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await shows('output', 'idle/idle')
    expect(find('h1').textContent).toBe('Home')
    expect(location.pathname).toBe('/')
    expect(history.length).toBe(entries)
  })
})

describe('a document that a cache has made with another query', () => {
  it('hydrates as it was made, and then shows the query of its visitor without a request', async () => {
    const shown: string[] = []
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const search: LiveRoute = {
      path: '/search',
      loader: ({ path }) => path,
      default: function Search() {
        const [params] = useSearchParams()
        const text = `${useLoaderData() as string} for ${String(params)}`
        shown.push(text)
        return <main>{text}</main>
      },
    }
    page = await openPage({ root, search }, '/search?utm_source=mail&q=dune', {
      madeWith: '?q=dune',
    })
    await eventually(() => {
      expect(document.querySelector('main')!.textContent).toBe(
        '/search?q=dune for utm_source=mail&q=dune',
      )
    })
    // The first one is the server's, the second one hydrates it.
    expect(shown.slice(0, 2)).toEqual(['/search?q=dune for q=dune', '/search?q=dune for q=dune'])
    expect(page.requests).toEqual([])
    expect(error.mock.calls).toEqual([])
  })
})
