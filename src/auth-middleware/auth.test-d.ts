// Only types are checked: nothing here runs.
import { expectTypeOf } from 'vitest'
import { createRouter, type MiddlewareContext, type RequestContext } from '../fetch-router/index.ts'
import {
  auth,
  Auth,
  createAPIAuthScheme,
  createBearerTokenAuthScheme,
  createSessionAuthScheme,
  requireAuth,
  type AuthFailure,
  type AuthScheme,
  type AuthSuccess,
  type ContextWithAuth,
  type ContextWithRequiredAuth,
  type AuthState,
} from './index.ts'

interface User {
  name: string
}
interface App {
  key: string
}
const response = new Response()

declare function findUser(token: string): Promise<User | null>
declare function findApp(key: string): App | undefined

const bearer = createBearerTokenAuthScheme({ verify: (token) => findUser(token) })
const apiKey = createAPIAuthScheme({ verify: findApp })
const login = createSessionAuthScheme({
  read: (session) => session.get('userId') as string | undefined,
  verify(userId) {
    expectTypeOf(userId).toEqualTypeOf<string>()
    return findUser(userId)
  },
})
expectTypeOf(bearer).toEqualTypeOf<AuthScheme<User>>()
expectTypeOf(apiKey).toEqualTypeOf<AuthScheme<App>>()
expectTypeOf(login).toEqualTypeOf<AuthScheme<User>>()

// The union state, with the union of the identities.
const router = createRouter({ middleware: [auth({ schemes: [bearer, apiKey] })] })
router.get('/', (context) => {
  const state = context.get(Auth)
  expectTypeOf(state).toEqualTypeOf<AuthState<User | App>>()
  expectTypeOf(context.auth).toEqualTypeOf<AuthState<User | App>>()
  // @ts-expect-error `ok` was not checked
  void state.identity
  if (state.ok) {
    expectTypeOf(state).toEqualTypeOf<AuthSuccess<User | App>>()
    expectTypeOf(state.identity).toEqualTypeOf<User | App>()
  } else {
    expectTypeOf(state).toEqualTypeOf<AuthFailure>()
    // @ts-expect-error there may be no error
    void state.error.code
  }
  return response
})

// After requireAuth it is the success state only.
router.get('/me', {
  middleware: [requireAuth<User>()],
  handler(context) {
    expectTypeOf(context.get(Auth)).toEqualTypeOf<AuthSuccess<User>>()
    expectTypeOf(context.auth.identity).toEqualTypeOf<User>()
    return response
  },
})
// And the routes beside it do not know.
router.get('/other', (context) => {
  // @ts-expect-error `ok` was not checked
  void context.auth.identity
  return response
})

// Without auth().
createRouter().get('/', (context) => {
  expectTypeOf(context.get(Auth)).toEqualTypeOf<AuthState | undefined>()
  // @ts-expect-error no property either
  void context.auth
  return response
})

// ContextWithAuth and ContextWithRequiredAuth.
declare const optional: ContextWithAuth<RequestContext<{ id: string }>, User>
expectTypeOf(optional.get(Auth)).toEqualTypeOf<AuthState<User>>()
expectTypeOf(optional.auth).toEqualTypeOf<AuthState<User>>()
expectTypeOf(optional.params).toEqualTypeOf<{ id: string }>()
declare const required: ContextWithRequiredAuth<typeof optional, User>
expectTypeOf(required.get(Auth)).toEqualTypeOf<AuthSuccess<User>>()
expectTypeOf(required.auth).toEqualTypeOf<AuthSuccess<User>>()
expectTypeOf(required.params).toEqualTypeOf<{ id: string }>()

const list = [auth({ schemes: [login] }), requireAuth<User>()] as const
declare const derived: MiddlewareContext<typeof list>
expectTypeOf(derived.auth).toEqualTypeOf<AuthSuccess<User>>()

// @ts-expect-error schemes are required
auth({})
// @ts-expect-error verify is required
createBearerTokenAuthScheme({})
