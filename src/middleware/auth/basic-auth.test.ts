import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { toBase64 } from '../../internal/text/encoding.ts'
import {
  auth,
  createBasicAuthScheme,
  createBearerTokenAuthScheme,
  requireAuth,
  timingSafeEqual,
  type AuthScheme,
} from './index.ts'

const url = 'https://example.com/'
const utf8 = new TextEncoder()
const base64 = (text: string) => toBase64(utf8.encode(text))

const basic = createBasicAuthScheme<string>({
  verify: ({ username, password }) =>
    timingSafeEqual(`${username}:${password}`, 'ann:correct horse:naïve') ? 'Ann' : null,
})

async function send(authorization = '', schemes: AuthScheme[] = [basic]): Promise<Response> {
  const router = createRouter({ middleware: [auth({ schemes })] })
  router.get('/', {
    middleware: [requireAuth<string>()],
    handler: ({ auth }) => new Response(auth.identity),
  })
  return router.fetch(url, {
    headers: authorization === '' ? [] : [['Authorization', authorization]],
  })
}

describe('createBasicAuthScheme', () => {
  it('lets the right name and password pass, as UTF-8, and the password may have colons', async () => {
    const encoded = base64('ann:correct horse:naïve')
    for (const value of [`Basic ${encoded}`, `basic ${encoded}`, `  BASIC   ${encoded} `]) {
      const response = await send(value)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('Ann')
    }
  })

  it('asks the browser for a password, and says that it is sent as UTF-8', async () => {
    for (const value of ['', 'Bearer x', `Basic ${base64('ann:wrong')}`]) {
      const response = await send(value)
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toBe(
        'Basic realm="Restricted", charset="UTF-8"',
      )
    }
  })

  it.each([
    ['without credentials', 'Basic'],
    ['that is not base64', 'Basic §§§'],
    ['with a character of base64url', `Basic ${base64('ann:???>>>').replaceAll('/', '_')}`],
    ['without a colon', `Basic ${base64('ann')}`],
    ['with two values', `Basic ${base64('ann:x')} ${base64('ann:x')}`],
    ['that was sent twice', `Basic ${base64('ann:x')}, Basic ${base64('ann:x')}`],
    ['in Latin-1', `Basic ${btoa('ann:naïve')}`],
    ['with a control character', `Basic ${base64('ann:x\0y')}`],
    ['with a line break in the name', `Basic ${base64('ann\r\n:x')}`],
  ])('refuses a header %s, and never calls verify', async (_, value) => {
    const asked: unknown[] = []
    const spy = createBasicAuthScheme({
      verify(credentials) {
        asked.push(credentials)
        return 'Ann'
      },
    })
    expect((await send(value, [spy])).status).toBe(401)
    expect(asked).toEqual([])
  })

  it('gives verify what a client has encoded, whatever it is', async () => {
    let seen: unknown
    const spy = createBasicAuthScheme({
      verify(credentials, { method }) {
        seen = [credentials, method]
        return 'Ann'
      },
    })
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((each) => each.isWellFormed() && !/\p{Cc}/u.test(each))
    await fc.assert(
      fc.asyncProperty(text, text, async (name, password) => {
        const username = name.replaceAll(':', '')
        await send(`Basic ${base64(`${username}:${password}`)}`, [spy])
        expect(seen).toEqual([{ username, password }, 'GET'])
      }),
      { numRuns: 50 },
    )
  })

  it('leaves other schemes alone', async () => {
    const bearer = createBearerTokenAuthScheme({
      verify: (token) => (token === 'x' ? 'Bob' : null),
    })
    expect(await (await send('Bearer x', [basic, bearer])).text()).toBe('Bob')
    expect((await send('', [basic, bearer])).headers.get('WWW-Authenticate')).toBe(
      'Basic realm="Restricted", charset="UTF-8", Bearer',
    )
  })

  it('quotes the realm, so it cannot add a parameter', async () => {
    const odd = createBasicAuthScheme({ verify: () => null, realm: String.raw`a", x="\ ` })
    expect((await send('', [odd])).headers.get('WWW-Authenticate')).toBe(
      String.raw`Basic realm="a\", x=\"\\ ", charset="UTF-8"`,
    )
  })

  it('is checked when the app starts', () => {
    expect(() => createBasicAuthScheme({} as never)).toThrow('needs a function `verify`')
    for (const realm of ['é', 'a\nb', 1 as never]) {
      expect(() => createBasicAuthScheme({ verify: () => null, realm })).toThrow('`realm`')
    }
  })
})
