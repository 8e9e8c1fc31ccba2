import type { PageMatch, PageParams } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { formFields, type Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import { pathOf } from './href.ts'
import type { ModuleSeam } from './seams.ts'

/** Why a page loads. */
export interface ReloadCause {
  /** A mutation finished, a redirect set a cookie, or the app asked: everything is due. */
  everything: boolean
  submission?: Submission | undefined
  actionResult?: unknown
  actionStatus?: number | undefined
}

/** The page that loads, and the one that is there. */
export interface ReloadQuestion {
  page: Pick<Snapshot, 'location' | 'matches' | 'loaderData'>
  location: Location
  matches: readonly PageMatch[]
  cause: ReloadCause
  modules: Pick<ModuleSeam, 'get'>
  origin: string
}

/** The ids of the loaders to run for a page, root first: section A.9 in its order. */
export function loadersToRun(question: ReloadQuestion): string[] {
  const { page, location, matches, cause } = question
  const due = isReloadDue(page.location, location, cause)

  return matches
    .filter((match) => {
      if (!match.route.hasLoader) return false
      // A route that failed has no data, and is as new as one that was never there.
      if (!hasData(page, match)) return true
      const { params } = keptMatch(page.matches, match)!
      return isReloadWanted(question, match.id, params, match.params, due)
    })
    .map((match) => match.id)
}

/** The old match of the same route at the same pathname: what it shows can stay. */
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

/** Whether a route's module lets a reload happen. One that is not loaded yet has no say. */
export function isReloadWanted(
  question: Pick<ReloadQuestion, 'page' | 'location' | 'cause' | 'modules' | 'origin'>,
  id: string,
  oldParams: PageParams,
  params: PageParams,
  due: boolean,
): boolean {
  const module = question.modules.get(id)
  const shouldReload = module?.shouldReload ?? module?.unstable_shouldReload
  if (!module?.shouldRevalidate && !(due && shouldReload)) return due

  const { submission, actionResult, actionStatus } = question.cause
  const prevUrl = new URL(pathOf(question.page.location), question.origin)
  const url = new URL(pathOf(question.location), question.origin)
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
    // An app's mistake in an optimisation must not stop a navigation.
    console.error(error)
    return due
  }
}
