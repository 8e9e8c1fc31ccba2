import { describe, expect, it } from 'vitest'

import { createHref, CreateHrefError, HrefError, RoutePattern, type HrefOptions } from './index.ts'

/** Without the types that would refuse what is tested here. */
function href(pattern: string, params?: object | null, options?: HrefOptions): string {
  return createHref(pattern, params as Record<string, unknown>, options)
}

function thrownBy(run: () => unknown): CreateHrefError {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(CreateHrefError)
    return error as CreateHrefError
  }
  throw new Error('nothing was thrown')
}

describe('createHref: paths', () => {
  it.each([
    ['/', {}, '/'],
    ['about', undefined, '/about'],
    ['/about/', null, '/about/'],
    ['/posts/:id', { id: 1 }, '/posts/1'],
    ['/posts/:id', { id: 'a', extra: 'ignored' }, '/posts/a'],
    ['/posts/:id', { id: 'a b/c?d#e%' }, '/posts/a%20b%2Fc%3Fd%23e%25'],
    ['/posts/:id', { id: 'é😀' }, '/posts/%C3%A9%F0%9F%98%80'],
    ['/posts/:id', { id: '\uD800' }, '/posts/%EF%BF%BD'],
    ['/posts/:id', { id: '...' }, '/posts/...'],
    ['/w/*p', { p: 'a/b c/' }, '/w/a/b%20c/'],
    ['/w/*p', { p: '' }, '/w/'],
    ['/a/:x/:x', { x: 1 }, '/a/1/1'],
  ])('%s with %j is %s', (pattern, params, expected) => {
    expect(href(pattern, params)).toBe(expected)
  })

  it.each([
    ['/u/:name', { name: 'john.doe' }, '/u/john.doe'],
    ['/:name.:ext', { name: 'a.b', ext: 'tar.gz' }, '/a%2Eb.tar%2Egz'],
    ['/:name.json', { name: 'a.b' }, '/a%2Eb.json'],
    ['/:id(.:format)', { id: 'a.b' }, '/a%2Eb'],
    ['/:name.json/:other', { name: 'a', other: 'b.c' }, '/a.json/b.c'],
    ['/*path.:ext', { path: 'x.y/z.w', ext: 'v' }, '/x%2Ey/z%2Ew.v'],
  ])(
    'encodes dots only beside a dot of the pattern: %s with %j is %s',
    (pattern, params, expected) => {
      expect(href(pattern, params)).toBe(expected)
    },
  )

  it.each([
    ['/posts(/:id)', {}, '/posts'],
    ['/posts(/:id)', { id: null }, '/posts'],
    ['/posts(/:id)', { id: undefined }, '/posts'],
    ['/posts(/:id)', { id: 1 }, '/posts/1'],
    ['/a(/:b(/:c))', { c: 1 }, '/a'],
    ['/a(/:b(/:c))', { b: 1 }, '/a/1'],
    ['/a(/:b/:c)', { b: 1 }, '/a'],
    ['/colo(u)r', {}, '/colour'],
    ['/a(/b(/:c))', {}, '/a/b'],
    ['/a(/*)', {}, '/a'],
    ['(/:lang)/promo', {}, '/promo'],
    ['(/:lang)/promo', { lang: 'en' }, '/en/promo'],
    ['(/:lang)', {}, '/'],
    ['/(:lang)/promo', {}, '/promo'],
    ['/a/(:b)/c', {}, '/a/c'],
    ['/a/(:b)/c', { b: 'x' }, '/a/x/c'],
  ])('optionals: %s with %j is %s', (pattern, params, expected) => {
    expect(href(pattern, params)).toBe(expected)
  })

  it.each([
    ['/*p', { p: '/evil.com' }, '/%2Fevil.com'],
    ['/*p', { p: '//evil.com' }, '/%2F/evil.com'],
    ['/*p', { p: '\\evil.com' }, '/%5Cevil.com'],
    ['/*p', { p: '' }, '/'],
    ['/*p/x', { p: '' }, '/%2F/x'],
    ['/(*p)/x', { p: '' }, '/%2F/x'],
  ])('never begins with two slashes: %s with %j is %s', (pattern, params, expected) => {
    expect(href(pattern, params)).toBe(expected)
  })

  it.each([
    ['/a b/é', '/a%20b/%C3%A9'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/a%2Fb', '/a%2Fb'],
    ['/100%', '/100%25'],
    ['/a\\?b#c', '/a%3Fb%23c'],
    ['/a\\:b\\(c\\)', '/a:b(c)'],
    ['/"<>`{|}^[]', '/%22%3C%3E%60%7B%7C%7D%5E%5B%5D'],
  ])('encodes static text: %s is %s', (pattern, expected) => {
    expect(href(pattern)).toBe(expected)
    expect(new URL(expected, 'https://h').pathname).toBe(expected)
  })

  it('does not take what every object inherits for a param', () => {
    expect(thrownBy(() => href('/:constructor', {})).details).toMatchObject({
      missingParams: ['constructor'],
    })
    expect(href('/:constructor', { constructor: 'x' })).toBe('/x')
  })

  it('takes a bigint', () => {
    expect(href('/posts/:id', { id: 12n })).toBe('/posts/12')
  })

  it('takes a parsed pattern', () => {
    expect(createHref(RoutePattern.parse('/posts/:id'), { id: 1 })).toBe('/posts/1')
  })
})

describe('createHref: origins', () => {
  it.each([
    ['https://a.com/x', {}, 'https://a.com/x'],
    ['http://a.com/x', {}, 'http://a.com/x'],
    ['://a.com/x', {}, 'https://a.com/x'],
    ['http(s)://a.com:8080/x', {}, 'https://a.com:8080/x'],
    ['://:tenant.a.com/', { tenant: 'acme' }, 'https://acme.a.com/'],
    ['://*sub.a.com/', { sub: 'x.y' }, 'https://x.y.a.com/'],
    ['://(:sub.)a.com/', {}, 'https://a.com/'],
    ['://:name.a.com/', { name: 'bücher' }, 'https://xn--bcher-kva.a.com/'],
    ['://bücher.example/', {}, 'https://xn--bcher-kva.example/'],
    ['://*/x', {}, '/x'],
    ['https://a.com(/:lang)/x', {}, 'https://a.com/x'],
  ])('%s with %j is %s', (pattern, params, expected) => {
    expect(href(pattern, params)).toBe(expected)
  })

  it.each(['a.b', 'a@b', 'a:1', 'a/b', 'a?b', 'a#b', 'a%2e', 'a\nb', 'a b', 'a\\b', ''])(
    'refuses %j as a host variable',
    (tenant) => {
      const error = thrownBy(() => href('://:tenant.a.com/', { tenant }))
      expect(error.details).toEqual({
        type: 'invalid-hostname-variable',
        name: 'tenant',
        value: tenant,
      })
      expect(error.message).toMatch(/^invalid hostname variable param: 'tenant' cannot /)
      expect(error.message).toContain(
        `\n\nPattern: ://:tenant.a.com/\nValue: ${JSON.stringify(tenant)}`,
      )
    },
  )

  it.each(['a@b', 'a/b', ''])('refuses %j as a host wildcard', (sub) => {
    const error = thrownBy(() => href('://*sub.a.com/', { sub }))
    expect(error.details).toMatchObject({ type: 'invalid-hostname-wildcard', name: 'sub' })
  })

  it('refuses what makes no host', () => {
    expect(thrownBy(() => href('://*sub.a.com/', { sub: 'a..b' })).details).toMatchObject({
      type: 'invalid-hostname-wildcard',
      value: 'a..b',
    })
    expect(thrownBy(() => href('://:a.com/', { a: 'x[y' })).details).toMatchObject({
      type: 'invalid-hostname-variable',
    })
  })
})

describe('createHref: search', () => {
  it.each([
    [{ q: 'a b', page: 2 }, '?q=a+b&page=2'],
    [{ q: null, r: undefined }, ''],
    [{ tag: ['a', null, 'b', 3] }, '?tag=a&tag=b&tag=3'],
    [{ empty: '' }, '?empty='],
    [{ e: 'é&=' }, '?e=%C3%A9%26%3D'],
    [{}, ''],
  ])('adds %j as %s', (searchParams, expected) => {
    expect(href('/x', null, { searchParams })).toBe(`/x${expected}`)
  })

  it('keeps order and duplicates of a URLSearchParams and does not change it', () => {
    const searchParams = new URLSearchParams('b=2&a=1&b=1')
    expect(href('/x?c', null, { searchParams })).toBe('/x?b=2&a=1&b=1&c=')
    expect(searchParams.toString()).toBe('b=2&a=1&b=1')
  })

  it.each([
    ['/x?k', undefined, '/x?k='],
    ['/x?k', { k: 1 }, '/x?k=1'],
    ['/x?k=v', undefined, '/x?k=v'],
    ['/x?k=v', { k: 'v' }, '/x?k=v'],
    ['/x?k=v', { k: 'w' }, '/x?k=w&k=v'],
    ['/x?k=v&l', { a: 1 }, '/x?a=1&k=v&l='],
  ])('appends the constraints of %s to %j: %s', (pattern, searchParams, expected) => {
    expect(href(pattern, null, { searchParams })).toBe(expected)
  })

  it('refuses values that are neither text nor number', () => {
    expect(() => href('/x', null, { searchParams: { a: true as never } })).toThrow(
      'Cannot write true as search param "a". Use a string or a number.',
    )
  })
})

describe('createHref: baseURL', () => {
  it.each([
    ['/users/:id', 'https://a.com/posts/1', '../users/123'],
    ['/users/:id', 'https://a.com/users/1', '123'],
    ['/users/:id', 'https://a.com/', 'users/123'],
    ['/users/:id', 'https://a.com', 'users/123'],
    ['/users/:id', 'https://a.com/x/y/z', '../../users/123'],
    ['/users/:id', 'https://a.com/users/123/', '../123'],
    ['/users/', 'https://a.com/users/1', './'],
    ['/', 'https://a.com/x', './'],
    ['/', 'https://a.com/x/y', '../'],
    ['/a\\:b', 'https://a.com/x', './a:b'],
    ['/a//b', 'https://a.com/a/x', './/b'],
    ['/a//b', 'https://a.com/a/x/y', '..//b'],
    ['/x?q', 'https://a.com/x', 'x?q='],
    ['https://a.com/x', 'https://a.com/y/z', '../x'],
    ['https://a.com:443/x', 'https://a.com/y', 'x'],
    ['https://b.com/x', 'https://a.com/y', 'https://b.com/x'],
    ['http://a.com/x', 'https://a.com/y', 'http://a.com/x'],
  ])('%s from %s is %s', (pattern, baseURL, expected) => {
    const result = href(pattern, { id: 123 }, { baseURL })
    expect(result).toBe(expected)

    const absolute = href(pattern, { id: 123 })
    expect(new URL(result, baseURL).href).toBe(new URL(absolute, baseURL).href)
    expect(href(pattern, { id: 123 }, { baseURL: new URL(baseURL) })).toBe(expected)
  })

  it.each(['/x', 'x', '', 'mailto:a@b.com', 'data:text/plain,x', 'about:blank'])(
    'refuses %j',
    (baseURL) => {
      expect(() => href('/x', null, { baseURL })).toThrow(TypeError)
    },
  )
})

describe('CreateHrefError', () => {
  it('is also called HrefError', () => {
    expect(HrefError).toBe(CreateHrefError)
    expect(thrownBy(() => href('/:a')).name).toBe('CreateHrefError')
  })

  it('names all params that are missing', () => {
    const error = thrownBy(() => href('/:a/:b(/:c)/:a/*d', { b: null, d: 1 }))
    expect(error.message).toBe(
      `missing param(s): 'a', 'b'\n\nPattern: /:a/:b(/:c)/:a/*d\nParams: {"b":null,"d":1}`,
    )
    expect(error.details).toEqual({ type: 'missing-params', missingParams: ['a', 'b'] })
  })

  it('names params of host and path together', () => {
    expect(thrownBy(() => href('://:tenant.a.com/:id')).details).toEqual({
      type: 'missing-params',
      missingParams: ['tenant', 'id'],
    })
  })

  it('refuses a wildcard without a name', () => {
    const error = thrownBy(() => href('/files/*', { '*': 'x' }))
    expect(error.message).toBe('pattern contains nameless wildcard\n\nPattern: /files/*')
    expect(error.details).toEqual({ type: 'nameless-wildcard' })
    expect(thrownBy(() => href('://*.a.com/')).details.type).toBe('nameless-wildcard')
  })

  it.each(['https:///x', '://*:8080/x', 'http(s)://*/x'])(
    'refuses %s without a host',
    (pattern) => {
      const error = thrownBy(() => href(pattern))
      expect(error.message).toBe(`pattern requires hostname\n\nPattern: ${pattern}`)
      expect(error.details).toEqual({ type: 'missing-hostname' })
    },
  )

  it('refuses an empty variable', () => {
    const error = thrownBy(() => href('/posts/:id', { id: '' }))
    expect(error.message).toBe(
      `invalid pathname variable param: 'id' cannot be empty\n\nPattern: /posts/:id\nValue: ""`,
    )
    expect(error.details).toEqual({ type: 'invalid-pathname-variable', name: 'id', value: '' })
  })

  it.each(['.', '..'])('refuses %j as a variable', (id) => {
    expect(thrownBy(() => href('/posts/:id', { id })).message).toMatch(
      /^invalid pathname variable param: 'id' cannot be '\.' or '\.\.'/,
    )
  })

  it.each(['..', '../x', 'a/../b', 'a/.', './a'])('refuses %j in a wildcard', (path) => {
    const error = thrownBy(() => href('/files/*path', { path }))
    expect(error.details).toEqual({ type: 'invalid-pathname-wildcard', name: 'path', value: path })
  })

  it.each([[true], [{}], [['a']], [Symbol('x')], [() => 'x'], [new Date(0)]])(
    'refuses %o as a value',
    (value) => {
      for (const pattern of ['/:a', '/*a', '://:a.com/']) {
        expect(thrownBy(() => href(pattern, { a: value })).message).toContain(
          "param: 'a' must be a string or a number",
        )
      }
    },
  )

  it('is thrown even for values that cannot be printed', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect(thrownBy(() => href('/:a/:b', { a: circular })).details.type).toBe('missing-params')
    expect(thrownBy(() => href('/:a/:b', { a: 1n })).message).toContain('Params: {"a":"1"}')
  })
})
