import * as fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { jsx } from 'react/jsx-runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  Form,
  Link,
  Links,
  Meta,
  Navigate,
  NavLink,
  Outlet,
  PrefetchPageLinks,
  Scripts,
  ScrollRestoration,
  useFormAction,
  useHref,
  useOutletContext,
  useResolvedPath,
  type LinkProps,
} from './index.ts'
import { renderInRoute, renderPage } from './page.fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A root at `/`, books at `/books`, a pathless layout, and a book at `/books/dune`, which renders `component`. */
const inBook = (component: () => React.ReactNode, page: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(
    [
      { id: 'root', pathname: '/' },
      { id: 'books', pathname: '/books' },
      { id: 'layout' },
      { id: 'book', pathname: '/books/dune', default: component },
    ],
    { url: '/books/dune?page=2', ...page },
  )

describe('Link', () => {
  const href = (props: Partial<LinkProps>, page?: Parameters<typeof renderPage>[1]) =>
    /href="([^"]*)"/
      .exec(inBook(() => jsx(Link, { to: '/', ...props }), page))?.[1]
      ?.replaceAll('&amp;', '&')

  it('is an anchor that works without JavaScript', () => {
    expect(
      inBook(() =>
        jsx(Link, { to: '/x?a=1', className: 'c', 'aria-label': 'l', children: 'text' }),
      ),
    ).toBe('<a class="c" aria-label="l" href="/x?a=1">text</a>')
  })

  it('keeps its own props out of the markup, and renders no tags for prefetch', () => {
    for (const prefetch of ['intent', 'render', 'viewport', 'none'] as const) {
      const html = inBook(() =>
        jsx(Link, {
          to: '/x',
          prefetch,
          replace: true,
          state: 1,
          reloadDocument: true,
          forceRefresh: true,
          relative: 'path',
          preventScrollReset: true,
          viewTransition: true,
        }),
      )
      expect(html).toBe('<a href="/x"></a>')
    }
  })

  it.each([
    ['.', '/books/dune'],
    ['..', '/books'],
    ['../..', '/'],
    ['../../../..', '/'],
    ['../emma', '/books/emma'],
    ['../emma?a=1#b', '/books/emma?a=1#b'],
    ['..?a', '/books?a'],
    ['edit', '/books/dune/edit'],
    ['./edit/', '/books/dune/edit/'],
    ['?x', '/books/dune?x'],
    ['#x', '/books/dune?page=2#x'],
    ['', '/books/dune?page=2'],
    ['/a/../b', '/a/../b'],
    ['..///', '/books'],
    ['../a:b', '/books/a:b'],
    ['//javascript:alert(1)', '/javascript:alert(1)'],
    ['../\\\\evil.test', '/books/evil.test'],
  ])('resolves %j to %s: `..` is the parent route with a path', (to, expected) => {
    expect(href({ to })).toBe(expected)
  })

  it.each([
    ['..', '/books'],
    ['../emma', '/books/emma'],
    ['x', '/books/dune/x'],
    ['.', '/books/dune'],
    ['../..', '/'],
  ])('resolves %j to %s by path when asked to', (to, expected) => {
    expect(href({ to, relative: 'path' })).toBe(expected)
  })

  it('takes a target in parts', () => {
    expect(href({ to: { pathname: '/a', search: 'b=1', hash: 'c' } })).toBe('/a?b=1#c')
    expect(href({ to: { search: '?b=1' } })).toBe('/books/dune?b=1')
    expect(href({ to: { pathname: '..', search: '?b=1' } })).toBe('/books?b=1')
  })

  it.each([
    ['/', '/shop'],
    ['/?a', '/shop?a'],
    ['/x', '/shop/x'],
    ['//x', '/shop/x'],
    ['..', '/shop'],
  ])('puts %s below the basename: %s', (to, expected) => {
    const html = renderPage(
      [
        { id: 'root', pathname: '/shop' },
        { id: 'x', pathname: '/shop/cart', default: () => jsx(Link, { to }) },
      ],
      { basename: '/shop', url: '/shop/cart' },
    )
    expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(expected)
  })

  it.each(['https://other.test/x', 'mailto:a@b.c', 'tel:+1', 'sms:+1'])('leaves %s alone', (to) => {
    expect(href({ to })).toBe(to)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'unknown:x',
  ])('renders # instead of %j and says so', (to) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(href({ to })).toBe('#')
  })

  it('never leads to another origin unless its scheme is spelled out', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      'evil.test',
      '\t',
      '\n',
      ' ',
      '@',
      '%2F',
      '?',
      '#',
      'a',
      'http',
      'javascript',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
          fc.string(),
        ),
        fc.constantFrom('route' as const, 'path' as const),
        (to, relative) => {
          fc.pre(!/^(?:https?|mailto|tel|sms):/i.test(to.replace(/^[\0- ]+|[\t\n\r]/g, '')))
          let result = ''
          renderInRoute(() => {
            // oxlint-disable-next-line react/rules-of-hooks
            result = useHref(to, { relative })
            return null
          })
          expect(new URL(result, 'https://site.test/a/b').origin).toBe('https://site.test')
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('says what is missing outside of a router', () => {
    expect(() => renderToString(createElement(Link, { to: '/' }))).toThrow(
      '<Link> must be used within a route',
    )
  })
})

