import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWork } from '../fixtures/count-work.fixture.ts'
import { maskParams, maskSecrets } from './mask-secrets.ts'

describe('maskSecrets', () => {
  it.each([
    ['/link/welcome?token=a1&page=2', '/link/welcome?token=•••&page=2'],
    ['/a?token[]=a1&q[token]=a1&q[0].password=a1', '/a?token[]=•••&q[token]=•••&q[0].password=•••'],
    ['/a?X-Amz-Signature=a1&X-Amz-Expires=300', '/a?X-Amz-Signature=•••&X-Amz-Expires=300'],
    ['/a?SAMLResponse=a1/+=&RelayState=a1', '/a?SAMLResponse=•••&RelayState=•••'],
    ['/a?%74oken=a1&k%65y=a1', '/a?%74oken=•••&k%65y=•••'],
    ['/a?token=a%26b;c=d/e?f&x=1#top', '/a?token=•••&x=1#top'],
    ['/a?x=1#access_token=a1&y=2', '/a?x=1#access_token=•••&y=2'],
    ['/a;token=a1/b;jsessionid=a1?x=1', '/a;token=•••/b;jsessionid=•••?x=1'],
    [
      '/a?_csrf=a1&xsrf=a1&id_token_hint=a1&auth_key=a1',
      '/a?_csrf=•••&xsrf=•••&id_token_hint=•••&auth_key=•••',
    ],
    ['/a?magic=a1&invite=a1&hash=a1', '/a?magic=•••&invite=•••&hash=•••'],
    ['/a?reset=a1&confirm=a1&unsubscribe=a1', '/a?reset=•••&confirm=•••&unsubscribe=•••'],
    ['/a?magic_link=a1&invitation=a1', '/a?magic_link=•••&invitation=•••'],
    ['/a?hashtag=a1&invited=a1', '/a?hashtag=a1&invited=a1'],
    ['/a?oobCode=a1&invite_code=a1&auth_code=a1', '/a?oobCode=•••&invite_code=•••&auth_code=•••'],
    ['/a?one-time-code=a1&cc-number=a1&cc_csc=a1', '/a?one-time-code=•••&cc-number=•••&cc_csc=•••'],
  ])('hides the values of secret names in %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    ['/a?next=/b?token=a1&x=1', '/a?next=/b?token=•••&x=1'],
    ['/a?next=%2Fb%3Ftoken%3Da1%26y%3D2&x=1', '/a?next=%2Fb%3Ftoken%3D•••%26y%3D2&x=1'],
    ['/a?next=%252Fb%253Ftoken%253Da1&x=1', '/a?next=%252Fb%253Ftoken%253D•••&x=1'],
    ['?u=https%3A%2F%2Fada%3Apw%40shop.test&x=1', '?u=https%3A%2F%2F•••%40shop.test&x=1'],
    ['/a?data=%7B%22token%22%3A%22a1%22%7D&x=1', '/a?data=%7B%22token%22%3A%22•••%22%7D&x=1'],
  ])('hides secrets inside of a value in %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    ['postgres://ada:pa/ss@w@db/shop refused', 'postgres://•••@db/shop refused'],
    ['https://ghp_a1@git.test/a.git', 'https://•••@git.test/a.git'],
    ['Invalid URL: redis://:1/2?3#4@cache:6379', 'Invalid URL: redis://•••@cache:6379'],
    ['//ada%2F:pw@shop.test/', '//•••@shop.test/'],
  ])('hides the user and the password of %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    ['Sent Authorization: Bearer a1', 'Sent Authorization: •••'],
    [`{ authorization: 'Basic a1' }`, `{ authorization: '•••' }`],
    ['Cookie: a=a1; b=a1\nHost: shop.test', 'Cookie: •••\nHost: shop.test'],
    ['"x-api-key":"a1","x-page":"2"', '"x-api-key":"•••","x-page":"2"'],
    ['No user for Bearer a1b2c3d4', 'No user for Bearer •••'],
    ['host=db password=a/b;c user=ada', 'host=db password=••• user=ada'],
    ['user=ada&password=a1&x=1', 'user=ada&password=•••&x=1'],
    ['{"user":"ada","password":"a\\"1","x":1}', '{"user":"ada","password":"•••","x":1}'],
    ['{\\"password\\":\\"a1\\",\\"x\\":1}', '{\\"password\\":\\"•••\\",\\"x\\":1}'],
    [`Invalid { data: { password: "a1", x: 1 } }`, `Invalid { data: { password: "•••", x: 1 } }`],
    [`{\n  user: 'ada',\n  'api-key': 'a"1'\n}`, `{\n  user: 'ada',\n  'api-key': '•••'\n}`],
  ])('hides the credentials in the message %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    '/books/dune?page=2&sort=title&token=',
    '/a?country_code=de&zipcode=1&status-code=2&sort_key=a&one_time=1&accNumber=3',
    'http://localhost:3000/@vite/client?t=1',
    'http://[::1]:3000/@fs/a@1.2/b.ts:3:4',
    'https://esm.sh/react@19, or ada@shop.test',
    '__vite_ssr_import_0__.token is not a function',
    'Bearer token is missing. Cookie: too long. Authorization: log in first.',
    '<li key={book.id} token={token} code="1">',
    'if (token === other) return (token) => state.code=1',
    'exit code=1, key=a',
    'Unexpected token: "a"',
    "Unexpected token: 'a', and { token: token }",
    '100% of %zz and %',
  ])('leaves %s as it is', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })
})

