import { stripIndexParam } from '../page-protocol/index-param.ts'
import {
  resolveTo,
  routePathnames,
  type RelativeMode,
  type ResolveBase,
  type To,
} from '../page-protocol/resolve-to.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import {
  type RouterValue,
  type RouteValue,
  isDevelopment,
  usePage,
  useRoute,
  useRouter,
} from './contexts.ts'
import { warn } from './warn.ts'

/** Returns the base for the targets of a component of `route`. Outside routes, it is the base of the root. */
export function baseOf(router: RouterValue, page: Snapshot, route: RouteValue | null): ResolveBase {
  return {
    basename: router.basename,
    location: page.location,
    pathnames: routePathnames(page.matches.slice(0, (route ? route.depth : 0) + 1)),
  }
}

/** Returns the `href` for a target, or `#` for a target that must not be followed. */
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

/**
 * Resolves the `action` of a form. Without an action, returns the URL of the form's route with the current query. For an
 * empty one, returns that URL without the query.
 */
export function actionOf(
  action: To | undefined | null,
  base: ResolveBase,
  isIndex: boolean,
  relative?: RelativeMode,
): string {
  if (action === undefined || action === null) {
    // The `index` parameter in the URL of the page is not meant for this form.
    const search = stripIndexParam(base.location.search)
    return markIndex((base.pathnames.at(-1) ?? base.basename) + search, isIndex)
  }

  const to = action || '.'
  return markIndex(hrefOf(to, base, relative), isIndex && to === '.')
}

function markIndex(href: string, isIndex: boolean): string {
  if (!isIndex) return href

  return href.includes('?') ? href.replace('?', '?index&') : `${href}?index`
}

/**
 * Returns the URL that a form of this route submits to, for the `formAction` of a button.
 *
 * @param action As in `<Form action>`. Without it, the URL of the route with the current query
 *
 * @example
 * <button formAction={useFormAction('preview')} formMethod="post">Preview</button>
 */
export function useFormAction(
  action?: string,
  options: { relative?: RelativeMode | undefined } = {},
): string {
  const router = useRouter('useFormAction')
  const page = usePage('useFormAction')
  const value = useRoute('useFormAction')
  const { route } = page.matches[value.depth]!

  if (
    process.env.NODE_ENV !== 'production' &&
    action === undefined &&
    (!route.path || route.pathless) &&
    isDevelopment(router)
  ) {
    throw new Error(
      `A <Form> in the pathless layout "${value.id}" has no URL to submit to. Give the form an action, or the layout a path with layout(route, file, children)`,
    )
  }

  return actionOf(action, baseOf(router, page, value), route.index === true, options.relative)
}
