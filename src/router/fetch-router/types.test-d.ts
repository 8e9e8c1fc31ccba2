// Only types are checked: nothing here runs.
import { expectTypeOf } from 'vitest'
import type { Contract } from '../contract/index.ts'
import { route, type RouteMethod } from '../routes/index.ts'
import {
  createAction,
  createContextKey,
  createController,
  createMiddleware,
  createRouter,
  type RequestContext,
  type Action,
  type ContextEntry,
  type ContextWithEntries,
  type ContextWithEntry,
  type ContextWithMiddleware,
  type ContextWithParams,
  type ContextWithValue,
  type ContextWithValues,
  type Controller,
  type GetContextValue,
  type Middleware,
  type MiddlewareContext,
  type RouteBuilder,
  type RouteInfo,
  type RouteInstaller,
  type RouterContext,
} from './index.ts'

interface Identity {
  id: string
}
type RoleName = 'viewer' | 'admin'

const User = createContextKey<Identity | null>(null)
const Role = createContextKey<RoleName | null>(null)
declare function needUser(): Middleware<ContextEntry<typeof User, Identity>>
declare function asRole<Name extends RoleName>(
  name: Name,
): Middleware<ContextEntry<typeof Role, Name>>
declare function adminFactory(): Middleware<ContextEntry<typeof Role, 'admin'>>
declare function withForm(): Middleware<ContextEntry<typeof FormData, FormData>>

const routes = route({
  account: '/account/:accountId',
  admin: { dashboard: '/admin', member: '/admin/:memberId' },
  reports: '/reports/:reportId',
})
const mw = [needUser(), asRole('viewer')] as const
type App = MiddlewareContext<typeof mw>
type Admin = ContextWithValue<App, typeof Role, 'admin'>
const response = new Response()

// 1. a plain router
createRouter().get('/x', (context) => {
  // @ts-expect-error the default is null
  void context.get(User).id
  // @ts-expect-error nobody has parsed a form
  void context.get(FormData).get('x')
  const form = context.get(FormData)
  expectTypeOf(form).toEqualTypeOf<FormData | undefined>()
  if (form) expectTypeOf(form).toEqualTypeOf<FormData>()
  return response
})

// 2. a router with middleware
const appRouter = createRouter({ middleware: [needUser(), asRole('viewer')] })
appRouter.get(routes.account, (context) => {
  expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
  expectTypeOf(context.get(Role)).toEqualTypeOf<'viewer'>()
  expectTypeOf(context.params).toEqualTypeOf<{ accountId: string }>()
  return response
})

// 3. inference from an inline list and from a stored one
createRouter({ middleware: [withForm()] }).post('/x', (context) => {
  expectTypeOf(context.get(FormData)).toEqualTypeOf<FormData>()
  return response
})
createRouter({ middleware: createMiddleware(withForm()) }).post('/x', (context) => {
  expectTypeOf(context.get(FormData)).toEqualTypeOf<FormData>()
  return response
})

// 4. a tuple of return types
type Folded = MiddlewareContext<
  [ReturnType<typeof needUser>, ReturnType<typeof adminFactory>, ReturnType<typeof withForm>]
>
expectTypeOf<GetContextValue<Folded, typeof User>>().toEqualTypeOf<Identity>()
expectTypeOf<GetContextValue<Folded, typeof Role>>().toEqualTypeOf<'admin'>()
expectTypeOf<GetContextValue<Folded, typeof FormData>>().toEqualTypeOf<FormData>()

// 5. Action in both shapes
const accountAction = {
  handler(context) {
    expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
    expectTypeOf(context.params.accountId).toEqualTypeOf<string>()
    return response
  },
} satisfies Action<typeof routes.account, App>
const reportAction = ((context) => {
  expectTypeOf(context.get(Role)).toEqualTypeOf<'viewer'>()
  expectTypeOf(context.params.reportId).toEqualTypeOf<string>()
  return response
}) satisfies Action<typeof routes.reports, App>
const assigned: Action<typeof routes.reports, App> = () => response

