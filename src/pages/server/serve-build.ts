import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { serve, type RunningServer, type ServeOptions } from '../../edges/node/index.ts'
import { staticFiles } from '../../middleware/static/index.ts'
import { filesFirst } from '../../middleware/static/shared.ts'
import type { AppHandler, RouterModule } from './create-handler.ts'

// For a server of your own, which then loads them only once too.
export { createRequestListener, serve } from '../../edges/node/index.ts'

/** A built app, as its `build/server/index.js` exports it. */
export interface BuiltApp {
  default: FetchHandlerSource
  /** Vite's `base`: the prefix of the files in URLs. */
  base?: string
  /** The module `app/router.ts`, if the app has one. */
  router?: Pick<RouterModule, 'health'> | undefined
}

/** Files of earlier builds, for pages that browsers still show. */
export interface KeptFiles {
  folder: string
  /** The hashed files of this build, which come from its own folder. */
  own: ReadonlySet<string>
}

/**
 * Serves a built app with Node: its files first, then its pages.
 *
 * A build contains this function as `build/server/serve.js`, which shares its modules with the app. `framework start` would
 * otherwise load them twice, from the build and from the package (decisions/028).
 *
 * @param client The folder of the files for the browser
 */
export function serveBuild(
  { default: handler, base = '/', router }: BuiltApp,
  client: string,
  given: ServeOptions,
  kept?: KeptFiles,
): Promise<RunningServer> {
  const { health } = given
  const { start } = handler as Partial<AppHandler>
  const options = {
    ...given,
    start,
    ...(typeof health === 'string' && { health: { path: health, check: router?.health } }),
  }
  const files = builtFiles(client)
  if (kept === undefined) return serve(filesFirst(files, base, handler), options)

  const keptFiles = builtFiles(kept.folder, (path) => path.startsWith('assets/'))
  const isKept = (path: string): boolean => path.startsWith('assets/') && !kept.own.has(path)
  const all: typeof files = (request, next) =>
    (isKept(request.url.pathname.slice(1)) ? keptFiles : files)(request, next)

  return serve(filesFirst(all, base, handler), options)
}

/** Serves the files of a build for the browser. */
function builtFiles(
  folder: string,
  filter = (_path: string): boolean => true,
): ReturnType<typeof staticFiles> {
  return staticFiles(folder, {
    index: false,
    precompressed: true,
    hashed: 'assets',
    // Files without a hash in their name can change at any time.
    cacheControl: 'public, max-age=0, must-revalidate',
    filter,
  })
}
