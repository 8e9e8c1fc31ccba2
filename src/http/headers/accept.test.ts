import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { Accept } from './index.ts'

describe('Accept', () => {
  it('lists media types in lower case, by descending weight and then in the order of the header', () => {
    const accept = Accept.from('text/*;q=0.5, TEXT/HTML, */*;q=0.1, application/json')
    expect(accept.mediaTypes).toEqual(['text/html', 'application/json', 'text/*', '*/*'])
    expect(accept.weights).toEqual([1, 1, 0.5, 0.1])
    expect(accept.size).toBe(4)
    expect([...accept]).toEqual([
      ['text/html', 1],
      ['application/json', 1],
      ['text/*', 0.5],
      ['*/*', 0.1],
    ])
    expect([...accept.entries()]).toEqual([...accept])
  })

  it.each([
    ['text/*, text/html;q=0.2', 'text/html', 0.2],
    ['text/*, text/html;q=0.2', 'text/plain', 1],
    ['text/html;q=0, */*', 'text/html', 0],
    ['text/html;q=0, */*', 'image/png', 1],
    ['text/*;q=0.3, */*;q=0.7', 'text/html', 0.3],
    ['text/html', 'image/png', 0],
    ['text/html', 'TEXT/HTML; charset=utf-8', 1],
    ['text/html', 'garbage', 0],
    ['', 'garbage', 0],
  ])('gives %j the weight of the most specific range: %j is %j', (header, type, weight) => {
    const accept = Accept.from(header)
    expect(accept.getWeight(type)).toBe(weight)
    expect(accept.accepts(type)).toBe(weight > 0)
  })

  it.each([
    ['text/html, text/*;q=0.9', 'text/*', 1],
    ['text/html;q=0.2, */*;q=0.4', 'text/*', 0.4],
    ['text/html;q=0.2, image/png', 'text/*', 0.2],
    ['text/html;q=0.2, image/png', '*/*', 1],
    ['image/png', 'text/*', 0],
  ])('in %j, the range %j has the highest weight, %j', (header, range, weight) => {
    expect(Accept.from(header).getWeight(range)).toBe(weight)
  })

  it.each([
    ['.5', 0.5],
    ['0.5', 0.5],
    ['0', 0],
    ['0.', 0],
    ['1', 1],
    ['1.000', 1],
    ['"0.5"', 0.5],
    ['0.1239', 0.124],
    ['0.0000001', 0.001],
    ['0.' + '0'.repeat(100), 0],
    ['1.5', 1],
    ['-0.5', 1],
    ['NaN', 1],
    ['Infinity', 1],
    ['1e-1', 1],
    ['0x0', 1],
    ['0.5.5', 1],
    ['.', 1],
    ['', 1],
    ['"', 1],
  ])('reads q=%j as %j', (q, weight) => {
    expect(Accept.from(`text/html;q=${q}`).getWeight('text/html')).toBe(weight)
  })

  it('reads q in any case, with spaces, after other parameters, and takes the first', () => {
    expect(Accept.from('a/b;Q=0.5').getWeight('a/b')).toBe(0.5)
    expect(Accept.from('a/b ; q = 0.5').getWeight('a/b')).toBe(0.5)
    expect(Accept.from('a/b;x="1,2;q=0";q=0.5').getWeight('a/b')).toBe(0.5)
    expect(Accept.from('a/b;q=0.5;q=0.9').getWeight('a/b')).toBe(0.5)
  })

  it('drops other parameters, and prefers what is said without them', () => {
    expect(String(Accept.from('text/html;level=1;q=0.3'))).toBe('text/html;q=0.3')
    expect(Accept.from('text/html;q=0.7, text/html;level=1').getWeight('text/html')).toBe(0.7)
    expect(Accept.from('text/html;level=1, text/html;q=0.7').getWeight('text/html')).toBe(0.7)
  })

  it.each([
    'html',
    '*',
    '*/html',
    '/',
    'text/',
    '/html',
    'text/html/x',
    'te xt/html',
    ';text/html',
    '__proto__',
    ',,, ,',
    '"text/html"',
  ])('leaves %j out', (header) => {
    expect(Accept.from(header).size).toBe(0)
    expect(Accept.from(`${header}, a/b`).mediaTypes).toEqual(['a/b'])
  })

  it('takes everything when the header is absent or empty', () => {
    for (const header of [null, '', ' ']) {
      const accept = Accept.from(header)
      expect(accept.size).toBe(0)
      expect(accept.accepts('text/html')).toBe(true)
      expect(accept.getPreferred(['text/html', 'application/json'])).toBe('text/html')
      expect(String(accept)).toBe('')
    }
  })

  it('prefers the best candidate, the first of equals, and returns null if none is accepted', () => {
    const accept = Accept.from('application/json, text/html;q=0.9, image/png')
    expect(accept.getPreferred(['text/html', 'application/json'])).toBe('application/json')
    expect(accept.getPreferred(['image/png', 'application/json'])).toBe('image/png')
    expect(accept.getPreferred(['application/json', 'image/png'])).toBe('application/json')
    expect(accept.getPreferred(['video/mp4'])).toBe(null)
    expect(Accept.from('text/html;q=0').getPreferred(['text/html'])).toBe(null)
    expect(accept.getPreferred([])).toBe(null)
  })

  it('prefers a type that the header lists to one in a range of the same weight', () => {
    const accept = Accept.from('text/*, application/json')
    expect(accept.getPreferred(['text/html', 'application/json'])).toBe('application/json')
    const withCharset = ['text/plain; charset=utf-8', 'text/html; charset=utf-8'] as const
    expect(Accept.from('text/*, text/html').getPreferred(withCharset)).toBe(withCharset[1])
    expect(Accept.from('text/*, text/html;q=0.9').getPreferred(withCharset)).toBe(withCharset[0])
    expect(Accept.from('*/*').getPreferred(['text/html', 'image/png'])).toBe('text/html')
  })

  it('is made from types, pairs, a record or another Accept, which stays as it is', () => {
    expect(String(Accept.from(['text/html', ['a/b', 0.5]]))).toBe('text/html,a/b;q=0.5')
    expect(String(new Accept({ 'a/b': 0.5, 'text/html': 1 }))).toBe('text/html,a/b;q=0.5')
    expect(new Accept().size).toBe(0)

    const original = Accept.from('text/html')
    const copy = new Accept(original)
    copy.set('text/html', 0)
    expect(original.get('text/html')).toBe(1)
  })

  it('gets, sets, deletes and clears exact ranges', () => {
    const accept = Accept.from('text/*;q=0.5')
    expect(accept.get('TEXT/*')).toBe(0.5)
    expect(accept.get('text/html')).toBe(null)
    expect(accept.has('text/html')).toBe(false)
    accept.set('Text/Html').set('a/b', 0.75)
    expect(String(accept)).toBe('text/html,a/b;q=0.75,text/*;q=0.5')
    expect(accept.delete('text/HTML')).toBe(true)
    expect(accept.delete('text/html')).toBe(false)
    expect(String(accept)).toBe('a/b;q=0.75,text/*;q=0.5')
    accept.clear()
    expect(String(accept)).toBe('')
  })

  it('refuses to set what would not be read back', () => {
    expect(() => Accept.from(['text'])).toThrow('Cannot add "text"')
    expect(() => new Accept().set('text/html,a/b')).toThrow(TypeError)
    expect(() => new Accept().set('text/html\r\n')).toThrow(TypeError)
    expect(() => new Accept().set('text/html', 1.1)).toThrow('with the weight 1.1')
    expect(() => new Accept().set('text/html', -1)).toThrow(TypeError)
    expect(() => new Accept().set('text/html', NaN)).toThrow(TypeError)
  })

  it('calls back with type, weight and itself', () => {
    const accept = Accept.from('a/b;q=0.5')
    const seen: unknown[] = []
    accept.forEach((type, weight, header) => seen.push([type, weight, header]))
    expect(seen).toEqual([['a/b', 0.5, accept]])
  })

  it('can be a header value', () => {
    const headers = new Headers({ Accept: String(Accept.from(['text/html', ['*/*', 0.8]])) })
    expect(headers.get('Accept')).toBe('text/html,*/*;q=0.8')
  })

  it('reads back every list that it writes', () => {
    const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9a-z]{1,5}$/)
    const type = fc.tuple(token, token).filter(([type]) => type !== '*')
    const items = fc.array(
      fc.tuple(
        type.map((parts) => parts.join('/')),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    )
    fc.assert(
      fc.property(items, (items) => {
        const accept = new Accept(items)
        expect([...Accept.from(String(accept))]).toEqual([...accept])
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const accept = Accept.from(text)
        expect([...Accept.from(String(accept))]).toEqual([...accept])
      }),
    )
  })
})
