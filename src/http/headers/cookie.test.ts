import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { Cookie } from './index.ts'

describe('Cookie', () => {
  it('reads the raw value of a name, or null', () => {
    const cookie = Cookie.from('theme=dark; id=a%20b==; quoted="x y"')
    expect(cookie.get('theme')).toBe('dark')
    expect(cookie.get('id')).toBe('a%20b==')
    expect(cookie.get('quoted')).toBe('"x y"')
    expect(cookie.get('missing')).toBe(null)
  })

  it('is empty for null and for an empty header', () => {
    expect(Cookie.from(null).size).toBe(0)
    expect(Cookie.from('').size).toBe(0)
    expect(String(Cookie.from(null))).toBe('')
  })

  it('returns the first of several values and keeps all in order', () => {
    const cookie = Cookie.from('a=1; b=2; a=3')
    expect(cookie.get('a')).toBe('1')
    expect(cookie.getAll('a')).toEqual(['1', '3'])
    expect([...cookie]).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ])
    expect(cookie.size).toBe(3)
    expect(String(cookie)).toBe('a=1; b=2; a=3')
  })

  it('treats names of Object.prototype as ordinary names', () => {
    expect(Cookie.from('a=1').get('__proto__')).toBe(null)
    expect(Cookie.from('a=1').has('constructor')).toBe(false)

    const cookie = Cookie.from('__proto__=%7B%7D; constructor=x')
    expect(cookie.get('__proto__')).toBe('%7B%7D')
    expect(cookie.get('constructor')).toBe('x')
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  it.each([
    ['a', []],
    ['=1', []],
    [' = 1', []],
    [';;; ;', []],
    ['a=1;;b=2;', ['a', 'b']],
    ['a=1;b=2', ['a', 'b']],
    ['  a  =  1  ;\tb\t=\t2\t', ['a', 'b']],
    ['a=\x01; b=2', ['b']],
    ['a\x7f=1; b=2', ['b']],
    ['a=', ['a']],
  ])('reads %j as cookies named %j', (header, names) => {
    expect([...Cookie.from(header).names()]).toEqual(names)
  })

  it('sets in place, appends, deletes and clears', () => {
    const cookie = Cookie.from('a=1; b=2; a=3')
    cookie.set('a', '4')
    expect(String(cookie)).toBe('a=4; b=2')
    cookie.append('b', '5').set('c', '6')
    expect(String(cookie)).toBe('a=4; b=2; b=5; c=6')
    expect(cookie.delete('b')).toBe(true)
    expect(cookie.delete('b')).toBe(false)
    expect(cookie.has('b')).toBe(false)
    expect([...cookie.values()]).toEqual(['4', '6'])
    cookie.clear()
    expect(cookie.get('a')).toBe(null)
    expect(cookie.size).toBe(0)
  })

  it('is made from pairs, a record or another Cookie, which stays as it is', () => {
    expect(String(Cookie.from([['a', '1'] as const, ['a', '2'] as const]))).toBe('a=1; a=2')
    expect(String(Cookie.from({ a: '1', b: '2' }))).toBe('a=1; b=2')

    const original = Cookie.from('a=1')
    Cookie.from(original).set('a', '2')
    expect(original.get('a')).toBe('1')
  })

  it('calls back with value, name and itself', () => {
    const seen: unknown[] = []
    const cookie = Cookie.from('a=1')
    cookie.forEach((value, name, header) => seen.push([value, name, header]))
    expect(seen).toEqual([['1', 'a', cookie]])
  })

  it.each([
    ['', 'x'],
    ['a=b', 'x'],
    ['a;b', 'x'],
    ['a\r\nX', 'x'],
    [' a', 'x'],
    ['a', 'x;y'],
    ['a', 'x\r\nSet-Cookie: y=z'],
    ['a', 'x\0'],
    ['a', ' x'],
    ['a', 'x\t'],
  ])('refuses to write the pair %j %j', (name, value) => {
    expect(() => new Cookie().set(name, value)).toThrow(TypeError)
    expect(() => new Cookie().append(name, value)).toThrow(TypeError)
  })

  it('reads back every list of cookies that it accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const cookie = new Cookie()
        for (const [name, value] of pairs) {
          try {
            cookie.append(name, value)
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError)
          }
        }
        expect([...Cookie.from(String(cookie))]).toEqual([...cookie])
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const cookie = Cookie.from(text)
        expect([...Cookie.from(String(cookie))]).toEqual([...cookie])
      }),
    )
  })
})
