import { describe, expectTypeOf, it } from 'vitest'

import { createCookie, isCookie, type Cookie, type CookieOptions } from './index.ts'

describe('createCookie', () => {
  it('gives a container whose value is unknown until the app has checked it', () => {
    const cookie = createCookie('theme', { sameSite: 'lax', secrets: ['secret'] as const })
    expectTypeOf(cookie).toEqualTypeOf<Cookie>()
    expectTypeOf(cookie.parse).returns.resolves.toBeUnknown()
    expectTypeOf(cookie.serialize).returns.resolves.toBeString()
    expectTypeOf(cookie.expires).toEqualTypeOf<Date | undefined>()
  })

  it('is typed by the value that the app names', () => {
    const cookie = createCookie<{ theme: 'dark' | 'light' }>('prefs')
    expectTypeOf(cookie.parse).returns.resolves.toEqualTypeOf<{ theme: 'dark' | 'light' } | null>()
    expectTypeOf(cookie.serialize).parameter(0).toEqualTypeOf<{ theme: 'dark' | 'light' } | ''>()
    expectTypeOf(cookie).toExtend<Cookie>()
    expectTypeOf(createCookie<any>('prefs').parse).returns.resolves.toBeAny()
  })

  it('knows the values of attributes', () => {
    expectTypeOf<'Strict' | 'lax' | true>().toExtend<CookieOptions['sameSite']>()
    expectTypeOf<'lax; x=1'>().not.toExtend<CookieOptions['sameSite']>()
    expectTypeOf<string>().not.toExtend<CookieOptions['maxAge']>()
    expectTypeOf<CookieOptions['signName']>().toEqualTypeOf<boolean | 'rotating' | undefined>()
  })
})

describe('isCookie', () => {
  it('narrows', () => {
    expectTypeOf(isCookie).guards.toEqualTypeOf<Cookie>()
  })
})
