import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  Accept,
  AcceptEncoding,
  AcceptLanguage,
  CacheControl,
  ContentDisposition,
  ContentType,
  Cookie,
  SetCookie,
} from './index.ts'

describe('headers, when Object.prototype is polluted', () => {
  const names = ['charset', 'filename', 'max-age', 'gzip', 'de', 'a/b', 'sid', 'q']

  const root: object = Object.getPrototypeOf({})

  beforeEach(() => {
    for (const name of names) Reflect.set(root, name, 'evil')
  })

  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(root, name)
  })

  it('find only what was sent', () => {
    expect(ContentType.from('text/html').charset).toBe(undefined)
    expect(ContentDisposition.from('attachment').filename).toBe(undefined)
    expect(CacheControl.from('public').maxAge).toBe(undefined)
    expect(Accept.from('text/html').getWeight('a/b')).toBe(0)
    expect(AcceptEncoding.from('br').getWeight('gzip')).toBe(0)
    expect(AcceptLanguage.from('en').getWeight('de')).toBe(0)
    expect(Cookie.from('a=b').get('sid')).toBe(null)
    expect(SetCookie.from('a=b').extensions.get('sid')).toBe(undefined)
  })
})