// 6. Controller types each action separately
const adminController = {
  actions: {
    dashboard(context) {
      expectTypeOf(context.params).toEqualTypeOf<{}>()
      expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
      return response
    },
    member(context) {
      expectTypeOf(context.params).toEqualTypeOf<{ memberId: string }>()
      return response
    },
  },
} satisfies Controller<typeof routes.admin, App>

// 7. replacing a value
expectTypeOf<GetContextValue<Admin, typeof Role>>().toEqualTypeOf<'admin'>()
expectTypeOf<GetContextValue<Admin, typeof User>>().toEqualTypeOf<Identity>()
expectTypeOf<ContextWithEntry<App, ContextEntry<typeof Role, 'admin'>>>().toEqualTypeOf<Admin>()
expectTypeOf<ContextWithEntries<App, [ContextEntry<typeof Role, 'admin'>]>>().toEqualTypeOf<Admin>()
expectTypeOf<ContextWithValues<App, [[typeof Role, 'admin']]>>().toEqualTypeOf<Admin>()

// 8. RouterTypes: see scripts/check-package.ts, which augments the packed package

// 9. a list whose effects the stated context has already
const list = [asRole('admin')] as const
type Elevated = ContextWithMiddleware<App, typeof list>
expectTypeOf<Elevated>().toEqualTypeOf<Admin>()
createAction<typeof routes.reports, Elevated>(routes.reports, {
  middleware: list,
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    return response
  },
})
createController<{ reports: typeof routes.reports }, Elevated>(
  { reports: routes.reports },
  {
    middleware: list,
    actions: {
      reports(context) {
        expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
        return response
      },
    },
  },
)

// 10. inline middleware is seen by its own handler
const elevatedAction = createAction(routes.reports, {
  middleware: [asRole('admin')],
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    expectTypeOf(context.params.reportId).toEqualTypeOf<string>()
    return response
  },
})
appRouter.get(routes.reports, {
  middleware: [asRole('admin')],
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
    return response
  },
})
appRouter.route('GET', routes.reports, {
  middleware: [asRole('admin')],
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    return response
  },
})
appRouter.map(routes.reports, {
  middleware: [asRole('admin')],
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    return response
  },
})
appRouter.map(routes.admin, {
  middleware: [asRole('admin')],
  actions: {
    dashboard(context) {
      expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
      expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
      return response
    },
    member: (context) => {
      expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
      expectTypeOf(context.params.memberId).toEqualTypeOf<string>()
      return response
    },
  },
})
const elevatedController = createController(routes.admin, {
  middleware: [asRole('admin')],
  actions: {
    dashboard(context) {
      expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
      return response
    },
    member: () => response,
  },
})

// Middleware of a route sees the route's params, and what the router provides.
appRouter.get('/p/:id(.:format)', {
  middleware: [
    (context, next) => {
      expectTypeOf(context.params).toEqualTypeOf<{ id: string; format: string | undefined }>()
      expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
      // @ts-expect-error the pattern has no such param
      void context.params.slug
      return next()
    },
    asRole('admin'),
    (_context: RequestContext<{ id: string }>, next) => next(),
    (_context: RequestContext, next) => next(),
    (_context: ContextWithParams<App, { id: string }>, next) => next(),
  ],
  handler(context) {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    expectTypeOf(context.params.id).toEqualTypeOf<string>()
    return response
  },
})
createRouter().map('/p/:id', {
  middleware: [(context, next) => (context.params.id === '' ? response : next())],
  handler: () => response,
})
createRouter().route('PUT', '/p/:id', {
  middleware: [(context: RequestContext<{ id: string }>, next) => next()],
  handler: () => response,
})
createAction(routes.reports, {
  middleware: [
    (context, next) => {
      expectTypeOf(context.params).toEqualTypeOf<{ reportId: string }>()
      return next()
    },
  ],
  handler: () => response,
})
appRouter.map(routes.admin, {
  middleware: [
    (context, next) => {
      expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
      // @ts-expect-error not every action has it
      void context.params.memberId
      return next()
    },
  ],
  actions: {
    dashboard: () => response,
    member: {
      middleware: [
        (context, next) => {
          expectTypeOf(context.params).toEqualTypeOf<{ memberId: string }>()
          return next()
        },
      ],
      handler: () => response,
    },
  },
})
appRouter.mount(
  '/orgs/:org',
  { middleware: [(context, next) => (context.params.org === '' ? response : next())] },
  () => {},
)
const readsId = (context: RequestContext<{ id: string }>, next: () => Promise<Response>) =>
  context.params.id === '' ? response : next()
