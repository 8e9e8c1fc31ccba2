import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RouteModule } from '../react/shared.ts'
import type { ServerBuild } from './build.ts'

/** Returns the modules of a branch, synchronously if all of them are loaded. */
export function loadModules(
  { routes }: ServerBuild,
  matches: readonly PageMatch[],
): RouteModule[] | Promise<RouteModule[]> {
  const modules = matches.map(({ id }) => {
    const module = routes[id]
    if (!module) throw new TypeError(`Cannot find the module of route "${id}" in the build`)

    return typeof module === 'function' ? module() : module
  })

  return modules.some((module) => module instanceof Promise)
    ? Promise.all(modules)
    : (modules as RouteModule[])
}
