// Only types are checked: nothing here runs.
import { expectTypeOf } from 'vitest'
import {
  createRouter,
  type MiddlewareContext,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import type { RouteMiddleware } from '../../index.ts'
import type { RouteModule } from '../../pages/react/shared.ts'
import { redirect } from '../../http/response/index.ts'
import {
  auth,
  Auth,
  createAPIAuthScheme,
  createBasicAuthScheme,
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

// What a user may do, typed by the identity.
requireAuth<User>({ allow: (user) => user.name === 'Ann', within: 300 })
requireAuth({ allow: async (user: User, { url }) => user.name === url.hostname })
declare const allowed: MiddlewareContext<[ReturnType<typeof requireAuth<User>>]>
expectTypeOf(allowed.auth).toEqualTypeOf<AuthSuccess<User>>()
expectTypeOf(allowed.auth.at).toEqualTypeOf<Date | undefined>()
// @ts-expect-error an identity that is not stated is unknown
requireAuth({ allow: (user) => user.name === 'Ann' })
// @ts-expect-error neither a string nor nothing says yes
requireAuth<User>({ allow: (user) => user.name })

// A guard of a route module, as one would write it.
type AppContext = ContextWithAuth<RequestContext, User>
const guard: RouteMiddleware<AppContext> = ({ auth, url }, next) =>
  auth.ok && auth.identity.name === 'Ann' ? next() : redirect(`/login?next=${url.pathname}`)
const inline: RouteMiddleware<AppContext>[] = [
  guard,
  requireAuth<User>(),
  async (context, next) => {
    expectTypeOf(context.auth).toEqualTypeOf<AuthState<User>>()
    return (await guard(context, next)).ok ? requireAuth()(context, next) : new Response()
  },
]
expectTypeOf<{ middleware: typeof inline }>().toExtend<RouteModule>()
expectTypeOf<{ middleware: [typeof guard] }>().toExtend<RouteModule>()
// Without types of the app, the context is the plain one. The page has params, but which ones is not known.
const plain: RouteMiddleware = (context, next) => {
  expectTypeOf(context).toExtend<RequestContext>()
  expectTypeOf(context.params['slug']).toEqualTypeOf<string | undefined>()
  return next()
}
void plain

// @ts-expect-error schemes are required
auth({})
// @ts-expect-error verify is required
createBearerTokenAuthScheme({})

// What `verify` may return. A boolean or a list would log everyone in.
declare const isRight: boolean
createBasicAuthScheme({ verify: ({ username }) => (isRight ? { username } : null) })
createBasicAuthScheme({ verify: async ({ username }) => (isRight ? username : undefined) })
createBearerTokenAuthScheme({ verify: (): Record<string, unknown> => ({ sub: '1' }) })
createBearerTokenAuthScheme({ verify: (token) => JSON.parse(token) })
createAPIAuthScheme({ verify: () => 7n })
// @ts-expect-error a boolean names no one
createBasicAuthScheme({ verify: ({ password }) => isRight && password === 'pw' })
// @ts-expect-error a promise of a boolean
createBearerTokenAuthScheme({ verify: async (token) => token === 'good' })
// @ts-expect-error a user or false
createAPIAuthScheme({ verify: (key) => isRight && { key } })
// @ts-expect-error the rows of a query, which is a list also if there are none
createAPIAuthScheme({ verify: async (): Promise<User[]> => [] })
// @ts-expect-error a boolean from the session
createSessionAuthScheme({ read: () => 1, verify: () => isRight })
// @ts-expect-error an own scheme
const booleans: AuthScheme<boolean> = { name: 'own', authenticate: () => null }
void booleans
// @ts-expect-error an own scheme without a type
auth({ schemes: [{ name: 'own', authenticate: () => ({ status: 'success', identity: isRight }) }] })
