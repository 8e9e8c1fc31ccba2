import { dirname } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** The entry of a built server imports this module before any module that imports React. */
export const productionReactId = 'virtual:framework/production-react'

/**
 * Makes a built server use the production version of React, whatever `NODE_ENV` is when it starts.
 *
 * React reads `NODE_ENV` when it is imported. Its development version writes the messages and stacks of errors in
 * suspended boundaries into the page.
 */
export function productionReact(): Plugin {
  return {
    name: 'framework:production-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    resolveId: {
      filter: { id: /^virtual:framework\/production-react$/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:framework\/production-react$/ },
      handler: () => loadReact,
    },
    // For a server that bundles React, and for our components: they would read the environment for each request.
    transform: {
      filter: { code: 'process.env.NODE_ENV' },
      handler: (code, id) =>
        reactModule.test(id) || id.startsWith(ourComponents)
          ? { code: code.replaceAll('process.env.NODE_ENV', production), map: null }
          : undefined,
    },
  }
}

const reactModule = /\/node_modules\/(?:react|react-dom|scheduler)\//
const ourComponents = `${normalizePath(dirname(import.meta.dirname))}/react/`

// As long as what it replaces, so that source maps stay true.
const production = '"production"'.padEnd('process.env.NODE_ENV'.length)

const loadReact = `
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { NODE_ENV } = process.env
process.env.NODE_ENV = 'production'
try {
  for (const id of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(id)
} catch {
  // The server bundles React. If React is missing, the next import fails with a clear error.
}
if (NODE_ENV === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = NODE_ENV
`
