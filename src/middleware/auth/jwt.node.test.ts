// The JWT example of the guide, with the real jose and a real server that publishes the keys.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  base64url,
  createLocalJWKSet,
  createRemoteJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTokens } from '../../../docs/examples/jwt.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { auth, requireAuth } from './index.ts'

const issuer = 'https://login.example.com'
const audience = 'https://api.example.com'
const url = 'https://api.example.com/'

type Key = Awaited<ReturnType<typeof generateKeyPair>>
let first: Key
let second: Key
let stranger: Key
let keys: ReturnType<typeof createLocalJWKSet>

beforeAll(async () => {
  first = await generateKeyPair('ES256', { extractable: true })
  second = await generateKeyPair('ES256', { extractable: true })
  stranger = await generateKeyPair('ES256')
  keys = createLocalJWKSet(await publish())
})

async function publish() {
  return {
    keys: [
      { ...(await exportJWK(first.publicKey)), kid: 'first', alg: 'ES256', use: 'sig' },
      { ...(await exportJWK(second.publicKey)), kid: 'second', alg: 'ES256', use: 'sig' },
    ],
  }
}

/** A token that is valid, except for what is passed. A claim that is `undefined` is left out. */
function sign(
  claims: JWTPayload = {},
  { header = {}, key = first }: { header?: object; key?: { privateKey: CryptoKey } } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = { sub: 'ann', iss: issuer, aud: audience, iat: now, exp: now + 300, ...claims }
  return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', kid: 'first', ...header })
    .sign(key.privateKey)
}

async function send(token: string, set: Parameters<typeof readTokens>[0]['keys'] = keys) {
  const scheme = readTokens({ keys: set, issuer, audience })
  const router = createRouter({ middleware: [auth({ schemes: [scheme] }), requireAuth()] })
  router.get('/', ({ auth }) => Response.json(auth.identity))
  return router.fetch(url, { headers: { Authorization: `Bearer ${token}` } })
}

/** A token with a header and claims of an attacker, and any bytes as its signature. */
function forge(header: object, signature: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'ann', iss: issuer, aud: audience, iat: now, exp: now + 300 }
  const part = (value: object) => base64url.encode(JSON.stringify(value))
  return `${part(header)}.${part(claims)}.${signature}`
}

describe('the JWT example', () => {
  it('lets a valid token pass, signed with any published key', async () => {
    const response = await send(await sign({ scope: 'books:read books:write' }))
    expect(await response.json()).toEqual({ id: 'ann', scopes: ['books:read', 'books:write'] })

    const rotated = await sign({}, { key: second, header: { kid: 'second' } })
    expect(await (await send(rotated)).json()).toEqual({ id: 'ann', scopes: [] })
  })

  it.each([
    ['has ended', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['has no end', { exp: undefined }],
    ['ends at no number', { exp: 'never' as never }],
    ['is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['is for another API', { aud: 'https://other.example.com' }],
    ['is for nobody', { aud: undefined }],
    ['is from another issuer', { iss: 'https://evil.example.com' }],
    ['is from an issuer with a slash more', { iss: `${issuer}/` }],
    ['names no user', { sub: undefined }],
  ])('refuses a token that %s', async (_, claims) => {
    const response = await send(await sign(claims))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  it('refuses a token without a signature (alg none)', async () => {
    const now = Math.floor(Date.now() / 1000)
    const unsecured = new UnsecuredJWT({ sub: 'ann' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime(now + 300)
      .encode()
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', undefined]) {
      for (const signature of ['', 'AAAA']) {
        expect((await send(forge({ alg, kid: 'first' }, signature))).status).toBe(401)
      }
    }
    expect((await send(unsecured)).status).toBe(401)
  })

  it('refuses the signature of another key, with the id of a published one', async () => {
    expect((await send(await sign({}, { key: stranger }))).status).toBe(401)
    expect((await send(await sign({}, { key: second, header: { kid: 'first' } }))).status).toBe(401)
  })

  it('refuses HS256 with the public key as its secret', async () => {
    const publicKeys = [
      await exportSPKI(first.publicKey),
      JSON.stringify(await exportJWK(first.publicKey)),
    ]
    for (const secret of publicKeys) {
      const token = await new SignJWT({ sub: 'ann', iss: issuer, aud: audience })
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode(secret))
      expect((await send(token)).status).toBe(401)
    }
  })

  it('refuses a key that the token brings along', async () => {
    const own = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(own.publicKey)
    for (const header of [
      { jwk },
      { jwk, kid: undefined },
      { jku: 'https://evil.example.com/jwks' },
      { x5u: 'https://evil.example.com/cert' },
    ]) {
      expect((await send(await sign({}, { key: own, header }))).status).toBe(401)
    }
  })

  it('refuses an unknown key id, and a missing one if there are several keys', async () => {
    for (const kid of ['third', '', '../first', undefined]) {
      expect((await send(await sign({}, { header: { kid } }))).status).toBe(401)
    }
  })

  it('refuses a token that was changed, and one that is not a token', async () => {
    const [header, claims, signature] = (await sign()).split('.') as [string, string, string]
    const changed = base64url.encode(
      JSON.stringify({
        ...JSON.parse(new TextDecoder().decode(base64url.decode(claims))),
        sub: 'bob',
      }),
    )
    const wrong = [
      `${header}.${changed}.${signature}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}.${claims}.${signature}.x`,
      'x',
      '..',
      forge({ alg: 'ES256', kid: 'first', crit: ['exp'] }, signature),
    ]
    for (const token of wrong) expect((await send(token)).status).toBe(401)
  })

  describe('with keys over HTTP', () => {
    let status = 200
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      void publish().then((set) => response.writeHead(status).end(JSON.stringify(set)))
    })
    let jwks: URL

    beforeAll(async () => {
      server.listen(0, 'localhost')
      await once(server, 'listening')
      jwks = new URL(`http://localhost:${(server.address() as AddressInfo).port}/jwks`)
    })
    afterAll(() => void server.close())

    it('loads the keys once, and also refuses forged tokens', async () => {
      asked = 0
      const remote = createRemoteJWKSet(jwks, { cooldownDuration: Infinity, cacheMaxAge: Infinity })
      expect((await send(await sign(), remote)).status).toBe(200)
      expect((await send(await sign({}, { key: stranger }), remote)).status).toBe(401)
      // Strangers cannot make the API ask the provider again and again.
      for (const kid of ['a', 'b', 'c']) {
        expect((await send(await sign({}, { header: { kid } }), remote)).status).toBe(401)
      }
      expect(asked).toBe(1)
    })

    it('does not say that the token is wrong if the provider fails', async () => {
      status = 500
      await expect(sign().then((token) => send(token, createRemoteJWKSet(jwks)))).rejects.toThrow()
    })
  })
})
