import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { toEsModule } from './to-es-module.ts'

/**
 * Builds React from ES modules, so that a page loads only the parts of it that the app uses. React itself is published as
 * CommonJS, of which a bundler has to keep everything.
 */
export function leanReact(): Plugin {
  return {
    name: 'framework:lean-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/node_modules\/(?:react|react-dom|scheduler)\/[\w-]+\.js$/ },
      async handler(code, id) {
        const module = await readProduction(code, dirname(id))
        return module === null ? undefined : { code: module, map: null }
      },
    },
  }
}

/** Returns the production version of one of React's entries, or `null` if this is not one. */
async function readProduction(entry: string, directory: string): Promise<string | null> {
  const [production, development] = Array.from(
    entry.matchAll(/module\.exports = require\(["'](\.\/cjs\/[\w.-]+\.js)["']\)/g),
    ([, file]) => join(directory, file!),
  )
  if (!development || !/NODE_ENV === ["']production["']/.test(entry)) return null

  // Names that only the development version has, such as `act`, are `undefined`. Other modules may import them all the
  // same.
  const names = (await readFile(development, 'utf8')).matchAll(/\bexports\.(\w+) =/g)
  const missing = Array.from(names, ([, name]) => name!)
  return toEsModule(await readFile(production!, 'utf8'), [
    ...new Set([...missing, ...optionalNames]),
  ])
}

/**
 * Names that other modules may import although the installed version does not have them. Newer or older versions have
 * them, or only React's own tests, and libraries that work with all versions ask for them.
 */
const optionalNames = [
  'ViewTransition',
  'addTransitionType',
  'log',
  'unstable_setDisableYieldValue',
  'createFactory',
  'createRoot',
  'findDOMNode',
  'hydrate',
  'hydrateRoot',
  'render',
  'unmountComponentAtNode',
  'unstable_renderSubtreeIntoContainer',
]