createRouter().get('/p/:id', { middleware: [readsId], handler: () => response })
// @ts-expect-error the pattern has no `id`
createRouter().get('/p/:slug', { middleware: [readsId], handler: () => response })
// @ts-expect-error before a route is matched there are no params
createRouter({ middleware: [readsId] })
// @ts-expect-error a router without the user
createRouter().get('/', { middleware: [(c: App, next) => next()], handler: () => response })
// @ts-expect-error not a middleware
createRouter().get('/', { middleware: ['logger'], handler: () => response })

// 11. a sibling is not widened
appRouter.get('/sibling/:x', (context) => {
  expectTypeOf(context.get(Role)).toEqualTypeOf<'viewer'>()
  // @ts-expect-error still a viewer
  const role: 'admin' = context.get(Role)
  void role
  return response
})

// 12. mistakes in a controller
appRouter.map(routes, {
  actions: {
    account: () => response,
    reports: () => response,
    // @ts-expect-error a nested map has a call of its own
    admin: { dashboard: () => response, member: () => response },
  },
})
appRouter.map(routes.admin, {
  actions: {
    dashboard: () => response,
    member: () => response,
    // @ts-expect-error an unknown action
    extra: () => response,
  },
})
// @ts-expect-error actions stand under `actions`
appRouter.map(routes.admin, { dashboard: () => response, member: () => response })
// @ts-expect-error a missing action
appRouter.map(routes.admin, { actions: { dashboard: () => response } })
void ({
  middleware: [asRole('admin')],
  actions: {
    dashboard(context) {
      expectTypeOf(context.get(Role)).toEqualTypeOf<'viewer'>()
      return response
    },
    member: () => response,
  },
} satisfies Controller<typeof routes.admin, App>)

// 13. less context is enough, more is refused
appRouter.get(routes.account, accountAction)
appRouter.get(routes.reports, reportAction)
appRouter.get(routes.reports, assigned)
appRouter.map(routes.reports, elevatedAction)
appRouter.map(routes.admin, adminController)
appRouter.map(routes.admin, elevatedController)
appRouter.get('/plain', (context: RequestContext) => new Response(context.method))
const needsAdmin: Action<typeof routes.reports, Admin> = (context) =>
  new Response(context.get(Role))
// @ts-expect-error the router has a viewer
appRouter.get(routes.reports, needsAdmin)
// @ts-expect-error the router has a viewer
appRouter.route('GET', routes.reports, needsAdmin)
// @ts-expect-error the router has a viewer
appRouter.map(routes.reports, needsAdmin)
declare const needsAdminController: Controller<typeof routes.admin, Admin>
// @ts-expect-error the router has a viewer
appRouter.map(routes.admin, needsAdminController)
declare const needsAppController: Controller<typeof routes.admin, App>
appRouter.map(routes.admin, needsAppController)
// @ts-expect-error a plain router knows no user
createRouter().map(routes.admin, needsAppController)
// @ts-expect-error a plain router knows no user
createRouter().map(routes.admin, adminController)
// @ts-expect-error a POST route in get()
appRouter.get(route({ x: { method: 'POST', pattern: '/x' } }).x, () => response)

