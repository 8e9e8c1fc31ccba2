import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { PagesApp } from './page-request.ts'

/** Returns the modules of a branch, synchronously if all of them are loaded. A module that failed to load is tried again next time. */
export function loadModules(
  app: PagesApp,
  matches: readonly PageMatch[],
): RouteModule[] | Promise<RouteModule[]> {
  const modules = matches.map(({ id }) => app.modules.get(id) ?? loadModule(app, id))

  return modules.some((module) => module instanceof Promise)
    ? Promise.all(modules)
    : (modules as RouteModule[])
}

function loadModule({ build, modules }: PagesApp, id: string): RouteModule | Promise<RouteModule> {
  const source = build.routes[id]
  if (!source) throw new TypeError(`Cannot find the module of route "${id}" in the build`)
  if (typeof source !== 'function') return source
  // In development, the module may be a different one next time.
  if (build.dev) return source()

  return source().then((module) => {
    modules.set(id, module)
    return module
  })
}
