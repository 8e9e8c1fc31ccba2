import { customFetch, discovery, type Configuration } from 'openid-client'

/** How a provider misbehaves. */
export interface Misbehaviour {
  /** Claims of the ID token to replace. `undefined` leaves one out. */
  claims?: Record<string, unknown>
  /** The algorithm that the ID token names, and signs with as far as possible. */
  alg?: 'ES256' | 'HS256' | 'none'
  /** Signs with a key that the provider has not published. */
  hasWrongKey?: boolean
  /** Replaces the response of an endpoint: `discovery`, `token` or `jwks`. */
  respond?: (endpoint: string) => Response | Promise<Response> | undefined
}

const issuer = 'https://id.test'
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A provider without a network: it redirects, and `openid-client` gets its `fetch`. */
export class FakeProvider {
  readonly clientId = 'app'
  readonly clientSecret = 'the secret of the app'
  /** The endpoints that were requested. */
  readonly requests: string[] = []
  /** The `redirect_uri` of each request for tokens. */
  readonly redirectUris: unknown[] = []
  misbehaviour: Misbehaviour = {}
  #keys: Promise<CryptoKeyPair> | undefined
  #nonces = new Map<string, string | null>()

  /** For the option `client`. */
  readonly discover = (): Promise<Configuration> =>
    discovery(new URL(issuer), this.clientId, this.clientSecret, undefined, {
      [customFetch]: (url, { body }) => this.#fetch(new URL(url), body as URLSearchParams | null),
    })

  /**
   * Lets the user in without a question.
   *
   * @param location Where `start` has redirected to
   * @returns The URL of the callback
   */
  authorize(location: string, parameters: Record<string, string> = {}): URL {
    const { searchParams } = new URL(location)
    const code = `code-${this.#nonces.size}`
    this.#nonces.set(code, searchParams.get('nonce'))
    const url = new URL(searchParams.get('redirect_uri')!)
    url.search = String(
      new URLSearchParams({ code, state: searchParams.get('state')!, ...parameters }),
    )
    return url
  }

  async #fetch(url: URL, body: URLSearchParams | null | undefined): Promise<Response> {
    const endpoint = url.pathname.includes('well-known') ? 'discovery' : url.pathname.slice(1)
    this.requests.push(endpoint)
    const other = await this.misbehaviour.respond?.(endpoint)
    if (other) return other

    if (endpoint === 'discovery') {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256', 'HS256'],
      })
    }
    if (endpoint === 'jwks') {
      const { publicKey } = await this.#keyPair()
      const key = await crypto.subtle.exportKey('jwk', publicKey)
      return Response.json({ keys: [{ ...key, kid: '1', use: 'sig' }] })
    }
    this.redirectUris.push(body!.get('redirect_uri'))
    const nonce = this.#nonces.get(body!.get('code')!)
    return Response.json({
      access_token: 'an access token',
      token_type: 'Bearer',
      ...(nonce && { id_token: await this.#createIdToken(nonce) }),
    })
  }

  async #createIdToken(nonce: string): Promise<string> {
    const { claims = {}, alg = 'ES256', hasWrongKey } = this.misbehaviour
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      iss: issuer,
      sub: 'ann-at-acme',
      aud: this.clientId,
      nonce,
      iat: now,
      exp: now + 300,
      ...claims,
    }
    const signed = `${encode({ alg, kid: '1' })}.${encode(payload)}`
    const bytes = new TextEncoder().encode(signed)
    if (alg === 'none') return `${signed}.`
    if (alg === 'HS256') {
      const secret = new TextEncoder().encode(this.clientSecret)
      const hmac = { name: 'HMAC', hash: 'SHA-256' }
      const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign'])
      return `${signed}.${toBase64Url(await crypto.subtle.sign('HMAC', key, bytes))}`
    }
    const { privateKey } = hasWrongKey ? await createKeyPair() : await this.#keyPair()
    return `${signed}.${toBase64Url(await crypto.subtle.sign(ecdsa, privateKey, bytes))}`
  }

  #keyPair(): Promise<CryptoKeyPair> {
    return (this.#keys ??= createKeyPair())
  }
}

async function createKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

function encode(value: object): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)).buffer)
}

function toBase64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
