import type { Observer } from 'framework/observe'

/** How long a loader or an action of the shop may take, in milliseconds. */
const limit = 200

/** Warns of loaders and actions that keep visitors waiting. */
export const slowLoaders: Observer = {
  event(event) {
    if (event.type !== 'loader' && event.type !== 'action') return
    if (event.phase === 'start' || event.duration <= limit) return
    console.warn(`The ${event.type} of ${event.routeId} took ${Math.round(event.duration)} ms`)
  },
}