/** A secret that could be written in a place without an encoding of the place itself. */
const secret = fc.stringMatching(/^S[A-Za-z\d_.~@/:!$'*,-]{4,20}S$/)
const secretName = fc.constantFrom(
  'token',
  'access_token',
  'password',
  'apiKey',
  'code',
  'state',
  'sig',
  'SAMLResponse',
  'X-Amz-Signature',
  'X-Goog-Credential',
  'PHPSESSID',
  'token_hash',
)
const written = fc.constantFrom(
  (name: string) => name,
  (name: string) => `${name}[]`,
  (name: string) => `q[${name}]`,
  (name: string) => `q.0.${name}`,
  (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
)
const name = fc.tuple(secretName, written).map(([secret, write]) => write(secret))

/** A URL with a secret in one place. */
const place = fc.constantFrom(
  (name: string, value: string) => `/a?x=1&${name}=${value}&y=2`,
  (name: string, value: string) => `https://shop.test/a?${name}=${value}#end`,
  (name: string, value: string) => `/a?x=1#${name}=${value}&y=2`,
  (name: string, value: string) => `/a;x=1;${name}=${value.replaceAll('/', '')};y=2/b?z=3`,
  (name: string, value: string) => `/a?${name}=${encodeURIComponent(value)}%26${value}&y=2`,
  (_: string, value: string) => `redis://ada:${value}@cache/0?x=1`,
  (_: string, value: string) => `https://${encodeURIComponent(value)}@git.test/a`,
)

/** Puts a URL into another one, or into a message. */
const wrap = fc.constantFrom(
  (url: string) => `/login?next=${encodeURIComponent(url)}&z=3`,
  (url: string) => `/login?z=3&next=${url}`,
  (url: string) => `/login#next=${encodeURIComponent(url)}`,
  (url: string) => `Cannot load "${url}" twice`,
  (url: string) => `Cannot load ${url}`,
)

describe('any secret', () => {
  it('is in no masked text, wherever it is and however deep: MA-3', () => {
    fc.assert(
      fc.property(
        secret,
        name,
        place,
        fc.array(wrap, { maxLength: 4 }),
        (value, key, put, wraps) => {
          const text = wraps.reduce((inner, around) => around(inner), put(key, value))
          const masked = decodeAll(maskSecrets(text))
          for (const part of [value, ...value.split(/[/@]/)]) {
            if (part.length > 4) expect(masked, text).not.toContain(part)
          }
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('is all that a mask hides: other queries and messages stay as they are, and a mask twice is a mask once', () => {
    const word = fc.constantFrom(
      'page',
      'sort',
      'q[author]',
      'utm_source',
      'items[]',
      'lang',
      'design',
    )
    const value = fc.stringMatching(/^[\w .~!$'*,-]{0,20}$/).map(encodeURIComponent)
    const query = fc.array(
      fc.tuple(word, value).map((pair) => pair.join('=')),
      { maxLength: 5 },
    )
    const plain = query.map((pairs) => `http://localhost:3000/@vite/client?${pairs.join('&')}`)
    fc.assert(
      fc.property(plain, fc.array(wrap, { maxLength: 3 }), (url, wraps) => {
        const text = wraps.reduce((inner, around) => around(inner), url)
        expect(maskSecrets(text)).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'?&#;/=:@%"token25{ ') }), (text) => {
        const once = maskSecrets(text)
        expect(maskSecrets(once)).toBe(once)
      }),
    )
  })
})

describe('maskParams', () => {
  it('hides the segments of params with secret names, however they are encoded: MA-3', () => {
    const params = Object.entries({ id: '7', token: 'a/b c', rest: undefined })
    expect(maskParams('/users/7/reset/a/b%20c', params)).toBe('/users/7/reset/•••/•••')
    expect(maskParams('/users/7', [['id', '7']])).toBe('/users/7')
    expect(maskParams('/f-a/x%2Fb%2Fy/c.txt', [['key', 'a/x/b/y/c']])).toBe('/•••/•••/•••')
  })

  it('hides a wildcard with thousands of parts in linear time', () => {
    const work = (length: number): number => {
      const path = Array.from({ length }, (_, index) => index.toString(36)).join('/')
      return countWork(() => void maskParams(`/f/${path}`, [['key', path]]))
    }
    expect(work(4000)).toBeLessThan(6 * work(1000))
  })
})

function decodeAll(text: string): string {
  let decoded = text
  for (let before = ''; decoded !== before;) {
    before = decoded
    decoded = decoded.replaceAll(/%[\da-f]{2}/gi, (code) =>
      String.fromCharCode(parseInt(code.slice(1), 16)),
    )
  }
  return decoded
}
