import type { Plugin } from 'vite'
import { ownPath } from './app-config.ts'
import { exportsOf, isLiveRoute, type App } from './app.ts'
import { isScript } from './find-routes.ts'

/** Leaves out of a build for the browser what only a server renders, and what no route of the app uses. */
export function browserOnly(app: App): Plugin {
  return {
    name: 'framework:browser-only',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/(?:can-(?:be-server|declare|live)|view-transition)\.[jt]s$/ },
      handler(code, id) {
        if (ownPath(id).startsWith('/react/can-be-server')) {
          return { code: code.replace('canBeServer = true', 'canBeServer = false'), map: null }
        }
        if (ownPath(id).startsWith('/react/view-transition')) {
          return { code: `export { ViewTransition, addTransitionType } from 'react'`, map: null }
        }
        if (ownPath(id).startsWith('/client-router/can-live') && !hasLive(app)) {
          return { code: 'export const loadLive = undefined', map: null }
        }
        if (!ownPath(id).startsWith('/client-router/can-declare') || declaresReads(app)) {
          return undefined
        }
        return { code: code.replace('canDeclare = true', 'canDeclare = false'), map: null }
      },
    },
  }
}

function declaresReads(app: App): boolean {
  // The exports of a module in another language are known only when a plugin has converted it.
  return app.routes.some((route) => !isScript(route.file) || exportsOf(app, route).has('reads'))
}

/** Nothing changes in a static export, so none of its pages is live. */
function hasLive(app: App): boolean {
  return app.options.static === false && app.routes.some((route) => isLiveRoute(app, route))
}