// 14. mount
appRouter.mount('/orgs/:org', (section) => {
  section.get('/repos/:repo', (context) => {
    expectTypeOf(context.params).toEqualTypeOf<{ org: string; repo: string }>()
    expectTypeOf(context.get(User)).toEqualTypeOf<Identity>()
    return response
  })
  // @ts-expect-error a section has no fetch
  void section.fetch
})
appRouter.mount('/admin', { middleware: [asRole('admin')] }, (section) => {
  section.get('/', (context) => {
    expectTypeOf(context.get(Role)).toEqualTypeOf<'admin'>()
    return response
  })
})
declare function installForApp<Context extends App>(builder: RouteBuilder<Context>): void
declare const installForAdmin: RouteInstaller<Admin>
appRouter.mount('/x', installForApp)
// @ts-expect-error a plain router knows no user
createRouter().mount('/x', installForApp)
// @ts-expect-error the router has a viewer
appRouter.mount('/x', installForAdmin)

// 15. RequestContext
const Message = createContextKey<string>()
declare const context: RequestContext
expectTypeOf(context.get(Message)).toEqualTypeOf<string | undefined>()
declare const withProperty: RequestContext<
  {},
  [{ key: typeof Message; value: string; property: 'message' }]
>
expectTypeOf(withProperty.message).toEqualTypeOf<string>()
expectTypeOf(withProperty.get(Message)).toEqualTypeOf<string>()
declare const withWide: RequestContext<
  {},
  [{ key: typeof Message; value: string; property: string }]
>
// @ts-expect-error a wide name is no member
void withWide.message

// A subclass is a key of its own.
class Base {
  base = true
}
class Derived extends Base {
  derived = true
}
declare const withBase: RequestContext<{}, [ContextEntry<typeof Base, Base>]>
expectTypeOf(withBase.get(Base)).toEqualTypeOf<Base>()
expectTypeOf(withBase.get(Derived)).toEqualTypeOf<Derived | undefined>()

// Params: right wins, an optional one falls back to the left.
expectTypeOf<
  ContextWithParams<
    RequestContext<{ id: string; a: string }>,
    { id: string | undefined; b: string }
  >['params']
>().toEqualTypeOf<{ id: string; a: string; b: string }>()

// Effects as a list, as tuples and as a function from context to context.
type Both = MiddlewareContext<
  [Middleware<[ContextEntry<typeof User, Identity>, ContextEntry<typeof Role, 'admin'>]>]
>
expectTypeOf<GetContextValue<Both, typeof Role>>().toEqualTypeOf<'admin'>()
type Short = MiddlewareContext<[Middleware<readonly [typeof Role, 'admin']>]>
expectTypeOf<GetContextValue<Short, typeof Role>>().toEqualTypeOf<'admin'>()
type ByFunction = MiddlewareContext<
  [Middleware<<Context>(context: Context) => ContextWithValue<Context, typeof Role, 'admin'>>],
  App
>
expectTypeOf<GetContextValue<ByFunction, typeof Role>>().toEqualTypeOf<'admin'>()
expectTypeOf<GetContextValue<ByFunction, typeof User>>().toEqualTypeOf<Identity>()
expectTypeOf<
  MiddlewareContext<Middleware<ContextEntry<typeof Role, 'admin'>>[]>
>().toEqualTypeOf<RequestContext>()

expectTypeOf<
  GetContextValue<RouterContext<typeof appRouter>, typeof Role>
>().toEqualTypeOf<'viewer'>()

expectTypeOf(createRouter().routes()).toEqualTypeOf<RouteInfo[]>()
expectTypeOf<RouteInfo>().toEqualTypeOf<{
  readonly method: RouteMethod
  readonly pattern: string
  readonly name: string | undefined
  readonly contract: Contract | undefined
  readonly kind: 'route' | 'pages'
}>()
// A mounted section only adds routes.
expectTypeOf<RouteBuilder>().not.toHaveProperty('routes')
