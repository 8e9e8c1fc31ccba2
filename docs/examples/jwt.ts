// Reads access tokens that a provider has signed: JWTs, checked with the keys that the provider publishes.
import { createBearerTokenAuthScheme } from 'framework/auth-middleware'
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose'

export interface Caller {
  id: string
  scopes: string[]
}

export interface TokenOptions {
  /** `createRemoteJWKSet(new URL('https://login.example.com/jwks'))` */
  keys: JWTVerifyGetKey
  /** The provider, exactly as it is in the token. */
  issuer: string
  /** This API. A token for another API of the same provider is refused. */
  audience: string
}

export function readTokens({ keys, issuer, audience }: TokenOptions) {
  return createBearerTokenAuthScheme({
    async verify(token): Promise<Caller | null> {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ['RS256', 'ES256'], // Never 'HS256': its key is a secret, and the keys here are public.
          requiredClaims: ['sub', 'exp'], // Without this, a token without an end would be valid for ever.
          clockTolerance: 5,
        })
        const scopes = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : []
        return { id: payload.sub!, scopes }
      } catch (error) {
        if (error instanceof errors.JOSEError && !outages.has(error.code)) return null
        throw error // The provider cannot be reached. That is a 500, and not the caller's fault.
      }
    },
  })
}

const outages = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])
