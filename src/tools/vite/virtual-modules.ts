import type { Plugin, ResolvedConfig } from 'vite'
import type { RouteModule } from '../../pages/react/shared.ts'
import type { createHandler, ServerBuild } from '../../pages/server/index.ts'
import type { EntryServerModule, RouterModule } from '../../pages/server/shared.ts'
import { policyExports } from '../../pages/page-protocol/route-exports.ts'
import { recordFile } from '../panel/shared.ts'
import { devManifest, hasPrerender, routeModuleId, type App } from './app.ts'
import { productionReactId } from './react-plugins.ts'

/** The id of the browser entry. */
export const clientEntryId = 'virtual:framework/client'
/** The id of the server entry. */
export const serverEntryId = 'virtual:framework/server'
/** The id of the manifest in development. In a build, the manifest is a file. */
export const devManifestId = 'virtual:framework/manifest'

/** The id of the module that loads the panel and Vite's client, for pages without the browser entry. */
export const panelId = 'virtual:framework/panel'

/** Returns the URL of a generated module on the dev server. */
export function virtualUrl(base: string, id: string): string {
  return `${base}@id/__x00__${id}`
}

/** Provides the generated modules of an app: its two entries, and the manifest in development. */
export function virtualModules(app: App): Plugin {
  let config: ResolvedConfig
  const sources: Record<string, () => string> = {
    [clientEntryId]: () => clientEntry(app, config.command === 'serve'),
    [serverEntryId]: () =>
      config.command === 'serve' ? devServerEntry(app) : serverEntry(app, config),
    [panelId]: () => `import '/@vite/client'\nimport ${JSON.stringify(recordFile)}`,
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
    transform: {
      filter: { id: /entry\.client/ },
      // The entry is there for its effect, even if the package.json of the app says that no module has effects.
      handler: (code, id) =>
        id === app.files.entryClient ? { code, map: null, moduleSideEffects: true } : undefined,
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
      // A chunk that the app imports no longer exists, such as after a deploy.
      `addEventListener('vite:preloadError', () => dispatchEvent(new Event('framework:missing')))`,
    ].join('\n')
  }
  return [
    ...(app.options.panel ? [`import ${JSON.stringify(recordFile)}`] : []),
    // Fast Refresh has to run before the first component is defined.
    `import '@vitejs/plugin-react/preamble'`,
    entryClient === undefined
      ? `import { hydrate } from 'framework/react'\nconst entry = { default: hydrate() }`
      : `import * as entry from ${JSON.stringify(entryClient)}`,
    devClient,
  ].join('\n')
}

/**
 * The browser's half of hot updates. It uses the return value of `hydrate()`, which an `entry.client` of the app exports
 * as its default export.
 */
const devClient = `
window.__getReactRefreshIgnoredExports = () => ${JSON.stringify(policyExports)}
import.meta.hot.on('framework:revalidate', async () => {
  for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.close()
  const app = await entry.default
  // The error may come from a route without a loader, or from a module that could not be loaded.
  if (app?.router.getSnapshot().errors) location.reload()
  else app?.router.revalidate()
})
window.addEventListener('framework:module', async ({ detail }) => {
  const app = await entry.default
  // Fast Refresh waits 16 ms before it replaces components. Before that, React would treat them as new ones. 50 ms
  // leave room for a slow frame.
  setTimeout(() => app?.update(detail.id, detail.module), 50)
})
`

