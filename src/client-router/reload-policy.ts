import type { PageMatch, PageParams } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { formFields } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import { pathOf } from './href.ts'
import type { Machine, ReloadCause } from './machine.ts'

/** Returns the ids of the loaders to run for a page, root first, by RE-1 to RE-8 in this order. */
export function loadersToRun(
  machine: Machine,
  location: Location,
  matches: readonly PageMatch[],
  cause: ReloadCause,
): string[] {
  const { snapshot: page } = machine
  const due = isReloadDue(page.location, location, cause)

  return matches
    .filter((match) => {
      if (!match.route.hasLoader) return lacksFields(page, match)
      // A route that failed has no data, so it counts as new.
      if (!hasData(page, match)) return true
      const { params } = keptMatch(page.matches, match)!
      return isReloadWanted(machine, location, cause, match.id, params, match.params, due)
    })
    .map((match) => match.id)
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

/** Whether the page has data for a match that can stay. */
export function hasData(page: Pick<Snapshot, 'matches' | 'loaderData'>, match: PageMatch): boolean {
  return keptMatch(page.matches, match) !== undefined && Object.hasOwn(page.loaderData, match.id)
}

function isReloadDue(from: Location, to: Location, cause: ReloadCause): boolean {
  return cause.everything || from.search !== to.search || pathOf(from) === pathOf(to)
}

/** Whether a route's module allows a reload. A module that is not loaded yet does not prevent it. */
export function isReloadWanted(
  { options, snapshot }: Machine,
  location: Location,
  cause: ReloadCause,
  id: string,
  oldParams: PageParams,
  params: PageParams,
  due: boolean,
): boolean {
  const module = options.modules.get(id)
  const shouldReload = module?.shouldReload ?? module?.unstable_shouldReload
  if (!module?.shouldRevalidate && !(due && shouldReload)) return due

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
    return due
  }
}
