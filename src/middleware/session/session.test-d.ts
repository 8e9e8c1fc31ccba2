// Only types are checked: nothing here runs.
import { expectTypeOf } from 'vitest'
import { createCookie } from '../../http/cookie/index.ts'
import {
  createRouter,
  type MiddlewareContext,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import {
  createCookieSessionStorage,
  createMemorySessionStorage,
} from '../../state/session/index.ts'
import { session, Session, type ContextWithSession } from './index.ts'

const cookie = createCookie('sid', { secrets: ['secret'] })
const response = new Response()

// A storage that does not say what is in it.
createRouter({ middleware: [session(cookie, createCookieSessionStorage())] }).get(
  '/',
  (context) => {
    expectTypeOf(context.get(Session)).toEqualTypeOf<Session>()
    expectTypeOf(context.session).toEqualTypeOf<Session>()
    expectTypeOf(context.session.get('anything')).toEqualTypeOf<unknown>()
    return response
  },
)

// One that does.
interface Data {
  userId: string
}
interface FlashData {
  error: string
}
const storage = createMemorySessionStorage<Data, FlashData>({ cookie })
createRouter({ middleware: [session(storage)] }).get('/', (context) => {
  expectTypeOf(context.get(Session)).toEqualTypeOf<Session<Data, FlashData>>()
  expectTypeOf(context.session.get('userId')).toEqualTypeOf<string | undefined>()
  expectTypeOf(context.session.get('error')).toEqualTypeOf<string | undefined>()
  // @ts-expect-error no such value
  context.session.set('user', 'ann')
  // @ts-expect-error the property is read-only
  context.session = new Session()
  return response
})

// Without the middleware.
createRouter().get('/', (context) => {
  // @ts-expect-error nobody has loaded a session
  void context.get(Session).get('userId')
  // @ts-expect-error nor is there a property
  void context.session
  return response
})

// ContextWithSession.
type App = ContextWithSession<RequestContext<{ id: string }>, Data, FlashData>
declare const app: App
expectTypeOf(app.get(Session)).toEqualTypeOf<Session<Data, FlashData>>()
expectTypeOf(app.session).toEqualTypeOf<Session<Data, FlashData>>()
expectTypeOf(app.params).toEqualTypeOf<{ id: string }>()
declare const plain: ContextWithSession<RequestContext>
expectTypeOf(plain.get(Session)).toEqualTypeOf<Session>()

const list = [session(storage)] as const
declare const derived: MiddlewareContext<typeof list>
expectTypeOf(derived.session).toEqualTypeOf<Session<Data, FlashData>>()

// @ts-expect-error a cookie needs a storage
session(cookie)
// @ts-expect-error no such option
session(storage, { signed: false })
