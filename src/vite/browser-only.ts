import type { Plugin } from 'vite'
import { ownPath } from './app-config.ts'

/** Leaves out of a build for the browser what only a server renders. */
export function browserOnly(): Plugin {
  return {
    name: 'framework:browser-only',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/can-be-server\.[jt]s$/ },
      handler(code, id) {
        if (!ownPath(id).startsWith('/react/')) return undefined

        return { code: code.replace('canBeServer = true', 'canBeServer = false'), map: null }
      },
    },
  }
}