describe('NavLink', () => {
  const at = (url: string, props: object) =>
    inBook(() => jsx(NavLink, { to: '/books', children: 'x', ...props }), { url })

  it('is active at the target and below it', () => {
    expect(at('/books', {})).toBe('<a aria-current="page" class="active" href="/books">x</a>')
    expect(at('/books/dune', { className: 'c' })).toContain('class="c active"')
    expect(at('/Books/', {})).toContain('active')
    expect(at('/bookshop', {})).toBe('<a href="/books">x</a>')
  })

  it('is active only at the target with `end`, and there in that case only with `caseSensitive`', () => {
    expect(at('/books/dune', { end: true })).not.toContain('active')
    expect(at('/Books', { caseSensitive: true })).not.toContain('active')
  })

  it('is active at the root only for the root', () => {
    expect(at('/books', { to: '/' })).not.toContain('active')
    expect(at('/', { to: '/' })).toContain('active')
  })

  it('treats a slash at the end of its target as none', () => {
    expect(at('/books/dune', { to: '/books/' })).toContain('active')
  })

  it('is active at a target that has to be encoded', () => {
    expect(at('/t/a%20b', { to: '/t/a b' })).toContain('active')
    expect(at('/gr%C3%BCn%20tee/1', { to: '/grün tee' })).toContain('active')
    expect(at('/t/a%20b', { to: '/t/a%20b' })).toContain('active')
  })

  it('is not active for the same path of another origin', () => {
    expect(at('/books', { to: 'https://other.test/books' })).not.toContain('active')
  })

  it('tells functions its state', () => {
    const html = at('/books', {
      className: ({ isActive }: { isActive: boolean }) => `a-${isActive}`,
      style: ({ isPending }: { isPending: boolean }) => ({ color: isPending ? 'red' : 'blue' }),
      children: ({ isTransitioning }: { isTransitioning: boolean }) => String(isTransitioning),
    })
    expect(html).toBe(
      '<a aria-current="page" class="a-true" style="color:blue" href="/books">false</a>',
    )
  })
})

