// The same table of routes in each router, written in the style of its documentation.
import type { TableRoute } from './route-tables.ts'

/** What actions do: report the request, return a constant response, or read their params first. */
export type ActionKind = 'tell' | 'constant' | 'read'

/** The middleware around the actions: none, or three that return `next()` or await it. */
export type MiddlewareKind = 'none' | 'pass' | 'await'

export interface App {
  fetch(request: Request): Response | Promise<Response>
}

export type BuildApp = (
  table: readonly TableRoute[],
  kind: ActionKind,
  middleware?: MiddlewareKind,
) => Promise<App>

export const routers: Readonly<Record<string, BuildApp>> = {
  async framework(table, kind, middleware = 'none') {
    const { createRouter } = await import('framework/fetch-router')
    const router = createRouter({ middleware: threeTimes(middleware, passOn, awaitNext) })
    for (const route of table) {
      router.route(
        route.method as 'GET',
        route.path.replace('*', '*path'),
        createAction(route, kind, (context: { params: Params }, name) => context.params[name]),
      )
    }
    return router
  },

  async hono(table, kind, middleware = 'none') {
    const { Hono } = await import('hono')
    const app = new Hono()
    const list = threeTimes(
      middleware,
      (_: unknown, next: () => Promise<void>) => next(),
      async (_: unknown, next: () => Promise<void>) => {
        await next()
      },
    )
    for (const item of list) app.use(item)
    for (const route of table) {
      app.on(
        route.method,
        route.path,
        createAction(
          route,
          kind,
          (context: { req: { param(name: string): string | undefined } }, name) =>
            context.req.param(name),
        ),
      )
    }
    return { fetch: (request) => app.fetch(request) }
  },

  async '@remix-run/fetch-router'(table, kind, middleware = 'none') {
    const { createRouter } = await import('@remix-run/fetch-router')
    const router = createRouter({ middleware: threeTimes(middleware, passOn, awaitNext) as [] })
    for (const route of table) {
      router.route(
        route.method as 'GET',
        route.path.replace('*', '*path'),
        createAction(
          route,
          kind,
          (context: { params: Params }, name) => context.params[name],
        ) as never,
      )
    }
    return router
  },

  async h3(table, kind, middleware = 'none') {
    const { H3 } = await import('h3')
    const app = new H3()
    const list = threeTimes(
      middleware,
      (_: unknown, next: () => unknown) => next(),
      async (_: unknown, next: () => unknown) => await next(),
    )
    for (const item of list) app.use(item)
    for (const route of table) {
      app.on(
        route.method as 'GET',
        route.path.replace('*', '**'),
        createAction(
          route,
          kind,
          (event: { context: { params?: Params } }, name) => event.context.params?.[name],
        ),
      )
    }
    return { fetch: (request) => app.fetch(request) }
  },

  async elysia(table, kind, middleware = 'none') {
    const { Elysia } = await import('elysia')
    const app = new Elysia()
    for (const hook of threeTimes(
      middleware,
      () => {},
      async () => {},
    ))
      app.onBeforeHandle(hook)
    for (const route of table) {
      app.route(
        route.method,
        route.path,
        createAction(
          route,
          kind,
          (context: { params: Params }, name) => context.params[name],
        ) as never,
      )
    }
    return { fetch: (request) => app.fetch(request) }
  },

  async 'itty-router'(table, kind, middleware = 'none') {
    const { IttyRouter } = await import('itty-router')
    const router = IttyRouter()
    for (const item of threeTimes(
      middleware,
      () => {},
      async () => {},
    ))
      router.all('*', item)
    for (const route of table) {
      router[route.method.toLowerCase()]!(
        route.path,
        createAction(route, kind, (request: { params: Params }, name) => request.params[name]),
      )
    }
    router.all('*', () => new Response('Not Found', { status: 404 }))
    return { fetch: (request) => router.fetch(request) } // The router itself looks like a promise.
  },
}

/** A matcher: a path in, a route and its params out. It has no requests, responses or middleware. */
export interface PathMatcher {
  /** The prefix that a path needs. */
  prefix: string
  find(path: string): { route: TableRoute; params: Params } | null
}

export const matchers: Readonly<
  Record<string, (table: readonly TableRoute[]) => Promise<PathMatcher>>
> = {
  async 'framework (route-pattern)'(table) {
    const { createMultiMatcher } = await import('framework/route-pattern')
    const matcher = createMultiMatcher<TableRoute>()
    for (const route of table) matcher.add(route.path.replace('*', '*path'), route)
    return {
      prefix: 'http://localhost',
      find(path) {
        const match = matcher.match(path)
        return match === null ? null : { route: match.data, params: match.params as Params }
      },
    }
  },

  async 'find-my-way'(table) {
    const { default: createRouter } = await import('find-my-way')
    const router = createRouter()
    for (const route of table) router.on('GET', route.path, () => {}, route)
    return {
      prefix: '',
      find(path) {
        const match = router.find('GET', path)
        return match === null ? null : { route: match.store, params: match.params as Params }
      },
    }
  },

  async rou3(table) {
    const { createRouter, addRoute, findRoute } = await import('rou3')
    const router = createRouter<TableRoute>()
    for (const route of table) addRoute(router, 'GET', route.path.replace('*', '**'), route)
    return {
      prefix: '',
      find(path) {
        const match = findRoute(router, 'GET', path)
        return match === undefined
          ? null
          : { route: match.data, params: (match.params ?? {}) as Params }
      },
    }
  },
}

type Params = Readonly<Record<string, string | undefined>>

const constant = new Response('ok')

function createAction<Context>(
  route: TableRoute,
  kind: ActionKind,
  read: (context: Context, name: string) => string | undefined,
): (context: Context) => Response {
  if (kind === 'constant') return () => constant
  if (kind === 'tell') {
    return (context) =>
      new Response(JSON.stringify([route.name, ...route.params.map((name) => read(context, name))]))
  }
  return (context) => {
    for (const name of route.params) {
      if (read(context, name) === undefined) throw new Error(`${route.name} got no ${name}`)
    }
    return constant
  }
}

function threeTimes<Item>(kind: MiddlewareKind, pass: Item, awaiting: Item): Item[] {
  if (kind === 'none') return []
  return Array.from({ length: 3 }, () => (kind === 'pass' ? pass : awaiting))
}

function passOn(_context: unknown, next: () => Promise<Response>): Promise<Response> {
  return next()
}

async function awaitNext(_context: unknown, next: () => Promise<Response>): Promise<Response> {
  return await next()
}
