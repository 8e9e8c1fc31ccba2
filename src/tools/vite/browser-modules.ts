import { readFile } from 'node:fs/promises'
import type { ESTree, Logger, Plugin } from 'vite'
import { serverExports } from '../../pages/page-protocol/route-exports.ts'
import { routeOfModule, type App } from './app.ts'
import { fileOf, isScript, scriptIds } from './read-module.ts'
import { childNodes, parseModule, position, readExports } from './parse-module.ts'
import { stripContracts } from './strip-contracts.ts'
import { blank, cut, findExports } from './strip-exports.ts'

/**
 * Removes server exports from route modules for the browser.
 *
 * The exports are removed when the files are read, so that source maps do not contain server code either. A module in
 * another language is stripped after a plugin has converted it to JavaScript.
 */
export function browserModules(app: App): Plugin {
  return {
    name: 'framework:browser-modules',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    load: {
      filter: { id: scriptIds },
      async handler(id) {
        const [file = '', query = ''] = id.split('?')
        const names = serverNames(app, file)
        if (names === undefined) return

        const name = shortName(app, file)
        if (/(?:^|&)(?:raw|url|inline)\b/.test(query)) {
          throw new Error(
            `Cannot import ${name}?${query} in the browser: the text of a route module contains server code. Import a file without server code instead.`,
          )
        }

        const source = await readFile(file, 'utf8')
        const removed = await findExports(parseModule(source, name), names)
        const code = blank(source, removed)
        if (this.environment?.mode !== 'dev') return { code, map: null }

        app.browserCode.set(file, cut(source, removed))
        const route = routeOfModule(app, file)
        return { code: route === undefined ? code : code + announceUpdates(route.id), map: null }
      },
    },
  }
}

/** Removes contracts from the routes that the browser gets, wherever the app defines them. */
export function browserContracts(app: App): Plugin {
  return {
    name: 'framework:browser-contracts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      filter: { id: scriptIds, code: 'framework/routes' },
      async handler(code, id) {
        const file = fileOf(id)
        if (file.includes('/node_modules/') || file.startsWith('\0')) return
        const name = shortName(app, file)
        const stripped = await stripContracts(code, name, (message) => this.warn(message))
        return stripped === code ? undefined : { code: stripped, map: null }
      },
    },
  }
}

/** Passes an edited module to the app's entry, which would otherwise keep the old `meta`, `links` and `handle`. */
function announceUpdates(id: string): string {
  return `
if (import.meta.hot) import.meta.hot.accept((module) => {
  if (module) window.dispatchEvent(new CustomEvent('framework:module', { detail: { id: ${JSON.stringify(id)}, module } }))
})`
}

/** Removes server exports from modules that a plugin converts to JavaScript. */
export function transformedBrowserModules(app: App): Plugin {
  return {
    name: 'framework:transformed-browser-modules',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      async handler(code, id) {
        const file = fileOf(id)
        const route = isScript(file) ? undefined : routeOfModule(app, id)
        if (route === undefined) return
        const module = parseModule(code, `${shortName(app, file)}.jsx`)
        app.transformedExports.set(route.file, readExports(module))
        return { code: blank(code, await findExports(module, serverExports)), map: null }
      },
    },
  }
}

/** Returns the exports of a module that the browser must not get, if there are any. */
export function serverNames(app: App, id: string): readonly string[] | undefined {
  if (routeOfModule(app, id) !== undefined) return serverExports
  // Only the build needs the page tree. The browser may import a route map from the same file.
  if (id === app.files.routes) return ['default']
}

function shortName(app: App, id: string): string {
  return id.startsWith(`${app.root}/`) ? id.slice(app.root.length + 1) : id
}

/**
 * Warns about `process.env` in code that the browser gets. Only the server has these values, so server and browser render
 * different HTML. In production, React does not report that.
 */
export function browserEnv(app: App): Plugin {
  let logger: Logger
  return {
    name: 'framework:browser-env',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    configResolved(config) {
      logger = config.logger
    },
    transform: {
      filter: { id: scriptIds, code: 'process.env' },
      handler(code, id) {
        const file = fileOf(id)
        if (!file.startsWith(`${app.directory}/`)) return

        const defined = Object.keys(this.environment.config.define ?? {})
        for (const { name, at } of findVariables(code, file)) {
          if (name === 'process.env.NODE_ENV' || defined.includes(name)) continue
          const place = `${file.slice(app.root.length + 1)}:${position(code, at)}`
          logger.warnOnce(
            `${place} reads ${name} in code that the browser gets. The browser has no such value, so it renders other HTML than the server. Return the value from a loader, or use a variable of import.meta.env whose name starts with VITE_.`,
          )
        }
      },
    },
  }
}

/** Finds where a module reads `process.env`. */
function findVariables(code: string, file: string): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = []
  visit(parseModule(code, file).program)
  return found

  function visit(node: ESTree.Node): void {
    const name = memberName(node)
    if (name === 'process.env' || name?.startsWith('process.env.')) {
      found.push({ name, at: node.start })
    } else for (const child of childNodes(node)) visit(child)
  }
}

/** Returns `process.env.NAME` for a member expression, however it is written. */
function memberName(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined

  const { object, property, computed } = node
  const outer = memberName(object)
  if (outer === undefined) return undefined
  if (!computed && property.type === 'Identifier') return `${outer}.${property.name}`
  return property.type === 'Literal' ? `${outer}.${String(property.value)}` : outer
}
