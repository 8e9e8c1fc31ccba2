import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ContentDisposition } from './index.ts'
import { headerText } from './header-text.fixture.ts'

describe('ContentDisposition', () => {
  it('reads type, name and filename', () => {
    const disposition = ContentDisposition.from('Form-Data; name="a b"; filename=x.txt')
    expect(disposition.type).toBe('form-data')
    expect(disposition.name).toBe('a b')
    expect(disposition.filename).toBe('x.txt')
    expect(String(disposition)).toBe('form-data; name="a b"; filename=x.txt')
  })

  it('has nothing when there is no header or no type', () => {
    for (const header of [null, '', '; filename=x', 'a b; filename=x', '"a"']) {
      const disposition = ContentDisposition.from(header)
      expect(disposition.type).toBe('')
      expect(disposition.filename).toBe(undefined)
      expect(String(disposition)).toBe('')
    }
  })

  it.each([
    ["filename*=UTF-8''%e2%82%ac%20rates", '€ rates'],
    ["filename*=utf-8'en'a.txt", 'a.txt'],
    ["filename*=iso-8859-1'en'%A3%20rates", '£ rates'],
    ["filename=fallback; filename*=UTF-8''%C3%BC", 'ü'],
    ["filename*=UTF-8''%C3%BC; filename=fallback", 'ü'],
    ["filename=fallback; filename*=UTF-8''%C3", 'fallback'],
    ["filename=fallback; filename*=UTF-8''%", 'fallback'],
    ["filename=fallback; filename*=ISO-8859-1''%A", 'fallback'],
    ["filename=fallback; filename*=UTF-8''a%0", 'fallback'],
    ["filename=fallback; filename*=UTF-16''a", 'fallback'],
    ['filename=fallback; filename*=UTF-8', 'fallback'],
    ["filename=fallback; filename*=UTF-8'a", 'fallback'],
    ['filename=fallback; filename*="UTF-8\'\'a b"', 'fallback'],
    ["filename=fallback; filename*=UTF-8''ü", 'fallback'],
    ["filename*=UTF-8''%", undefined],
    ['filename="%41.txt"', '%41.txt'],
    ['filename="a\\"b"', 'a"b'],
  ])('reads the file name of %j as %j', (parameters, filename) => {
    expect(ContentDisposition.from(`attachment; ${parameters}`).filename).toBe(filename)
  })

  it.each([
    ['plain.txt', 'attachment; filename=plain.txt'],
    ['two words.txt', 'attachment; filename="two words.txt"'],
    ['quo"te\\.txt', 'attachment; filename="quo\\"te\\\\.txt"'],
    ['Größe.txt', "attachment; filename=Gr__e.txt; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt"],
    ['😀.txt', "attachment; filename=_.txt; filename*=UTF-8''%F0%9F%98%80.txt"],
    ['100%25.txt', "attachment; filename=100%25.txt; filename*=UTF-8''100%2525.txt"],
    ["é'(*).txt", "attachment; filename=\"_'(*).txt\"; filename*=UTF-8''%C3%A9%27%28%2A%29.txt"],
    [
      'a\r\nSet-Cookie: x.txt',
      'attachment; filename="a__Set-Cookie: x.txt"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x.txt',
    ],
    ['', 'attachment; filename=""'],
  ])('writes the file name %j', (filename, header) => {
    expect(String(new ContentDisposition({ type: 'attachment', filename }))).toBe(header)
  })

  it('can be edited, copied, and forgets both forms of a file name', () => {
    const original = new ContentDisposition({
      type: 'attachment',
      name: 'n',
      filename: 'ü',
      parameters: { size: '5' },
    })
    const copy = ContentDisposition.from(original)
    copy.type = 'INLINE'
    copy.filename = undefined
    copy.name = undefined
    expect(String(copy)).toBe('inline; size=5')
    expect(String(original)).toBe("attachment; size=5; name=n; filename=_; filename*=UTF-8''%C3%BC")

    original.filename = 'plain'
    expect(String(original)).toBe('attachment; size=5; name=n; filename=plain')
  })

  it('refuses what could not be sent', () => {
    expect(() => new ContentDisposition({ type: 'a b' })).toThrow('as a content disposition')
    expect(() => new ContentDisposition({ type: 'form-data', name: 'a\r\nb' })).toThrow(TypeError)
  })

  it('sends every file name so that it is read back and nothing else is added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (filename) => {
        const header = String(new ContentDisposition({ type: 'attachment', filename }))
        expect(header).toMatch(/^[\x20-\x7E]*$/)
        const copy = ContentDisposition.from(header)
        expect(copy.filename).toBe(filename)
        expect([...copy.parameters.keys()].filter((key) => !key.startsWith('filename'))).toEqual([])
        expect(String(copy)).toBe(header)
      }),
    )
  })

  it('writes half a surrogate pair as the replacement character', () => {
    const disposition = new ContentDisposition({ type: 'attachment', filename: 'a\uD800b' })
    expect(disposition.filename).toBe('a\uFFFDb')
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const disposition = ContentDisposition.from(`attachment; filename*=UTF-8''${text}`)
        const copy = ContentDisposition.from(String(disposition))
        expect(copy.filename).toBe(disposition.filename)
        expect([...copy.parameters]).toEqual([...disposition.parameters])
      }),
    )
  })
})
