import type { Plugin, ResolvedConfig } from 'vite'
import { routeModuleId, type App } from './app.ts'
import { productionReactId } from './production-react.ts'

/** The browser's entry. */
export const clientEntryId = 'virtual:framework/client'
/** The server's entry. */
export const serverEntryId = 'virtual:framework/server'
/** The manifest, in development; a build has it as a file. */
export const devManifestId = 'virtual:framework/manifest'

/**
 * The modules that are made for an app: its two entries, and the manifest in development.
 *
 * @param devManifest The manifest of development, for Vite's `base`
 */
export function virtualModules(app: App, devManifest: (app: App, base: string) => unknown): Plugin {
  let config: ResolvedConfig
  const sources: Record<string, () => string> = {
    [clientEntryId]: () => clientEntry(app, config.command === 'serve'),
    [serverEntryId]: () =>
      config.command === 'serve' ? devServerEntry(app) : serverEntry(app, config),
    [devManifestId]: () => `export default ${JSON.stringify(devManifest(app, config.base))}`,
  }

  return {
    name: 'framework:virtual-modules',
    configResolved(resolved) {
      config = resolved
    },
    resolveId: {
      filter: { id: /^virtual:framework\// },
      handler: (id) => (Object.hasOwn(sources, id) ? `\0${id}` : undefined),
    },
    load: {
      filter: { id: /^\0virtual:framework\// },
      handler: (id) => sources[id.slice(1)]?.(),
    },
  }
}

function clientEntry(app: App, isDev: boolean): string {
  const { entryClient } = app.files
  if (!isDev) {
    return [
      entryClient === undefined
        ? `import { hydrate } from 'framework/react'\nhydrate()`
        : `import ${JSON.stringify(entryClient)}`,
      // A chunk that the app imports itself is gone, as after a deploy.
      `addEventListener('vite:preloadError', () => dispatchEvent(new Event('framework:missing')))`,
    ].join('\n')
  }
  return [
    // Fast Refresh has to be there before the first component.
    `import '@vitejs/plugin-react/preamble'`,
    entryClient === undefined
      ? `import { hydrate } from 'framework/react'\nconst entry = { default: hydrate() }`
      : `import * as entry from ${JSON.stringify(entryClient)}`,
    devClient,
  ].join('\n')
}

/**
 * The browser's side of hot updates, on what `hydrate()` returned: an `entry.client` of the app has it as its default
 * export.
 */
const devClient = `
window.__getReactRefreshIgnoredExports = () => ['meta', 'links', 'handle', 'shouldReload', 'unstable_shouldReload', 'shouldRevalidate']
import.meta.hot.on('framework:revalidate', async () => {
  for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.close()
  const app = await entry.default
  // What failed may have no loader that could be asked again, or a module that could not be loaded.
  if (app?.router.getSnapshot().errors) location.reload()
  else app?.router.revalidate()
})
window.addEventListener('framework:module', async ({ detail }) => {
  const app = await entry.default
  // Fast Refresh waits 16 ms and then tells React which components replace which; before that they would be new ones.
  setTimeout(() => app?.update(detail.id, detail.module), 50)
})
`

function serverEntry(app: App, config: ResolvedConfig): string {
  const { client, options } = app
  if (client === undefined) {
    throw new Error(
      'Cannot build the server before the browser: run "framework build" or "vite build"',
    )
  }

  const imports = app.routes.map(
    (route, at) => `import * as route${at} from ${JSON.stringify(routeModuleId(app, route))}`,
  )
  const routes = app.routes.map((route, at) => `  ${JSON.stringify(route.id)}: route${at},`)

  return [
    // A Worker has React in its one file.
    ...(options.target === 'worker' ? [] : [`import ${JSON.stringify(productionReactId)}`]),
    `import { createHandler } from 'framework/server'`,
    ...optionalModules(app),
    ...imports,
    `const build = {`,
    `manifest: ${JSON.stringify(client.manifest)},`,
    `manifestUrl: ${JSON.stringify(client.manifestUrl)},`,
    `clientEntry: ${JSON.stringify(client.entry)},`,
    `basename: ${JSON.stringify(options.basename)},`,
    `routes: {\n${routes.join('\n')}\n},`,
    `entryServer,`,
    `}`,
    `const base = ${JSON.stringify(config.base)}`,
    `const handler = createHandler(build, router?.default, router)`,
    // A Worker takes every other export for a service.
    options.target === 'worker'
      ? `export default { fetch: (request, ...args) => handler(request, ...args) }`
      : `export { base, build, handler as default }`,
  ].join('\n')
}

/** In development the handler is made by the dev server, which knows what changed. */
function devServerEntry(app: App): string {
  return [
    `import { createHandler } from 'framework/server'`,
    ...optionalModules(app),
    `export { createHandler, entryServer, router }`,
  ].join('\n')
}

function optionalModules(app: App): string[] {
  const { router, entryServer } = app.files
  return [
    router === undefined
      ? 'const router = undefined'
      : `import * as router from ${JSON.stringify(router)}`,
    entryServer === undefined
      ? 'const entryServer = undefined'
      : `import * as entryServer from ${JSON.stringify(entryServer)}`,
  ]
}
