import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { SetCookie, type SetCookieInit } from './index.ts'

describe('SetCookie', () => {
  it('writes a name and a value', () => {
    expect(String(new SetCookie({ name: 'a', value: 'b' }))).toBe('a=b')
    expect(String(new SetCookie({ name: 'a' }))).toBe('a=')
  })

  it('writes every attribute', () => {
    const cookie = new SetCookie({
      name: 'a',
      value: 'b',
      domain: 'example.com',
      path: '/x',
      sameSite: 'none',
      httpOnly: true,
      secure: true,
      expires: new Date(Date.UTC(2030, 0, 2, 3, 4, 5, 678)),
      maxAge: 60,
      partitioned: true,
      priority: 'high',
      extensions: [
        ['Flag', ''],
        ['Key', 'v'],
      ],
    })
    expect(String(cookie)).toBe(
      'a=b; Max-Age=60; Domain=example.com; Path=/x; Expires=Wed, 02 Jan 2030 03:04:05 GMT; ' +
        'HttpOnly; Secure; Partitioned; Priority=High; SameSite=None; flag; key=v',
    )
  })

  it('leaves out what is undefined, false or empty', () => {
    const cookie = new SetCookie({
      name: 'a',
      value: 'b',
      domain: undefined,
      path: '',
      sameSite: false,
      httpOnly: false,
      expires: undefined,
      maxAge: undefined,
    })
    expect(String(cookie)).toBe('a=b')
  })

  it('writes sameSite true as Strict and a lifetime of zero or less', () => {
    expect(String(new SetCookie({ name: 'a', sameSite: true }))).toBe('a=; SameSite=Strict')
    expect(String(new SetCookie({ name: 'a', maxAge: 0 }))).toBe('a=; Max-Age=0')
    expect(String(new SetCookie({ name: 'a', maxAge: -0 }))).toBe('a=; Max-Age=0')
    expect(String(new SetCookie({ name: 'a', maxAge: -1 }))).toBe('a=; Max-Age=-1')
  })

  it('can be edited', () => {
    const cookie = SetCookie.from('a=b; Path=/; Secure; Foo=bar')
    cookie.name = 'c'
    cookie.value = 'd'
    cookie.path = undefined
    cookie.secure = false
    cookie.sameSite = 'Lax'
    cookie.deleteExtension('FOO')
    cookie.setExtension('New', '1')
    expect(String(cookie)).toBe('c=d; SameSite=Lax; new=1')
  })

  it('copies: a change of the copy or of a Date given or taken does not reach the original', () => {
    const expires = new Date(Date.UTC(2030, 0, 1))
    const original = new SetCookie({ name: 'a', expires, extensions: [['x', '1']] })
    const copy = SetCookie.from(original)
    copy.value = 'changed'
    copy.setExtension('x', '2')
    expires.setUTCFullYear(2040)
    original.expires!.setUTCFullYear(2050)
    expect(String(original)).toBe('a=; Expires=Tue, 01 Jan 2030 00:00:00 GMT; x=1')
  })

  const attacks = [
    'x; Domain=evil',
    'x\r\nX-Evil: 1',
    'x\nb',
    'x\rb',
    'x\0',
    'x\x1F',
    'x\x7F',
    'é',
    '☃',
  ]

  it.each(attacks)('refuses %j in every place that takes text', (text) => {
    const base = { name: 'a', value: 'b' }
    expect(() => new SetCookie({ ...base, name: text })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, value: text })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, path: '/' + text })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, domain: text })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, sameSite: text as 'Lax' })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, priority: text as 'Low' })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, maxAge: text as unknown as number })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, expires: text as unknown as Date })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, extensions: [[text, '']] })).toThrow(TypeError)
    expect(() => new SetCookie({ ...base, extensions: [['x', text]] })).toThrow(TypeError)
  })

  it('refuses what an attribute cannot be, also when assigned later', () => {
    const cookie = new SetCookie({ name: 'a' })
    expect(() => (cookie.name = '')).toThrow('as a cookie name')
    expect(() => (cookie.name = 'a b')).toThrow('Cannot use "a b" as a cookie name')
    expect(() => (cookie.name = 'a=b')).toThrow(TypeError)
    expect(() => (cookie.value = ' x')).toThrow('Encode it first.')
    expect(() => (cookie.path = 'admin')).toThrow('must start with "/"')
    expect(() => (cookie.domain = 'http://example.com')).toThrow('must be a host name')
    expect(() => (cookie.maxAge = 1.5)).toThrow('whole number of seconds')
    expect(() => (cookie.maxAge = NaN)).toThrow(TypeError)
    expect(() => (cookie.maxAge = Infinity)).toThrow(TypeError)
    expect(() => (cookie.expires = new Date(NaN))).toThrow('must be a valid Date')
    expect(() => (cookie.expires = new Date(8.64e15))).toThrow('1601 to 9999')
    expect(() => (cookie.sameSite = 'loose' as 'Lax')).toThrow('one of Strict, Lax, None')
    expect(() => (cookie.priority = 'urgent' as 'High')).toThrow('one of Low, Medium, High')
    expect(() => cookie.setExtension('Path', '/')).toThrow(
      'not an attribute that SetCookie has a property for',
    )
    expect(() => new SetCookie({} as SetCookieInit)).toThrow('as a cookie name')
    expect(String(cookie)).toBe('a=')
  })

  it('reads what a server sent, in any case and with any spacing', () => {
    const cookie = SetCookie.from(
      ' sid = abc=def ;PATH=/x;domain=.example.com; max-age=3600 ; EXPIRES=Wed, 21-Oct-2015 07:28:00 GMT;httponly;SECURE;samesite=STRICT;Priority=low;partitioned',
    )
    expect(cookie.name).toBe('sid')
    expect(cookie.value).toBe('abc=def')
    expect(cookie.path).toBe('/x')
    expect(cookie.domain).toBe('.example.com')
    expect(cookie.maxAge).toBe(3600)
    expect(cookie.expires).toEqual(new Date(Date.UTC(2015, 9, 21, 7, 28)))
    expect(cookie.httpOnly).toBe(true)
    expect(cookie.secure).toBe(true)
    expect(cookie.sameSite).toBe('Strict')
    expect(cookie.priority).toBe('Low')
    expect(cookie.partitioned).toBe(true)
  })

  it('keeps attributes it does not know', () => {
    const cookie = SetCookie.from('a=b; Future; Shape=round; __proto__=1')
    expect([...cookie.extensions]).toEqual([
      ['future', ''],
      ['shape', 'round'],
      ['__proto__', '1'],
    ])
    expect(String(cookie)).toBe('a=b; future; shape=round; __proto__=1')
  })

  it.each([
    ['a=b; Max-Age=soon', 'a=b'],
    ['a=b; Max-Age=', 'a=b'],
    ['a=b; Max-Age=1.5', 'a=b'],
    ['a=b; Max-Age=1; Max-Age=2', 'a=b; Max-Age=2'],
    ['a=b; Max-Age=' + '9'.repeat(400), 'a=b; Max-Age=9007199254740991'],
    ['a=b; Expires=tomorrow', 'a=b'],
    ['a=b; Expires=6 nov 94 8:49:37', 'a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT'],
    ['a=b; Expires=1994 nov 06 08:49:37.5 +0100', 'a=b; Expires=Sun, 06 Nov 1994 08:49:37 GMT'],
    ['a=b; Expires=Sun, 06 Nov 069 08:49:37', 'a=b; Expires=Wed, 06 Nov 2069 08:49:37 GMT'],
    ['a=b; Expires=Sun, 06 Nov 1994 08:49', 'a=b'],
    ['a=b; Expires=Sun, 31 Feb 1994 08:49:37 GMT', 'a=b'],
    ['a=b; Expires=Sun, 06 Nov 1994 24:00:00 GMT', 'a=b'],
    ['a=b; Expires=Sun, 06 Nov 1600 08:49:37 GMT', 'a=b'],
    ['a=b; Path=admin', 'a=b'],
    ['a=b; Domain=', 'a=b'],
    ['a=b; Domain=ex ample', 'a=b'],
    ['a=b; SameSite=Loose', 'a=b'],
    ['a=b; ; ;', 'a=b'],
    ['a[0]=é', 'a[0]=é'],
    ['a=b\r\nX: y', ''],
    ['a=\x01', ''],
    ['nothing', ''],
    ['=b', ''],
    ['', ''],
  ])('reads %j as %j', (text, same) => {
    expect(String(SetCookie.from(text))).toBe(same)
  })

  it('has no name and prints nothing for null', () => {
    expect(String(new SetCookie())).toBe('')
    const cookie = SetCookie.from(null)
    expect(cookie.name).toBe('')
    expect(String(cookie)).toBe('')
  })

  const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/)
  const text = fc.stringMatching(/^(?:[!-:<-~](?:[ -:<-~]{0,12}[!-:<-~])?)?$/)
  const init: fc.Arbitrary<SetCookieInit> = fc.record(
    {
      name: token,
      value: text,
      domain: fc.domain(),
      path: text.map((rest) => '/' + rest),
      sameSite: fc.constantFrom('Strict' as const, 'lax' as const, 'None' as const, true, false),
      httpOnly: fc.boolean(),
      secure: fc.boolean(),
      expires: fc.date({
        min: new Date(Date.UTC(1601, 0, 1)),
        max: new Date(Date.UTC(9999, 11, 31)),
        noInvalidDate: true,
      }),
      maxAge: fc.maxSafeInteger(),
      partitioned: fc.boolean(),
      priority: fc.constantFrom('Low' as const, 'medium' as const, 'High' as const),
    },
    { requiredKeys: ['name'] },
  )

  it('reads back every cookie that it writes', () => {
    fc.assert(
      fc.property(init, (init) => {
        const cookie = new SetCookie(init)
        const copy = SetCookie.from(String(cookie))
        expect(String(copy)).toBe(String(cookie))
        expect(copy.name).toBe(init.name)
        expect(copy.value).toBe(init.value ?? '')
        expect(copy.path).toBe(init.path)
        expect(copy.domain).toBe(init.domain)
        expect(copy.maxAge).toBe(init.maxAge)
        expect(copy.expires).toEqual(cookie.expires)
        expect(copy.sameSite).toBe(cookie.sameSite)
      }),
    )
  })

  it('never writes more attributes than were set, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, value, path) => {
        let written: string
        try {
          written = String(new SetCookie({ name, value, path: '/' + path }))
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        expect(written.split(';')).toHaveLength(2)
        expect(written).toMatch(/^[\x20-\x7E]*$/)
      }),
    )
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const written = String(SetCookie.from(text))
        expect(String(SetCookie.from(written))).toBe(written)
      }),
    )
  })
})
