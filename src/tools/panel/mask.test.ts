import { describe, expect, it } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import { maskKeys } from '../../internal/text/mask-secrets.ts'
import { createMask, credentialsOf, UrlMask } from './mask.ts'

describe('a mask', () => {
  it('hides secret names in a query, a fragment and a path, and nothing else: MA-3', () => {
    const urls = new UrlMask()
    urls.learn('/reset/:token')
    urls.learn('/books/:slug')
    expect(urls.mask('/reset/abc?next=/home')).toBe('/reset/•••?next=/home')
    expect(urls.mask('/books/dune?code=1&page=2&apiKey=3&STATE=4')).toBe(
      '/books/dune?code=•••&page=2&apiKey=•••&STATE=•••',
    )
    expect(urls.mask('https://ada:pw@shop.test/books/dune#access_token=abc&x=1')).toBe(
      'https://•••@shop.test/books/dune#access_token=•••&x=1',
    )
    expect(urls.mask('/books/dune?pass%77ord=x&k%65y=1')).toBe(
      '/books/dune?pass%77ord=•••&k%65y=•••',
    )
    expect(urls.mask('/reset/abc?next=%2Freset%3Ftoken%3Dabc')).toBe(
      '/reset/•••?next=%2Freset%3Ftoken%3D•••',
    )
    expect(urls.mask('/books/a1b2c3d4e5f6a7b8c9d0e1f2')).toBe('/books/a1b2c3d4e5f6a7b8c9d0e1f2')
    expect(urls.mask('/nowhere/a1b2c3d4e5f6a7b8c9d0e1f2')).toBe('/nowhere/•••')
  })

  it('hides what the client sent as a credential, also in Base64 and encoded: MA-4', async () => {
    const cookie = createCookie('session', { secrets: ['a-secret-of-16-bytes'] })
    const [sent] = (await cookie.serialize('session-id-4711-of-ada')).split(';')
    const mask = createMask([`theme=dark; ${sent}`, 'Bearer token.with-three.parts-0815'])
    expect(mask('cart:session-id-4711-of-ada')).toBe('cart:•••')
    expect(mask('No user for token.with-three.parts-0815')).toBe('No user for •••')
    expect(
      createMask(credentialsOf([['x-api-key', 'key-of-the-shop']]))('No key-of-the-shop'),
    ).toBe('No •••')
    expect(mask('dark mode')).toBe('dark mode')
  })

  it('hides what looks like a key in a message, but no id: MA-5', () => {
    expect(maskKeys('Bad key sk_live_4eC39HqLyjWDarjtT1zdp7dc')).toBe('Bad key •••')
    expect(maskKeys('postgres://ada:hunter2@db/shop refused')).toBe(
      'postgres://•••@db/shop refused',
    )
    expect(maskKeys('key=AKIAIOSFODNN7EXAMPLE')).toBe('key=•••')
    expect(maskKeys('__vite_ssr_import_0__.default is not a function')).toBe(
      '__vite_ssr_import_0__.default is not a function',
    )
    expect(maskKeys('at handleIncomingRequest2')).toBe('at handleIncomingRequest2')
    expect(maskKeys('thisIsAVeryLongFunctionName')).toBe('thisIsAVeryLongFunctionName')
    expect(maskKeys('0b6f1d6a-7c1e-4d1c-9f3a-2f1f8a0c9d11')).toBe(
      '0b6f1d6a-7c1e-4d1c-9f3a-2f1f8a0c9d11',
    )
  })
})
