import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { routeOfModule, type App } from './app.ts'
import { isScript } from './find-routes.ts'
import { keptCode, readExports, serverExports, stripExports } from './strip-exports.ts'

/**
 * Route modules without what is for the server, for the browser.
 *
 * They are stripped as they are read, so that not even a source map has the server's code. A module in another language
 * is stripped once it is JavaScript.
 */
export function browserModules(app: App): Plugin {
  return {
    name: 'framework:browser-modules',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    load: {
      filter: { id: /\.[cm]?[jt]sx?(?:\?|$)/ },
      async handler(id) {
        const [file = '', query = ''] = id.split('?')
        const names = serverNames(app, file)
        if (names === undefined) return

        const name = shortName(app, file)
        if (/(?:^|&)(?:raw|url|inline)\b/.test(query)) {
          throw new Error(
            `Cannot give ${name}?${query} to the browser: as a text it has the code of the server too`,
          )
        }

        const source = await readFile(file, 'utf8')
        const code = stripExports(source, name, names)
        if (this.environment?.mode !== 'dev') return { code, map: null }

        app.browserCode.set(file, keptCode(source, name, names))
        const route = routeOfModule(app, file)
        return { code: route === undefined ? code : code + announceUpdates(route.id), map: null }
      },
    },
  }
}

/** Gives an edited module to the app's entry, whose `meta`, `links` and `handle` are otherwise those it started with. */
function announceUpdates(id: string): string {
  return `
if (import.meta.hot) import.meta.hot.accept((module) => {
  if (module) window.dispatchEvent(new CustomEvent('framework:module', { detail: { id: ${JSON.stringify(id)}, module } }))
})`
}

/** The second half of {@link browserModules}: for modules that a plugin turns into JavaScript. */
export function transformedBrowserModules(app: App): Plugin {
  return {
    name: 'framework:transformed-browser-modules',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    transform: {
      handler(code, id) {
        const file = id.replace(/[?#].*$/, '')
        const route = isScript(file) ? undefined : routeOfModule(app, id)
        if (route === undefined) return
        const name = shortName(app, file)
        app.transformedExports.set(route.file, readExports(code, `${name}.jsx`))
        return { code: stripExports(code, `${name}.jsx`, serverExports), map: null }
      },
    },
  }
}

/** The exports of a module that the browser must not have, if there are any. */
export function serverNames(app: App, id: string): readonly string[] | undefined {
  if (routeOfModule(app, id) !== undefined) return serverExports
  // The page tree is for the build; the route map beside it is for everyone.
  if (id === app.files.routes) return ['default']
}

function shortName(app: App, id: string): string {
  return id.startsWith(`${app.root}/`) ? id.slice(app.root.length + 1) : id
}
