import { stripBasename } from '../page-protocol/basename.ts'
import { hasBasename } from '../page-protocol/features.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { RouterValue } from './contexts.ts'
import type { RouteMatch } from './route-module.ts'

const matchLists = /* @__PURE__ */ new WeakMap<Snapshot, readonly RouteMatch[]>()
const locations = /* @__PURE__ */ new WeakMap<Location, Location>()

/** Returns the matches for the app. It is the same array until the page changes. */
export function matchesOf(router: RouterValue, page: Snapshot): readonly RouteMatch[] {
  let list = matchLists.get(page)
  if (!list || (process.env.NODE_ENV !== 'production' && isOutdated(router, list))) {
    list = page.matches.map(({ id, params, pathname }) => ({
      id,
      pathname: withoutBasename(pathname, router.basename),
      params,
      data: page.loaderData[id],
      loaderData: page.loaderData[id],
      handle: router.modules.get(id)?.handle,
    }))
    const { errors } = page
    const boundary = errors ? list.findIndex(({ id }) => Object.hasOwn(errors, id)) : -1
    if (boundary >= 0) list = list.slice(0, boundary + 1)
    matchLists.set(page, list)
  }

  return list
}

/** Whether a module was edited since, in development. */
function isOutdated({ modules }: RouterValue, list: readonly RouteMatch[]): boolean {
  return list.some(({ id, handle }) => modules.get(id)?.handle !== handle)
}

/** Returns a location without the basename. It is the same object for the same location. */
export function appLocation({ basename }: RouterValue, location: Location): Location {
  if (!hasBasename || basename === '/') return location
  let result = locations.get(location)
  if (!result) {
    result = { ...location, pathname: withoutBasename(location.pathname, basename) }
    locations.set(location, result)
  }

  return result
}

/** Returns a pathname without the basename. A pathname outside the app does not change. */
export function withoutBasename(pathname: string, basename: string): string {
  return stripBasename(pathname, basename) ?? pathname
}
