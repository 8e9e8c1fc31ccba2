import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { IfMatch, IfNoneMatch } from './index.ts'

describe.each([
  ['IfMatch', IfMatch],
  ['IfNoneMatch', IfNoneMatch],
])('%s', (_, Header) => {
  it('takes its parts', () => {
    expect(String(Header.from({ tags: ['"a"', 'W/"b"'] }))).toBe('"a", W/"b"')
    expect(String(new Header({ any: true }))).toBe('*')
    expect(Header.from({ tags: [] }).present).toBe(true)
    expect(() => Header.from({ tags: ['a'] })).toThrow('Cannot use "a" as an entity tag')
  })

  it.each([
    ['"a"', ['"a"']],
    ['"a", W/"b" ,"c"', ['"a"', 'W/"b"', '"c"']],
    ['"a","a"', ['"a"']],
    ['"a,b", "c"', ['"a,b"', '"c"']],
    ['""', ['""']],
    ['"é"', ['"é"']],
    ['"a\\", "b"', ['"a\\"', '"b"']],
    [',, "a" ,,', ['"a"']],
    ['a, "b"', ['"b"']],
    ['w/"a", "b"', ['"b"']],
    ['W/a, "b"', ['"b"']],
    ['"a"x, "b"', ['"b"']],
    ['"a b", "c"', ['"c"']],
    ['"a\x7F", "c"', ['"c"']],
    ['"a', []],
    ['"a" "b", "c"', ['"c"']],
    ['*, "a"', ['"a"']],
    ['', []],
    [null, []],
  ])('reads %j as %j', (header, tags) => {
    const list = Header.from(header)
    expect(list.any).toBe(false)
    expect(list.tags).toEqual(tags)
    expect([...list]).toEqual(tags)
    expect(list.size).toBe(tags.length)
  })

  it('reads * alone as any', () => {
    const list = Header.from(' * ')
    expect(list.any).toBe(true)
    expect(list.tags).toEqual([])
    expect(list.matches('"a"')).toBe(true)
    expect(list.matches(null)).toBe(true)
    expect(String(list)).toBe('*')
  })

  it('matches nothing that has no tag, and nothing at all when no tag can be read', () => {
    expect(Header.from('"a"').matches(null)).toBe(false)
    expect(Header.from('').matches('"a"')).toBe(false)
    expect(Header.from([]).matches('"a"')).toBe(false)
    expect(Header.from('garbage').matches('"a"')).toBe(false)
    expect(Header.from(Header.from('garbage')).matches('"a"')).toBe(false)
  })

  it('can be edited', () => {
    const list = Header.from('*')
    list.add('"a"').add('W/"b"')
    expect(list.any).toBe(false)
    expect(String(list)).toBe('"a", W/"b"')
    expect(list.has('W/"b"')).toBe(true)
    expect(list.delete('W/"b"')).toBe(true)
    expect(list.has('W/"b"')).toBe(false)
    list.any = true
    expect(String(list)).toBe('*')
    list.clear()
    expect(String(list)).toBe('')
    expect(list.matches('"a"')).toBe(false)
  })

  it('is made from tags or another list, which stays as it is', () => {
    expect(String(Header.from(['"a"', '"b"']))).toBe('"a", "b"')
    expect(String(Header.from(Header.from('*')))).toBe('*')
    const original = Header.from('"a"')
    Header.from(original).add('"b"')
    expect(original.size).toBe(1)
  })

  it('calls back with tag and itself', () => {
    const list = Header.from('"a"')
    const seen: unknown[] = []
    list.forEach((tag, header) => seen.push([tag, header]))
    expect(seen).toEqual([['"a"', list]])
  })

  it.each(['a', '"a', '"a b"', 'w/"a"', '"a"\r\n', '*', '"a", "b"'])('refuses to add %j', (tag) => {
    expect(() => Header.from(null).add(tag)).toThrow('must be quoted')
  })

  it('reads back every list that it writes', () => {
    const tag = fc
      .tuple(fc.constantFrom('', 'W/'), fc.stringMatching(/^[!#-~\u00A1-\u00FF]{0,8}$/))
      .map(([weak, text]) => `${weak}"${text}"`)
    fc.assert(
      fc.property(fc.array(tag), (tags) => {
        const list = Header.from(tags)
        expect(Header.from(String(list)).tags).toEqual(list.tags)
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const list = Header.from(text)
        const copy = Header.from(String(list))
        expect(copy.tags).toEqual(list.tags)
        expect(copy.any).toBe(list.any)
      }),
    )
  })
})

describe('IfMatch', () => {
  it('matches everything without a header, as there is no condition', () => {
    const update = (headers: Headers): number =>
      IfMatch.from(headers.get('If-Match')).matches('"a"') ? 204 : 412
    expect(update(new Headers())).toBe(204)
    expect(update(new Headers({ 'If-Match': '"a"' }))).toBe(204)
    expect(update(new Headers({ 'If-Match': '"b"' }))).toBe(412)
    expect(update(new Headers({ 'If-Match': '' }))).toBe(412)

    expect(new IfMatch().matches(null)).toBe(true)
    expect(IfMatch.from(IfMatch.from(null)).matches('"a"')).toBe(true)
    expect(IfMatch.from(null).add('"b"').matches('"a"')).toBe(false)
  })

  it('compares strongly', () => {
    expect(IfMatch.from('"a", "b"').matches('"b"')).toBe(true)
    expect(IfMatch.from('W/"b"').matches('"b"')).toBe(false)
    expect(IfMatch.from('"b"').matches('W/"b"')).toBe(false)
    expect(IfMatch.from('W/"b"').matches('W/"b"')).toBe(false)
  })
})

describe('IfNoneMatch', () => {
  it('matches nothing without a header, so that no client gets a 304 without asking', () => {
    expect(IfNoneMatch.from(null).matches('"a"')).toBe(false)
    expect(IfNoneMatch.from(null).matches(null)).toBe(false)
  })

  it('compares weakly', () => {
    expect(IfNoneMatch.from('"a", "b"').matches('"b"')).toBe(true)
    expect(IfNoneMatch.from('W/"b"').matches('"b"')).toBe(true)
    expect(IfNoneMatch.from('"b"').matches('W/"b"')).toBe(true)
    expect(IfNoneMatch.from('W/"b"').matches('W/"b"')).toBe(true)
    expect(IfNoneMatch.from('"a"').matches('"b"')).toBe(false)
  })
})
