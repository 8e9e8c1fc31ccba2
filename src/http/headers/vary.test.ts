import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { parseTokenList, Vary } from './index.ts'

describe('Vary', () => {
  it('adds a name once, whatever its case, and keeps the spelling', () => {
    const vary = Vary.from('Accept-Encoding, ORIGIN')
    vary.add('accept-encoding').add('Cookie')
    expect(String(vary)).toBe('Accept-Encoding, ORIGIN, Cookie')
    expect(vary.has('origin')).toBe(true)
    expect(vary.has('accept')).toBe(false)
    expect([...vary]).toEqual(['Accept-Encoding', 'ORIGIN', 'Cookie'])
    expect(vary.size).toBe(3)
  })

  it('starts a header', () => {
    expect(String(Vary.from(null).add('Origin'))).toBe('Origin')
    expect(String(Vary.from(null))).toBe('')
  })

  it('lets * take the place of everything', () => {
    const vary = Vary.from('Origin, *, Cookie')
    expect(vary.any).toBe(true)
    expect(vary.names).toEqual(['*'])
    expect(vary.has('anything')).toBe(true)
    expect(String(vary.add('Accept'))).toBe('*')
    expect(vary.delete('*')).toBe(true)
    expect(vary.any).toBe(false)
    expect(String(vary)).toBe('')
  })

  it('takes its parts', () => {
    expect(String(Vary.from({ names: ['Origin', 'Cookie'] }))).toBe('Origin, Cookie')
    expect(String(new Vary({ names: new Set(['*']) }))).toBe('*')
  })

  it('deletes, clears and copies', () => {
    const vary = Vary.from(['A', 'B', 'C'])
    const copy = Vary.from(vary)
    expect(copy.delete('b')).toBe(true)
    expect(copy.delete('b')).toBe(false)
    expect(String(copy)).toBe('A, C')
    copy.clear()
    expect(copy.size).toBe(0)
    expect(String(vary)).toBe('A, B, C')
    const seen: unknown[] = []
    Vary.from('A').forEach((name) => seen.push(name))
    expect(seen).toEqual(['A'])
  })

  it('leaves out invalid names, and refuses to add them', () => {
    expect(Vary.from('a b, "c", d;e, , __proto__').names).toEqual(['__proto__'])
    expect(() => Vary.from(null).add('a b')).toThrow('Cannot add "a b" to Vary')
    expect(() => Vary.from(null).add('a\r\n')).toThrow(TypeError)
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const vary = Vary.from(text)
        expect(Vary.from(String(vary)).names).toEqual(vary.names)
      }),
    )
  })
})

describe('parseTokenList', () => {
  it('lists the tokens as written', () => {
    expect(parseTokenList('X-One,x-two , ,bad name,"q,r",X-One')).toEqual([
      'X-One',
      'x-two',
      'X-One',
    ])
    expect(parseTokenList(null)).toEqual([])
    expect(parseTokenList(' '.repeat(65536))).toEqual([])
  })
})
