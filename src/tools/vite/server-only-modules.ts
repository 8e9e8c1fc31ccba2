import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import type { DevEnvironment, Environment, Plugin } from 'vite'
import { warningsOf, type App } from './app.ts'
import { parseModule } from './parse-module.ts'
import { fileOf, scriptIds } from './read-module.ts'
import { blank, findUnusedImports } from './strip-exports.ts'
import { importChain, isServerOnly, nodeBuiltinMessage, serverOnlyMessage } from './import-chain.ts'

/**
 * Fails the build, or the page in development, if browser code imports a server module, or if a build for Workers imports a
 * Node module. An import with unused names is removed instead, as bundlers do.
 */
export function serverOnlyModules(app: App): Plugin {
  return {
    name: 'framework:server-only-modules',
    enforce: 'pre',
    applyToEnvironment: ({ config }) =>
      config.consumer === 'client' ||
      (app.options.target === 'worker' && config.command === 'build'),
    async resolveId(source, importer, options) {
      // Vite resolves the URL of a request as if `index.html` imported it.
      const isRequest = importer === undefined || importer === `${app.root}/index.html`
      if (isRequest || source.startsWith('\0')) return
      const isBuiltin = isNodeBuiltin(source)
      if (!isBuiltin && importer.includes('/node_modules/')) return
      // Packages often check the runtime before they call `require()`. Vite replaces the module with an empty one.
      if (isBuiltin && options.kind === 'require-call') return

      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const id = hiddenName(app, source, importer, resolved?.id) ?? resolved?.id ?? source
      // A worker begins with its file, without the query of the import.
      remember(app, id.replace(/[?&](?:shared)?worker\b.*$/, ''), importer)

      const { environment } = this
      const isBrowser = environment.config.consumer === 'client'
      const isForbidden =
        (isBuiltin && isStillBuiltin(id, resolved?.external)) ||
        (isBrowser && isServerOnly(id, app.directory))
      if (!isForbidden) return resolved
      // The dependency scan continues without this module. The page that imports it reports the error.
      if ((options as { scan?: boolean }).scan === true) return { id, external: true }

      const chain = chainTo(app, environment, isBuiltin ? source : id, importer)
      const line = await lineOf(importer, source)
      throw mistake(isBrowser ? explain(app, chain, line) : nodeBuiltinMessage(chain, line))
    },
    transform: {
      filter: { id: scriptIds },
      async handler(code, id) {
        const file = fileOf(id)
        if (!file.startsWith(`${app.directory}/`)) return
        const isBrowser = this.environment.config.consumer === 'client'
        const isServer = (source: string): boolean =>
          isNodeBuiltin(source) || (isBrowser && isServerPath(source))
        if (![...code.matchAll(sources)].some(([, source]) => isServer(source!))) return

        const unused = await findUnusedImports(parseModule(code, nameOf(app, file)), isServer)
        return unused.length === 0 ? undefined : { code: blank(code, unused), map: null }
      },
    },
    load(id) {
      // A client requested the file itself from the dev server.
      if (this.environment.config.consumer === 'client' && isServerOnly(id, app.directory)) {
        throw mistake(explain(app, [nameOf(app, id)]))
      }
    },
  }
}

/**
 * Checks a file that browser code names without importing it, such as in a stylesheet.
 *
 * @param source The name as the importer writes it
 * @param id The file, if it was found
 * @throws {Error} If the file is only for the server
 */
