import type { Fields } from '../../internal/forms/fields.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Commit, Snapshot } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import { hrefOf, pathOf } from './href.ts'
import { hasChanged, hasData, recordKey, recordLoad, recordOf } from './loaders.ts'
import { failingRoute, hasError, type PageResult, type Result } from './request-data.ts'
import type { ActionResult, Navigation } from './navigation-state.ts'
import {
  endNavigation,
  storeLoad,
  type Load,
  type LoaderData,
  type LoaderRecord,
  type RouterState,
} from './router-state.ts'

/** Ends a navigation. Updates the history, the page, data, errors and waiting fetchers at once. */
export function commitPage(router: RouterState, navigation: Navigation, loaded: PageResult): void {
  const { result: action, location, matches } = navigation
  commitNavigation(router, navigation, {
    matches,
    location,
    ...acceptPage(router, navigation, loaded, action),
    ...actionStateOf(navigation),
    commit: Object.freeze({ ...navigation.commit, mutation: action !== undefined }),
  })
}

/** Whether only the hash changes. Going back to the same page without its hash does not reload it. Clicking a link to it does. */
export function isHashOnly(router: RouterState, navigation: Navigation): boolean {
  const { location, historyAction, submission } = navigation
  const current = router.snapshot.location
  if (hasChanged(router) || submission || pathOf(current) !== pathOf(location)) return false
  return historyAction === 'POP' ? current.hash !== location.hash : location.hash !== ''
}

/** Ends a navigation to another hash of the page. Data, errors and action data stay (PT-15). */
export function commitHash(router: RouterState, navigation: Navigation): void {
  const { location } = navigation
  const commit: Commit = Object.freeze({ ...navigation.commit, hashOnly: true })
  commitNavigation(router, navigation, { location, commit })
}

/** Ends a navigation with an error. The boundary of the route that could not be loaded shows it. */
export function commitFailure(router: RouterState, navigation: Navigation, error: Error): void {
  const id = failingRoute(router, navigation.matches)
  commitPage(router, navigation, { results: { [id]: { error } }, isFailure: true })
}

function commitNavigation(
  router: RouterState,
  navigation: Navigation,
  page: Partial<Snapshot>,
): void {
  const { historyAction, location } = navigation
  if (historyAction === 'PUSH') router.options.history.push(location)
  if (historyAction === 'REPLACE') router.options.history.replace(location)

  endNavigation(router, {
    ...page,
    historyAction: historyAction ?? router.snapshot.historyAction,
  })
}

/**
 * Returns the page that stays: the current page, or the page of the URL if an interrupted pop has changed the URL. If that
 * URL is not a page, or its routes are not loaded yet, the URL of the current page replaces it.
 */
export function shownPage(
  router: RouterState,
): Pick<Navigation, 'location' | 'matches' | 'historyAction'> {
  const { location, matches } = router.snapshot
  const { history, match } = router.options
  const shown = history.location
  const isAway = hrefOf(shown) !== hrefOf(location)
  const popped = isAway && match(shown.pathname)
  return popped
    ? { location: shown, matches: popped, historyAction: 'POP' }
    : { location, matches, historyAction: isAway ? 'REPLACE' : undefined }
}

/** Whether a form that was sent to `location` belongs to the current page. `?index` only says to which of its routes. */
export function isShown({ snapshot }: RouterState, location: Location): boolean {
  return stripIndexParam(pathOf(location)) === stripIndexParam(pathOf(snapshot.location))
}

/**
 * Converts the result of an action that did not redirect.
 *
 * @param isResource Whether the route is a resource route, which cannot show the errors of a form
 */
export function toActionResult(
  result: Result,
  id: string,
  isResource: boolean,
  submission: Submission | undefined,
): ActionResult {
  if (result.type !== 'invalid') return { ...(result as ActionResult), id }

  const { invalid } = result
  return isResource
    ? { type: 'error', error: createErrorResponse(422, '', invalid.errors), id }
    : // The same object until the next submission, so that a form handles its failure once.
      { type: 'invalid', invalid: { ...invalid, sent: submission?.formData }, id }
}

/** Returns the data of an action by route id, or the form that it refused. There is neither after an error. */
export function actionStateOf({
  result: action,
}: Pick<Navigation, 'result'>): Pick<Snapshot, 'actionData' | 'invalid'> {
  return {
    actionData: action?.type === 'data' ? Object.freeze({ [action.id]: action.data }) : undefined,
    invalid: action?.type === 'invalid' ? { [action.id]: action.invalid } : undefined,
  }
}

