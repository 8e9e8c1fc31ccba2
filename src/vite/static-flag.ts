import type { Plugin } from 'vite'
import type { App } from './app.ts'

const flag = 'process.env.FRAMEWORK_STATIC'
const panelFlag = 'process.env.FRAMEWORK_PANEL'

/**
 * Replaces `process.env.FRAMEWORK_STATIC`, so that only a static export has the code that reads data files, and
 * `process.env.FRAMEWORK_PANEL`, so that only development has the hook of the panel. Development serves pages live.
 */
export function staticFlag(app: App): Plugin {
  return {
    name: 'framework:static-flag',
    config: (_, { command }) =>
      command === 'build'
        ? { define: { [flag]: String(app.options.static !== false), [panelFlag]: 'false' } }
        : undefined,
    transform: {
      filter: { code: [flag, panelFlag] },
      handler(code) {
        // In development, `define` would create a global `process` in the browser. Positions stay the same.
        if (this.environment.mode !== 'dev') return undefined
        const hasPanel = String(app.options.panel)
        const replaced = code
          .replaceAll(flag, 'false'.padEnd(flag.length))
          .replaceAll(panelFlag, hasPanel.padEnd(panelFlag.length))
        return { code: replaced, map: null }
      },
    },
  }
}
