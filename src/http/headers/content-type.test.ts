import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { ContentType } from './index.ts'

describe('ContentType', () => {
  it('reads the media type and its parameters', () => {
    const type = ContentType.from('Multipart/Form-Data; Boundary="a b"; charset=UTF-8; x=y')
    expect(type.mediaType).toBe('multipart/form-data')
    expect(type.type).toBe('multipart')
    expect(type.subtype).toBe('form-data')
    expect(type.boundary).toBe('a b')
    expect(type.charset).toBe('UTF-8')
    expect([...type.parameters]).toEqual([
      ['boundary', 'a b'],
      ['charset', 'UTF-8'],
      ['x', 'y'],
    ])
    expect(String(type)).toBe('multipart/form-data; boundary="a b"; charset=UTF-8; x=y')
  })

  it.each([
    'application/json',
    'Application/JSON',
    ' application/json',
    '\tapplication/json\t',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json\t;charset=utf-8',
    'application/json; a',
    'application/json; =',
    'application/json;;;',
  ])('takes %j for JSON', (header) => {
    expect(ContentType.from(header).mediaType).toBe('application/json')
  })

  it.each([
    'application/json\ta',
    'application/json a',
    'application/json, text/plain',
    'application/json,',
    'application/json/x',
    'application/ json',
    'application /json',
    '"application/json"',
    'application/"json"',
    '\u00A0application/json',
    'application/json\u00A0',
    'application/json\u2028',
    'application/json\0',
    'application/json\r\n',
    'application/json(comment)',
    'application/',
    '/json',
    '/',
    'json',
    ';application/json',
    '; application/json',
    '*',
    '__proto__',
    'constructor',
    '',
  ])('does not take %j for a media type', (header) => {
    const type = ContentType.from(header)
    expect(type.mediaType).toBe('')
    expect(type.type).toBe('')
    expect(type.subtype).toBe('')
    expect(type.parameters.size).toBe(0)
    expect(String(type)).toBe('')
  })

  it('recognizes a form by its media type, whatever its parameters are', () => {
    const type = ContentType.from(
      'application/x-www-form-urlencoded; a="application/json"; application/json',
    )
    expect(type.mediaType).toBe('application/x-www-form-urlencoded')
  })

  it.each([
    ['a=b', 'b'],
    ['A=b', 'b'],
    ['a="b"', 'b'],
    ['a=""', ''],
    ['a="b;c,d=e"', 'b;c,d=e'],
    ['a="b\\"c\\\\d\\e"', 'b"c\\de'],
    ['a = b', 'b'],
    ['a=b/c:d?', 'b/c:d?'],
    ['a=é', 'é'],
    ['a=1; a=2', '1'],
    ['a', undefined],
    ['a=', undefined],
    ['a="b', undefined],
    ['a="b\\"', undefined],
    ['a="b"c', undefined],
    ['a=b"c"', undefined],
    ['a=b c', undefined],
    ['a="b\x01"', undefined],
    ['a b=c', undefined],
    ['"a"=b', undefined],
  ])('reads the parameter a of %j as %j', (parameter, value) => {
    const type = ContentType.from(`text/plain; ${parameter}`)
    expect(type.mediaType).toBe('text/plain')
    expect(type.parameters.get('a')).toBe(value)
  })

  it('keeps parameters named after properties of objects apart from them', () => {
    const type = ContentType.from('text/plain; __proto__=1; constructor=2')
    expect([...type.parameters.keys()]).toEqual(['__proto__', 'constructor'])
    expect(type.charset).toBe(undefined)
    expect(ContentType.from('text/plain').parameters.get('toString')).toBe(undefined)
  })

  it('is made from parts or another one, which stays as it is', () => {
    const original = new ContentType({
      mediaType: 'Text/HTML',
      charset: 'utf-8',
      parameters: { x: 'y' },
    })
    expect(String(original)).toBe('text/html; x=y; charset=utf-8')
    expect(String(new ContentType({ mediaType: 'a/b', boundary: 'x y' }))).toBe(
      'a/b; boundary="x y"',
    )

    const copy = ContentType.from(original)
    copy.charset = 'latin1'
    expect(String(original)).toBe('text/html; x=y; charset=utf-8')
    expect(String(ContentType.from(ContentType.from(null)))).toBe('')
  })

  it('can be edited', () => {
    const type = ContentType.from('text/html; charset=utf-8')
    type.mediaType = 'text/Plain'
    type.boundary = 'x'
    type.charset = undefined
    type.parameters.set('A', 'b"c')
    expect(String(type)).toBe('text/plain; boundary=x; a="b\\"c"')
    expect(type.parameters.has('a')).toBe(true)
    expect(type.parameters.delete('A')).toBe(true)
    type.boundary = undefined
    expect(String(type)).toBe('text/plain')
  })

  it('refuses what could not be sent', () => {
    expect(() => new ContentType({ mediaType: 'html' })).toThrow(
      'Cannot use "html" as a media type',
    )
    expect(() => new ContentType({ mediaType: 'text/html; charset=utf-8' })).toThrow(TypeError)
    const type = ContentType.from('text/html')
    expect(() => (type.charset = 'x\r\ny')).toThrow('control characters')
    expect(() => type.parameters.set('a b', 'c')).toThrow('as a parameter name')
  })

  it('reads back every media type that it writes', () => {
    const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9a-z]{1,8}$/)
    const value = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\x00-\x08\x0A-\x1F\x7F]/.test(text))
    fc.assert(
      fc.property(token, token, fc.array(fc.tuple(token, value)), (type, subtype, parameters) => {
        const original = new ContentType({ mediaType: `${type}/${subtype}`, parameters })
        const copy = ContentType.from(String(original))
        expect(copy.mediaType).toBe(original.mediaType)
        expect([...copy.parameters]).toEqual([...original.parameters])
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const type = ContentType.from('a/b;' + text)
        const copy = ContentType.from(String(type))
        expect([...copy.parameters]).toEqual([...type.parameters])
        expect(String(ContentType.from(String(ContentType.from(text))))).toBe(
          String(ContentType.from(text)),
        )
      }),
    )
  })
})