describe('Form', () => {
  it('submits to the route that renders it, with the current query', () => {
    expect(inBook(() => jsx(Form, { method: 'post' }))).toBe(
      '<form action="/books/dune?page=2" method="post"></form>',
    )
  })

  it('submits to a layout’s own URL from the layout', () => {
    const html = renderPage(
      [
        { id: 'root', pathname: '/' },
        { id: 'books', pathname: '/books', default: () => jsx(Form, {}) },
        { id: 'book', pathname: '/books/dune' },
      ],
      { url: '/books/dune?index&a=1' },
    )
    expect(html).toBe('<form action="/books?a=1" method="get"></form>')
  })

  it('submits to a layout’s own URL if its action is empty', () => {
    const html = renderPage(
      [
        { id: 'root', pathname: '/' },
        { id: 'books', pathname: '/books', default: () => jsx(Form, { action: '' }) },
        { id: 'book', pathname: '/books/dune' },
      ],
      { url: '/books/dune?a=1' },
    )
    expect(html).toBe('<form action="/books" method="get"></form>')
  })

  it.each([
    [undefined, '/books?index&a=1'],
    ['', '/books?index'],
    ['.', '/books?index'],
    ['..', '/'],
    ['/x', '/x'],
  ])('addresses an index route with a bare index: action %s is %s', (action, expected) => {
    const html = renderPage(
      [
        { id: 'root', pathname: '/' },
        { id: 'books', pathname: '/books' },
        {
          id: 'index',
          pathname: '/books',
          index: true,
          default: () => jsx(Form, action === undefined ? {} : { action }),
        },
      ],
      { url: '/books?a=1&index' },
    )
    expect(html.replaceAll('&amp;', '&')).toContain(`action="${expected}"`)
  })

  it.each([
    ['.', '/books/dune'],
    ['', '/books/dune'],
    ['..', '/books'],
    ['edit', '/books/dune/edit'],
    ['/x?a=1', '/x?a=1'],
  ])('resolves action %j to %s', (action, expected) => {
    expect(inBook(() => jsx(Form, { action }))).toContain(`action="${expected}"`)
  })

  it.each(['put', 'PATCH', 'Delete'])(
    'sends %s as POST with _method as the first child',
    (method) => {
      const html = inBook(() =>
        jsx(Form, { method: method as 'put', action: '/x', children: jsx('input', { name: 'a' }) }),
      )
      expect(html).toBe(
        `<form data-method="${method.toLowerCase()}" action="/x" method="post"><input type="hidden" name="_method" value="${method.toUpperCase()}"/><input name="a"/></form>`,
      )
    },
  )

  it.each(['get', 'POST'])('sends %s without it', (method) => {
    expect(inBook(() => jsx(Form, { method: method as 'get', action: '/x' }))).toBe(
      `<form action="/x" method="${method.toLowerCase()}"></form>`,
    )
  })

  it('takes another method for get and says so', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(inBook(() => jsx(Form, { method: 'purge' as 'get', action: '/x' }))).toContain(
      'method="get"',
    )
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('"purge"'))
  })

  it('writes real media types only', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const encType = (value: string) =>
      /encType="([^"]*)"/.exec(
        inBook(() => jsx(Form, { encType: value as 'multipart/form-data' })),
      )?.[1]
    expect(encType('application/x-www-urlencoded')).toBe('application/x-www-form-urlencoded')
    expect(encType('multipart/form-data')).toBe('multipart/form-data')
    expect(warn).not.toHaveBeenCalled()
    expect(encType('application/json')).toBe('application/x-www-form-urlencoded')
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('encType "application/json"'))
  })

  it('keeps its own props out of the markup', () => {
    expect(
      inBook(() =>
        jsx(Form, {
          action: '/x',
          replace: true,
          forceRefresh: true,
          reloadDocument: true,
          navigate: false,
          fetcherKey: 'k',
          relative: 'path',
          state: 1,
          preventScrollReset: true,
          viewTransition: true,
          id: 'f',
        }),
      ),
    ).toBe('<form id="f" action="/x" method="get"></form>')
  })

  const inLayout = (component: () => React.ReactNode, dev: boolean) =>
    renderPage(
      [
        { id: 'root', pathname: '/' },
        { id: 'routes/_auth', default: component },
        { id: 'routes/_auth.login', pathname: '/login' },
      ],
      { url: '/login', server: { dev } },
    )

  it('needs an action in a pathless layout: in development, an error says so', () => {
    expect(() => inLayout(() => jsx(Form, {}), true)).toThrow('layout(route, file, children)')
    expect(inLayout(() => jsx(Form, { action: '/login' }), true)).toContain('action="/login"')
    expect(inLayout(() => jsx(Form, {}), false)).toContain('action="/"')
  })
})

describe('useFormAction, useHref and useResolvedPath', () => {
  it('resolve as forms and links do', () => {
    const seen: unknown[] = []
    inBook(() => {
      seen.push(useFormAction(), useFormAction('edit'), useHref('..'), useResolvedPath('../x?a#b'))
      return null
    })
    expect(seen).toEqual([
      '/books/dune?page=2',
      '/books/dune/edit',
      '/books',
      { pathname: '/books/x', search: '?a', hash: '#b' },
    ])
  })
})

