import { SourceMap } from 'node:module'
import type { ViteDevServer } from 'vite'
import type { Locate } from './describe-problem.ts'

/** Creates a function that finds the lines of the sources for what browsers have loaded from a dev server. */
export function createLocator({ config, environments }: ViteDevServer): Locate {
  const { moduleGraph } = environments.client
  return (url, { line, column }) => {
    const [, path] = /^https?:\/\/[^/]+(\/.*)/.exec(url) ?? []
    if (path === undefined) return undefined

    const module = moduleGraph.urlToModuleMap.get(moduleUrl(path, config.base))
    const map = module?.transformResult?.map
    if (!map || !('version' in map)) return undefined
    const found = new SourceMap(map as never).findEntry(line - 1, column - 1)
    return 'originalLine' in found
      ? { line: found.originalLine + 1, column: found.originalColumn + 1 }
      : undefined
  }
}

/** Returns the URL by which Vite knows a module. The browser's has the base, `import`, and the time of the last change. */
function moduleUrl(path: string, base: string): string {
  const below = base !== '/' && path.startsWith(base) ? path.slice(base.length - 1) : path
  const [file = '', query = ''] = below.split('?')
  const rest = query.split('&').filter((part) => part !== '' && !/^(?:import|t=\d+)$/.test(part))
  return decodeURI(file) + (rest.length > 0 ? `?${rest.join('&')}` : '')
}
