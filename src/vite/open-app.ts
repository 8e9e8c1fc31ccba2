import type { RequestContext } from '../fetch-router/index.ts'
import type { createHandler, Pages, ServerBuild } from '../server/index.ts'
import type { RouterModule } from '../server/shared.ts'
import type { AskApp } from './ask-app.ts'

/** The exports of the server's entry in a static export. */
export interface StaticEntry {
  build: ServerBuild
  createHandler: typeof createHandler
  router: RouterModule | undefined
}

/** An app that is open for the requests of a static export. */
export interface OpenApp {
  build: ServerBuild
  handler: AskApp
  /** Returns the unexpected errors of a request, by its pathname. */
  errorsOf(pathname: string): readonly unknown[]
  /** Returns the routes of the front router, such as `GET /health`. It is known after the first page. */
  frontRoutes(): string[]
}

/** Creates the handler of an app, and watches what a static site would not show. */
export function openApp({ build, createHandler, router }: StaticEntry): OpenApp {
  const errors = new Map<string, unknown[]>()
  const ours = new Set<unknown>()
  let table: RouteTable | undefined

  const { entryServer } = build
  const handler = createHandler(
    {
      ...build,
      isStatic: true,
      entryServer: {
        ...entryServer,
        handleError(error, args) {
          const { pathname } = new URL(args.request.url)
          const list = errors.get(pathname)
          if (list) list.push(error)
          else errors.set(pathname, [error])
          if (entryServer?.handleError) entryServer.handleError(error, args)
          else console.error(error)
        },
      },
    },
    router && ((pages) => router.default(watch(pages))),
    router,
  )

  return {
    build,
    handler: (request) => handler(request),
    errorsOf: (pathname) => errors.get(pathname) ?? [],
    frontRoutes: () =>
      (table?.list() ?? [])
        .filter((entry) => !ours.has(entry.handler))
        .map(({ method, pattern }) => `${method} ${pattern}`),
  }

  function watch(pages: Pages): Pages {
    const watched = Object.assign(
      (context: RequestContext<any, any>) => {
        table ??= (context as unknown as { routeTable: RouteTable }).routeTable
        return pages(context)
      },
      { with: (options: Parameters<Pages['with']>[0]) => watch(pages.with(options)) },
    )
    ours.add(watched)
    return watched
  }
}

/** The part of a router's table that is read here. The app may use another copy of the router. */
interface RouteTable {
  list(): { method: string; pattern: unknown; handler: unknown }[]
}
