import type { Plugin } from 'vite'
import { isPlainPath, serializePath } from '../../router/route-pattern/shared.ts'
import { ownPath } from './app-config.ts'
import { exportsOf, moduleOf, type App } from './app.ts'
import { isScript } from './read-module.ts'
import { mostRoutes } from './split-manifest.ts'

/**
 * Leaves out of a build for the browser the code that only a server needs, and the features that no route of the app uses.
 */
export function browserOnly(app: App): Plugin {
  return {
    name: 'framework:browser-only',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      handler(code, id) {
        const [module = ''] = ownPath(id).split('.', 1)
        if (module === '') return undefined
        const changed = plainImports(changes.get(module)?.(code, app) ?? code)
        return changed === code ? undefined : { code: changed, map: null }
      },
    },
    renderChunk: (code, { name }) => (name === 'start-router' ? plainNamespace(code) : undefined),
  }
}

/**
 * Replaces the object with a getter for each export that Rolldown creates for `import()`, because the same file has exports
 * for other files too. All of ours are functions, so a plain object does, without the code that creates getters.
 */
function plainNamespace(code: string): { code: string } | undefined {
  const getters = /(?:\/\* @__PURE__ \*\/ )?__exportAll\((\{(?:\s*\w+: \(\) => \w+,?)*\s*\})\)/
  return getters.test(code)
    ? { code: code.replace(getters, (_, members: string) => members.replaceAll('() => ', '')) }
    : undefined
}

/** The changes of modules in this package, by module. */
const changes = new Map<string, (code: string, app: App) => string>([
  [
    '/pages/react/can-be-server',
    (code) => code.replace('canBeServer = true', 'canBeServer = false'),
  ],
  ['/pages/react/document-field', () => 'export const DocumentField = undefined'],
  [
    '/pages/react/view-transition',
    () => `export { ViewTransition, addTransitionType } from 'react'`,
  ],
  [
    '/pages/client-router/await-live',
    (code, app) => (hasLive(app) ? code : 'export const awaitLive = undefined'),
  ],
  [
    '/pages/page-protocol/features',
    (code, app) =>
      Object.entries(features).reduce(
        (rest, [name, uses]) =>
          uses(app) ? rest : rest.replace(`${name} = true`, `${name} = false`),
        code,
      ),
  ],
  [
    '/pages/react/create-paths',
    (code, app) =>
      hasPlainPaths(app) ? code.replace('createPathMatcher', 'createPlainMatcher') : code,
  ],
])

/** Whether an app uses a feature, by the name of the constant. */
const features: Readonly<Record<string, (app: App) => boolean>> = {
  canDeclare: (app) => mayExport(app, 'reads'),
  canOnce: hasOnce,
  canDecide: (app) => mayExport(app, 'shouldReload', 'unstable_shouldReload', 'shouldRevalidate'),
  canLearn: (app) => app.routes.length > mostRoutes,
  hasBasename: (app) => app.options.basename !== '/',
  hasSpellings: (app) => app.options.trailingSlash !== 'strict',
}

/**
 * Whether a route may have one of these exports. The exports of a module in another language are known only after a plugin
 * has converted it.
 */
function mayExport(app: App, ...names: readonly string[]): boolean {
  return app.routes.some(
    (route) => !isScript(route.file) || names.some((name) => exportsOf(app, route).has(name)),
  )
}

/** Whether a page of the app can be live. In a static export nothing changes, so no page is live. */
function hasLive(app: App): boolean {
  return app.options.static === false && app.routes.some((route) => moduleOf(app, route).isLive)
}

/** Whether an action of the app may use `once()`. A static export has no actions. */
function hasOnce(app: App): boolean {
  return app.options.static === false && app.routes.some((route) => moduleOf(app, route).isOnce)
}

/**
 * Whether all paths of the app are plain: without optional segments, wildcards inside, or dots that end a param. Then the
 * browser gets the small matcher. The dev server always uses the whole one.
 */
function hasPlainPaths({ routes }: App): boolean {
  return routes.every(({ pattern, splat }) => isPlainPath(serializePath(pattern, { splat })))
}

/**
 * Keeps Vite's preload helper away from the `import()` of this package's modules. They have no stylesheets, and `hydrate()`
 * handles a missing file. So a page loads the helper only if the app itself has an `import()`.
 *
 * Vite wraps every `import()` of a string. It does not recognize a sum of strings, which Rolldown joins later.
 */
function plainImports(code: string): string {
  return code.replace(/\bimport\((["'])\.\.?\//g, '$&$1 + $1')
}

const flag = 'process.env.FRAMEWORK_STATIC'
const panelFlag = 'process.env.FRAMEWORK_PANEL'

/**
 * Replaces `process.env.FRAMEWORK_STATIC`, so that only a static export has the code that reads data files, and
 * `process.env.FRAMEWORK_PANEL`, so that only development has the hook of the panel. In development, pages come from the
 * server, even in an app with `static`.
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