describe('Outlet', () => {
  it('renders the child route, and hands it a context', () => {
    const html = renderPage([
      {
        id: 'root',
        pathname: '/',
        default: () => jsx('div', { children: jsx(Outlet, { context: 'from above' }) }),
      },
      {
        id: 'leaf',
        pathname: '/a',
        default: () => jsx('p', { children: useOutletContext<string>() }),
      },
    ])
    expect(html).toBe('<div><p>from above</p></div>')
  })

  it('renders nothing in the last route', () => {
    expect(renderInRoute(() => jsx(Outlet, {}))).toBe('')
  })
})

describe('Meta', () => {
  const meta = (...list: unknown[]) =>
    renderPage(
      list.map((meta, i) => ({
        id: `r${i}`,
        pathname: '/',
        meta: meta as never,
        ...(i === 0 && {
          default: () => [jsx(Meta, {}, 'meta'), jsx(Outlet, {}, 'outlet')] as never,
        }),
      })),
      { loaderData: { r0: 'root data', r1: 'child data' }, params: { id: '7' } },
    )

  it('merges objects, later routes over earlier ones', () => {
    expect(meta({ title: 'Root', description: 'a' }, { title: 'Child' })).toBe(
      '<title>Child</title><meta name="description" content="a"/>',
    )
  })

  it('writes charset, properties, lists and attributes', () => {
    const html = meta({
      charset: 'utf-8',
      'og:title': 'x',
      'article:tag': ['a', 'b'],
      'twitter:card': 'c',
      refresh: { httpEquiv: 'refresh', content: '3' },
    })
    expect(html).toBe(
      '<meta charSet="utf-8"/><meta property="og:title" content="x"/><meta property="article:tag" content="a"/>' +
        '<meta property="article:tag" content="b"/><meta name="twitter:card" content="c"/><meta http-equiv="refresh" content="3"/>',
    )
  })

  it.each([null, undefined, false, ''])('removes what was inherited with %j', (value) => {
    expect(meta({ description: 'a' }, { description: value })).toBe('')
  })

  it('replaces everything with an array', () => {
    expect(
      meta({ title: 'Root', description: 'a' }, [
        { title: 'Child' },
        { charSet: 'utf-8' },
        { name: 'a', content: 'b' },
        { tagName: 'link', rel: 'canonical', href: '/c' },
      ]),
    ).toBe(
      '<meta charSet="utf-8"/><title>Child</title><meta name="a" content="b"/><link rel="canonical" href="/c"/>',
    )
  })

  it('overrides names of an array with an object, in their place', () => {
    expect(
      meta(
        [
          { title: 'Root' },
          { property: 'og:image', content: '1' },
          { property: 'og:image:alt', content: 'one' },
          { property: 'og:image', content: '2' },
          { name: 'robots', content: 'all' },
        ],
        { title: 'Child', 'og:image': '3', robots: null },
      ),
    ).toBe(
      '<title>Child</title><meta property="og:image" content="3"/><meta property="og:image:alt" content="one"/>',
    )
  })

  it('escapes JSON-LD', () => {
    const html = meta([{ 'script:ld+json': { name: '</script><script>alert(1)</script>' } }])
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('\\u003c/script\\u003e')
  })

  it('calls functions with data, parents’ data, params, location and matches', () => {
    const fn = vi.fn<(args: unknown) => undefined>(() => undefined)
    meta({}, fn)
    expect(fn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        data: 'child data',
        loaderData: 'child data',
        parentsData: { r0: 'root data' },
        params: { id: '7' },
        location: expect.objectContaining({ pathname: '/' }),
        matches: [expect.objectContaining({ id: 'r0' }), expect.objectContaining({ id: 'r1' })],
        error: undefined,
      }),
    )
  })

  it('survives a function that throws', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = () => {
      throw new Error('x')
    }
    expect(meta({ title: 'Root' }, broken)).toBe('<title>Root</title>')
  })

  it('makes a title one string', () => {
    expect(meta({ title: 42 })).toBe('<title>42</title>')
  })

  it('stops at the boundary, which gets the error', () => {
    const root = vi.fn<(args: unknown) => object>(() => ({ title: 'Error' }))
    const html = renderPage(
      [
        {
          id: 'root',
          pathname: '/',
          meta: root as never,
          Layout: ({ children }) => [jsx(Meta, {}, 'm'), children] as never,
          ErrorBoundary: () => null,
        },
        { id: 'leaf', pathname: '/a', meta: { title: 'Leaf' } },
      ],
      { errors: { root: 'the error' } },
    )
    expect(html).toBe('<title>Error</title>')
    expect(root).toHaveBeenCalledWith(expect.objectContaining({ error: 'the error' }))
  })
})