export async function checkNamedFile(
  app: App,
  environment: Environment,
  source: string,
  importer: string,
  id: string | undefined,
): Promise<void> {
  // A name without a dot may also be the name of a package.
  const isNear = /^[\w[(]/.test(source) && existsSync(join(fileOf(importer), '..', source))
  const hidden = hiddenName(app, isNear ? `./${source}` : source, importer, id)
  const file = [hidden, id].find((name) => name && isServerOnly(name, app.directory))
  if (file === undefined) return
  const chain = chainTo(app, environment, file, importer)
  throw mistake(explain(app, chain, await lineOf(importer, source)))
}

/** Returns the message for browser code that imports a server module. A misspelled `loader` stays in the browser: that comes first. */
function explain(app: App, chain: readonly string[], line?: number): string {
  const hints = warningsOf(app).filter((text) =>
    chain.some((name) => text.startsWith(`${name} exports `)),
  )
  return [...hints, serverOnlyMessage(chain, line)].join('\n\n')
}

function chainTo(app: App, environment: Environment, id: string, importer: string): string[] {
  const above = importChain(importer, (module) => importersOf(environment, app.importers, module))
  return [...above, id].map((module) => nameOf(app, module))
}

/** Matches possible sources of imports. Most modules import nothing of the server, so they need no parser. */
const sources = /\bfrom\s*["']([^"']+)["']/g

/** Whether the path of an import names a server module, even if the path begins with an alias such as `~/`. */
function isServerPath(source: string): boolean {
  return /^(?:\.|\/|~|#|@\/)/.test(source) && /\.server(?:\.|$)|\/\.?server(?:\/|$)/i.test(source)
}

/**
 * Returns the name of a server module under `app/` that is a link to another place, or that Vite does not find, such as one of
 * Sass. The real path of a link says nothing about the module.
 */
function hiddenName(
  app: App,
  source: string,
  importer: string,
  id: string | undefined,
): string | undefined {
  if (!source.startsWith('.')) return undefined
  const path = posix.join(posix.dirname(fileOf(importer)), fileOf(source))
  if (id !== undefined && fileOf(id).startsWith(path)) return undefined
  return [path, `${path}.ts`].find((name) => isServerOnly(name, app.directory))
}

/** Returns the line in which a file names another file, if the file can be read. */
async function lineOf(importer: string, source: string): Promise<number | undefined> {
  const code = await readFile(fileOf(importer), 'utf8').catch(() => '')
  const at = [source, source.replace(/^\.\//, '')]
    .flatMap((name) => [`'${name}'`, `"${name}"`, `\`${name}\``, `(${name})`])
    .map((text) => code.indexOf(text))
    .find((at) => at >= 0)

  return at === undefined ? undefined : code.slice(0, at).split('\n').length
}

/** Creates an error without a stack, which would only show the code of this plugin. */
export function mistake(message: string): Error {
  const error = new Error(message)
  error.stack = String(error)

  return error
}

function isNodeBuiltin(source: string): boolean {
  return source.startsWith('node:') || builtinModules.includes(source)
}

/** Whether the built-in was not replaced, such as by an alias or by a package with the same name. */
function isStillBuiltin(id: string, external: unknown): boolean {
  return Boolean(external) || isNodeBuiltin(id) || id.includes('__vite-browser-external')
}

/** Records that a module imports or names another one, for the chains of later messages. */
export function remember({ importers }: App, id: string, importer: string): void {
  const known = importers.get(id)
  if (known === undefined) importers.set(id, new Set([importer]))
  else known.add(importer)
}

function importersOf(
  environment: Environment,
  importers: ReadonlyMap<string, Set<string>>,
  id: string,
): string[] {
  // The module graph of the dev server no longer contains removed imports.
  if (environment.mode === 'dev') {
    const module = (environment as DevEnvironment).moduleGraph.getModuleById(id)
    return [...(module?.importers ?? [])].flatMap((importer) => importer.id ?? [])
  }
  return [...(importers.get(id) ?? [])]
}

/** Returns the name of a module for messages. */
export function nameOf(app: App, id: string): string {
  const file = fileOf(id)
  if (file.startsWith('\0virtual:framework/client')) return 'the browser entry'
  if (file.startsWith('\0virtual:framework/server')) return 'the server entry'
  return file.startsWith(`${app.root}/`) ? file.slice(app.root.length + 1) : file
}
