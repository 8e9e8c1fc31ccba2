import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestContext } from './request-context.ts'
import { headerOf, urlPathOf } from './read-source.ts'

describe('urlPathOf', () => {
  it('returns the pathname and the search of any URL', () => {
    const piece = fc.constantFrom('a', '/', '//', '?', '#', '%2F', '&b=', ':', '@', 'é', '.', ' ')
    fc.assert(
      fc.property(fc.constantFrom('http', 'https'), fc.array(piece), (scheme, pieces) => {
        const request = new Request(`${scheme}://a.test:81/${pieces.join('')}`)
        const { pathname, search } = new URL(request.url)
        expect(urlPathOf(new RequestContext(request))).toEqual({ pathname, search })
      }),
    )
  })

  it('sees what middleware changed', () => {
    const context = new RequestContext(new Request('https://example.com/a?b'))
    context.url.pathname = '/c'
    expect(urlPathOf(context)).toEqual({ pathname: '/c', search: '?b' })
    context.url = new URL('https://example.com/d?e#f')
    expect(urlPathOf(context)).toEqual({ pathname: '/d', search: '?e' })
  })
})

describe('headerOf', () => {
  it('returns a header by any spelling of its name', () => {
    const context = new RequestContext(new Request('https://a.test', { headers: { Accept: 'b' } }))
    expect(headerOf(context, 'accept')).toBe('b')
    expect(headerOf(context, 'Accept')).toBe('b')
    expect(headerOf(context, 'Cookie')).toBe(null)
  })

  it('sees what middleware changed', () => {
    const context = new RequestContext(new Request('https://a.test', { headers: { Accept: 'b' } }))
    context.headers.set('Accept', 'c')
    expect(headerOf(context, 'Accept')).toBe('c')
  })
})
