import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { LoaderVerdict } from '../page-protocol/loader-reasons.ts'
import type { PageMatch, PageParams } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { formFields } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { Declared } from '../page-protocol/wire.ts'
import { canDeclare } from './can-declare.ts'
import { pathOf } from './href.ts'
import { hasChanged, isDue, recordOf } from './loader-records.ts'
import type { RouterState, ReloadCause } from './router-state.ts'

/** Returns the ids of the loaders to run for a page that loads now, root first. */
export function loadersToRun(
  router: RouterState,
  location: Location,
  matches: readonly PageMatch[],
  cause: ReloadCause,
): string[] {
  const loaders = explainLoaders(router, location, matches, cause)
  router.options.explained?.(loaders)
  return idsToRun(router, matches, loaders)
}

/** Returns the ids of the loaders that run, and of routes without a loader whose fields the client lacks. */
export function idsToRun(
  { snapshot }: RouterState,
  matches: readonly PageMatch[],
  loaders: readonly LoaderVerdict[],
): string[] {
  return matches
    .filter((match) =>
      match.route.hasLoader
        ? loaders.some(({ id, run }) => id === match.id && run)
        : lacksFields(snapshot, match),
    )
    .map(({ id }) => id)
}

/** Returns for each loader of a page whether it runs and why, root first, by RE-1 to RE-9. */
export function explainLoaders(
  router: RouterState,
  location: Location,
  matches: readonly PageMatch[],
  cause: ReloadCause,
): LoaderVerdict[] {
  return matches
    .filter(({ route }) => route.hasLoader)
    .map((match) => explainLoader(router, location, match, cause))
}

function explainLoader(
  router: RouterState,
  location: Location,
  match: PageMatch,
  cause: ReloadCause,
): LoaderVerdict {
  const { snapshot: page } = router
  const { id } = match
  const old = keptMatch(page.matches, match)
  if (!old) {
    const wasShown = page.matches.some((shown) => shown.id === id)
    return { id, run: true, reason: wasShown ? 'params' : 'new' }
  }

  const record = recordOf(router, match)
  // A boundary took its data.
  if (!('data' in record)) return { id, run: true, reason: 'no-data' }

  const hasOtherSearch = page.location.search !== location.search
  const isRead = !canDeclare || readsSearch(record, page.location, location, cause)
  const dueReason =
    hasOtherSearch && isRead
      ? 'search'
      : cause.isPlain && pathOf(page.location) === pathOf(location)
        ? 'same-url'
        : isDue(record) && !cause.isPreview
          ? record.why
          : cause.isRevalidation && 'revalidate'
  const run = !!dueReason
  const wanted = isReloadWanted(router, location, cause, id, old.params, match.params, run)
  if (wanted !== undefined) return { id, run: wanted, reason: 'module' }
  const kept =
    canDeclare && hasOtherSearch ? 'search-unread' : hasChanged(router) ? 'unwritten' : 'kept'
  return { id, run, reason: dueReason || kept }
}

// Without names, a loader may read everything of the query. After a mutation, `index` is ignored: it only says which route
// a form belongs to.
function readsSearch(
  { query: names, reads }: Declared,
  from: Location,
  to: Location,
  { isPlain }: ReloadCause,
): boolean {
  const read = ({ search }: Location): string =>
    names
      ? JSON.stringify(names.map((name) => new URLSearchParams(search).getAll(name)))
      : isPlain
        ? search
        : stripIndexParam(search)
  return !(names ?? reads) || read(from) !== read(to)
}

/** Whether the client does not have the fields of a route yet. They are requested with its data, or with `null`. */
export function lacksFields(
  { fields }: Pick<Snapshot, 'fields'>,
  { id, route }: PageMatch,
): boolean {
  return !!route.hasFields && !fields[id]
}

/** Returns the old match of the same route with the same pathname, whose data can stay. */
export function keptMatch(old: readonly PageMatch[], match: PageMatch): PageMatch | undefined {
  return old.find(({ id, pathname }) => id === match.id && pathname === match.pathname)
}

/**
 * Whether a route's module wants a reload, or `undefined` if it has no opinion. A module that is not loaded yet has none.
 */
export function isReloadWanted(
  { options, snapshot }: RouterState,
  location: Location,
  cause: ReloadCause,
  id: string,
  oldParams: PageParams,
  params: PageParams,
  due: boolean,
): boolean | undefined {
  const module = options.modules.get(id)
  const shouldReload = module?.shouldReload ?? module?.unstable_shouldReload
  if (!module?.shouldRevalidate && !(due && shouldReload)) return undefined

  const { submission, actionResult, actionStatus } = cause
  const prevUrl = new URL(pathOf(snapshot.location), options.origin)
  const url = new URL(pathOf(location), options.origin)
  try {
    if (!module?.shouldRevalidate) {
      return shouldReload!({ url, prevUrl, params, ...(submission && { submission }) })
    }
    return module.shouldRevalidate({
      currentUrl: prevUrl,
      currentParams: oldParams,
      nextUrl: url,
      nextParams: params,
      ...(submission && {
        ...formFields(submission),
        actionResult,
      }),
      ...(actionStatus && { actionStatus }),
      defaultShouldRevalidate: due,
    })
  } catch (error) {
    // An error in `shouldReload` must not stop a navigation.
    console.error(error)
    return undefined
  }
}
