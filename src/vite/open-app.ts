import type { Router } from '../fetch-router/index.ts'
import type { createHandler, ServerBuild } from '../server/index.ts'
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
  /** Returns the routes of the front router, such as `GET /health`. They are known after the first response. */
  frontRoutes(): string[]
}

/** Creates the handler of an app, and watches what a static site would not show. */
export function openApp({ build, createHandler, router }: StaticEntry): OpenApp {
  const errors = new Map<string, unknown[]>()
  let front: Router<any> | undefined

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
    router && (async (pages) => (front = await router.default(pages))),
    router,
  )

  return {
    build,
    handler: (request) => handler(request),
    errorsOf: (pathname) => errors.get(pathname) ?? [],
    frontRoutes: () =>
      (front?.routes() ?? [])
        .filter(({ kind }) => kind === 'route')
        .map(({ method, pattern }) => `${method} ${pattern}`),
  }
}
