import { stripIndexParam } from '../page-protocol/index-param.ts'
import {
  resolveTo,
  routePathnames,
  type RelativeMode,
  type ResolveBase,
  type To,
} from '../page-protocol/resolve-to.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { RouterValue, RouteValue } from './contexts.ts'
import { warn } from './warn.ts'

/** What a target is resolved against for a component of `route` (of the root, outside of routes). */
export function baseOf(router: RouterValue, page: Snapshot, route: RouteValue | null): ResolveBase {
  return {
    basename: router.basename,
    location: page.location,
    pathnames: routePathnames(page.matches.slice(0, (route ? route.depth : 0) + 1)),
  }
}

/** The `href` for a target; `#` for one that must not be followed. */
export function hrefOf(to: To, base: ResolveBase, relative?: RelativeMode): string {
  const href = resolveTo(to, base, relative)
  if (href === null) {
    if (process.env.NODE_ENV !== 'production') {
      warn(`Cannot link to ${JSON.stringify(to)}: use a path, http(s), mailto, tel or sms`)
    }
    return '#'
  }

  return href
}

/** The action for `action` as an app writes it; without one, the URL of the form's route with the current query. */
export function actionOf(
  action: To | undefined | null,
  base: ResolveBase,
  isIndex: boolean,
  relative?: RelativeMode,
): string {
  if (action === undefined || action === null) {
    // A bare `index` of the page's own URL addresses somebody else's form.
    const search = stripIndexParam(base.location.search)
    return markIndex((base.pathnames.at(-1) ?? base.basename) + search, isIndex)
  }

  return markIndex(hrefOf(action, base, relative), isIndex && action === '.')
}

function markIndex(href: string, isIndex: boolean): string {
  if (!isIndex) return href

  return href.includes('?') ? href.replace('?', '?index&') : `${href}?index`
}
