// Only types are checked: nothing here runs.
import type { Configuration, IDToken } from 'openid-client'
import { expectTypeOf } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import type { Session } from '../../state/session/index.ts'
import { session } from '../../middleware/session/index.ts'
import { createMemorySessionStorage } from '../../state/session/index.ts'
import { createOidcLogin, type OidcContext, type OidcLogin } from './index.ts'

declare const config: Configuration
const client = async () => config
const callback = 'https://example.com/callback'

// The claims are there by default, and if the scope has openid.
const acme = createOidcLogin({
  client,
  callback: new URL(callback),
  async onLogin({ claims, tokens, context, next }) {
    expectTypeOf(claims).toEqualTypeOf<IDToken>()
    expectTypeOf(claims.sub).toEqualTypeOf<string>()
    expectTypeOf(tokens.access_token).toEqualTypeOf<string>()
    expectTypeOf(context).toEqualTypeOf<OidcContext>()
    expectTypeOf(context.session).toEqualTypeOf<Session>()
    expectTypeOf(next).toEqualTypeOf<string | undefined>()
  },
  onFailure({ reason, error, context }) {
    expectTypeOf(reason).toEqualTypeOf<'denied' | 'unknown-state' | 'refused' | 'unavailable'>()
    expectTypeOf(error).toEqualTypeOf<unknown>()
    expectTypeOf(context).toExtend<RequestContext>()
    return new Response()
  },
})
expectTypeOf(acme).toEqualTypeOf<OidcLogin>()
createOidcLogin({
  client: () => config,
  callback,
  scope: 'email openid',
  onLogin: ({ claims }) => void expectTypeOf(claims).toEqualTypeOf<IDToken>(),
})

// Plain OAuth 2 has none.
createOidcLogin({
  client,
  callback,
  scope: 'read:user openid2',
  onLogin: ({ claims }) => void expectTypeOf(claims).toEqualTypeOf<undefined>(),
})
declare const scope: string
createOidcLogin({
  client,
  callback,
  scope,
  onLogin: ({ claims }) => void expectTypeOf(claims).toEqualTypeOf<IDToken | undefined>(),
})

// The handlers fit every router.
const router = createRouter({ middleware: [session(createMemorySessionStorage())] })
router.post('/login/acme', acme.start)
router.get('/login/:provider/callback', acme.finish)
createRouter().get('/', acme.finish)

// @ts-expect-error onLogin is required
createOidcLogin({ client, callback })
// @ts-expect-error it returns a response or nothing
createOidcLogin({ client, callback, onLogin: ({ claims }) => claims.sub })
