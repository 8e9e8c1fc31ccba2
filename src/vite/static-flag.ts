import type { Plugin } from 'vite'
import type { App } from './app.ts'

const flag = 'process.env.FRAMEWORK_STATIC'

/**
 * Replaces `process.env.FRAMEWORK_STATIC`, so that only a static export has the code that reads data files. Development
 * serves pages live.
 */
export function staticFlag(app: App): Plugin {
  return {
    name: 'framework:static-flag',
    config: (_, { command }) =>
      command === 'build'
        ? { define: { [flag]: String(app.options.static !== false) } }
        : undefined,
    transform: {
      filter: { code: flag },
      handler(code) {
        // In development, `define` would create a global `process` in the browser. Positions stay the same.
        return this.environment.mode === 'dev'
          ? { code: code.replaceAll(flag, 'false'.padEnd(flag.length)), map: null }
          : undefined
      },
    },
  }
}
