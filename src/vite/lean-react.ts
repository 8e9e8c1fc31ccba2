import type { Plugin } from 'vite'

/** Removes React's check of how it was minified, which only tells a developer about the build of this framework. */
export function leanReact(): Plugin {
  return {
    name: 'framework:lean-react',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/node_modules\/react-dom\/[\w-]+\.js$/ },
      handler: (code) => ({ code: code.replace(/^\s*checkDCE\(\);$/m, ''), map: null }),
    },
  }
}