describe('Links', () => {
  it('renders the stylesheets of the build, then links, root first and each once', () => {
    const html = renderPage(
      [
        {
          id: 'root',
          pathname: '/',
          css: ['/root.css', '/shared.css'],
          default: () => jsx('head', { children: jsx(Links, {}) }),
          links: () => [{ rel: 'stylesheet', href: '/theme.css', media: 'print' }],
        },
        {
          id: 'leaf',
          pathname: '/a',
          css: ['/shared.css', '/leaf.css'],
          links: () => [{ page: '/next' }],
        },
      ],
      { server: { entryCss: ['/entry.css'] } },
    )
    expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
      '/entry.css',
      '/root.css',
      '/shared.css',
      '/theme.css',
      '/leaf.css',
    ])
  })

  it('renders a link once, however two routes spell it', () => {
    const html = renderPage([
      {
        id: 'root',
        pathname: '/',
        css: ['/a.css'],
        default: () => jsx('head', { children: jsx(Links, {}) }),
        links: () => [
          { href: '/a.css', rel: 'stylesheet' },
          { rel: 'icon', href: '/i.svg', type: 'image/svg+xml' },
        ],
      },
      {
        id: 'leaf',
        pathname: '/a',
        links: () => [
          { type: 'image/svg+xml', href: '/i.svg', rel: 'icon', media: undefined },
          { rel: 'icon', href: '/i.svg' },
        ],
      },
    ])
    expect(html.match(/href="[^"]*"/g)!.toSorted()).toEqual([
      'href="/a.css"',
      'href="/i.svg"',
      'href="/i.svg"',
    ])
    expect(html.match(/type="image/g)).toHaveLength(1)
  })

  it('has the nonce, and the styles of the dev server', () => {
    const html = renderPage(
      [
        {
          id: 'root',
          pathname: '/',
          css: ['/a.css'],
          default: () => jsx('head', { children: jsx(Links, { crossOrigin: 'anonymous' }) }),
        },
      ],
      { server: { nonce: 'n', styles: [{ attributes: { 'data-id': 'x' }, content: 'a > b {}' }] } },
    )
    expect(html).toMatch(/<style (?=[^>]*nonce="n")(?=[^>]*data-id="x")[^>]*>a > b \{\}<\/style>/)
    expect(html).toContain(
      '<link nonce="n" crossorigin="anonymous" rel="stylesheet" href="/a.css"/>',
    )
  })
})

describe('Scripts', () => {
  it('renders the handoff and the entry, with the nonce and other attributes', () => {
    const html = renderInRoute(() => jsx(Scripts, { crossOrigin: 'anonymous' }), {
      server: { nonce: 'n', handoff: '{"a":1}' },
    })
    expect(html).toBe(
      '<script id="__framework" type="application/json" nonce="n">{"a":1}</script>' +
        '<script nonce="n" crossorigin="anonymous" type="module" async="" src="/entry.js"></script>',
    )
  })

  it('renders nothing when the app has no entry for browsers', () => {
    expect(renderInRoute(() => jsx(Scripts, {}), { server: { entry: '' } })).toBe('')
  })

  it('prefers its own nonce', () => {
    expect(
      renderInRoute(() => jsx(Scripts, { nonce: 'own' }), { server: { nonce: 'n' } }),
    ).toContain('nonce="own"')
  })
})

describe('components that are only at work in a browser', () => {
  it('render nothing on a server', () => {
    expect(
      renderInRoute(() => [
        jsx(ScrollRestoration, { nonce: 'n' }, 1),
        jsx(PrefetchPageLinks, { page: '/x' }, 3),
        jsx(Navigate, { to: '/x' }, 4),
      ]),
    ).toBe('')
  })
})