/**
 * Merges the results of a load with the data and errors that the page already has, and records how fresh they are.
 */
export function acceptPage(
  router: RouterState,
  load: Load,
  loaded: PageResult,
  action?: ActionResult,
): Pick<Snapshot, 'loaderData' | 'errors' | 'fields'> {
  const { snapshot: page } = router
  const { matches, startedAt } = load
  const errors: Record<string, unknown> = {}
  const loaderData: Record<string, unknown> = {}
  const loaders = new Map<string, LoaderRecord>()
  const fields: Record<string, Fields | undefined> = { ...page.fields }
  const actionBoundary = action?.type === 'error' && boundaryIn(router, matches, action.id)
  let isHidden = false

  for (const match of matches) {
    const { id, route } = match
    const result = loaded.results[id]
    const old = recordOf(router, match)
    let shown: LoaderData = {}
    // The action failed. Routes below its boundary were not reloaded, so they count as new when they show again.
    isHidden ||= id === actionBoundary
    if (!isHidden) {
      // Those of another language have other texts.
      fields[id] = (result as { fields?: Fields } | undefined)?.fields ?? fields[id]
      if (result && 'error' in result) {
        const boundary = boundaryIn(router, matches, id)
        if (!Object.hasOwn(errors, boundary)) errors[boundary] = result.error // The error nearest to the root wins.
        if ('data' in result) shown = { data: result.data }
      } else if (result && !('data' in old && startedAt < old.loadedAt)) {
        shown = isSameData(old.data, result.data) ? { ...result, data: old.data } : result
      } else shown = old // The data on show is at least as fresh.
    }
    // A route without a loader has the data `null` if its fields were requested.
    if (!route.hasLoader) continue
    if ('data' in shown) loaderData[id] = shown.data
    loaders.set(recordKey(match), recordLoad(router, match, shown, load, loaded))
  }

  storeLoad(router, load, loaders, loaded.isFailure)
  if (action?.type === 'error') {
    const [above = actionBoundary as string] = Object.keys(errors)
    errors[above] = action.error
  }
  return {
    loaderData: keepData(page.loaderData, loaderData),
    errors: freezeErrors(errors),
    fields,
  }
}

/** Whether data is missing, because a reload failed in the meantime and removed what this page should have kept. */
export function lacksData(
  router: RouterState,
  { result, matches }: Navigation,
  { isFailure, missing, results }: PageResult,
): boolean {
  if (isFailure || missing || hasError(results) || result?.type === 'error') return false
  return matches.some(
    (match) => match.route.hasLoader && !results[match.id] && !hasData(router, match),
  )
}

/** Returns the route whose boundary shows an error of the route `id`. Skips boundaries whose module is missing. */
export function boundaryIn(
  { options }: RouterState,
  matches: readonly PageMatch[],
  id: string,
): string {
  return boundaryOf(matches, id, (match) => options.modules.get(match.id) !== undefined)
}

// Returns the old object if nothing changed, so that no component renders.
function keepData(old: Snapshot['loaderData'], next: Record<string, unknown>): typeof old {
  const ids = Object.keys(next)
  const isSame =
    ids.length === Object.keys(old).length && ids.every((id) => Object.is(old[id], next[id]))
  return isSame ? old : Object.freeze(next)
}

export function freezeErrors(errors: Record<string, unknown>): Snapshot['errors'] {
  return Object.keys(errors).length > 0 ? Object.freeze(errors) : undefined
}

/** Whether two values of JSON are equal. Objects need the same names in the same order. A promise equals only itself. */
export function isSameData(first: unknown, second: unknown): boolean {
  // A loop, because data can be nested deeper than the stack allows.
  const rest = [first, second]
  while (rest.length > 0) {
    const [a, b] = rest.splice(-2)
    if (Object.is(a, b)) continue
    if (!a || !b || typeof a !== 'object' || a instanceof Promise) return false
    // One of them is an array, a promise or a primitive value.
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false

    const entries = Object.entries(a)
    const others = Object.entries(b)
    if (entries.length !== others.length) return false
    for (const [i, [name, value]] of entries.entries()) {
      const [otherName, other] = others[i]!
      if (name !== otherName) return false
      rest.push(value, other)
    }
  }
  return true
}