function serverEntry(app: App, config: ResolvedConfig): string {
  const { client, options } = app
  if (client === undefined) {
    throw new Error(
      'Cannot build the server before the browser. Run "framework build" or "vite build".',
    )
  }

  const isWorker = options.target === 'worker'
  const writeBase = `const base = ${JSON.stringify(config.base)}`
  const imports: string[] = []
  const routes = app.routes.map((route, at) => {
    const id = JSON.stringify(routeModuleId(app, route))
    // Every page needs the root. A server with files imports the other modules when their pages are first visited.
    const isLazy = !isWorker && route.parentId !== undefined
    if (!isLazy) imports.push(`import * as route${at} from ${id}`)
    return `  ${JSON.stringify(route.id)}: ${isLazy ? `() => import(${id})` : `route${at}`},`
  })

  return [
    // A Worker bundles React.
    ...(isWorker ? [] : [`import ${JSON.stringify(productionReactId)}`]),
    `import { createHandler } from 'framework/server'`,
    ...optionalModules(app),
    ...treeContracts(app),
    ...imports,
    `const build = {`,
    `manifest: JSON.parse(${JSON.stringify(JSON.stringify(client.manifest))}),`,
    `manifestUrl: ${JSON.stringify(client.manifestUrl)},`,
    `clientEntry: ${JSON.stringify(client.entry)},`,
    `basename: ${JSON.stringify(options.basename)},`,
    `routes: {\n${routes.join('\n')}\n},`,
    `contracts,`,
    `entryServer,`,
    `}`,
    ...(options.static || hasPrerender(app) ? exportParts() : exportHandler()),
  ].join('\n')

  /** Exports the parts of a server, because the build renders pages with them before there is a handler. */
  function exportParts(): string[] {
    if (isWorker) {
      throw new Error(
        'Cannot prerender pages with target "worker": a Worker has no files. Remove prerender, and use cache() for pages that are the same for every visitor. See framework/docs/static-export.md#some-pages-of-an-app-with-a-server.',
      )
    }
    return [writeBase, `export { base, build, createHandler, router }`]
  }

  function exportHandler(): string[] {
    return [
      writeBase,
      `const handler = createHandler(build, router?.default, router)`,
      // A process whose app cannot be created ends here, before it listens. A Worker cannot be deployed (AS-1).
      `await handler.ready`,
      // A Worker treats every other export as a service.
      isWorker
        ? `export default { fetch: (request, ...args) => handler(request, ...args) }`
        : `export { base, build, handler as default, router }`,
    ]
  }
}

/** In development, the dev server creates the handler, because it knows which modules have changed. */
function devServerEntry(app: App): string {
  return [
    `import { createHandler } from 'framework/server'`,
    ...optionalModules(app),
    ...treeContracts(app),
    `export { contracts, createHandler, entryServer, router }`,
  ].join('\n')
}

/** Imports the contracts of the page tree from `app/routes.ts`. They are code, so the build cannot serialize them. */
function treeContracts(app: App): string[] {
  const routes = app.routes.filter(({ contractAt }) => contractAt !== undefined)
  if (routes.length === 0) return ['const contracts = undefined']

  const entries = routes.map(({ id, contractAt }) => {
    const node = contractAt!.map((at) => `.children[${at}]`).join('')
    return `  ${JSON.stringify(id)}: tree${node}.contract,`
  })
  return [
    `import tree from ${JSON.stringify(app.files.routes)}`,
    `const contracts = {\n${entries.join('\n')}\n}`,
  ]
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

/** The exports of the server's entry in development. */
export interface ServerEntry {
  createHandler: typeof createHandler
  router: RouterModule | undefined
  entryServer: EntryServerModule | undefined
  contracts: ServerBuild['contracts']
}

/** Creates a build whose modules Vite runs. It has no files for the browser yet. */
export function buildOf(
  app: App,
  base: string,
  { contracts, entryServer }: ServerEntry,
  importModule: (id: string) => Promise<RouteModule>,
): Omit<ServerBuild, 'manifestUrl' | 'clientEntry'> {
  const routes = app.routes.map((route) => {
    const id = routeModuleId(app, route)
    return [route.id, () => importModule(id)] as const
  })
  return {
    manifest: devManifest(app, base),
    basename: app.options.basename,
    routes: Object.fromEntries(routes),
    ...(contracts !== undefined && { contracts }),
    ...(entryServer !== undefined && { entryServer }),
  }
}
