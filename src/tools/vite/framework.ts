import type { Plugin } from 'vite'
import { App } from './app.ts'
import { appConfig } from './app-config.ts'
import { buildProgress } from './build-progress.ts'
import { browserOnly, staticFlag } from './browser-only.ts'
import { browserWall } from './browser-wall.ts'
import { clientOnlyModules } from './client-only-modules.ts'
import { clientBuild } from './client-build.ts'
import { devServer } from './dev-server.ts'
import { filePlaces } from './file-places.ts'
import { missingModules } from './missing-modules.ts'
import { nestedPackages } from './nested-packages.ts'
import { noStartInWorkers } from './no-start-in-workers.ts'
import { resolveOptions, type FrameworkOptions } from './options.ts'
import { leanReact, productionReact, reactPlugins } from './react-plugins.ts'
import { standIn } from './stand-in.ts'
import { styleImports } from './style-imports.ts'
import { virtualModules } from './virtual-modules.ts'
import { watchApp } from './watch-app.ts'
import { routeTypes } from './write-types.ts'

/**
 * Returns the Vite plugins of an app. They read routes from files or from `app/routes.ts`, keep server code out of the
 * browser, build for both sides, and run the dev server. `@vitejs/plugin-react` is added unless the project lists it.
 *
 * @param options The options of the app, such as its basename and the target of the build
 * @returns A list of plugins
 * @throws {TypeError} If an option has an invalid value
 *
 * @example
 * export default defineConfig({ plugins: [framework()] })
 */
export function framework(options: FrameworkOptions = {}): Plugin[] {
  const app = new App(resolveOptions(options))

  return [
    appConfig(app),
    staticFlag(app),
    standIn(app),
    nestedPackages(app),
    ...browserWall(app),
    clientOnlyModules(app),
    filePlaces(app),
    ...reactPlugins(),
    productionReact(),
    virtualModules(app),
    noStartInWorkers(app),
    ...(app.options.leanReact ? [leanReact()] : []),
    browserOnly(app),
    clientBuild(app),
    styleImports(),
    buildProgress(),
    routeTypes(app),
    watchApp(),
    missingModules(),
    devServer(app),
  ]
}
