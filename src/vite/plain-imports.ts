import type { Plugin } from 'vite'
import { ownPath } from './app-config.ts'

/**
 * Keeps Vite's preload helper away from the `import()` of this package's own modules. They have no stylesheets, and
 * `hydrate()` handles a file that is missing. So a page loads the helper only if the app itself has an `import()`.
 *
 * Vite wraps every `import()` of a string. It does not recognize a sum of strings, which Rolldown adds up afterwards.
 */
export function plainImports(): Plugin {
  return {
    name: 'framework:plain-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      filter: { code: /\bimport\(/ },
      handler(code, id) {
        if (ownPath(id) === '') return undefined

        return { code: code.replace(/\bimport\((["'])\.\.?\//g, '$&$1 + $1'), map: null }
      },
    },
  }
}
