import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestContext } from './request-context.ts'
import { internalsOf } from './context-internals.ts'

describe('urlPath', () => {
  it('returns the pathname and the search of any URL', () => {
    const piece = fc.constantFrom('a', '/', '//', '?', '#', '%2F', '&b=', ':', '@', 'é', '.', ' ')
    fc.assert(
      fc.property(fc.constantFrom('http', 'https'), fc.array(piece), (scheme, pieces) => {
        const request = new Request(`${scheme}://a.test:81/${pieces.join('')}`)
        const { pathname, search } = new URL(request.url)
        expect(internalsOf(new RequestContext(request)).urlPath).toEqual({ pathname, search })
      }),
    )
  })

  it('sees what middleware changed', () => {
    const context = new RequestContext(new Request('https://example.com/a?b'))
    context.url.pathname = '/c'
    expect(internalsOf(context).urlPath).toEqual({ pathname: '/c', search: '?b' })
    context.url = new URL('https://example.com/d?e#f')
    expect(internalsOf(context).urlPath).toEqual({ pathname: '/d', search: '?e' })
  })
})

describe('readHeader()', () => {
  it('returns a header by any spelling of its name', () => {
    const context = new RequestContext(new Request('https://a.test', { headers: { Accept: 'b' } }))
    expect(internalsOf(context).readHeader('accept')).toBe('b')
    expect(internalsOf(context).readHeader('Accept')).toBe('b')
    expect(internalsOf(context).readHeader('Cookie')).toBe(null)
  })

  it('sees what middleware changed', () => {
    const context = new RequestContext(new Request('https://a.test', { headers: { Accept: 'b' } }))
    context.headers.set('Accept', 'c')
    expect(internalsOf(context).readHeader('Accept')).toBe('c')
  })
})
