import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as framework from './index.ts'
import { renderInRoute, renderPage } from './page.fixture.ts'

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What a hook returns in the last of some routes. */
function run<Result>(hook: () => Result, page: Parameters<typeof renderPage>[1] = {}): Result {
  let result: Result
  renderPage(
    [
      { id: 'root', pathname: '/', handle: 'root handle' },
      {
        id: 'leaf',
        pathname: '/books/dune',
        handle: { crumb: 'Dune' },
        default() {
          result = hook()
          return null
        },
      },
    ],
    {
      url: '/books/dune?a=1',
      params: { slug: 'dune' },
      loaderData: { root: 'root data', leaf: 'leaf data' },
      ...page,
    },
  )
  return result!
}

describe('hooks that read the page', () => {
  it('give a component the data of the route that renders it', () => {
    expect(run(() => framework.useLoaderData())).toBe('leaf data')
    expect(run(() => framework.useRouteLoaderData('root'))).toBe('root data')
    expect(run(() => framework.useRouteLoaderData('other'))).toBeUndefined()
    expect(run(() => framework.useActionData())).toBeUndefined()
    expect(run(() => framework.useActionData(), { actionData: { leaf: 1, root: 2 } })).toBe(1)
  })

  it('give a component used by two routes the data of whichever renders it', () => {
    const Shared = () => `[${String(framework.useLoaderData())}]`
    const html = renderPage(
      [
        {
          id: 'root',
          pathname: '/',
          default: () => [jsx(Shared, {}, 1), jsx(framework.Outlet, {}, 2)] as never,
        },
        { id: 'leaf', pathname: '/a', default: Shared },
      ],
      { loaderData: { root: 'r', leaf: 'l' } },
    )
    expect(html.replaceAll('<!-- -->', '')).toBe('[r][l]')
  })

  it('list the matches, root first, the same array each time', () => {
    const [first, second] = run(() => [framework.useMatches(), framework.useMatches()])
    expect(second).toBe(first)
    expect(first).toEqual([
      {
        id: 'root',
        pathname: '/',
        params: { slug: 'dune' },
        data: 'root data',
        loaderData: 'root data',
        handle: 'root handle',
      },
      {
        id: 'leaf',
        pathname: '/books/dune',
        params: { slug: 'dune' },
        data: 'leaf data',
        loaderData: 'leaf data',
        handle: { crumb: 'Dune' },
      },
    ])
  })

  it('tell location, params and how the page was reached', () => {
    expect(run(() => framework.useLocation())).toMatchObject({
      pathname: '/books/dune',
      search: '?a=1',
      hash: '',
    })
    expect(run(() => framework.useParams())).toEqual({ slug: 'dune' })
    expect(run(() => framework.useNavigationType())).toBe('POP')
    expect(run(() => String(framework.useSearchParams()[0]))).toBe('a=1')
    expect(run(() => framework.useRouteError())).toBeUndefined()
  })

  it('do not change a path that only begins like the basename', () => {
    const page = { basename: '/shop', url: '/shopping' }
    expect(run(() => framework.useLocation().pathname, page)).toBe('/shopping')
  })

  it('leave out the basename', () => {
    const page = { basename: '/shop', url: '/shop/books' }
    let seen: unknown
    renderPage(
      [
        { id: 'root', pathname: '/shop' },
        {
          id: 'leaf',
          pathname: '/shop/books',
          default() {
            seen = [
              framework.useLocation().pathname,
              framework.useMatches().map(({ pathname }) => pathname),
              framework.useHref('/x'),
              framework.useFormAction(),
              framework.useResolvedPath('.').pathname,
            ]
            return null
          },
        },
      ],
      page,
    )
    expect(seen).toEqual(['/books', ['/', '/books'], '/shop/x', '/shop/books', '/books'])
  })
})

describe('hooks that show what is pending', () => {
  it('are idle on a server', () => {
    expect(run(() => ({ ...framework.useTransition() }))).toEqual({
      state: 'idle',
      type: 'idle',
      submission: undefined,
      location: undefined,
    })
    expect(run(() => framework.useFetchers())).toEqual([])
    expect(run(() => framework.useRevalidator().state)).toBe('idle')
    expect(run(() => framework.useBlocker(true).state)).toBe('unblocked')
  })

  it('give the same transition each time', () => {
    const [first, second] = run(() => [framework.useTransition(), framework.useTransition()])
    expect(second).toBe(first)
  })

  it('say so if the app wanted React’s useTransition', () => {
    const transition = run(() => framework.useTransition()) as unknown as Iterable<unknown>
    expect(() => Array.from(transition)).toThrow('import useTransition from "react"')
  })

  it('give a fetcher that was never used', () => {
    const fetcher = run(() => framework.useFetcher({ key: 'k' }))
    expect(fetcher).toMatchObject({
      key: 'k',
      state: 'idle',
      type: 'init',
      data: undefined,
      submission: undefined,
    })
    expect(() => fetcher.load('/x')).toThrow('Cannot call fetcher.load() while rendering')
    expect(() => fetcher.submit(null)).toThrow('Cannot call fetcher.submit() while rendering')
  })

  it('render the form of a fetcher as a form that works without JavaScript', () => {
    const html = renderInRoute(() => {
      const fetcher = framework.useFetcher()
      return jsx(fetcher.Form, { method: 'delete', action: '/x', children: 'x' })
    })
    expect(html).toBe(
      '<form data-method="delete" action="/x" method="post"><input type="hidden" name="_method" value="DELETE"/>x</form>',
    )
  })

  it('do not navigate or submit while rendering', () => {
    expect(() => run(() => framework.useNavigate()('/x'))).toThrow(
      'Cannot call navigate while rendering: call it in an effect or handler',
    )
    expect(() => run(() => framework.useSubmit()(null))).toThrow(
      'Cannot call submit while rendering: call it in an effect or handler',
    )
  })
})

