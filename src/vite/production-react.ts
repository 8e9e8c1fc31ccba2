import type { Plugin } from 'vite'

/** What the entry of a built server imports before anything that imports React. */
export const productionReactId = 'virtual:framework/production-react'

/**
 * Makes a built server use React as it is in production, whatever NODE_ENV it is started with.
 *
 * React chooses its half by NODE_ENV when it is imported, and the one for development writes messages and stacks of
 * errors in suspended boundaries into the page.
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
    // For a server that has React in its own files.
    transform: {
      filter: { id: /\/node_modules\/(?:react|react-dom|scheduler)\// },
      handler: (code) => code.replaceAll('process.env.NODE_ENV', '"production"'),
    },
  }
}

const loadReact = `
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { NODE_ENV } = process.env
process.env.NODE_ENV = 'production'
try {
  for (const id of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(id)
} catch {
  // It is in the server's own files; were it missing, the import after this would say so.
}
if (NODE_ENV === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = NODE_ENV
`
