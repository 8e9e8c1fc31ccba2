import type { Plugin } from 'vite'
import { isPlainPath, serializePath } from '../route-pattern/shared.ts'
import { ownPath } from './app-config.ts'
import type { App } from './app.ts'

/**
 * Gives the browser the small matcher if all paths of the app are plain: without optional segments, wildcards inside, or
 * dots that end a param. Then the browser does not load the whole matcher. The dev server always uses the whole one.
 */
export function browserPaths(app: App): Plugin {
  return {
    name: 'framework:browser-paths',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      filter: { id: /\/create-paths\.[jt]s$/ },
      handler(code, id) {
        const isOurs = ownPath(id).startsWith('/react/')
        const isPlain = ({ pattern, splat }: App['routes'][number]): boolean =>
          isPlainPath(serializePath(pattern, { splat }))
        if (!isOurs || !app.routes.every(isPlain)) return undefined

        return { code: code.replace('createPathMatcher', 'createPlainMatcher'), map: null }
      },
    },
  }
}
