import type { Plugin } from 'vite'
import type { App } from './app.ts'
import {
  browserContracts,
  browserEnv,
  browserModules,
  transformedBrowserModules,
} from './browser-modules.ts'
import { staticFlag } from './browser-only.ts'
import { checkBrowserFiles } from './check-browser-files.ts'
import { serverOnlyFiles } from './server-only-files.ts'
import { serverOnlyModules } from './server-only-modules.ts'
import { standIn } from './stand-in.ts'

/**
 * Returns the plugins that keep server code out of the browser: from pages, and from web workers, which Vite builds without
 * the plugins of the app.
 */
export function browserWall(app: App): Plugin[] {
  const wall = [
    serverOnlyModules(app),
    ...serverOnlyFiles(app),
    browserModules(app),
    browserContracts(app),
    browserEnv(app),
    transformedBrowserModules(app),
    checkBrowserFiles(app),
  ]
  const forWorkers: Plugin = {
    name: 'framework:web-workers',
    config: () => ({ worker: { plugins: () => [staticFlag(app), standIn(app), ...wall] } }),
  }

  return [...wall, forWorkers]
}
