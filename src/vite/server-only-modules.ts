import { builtinModules } from 'node:module'
import type { DevEnvironment, Environment, Plugin } from 'vite'
import type { App } from './app.ts'
import { importChain, isServerOnly, nodeBuiltinMessage, serverOnlyMessage } from './import-chain.ts'

/**
 * Fails the build, and the page in development, when browser code reaches a module of the server, and when a build for
 * Workers reaches a module of Node.
 */
export function serverOnlyModules(app: App): Plugin {
  /** Who imports whom, as far as a build has come. */
  const importers = new Map<string, Set<string>>()

  return {
    name: 'framework:server-only-modules',
    enforce: 'pre',
    applyToEnvironment: ({ config }) =>
      config.consumer === 'client' ||
      (app.options.target === 'worker' && config.command === 'build'),
    async resolveId(source, importer, options) {
      // Vite resolves the URL of a request as if a page of its own imported it.
      const isRequest = importer === undefined || importer === `${app.root}/index.html`
      if (isRequest || source.startsWith('\0')) return
      const isBuiltin = isNodeBuiltin(source)
      if (!isBuiltin && importer.includes('/node_modules/')) return
      // A `require()` in a package is often behind a test for the runtime; Vite gives it an empty module.
      if (isBuiltin && options.kind === 'require-call') return

      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const id = resolved?.id ?? source
      remember(importers, id, importer)

      const { environment } = this
      const isBrowser = environment.config.consumer === 'client'
      const isForbidden =
        (isBuiltin && isStillBuiltin(id, resolved?.external)) ||
        (isBrowser && isServerOnly(id, app.directory))
      if (!isForbidden) return resolved
      // The search for dependencies goes on without it; the page that imports it says what is wrong.
      if ((options as { scan?: boolean }).scan === true) return { id, external: true }

      const above = importChain(importer, (module) => importersOf(environment, importers, module))
      const chain = [...above, isBuiltin ? source : id].map((module) => nameOf(app, module))
      throw mistake(isBrowser ? serverOnlyMessage(chain) : nodeBuiltinMessage(chain))
    },
    load(id) {
      // Somebody asked the dev server for the file itself.
      if (this.environment.config.consumer === 'client' && isServerOnly(id, app.directory)) {
        throw mistake(serverOnlyMessage([nameOf(app, id)]))
      }
    },
  }
}

/** An error of the app: its stack would only say where this plugin stands. */
function mistake(message: string): Error {
  const error = new Error(message)
  error.stack = String(error)

  return error
}

function isNodeBuiltin(source: string): boolean {
  return source.startsWith('node:') || builtinModules.includes(source)
}

/** Whether nothing, such as an alias or a package of the same name, took the place of the built-in. */
function isStillBuiltin(id: string, external: unknown): boolean {
  return Boolean(external) || isNodeBuiltin(id) || id.includes('__vite-browser-external')
}

function remember(importers: Map<string, Set<string>>, id: string, importer: string): void {
  const known = importers.get(id)
  if (known === undefined) importers.set(id, new Set([importer]))
  else known.add(importer)
}

function importersOf(
  environment: Environment,
  importers: ReadonlyMap<string, Set<string>>,
  id: string,
): string[] {
  // The dev server's graph forgets imports that are gone.
  if (environment.mode === 'dev') {
    const module = (environment as DevEnvironment).moduleGraph.getModuleById(id)
    return [...(module?.importers ?? [])].flatMap((importer) => importer.id ?? [])
  }
  return [...(importers.get(id) ?? [])]
}

function nameOf(app: App, id: string): string {
  const file = id.replace(/[?#].*$/, '')
  if (file.startsWith('\0virtual:framework/client')) return 'the entry of the browser'
  if (file.startsWith('\0virtual:framework/server')) return 'the entry of the server'
  return file.startsWith(`${app.root}/`) ? file.slice(app.root.length + 1) : file
}