describe('deprecated hooks', () => {
  it('work, and warn once each', () => {
    expect(run(() => framework.useRouteData())).toBe('leaf data')
    expect(run(() => framework.useRouteData())).toBe('leaf data')
    expect(run(() => framework.usePendingLocation())).toBeUndefined()
    expect(run(() => framework.usePendingFormSubmit())).toBeUndefined()
    expect(warn.mock.calls.flat()).toEqual([
      'useRouteData is deprecated: use useLoaderData',
      'usePendingLocation is deprecated: use useTransition().location',
      'usePendingFormSubmit is deprecated: use useTransition().submission',
    ])
  })
})

describe('a hook outside of its place', () => {
  it.each([
    ['useLoaderData', () => framework.useLoaderData()],
    ['useActionData', () => framework.useActionData()],
    ['useFormAction', () => framework.useFormAction()],
    ['useSubmit', () => framework.useSubmit()],
    ['useTransition', () => framework.useTransition()],
    ['useFetcher', () => framework.useFetcher()],
    ['useFetchers', () => framework.useFetchers()],
    ['useMatches', () => framework.useMatches()],
    ['useLocation', () => framework.useLocation()],
    ['useNavigate', () => framework.useNavigate()],
    ['useParams', () => framework.useParams()],
    ['useSearchParams', () => framework.useSearchParams()],
    ['useResolvedPath', () => framework.useResolvedPath('.')],
    ['useHref', () => framework.useHref('.')],
    ['useNavigationType', () => framework.useNavigationType()],
    ['useRouteError', () => framework.useRouteError()],
    ['useRevalidator', () => framework.useRevalidator()],
    ['useRouteLoaderData', () => framework.useRouteLoaderData('x')],
    ['useBlocker', () => framework.useBlocker(true)],
    ['useLoaderData', () => framework.useRouteData()],
    ['useTransition', () => framework.usePendingLocation()],
    ['useTransition', () => framework.usePendingFormSubmit()],
    ['<Form>', () => framework.Form({})],
    ['<Outlet>', () => framework.Outlet({})],
    ['<Meta>', () => framework.Meta()],
    ['<Links>', () => framework.Links({})],
    ['<Scripts>', () => framework.Scripts({})],
    ['<ScrollRestoration>', () => framework.ScrollRestoration({})],
  ])('says that %s must be used within a route', (name, hook) => {
    const Component = () => {
      hook()
      return null
    }
    expect(() => renderToString(createElement(Component))).toThrow(
      `${name} must be used within a route`,
    )
  })

  it('is fine for useBeforeUnload', () => {
    const Component = () => {
      framework.useBeforeUnload(() => {})
      return 'fine'
    }
    expect(renderToString(createElement(Component))).toBe('fine')
  })
})

describe('generatePath', () => {
  it('writes a pattern with params', () => {
    expect(framework.generatePath('/books/:slug', { slug: 'a b' })).toBe('/books/a%20b')
    expect(framework.generatePath('/about')).toBe('/about')
  })

  it('writes the rest of a path, as a page has it in params', () => {
    expect(framework.generatePath('/files/*', { '*': 'a/b c' })).toBe('/files/a/b%20c')
    expect(framework.generatePath('/files/*')).toBe('/files')
    expect(framework.generatePath('/:user/*', { user: 'ada', '*': 'x' })).toBe('/ada/x')
    expect(framework.generatePath('/*')).toBe('/')
    expect(framework.generatePath('*')).toBe('/')
    expect(framework.generatePath('*', { '*': 'a/b' })).toBe('/a/b')
    expect(framework.generatePath('/courses/*', { '*': 0 })).toBe('/courses/0')
    expect(framework.generatePath('/courses/*', { '*': '' })).toBe('/courses')
    expect(framework.generatePath('/:rest/*', { rest: 'a', '*': 'b' })).toBe('/a/b')
  })
})
