import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { CacheControl } from './index.ts'
import { headerText } from './header-text.fixture.ts'

describe('CacheControl', () => {
  it('reads every directive of RFC 9111 in any case', () => {
    const control = CacheControl.from(
      'MAX-AGE=1, s-maxage=2, no-cache, no-store, no-transform, must-revalidate, must-understand, ' +
        'proxy-revalidate, private, public, immutable, stale-while-revalidate=3, stale-if-error=4, ' +
        'max-stale=5, min-fresh=6, only-if-cached',
    )
    expect(control.maxAge).toBe(1)
    expect(control.sMaxage).toBe(2)
    expect(control.noCache).toBe(true)
    expect(control.noStore).toBe(true)
    expect(control.noTransform).toBe(true)
    expect(control.mustRevalidate).toBe(true)
    expect(control.mustUnderstand).toBe(true)
    expect(control.proxyRevalidate).toBe(true)
    expect(control.private).toBe(true)
    expect(control.public).toBe(true)
    expect(control.immutable).toBe(true)
    expect(control.staleWhileRevalidate).toBe(3)
    expect(control.staleIfError).toBe(4)
    expect(control.maxStale).toBe(5)
    expect(control.minFresh).toBe(6)
    expect(control.onlyIfCached).toBe(true)
    expect(control.size).toBe(16)
  })

  it('has nothing when there is no header', () => {
    const control = CacheControl.from(null)
    expect(control.maxAge).toBe(undefined)
    expect(control.noStore).toBe(false)
    expect(control.private).toBe(false)
    expect(String(control)).toBe('')
  })

  it('writes what it is made of, in that order', () => {
    const control = new CacheControl({ public: true, maxAge: 31536000, immutable: true })
    expect(String(control)).toBe('public, max-age=31536000, immutable')
    expect(
      String(new CacheControl({ sMaxage: 0, noStore: false, private: ['Set-Cookie', 'X'] })),
    ).toBe('s-maxage=0, private="Set-Cookie, X"')
    expect(String(new CacheControl({ maxStale: Infinity, minFresh: undefined }))).toBe('max-stale')
  })

  it('has a property to set and to remove each directive', () => {
    const control = new CacheControl()
    control.maxAge = 1
    control.sMaxage = 2
    control.noCache = ['A']
    control.noStore = true
    control.noTransform = true
    control.mustRevalidate = true
    control.mustUnderstand = true
    control.proxyRevalidate = true
    control.private = true
    control.public = true
    control.immutable = true
    control.staleWhileRevalidate = 3
    control.staleIfError = 4
    control.maxStale = 5
    control.minFresh = 6
    control.onlyIfCached = true
    expect(String(control)).toBe(
      'max-age=1, s-maxage=2, no-cache=A, no-store, no-transform, must-revalidate, must-understand, ' +
        'proxy-revalidate, private, public, immutable, stale-while-revalidate=3, stale-if-error=4, ' +
        'max-stale=5, min-fresh=6, only-if-cached',
    )

    control.maxAge = undefined
    control.sMaxage = undefined
    control.noCache = false
    control.noStore = false
    control.noTransform = false
    control.mustRevalidate = false
    control.mustUnderstand = false
    control.proxyRevalidate = false
    control.private = false
    control.public = false
    control.immutable = false
    control.staleWhileRevalidate = undefined
    control.staleIfError = undefined
    control.maxStale = undefined
    control.minFresh = undefined
    control.onlyIfCached = false
    expect(String(control)).toBe('')
  })

  it.each([
    ['max-age=abc', 0],
    ['max-age', 0],
    ['max-age=-5', 0],
    ['max-age=1.5', 0],
    ['max-age="60"', 60],
    ['max-age=60, max-age=120', 60],
    ['max-age=99999999999999999999', 2 ** 31],
  ])('reads %j as a maxAge of %j', (header, seconds) => {
    expect(CacheControl.from(header).maxAge).toBe(seconds)
  })

  it('reads max-stale without a value as any staleness', () => {
    expect(CacheControl.from('max-stale').maxStale).toBe(Infinity)
  })

  it('is private also for fields, and for an empty list of them', () => {
    expect(CacheControl.from('private="Set-Cookie, X-A"').private).toEqual(['Set-Cookie', 'X-A'])
    expect(CacheControl.from('private=""').private).toEqual([])
    expect(CacheControl.from('private=""').has('private')).toBe(true)
    expect(CacheControl.from('no-cache="a"').noCache).toEqual(['a'])
  })

  it.each(['', '"a', 'a b', '"a" b', '\\', '"\x01"'])(
    'forbids what a directive with the argument %j forbids',
    (argument) => {
      for (const name of [
        'noCache',
        'noStore',
        'noTransform',
        'mustRevalidate',
        'proxyRevalidate',
        'private',
        'onlyIfCached',
      ] as const) {
        const directive = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        expect(CacheControl.from(`max-age=60, ${directive}=${argument}`)[name], directive).toBe(
          true,
        )
        expect(CacheControl.from(`${directive.toUpperCase()} = ${argument}`)[name], directive).toBe(
          true,
        )
      }
      expect(CacheControl.from(`max-age=${argument}`).maxAge).toBe(0)
      expect(CacheControl.from(`s-maxage=${argument}, max-age=60`).sMaxage).toBe(0)
    },
  )

  it('forbids what is followed by the wrong separator', () => {
    expect(CacheControl.from('no-store; max-age=0').noStore).toBe(true)
    expect(CacheControl.from('private=, max-age=60').maxAge).toBe(60)
  })

  it.each(['public=', 'immutable=', 'must-understand=', 'max-stale=', 'stale-if-error='])(
    'allows nothing more for %j',
    (header) => {
      expect(CacheControl.from(header).size).toBe(0)
    },
  )

  it('keeps directives it does not know', () => {
    const control = CacheControl.from('community="UCI, x", Fast, __proto__=1, max-age=1')
    expect([...control]).toEqual([
      ['community', 'UCI, x'],
      ['fast', null],
      ['__proto__', '1'],
      ['max-age', '1'],
    ])
    expect(String(control)).toBe('community="UCI, x", fast, __proto__=1, max-age=1')
    expect(control.get('FAST')).toBe(null)
    expect(control.get('slow')).toBe(undefined)
    expect(control.has('constructor')).toBe(false)
  })

  it('can be edited by name, copied and cleared', () => {
    const original = CacheControl.from('a, b=1')
    const copy = CacheControl.from(original)
    copy.set('C', 'x y')
    copy.delete('a')
    expect(String(copy)).toBe('b=1, c="x y"')
    expect(String(original)).toBe('a, b=1')
    copy.clear()
    expect(copy.size).toBe(0)

    const seen: unknown[] = []
    original.forEach((value, directive, header) => seen.push([value, directive, header]))
    expect(seen).toEqual([
      [null, 'a', original],
      ['1', 'b', original],
    ])
  })

  it('refuses what could not be sent', () => {
    const control = new CacheControl()
    expect(() => control.set('a b')).toThrow(TypeError)
    expect(() => control.set('a', 'x\r\nSet-Cookie: y')).toThrow(
      'Cannot set the cache directive "a"',
    )
    expect(() => (control.maxAge = -1)).toThrow('whole number of seconds')
    expect(() => (control.maxAge = 1.5)).toThrow(TypeError)
    expect(() => (control.maxAge = Infinity)).toThrow(TypeError)
    expect(() => new CacheControl({ sMaxage: NaN })).toThrow(TypeError)
    expect(() => (control.private = ['a\n'])).toThrow(TypeError)
  })

  it.each(['=1', 'a b', 'a="x', '"a"', ',,'])('leaves %j out', (header) => {
    expect(CacheControl.from(header).size).toBe(0)
  })

  it('reads back every set of directives that it writes', () => {
    const token = fc.stringMatching(/^[a-z-]{1,8}$/)
    const value = fc.option(fc.string({ unit: 'grapheme-ascii' }))
    fc.assert(
      fc.property(fc.array(fc.tuple(token, value)), (directives) => {
        const control = new CacheControl(directives)
        expect([...CacheControl.from(String(control))]).toEqual([...control])
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const control = CacheControl.from(text)
        expect([...CacheControl.from(String(control))]).toEqual([...control])
      }),
    )
  })
})
