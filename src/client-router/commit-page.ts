import type { Fields } from '../internal/fields.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { UNBLOCKED, type Commit, type Snapshot } from '../page-protocol/snapshot.ts'
import { IDLE } from '../page-protocol/transition.ts'
import { recordKey, recordLoad, recordOf } from './loader-records.ts'
import {
  publish,
  type ActionResult,
  type Load,
  type LoaderData,
  type LoaderRecord,
  type RouterState,
  type Navigation,
} from './router-state.ts'
import type { PageResult } from './request-data.ts'
import { isSameData } from './same-data.ts'

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

/** PT-15: only the hash differs. Data, errors and action data stay. */
export function commitHash(router: RouterState, navigation: Navigation): void {
  const { location } = navigation
  const commit: Commit = Object.freeze({ ...navigation.commit, hashOnly: true })
  commitNavigation(router, navigation, { location, commit })
}

/** Cancels a navigation and stays on the current page. */
export function endNavigation(router: RouterState): void {
  router.navigation = undefined
  router.fetching.finishWaiting()
  publish(router, { transition: IDLE, blocker: UNBLOCKED })
}

function commitNavigation(
  router: RouterState,
  navigation: Navigation,
  page: Partial<Snapshot>,
): void {
  const { historyAction, location } = navigation
  if (historyAction === 'PUSH') router.options.history.push(location)
  if (historyAction === 'REPLACE') router.options.history.replace(location)

  router.navigation = undefined
  router.fetching.finishWaiting()
  publish(router, {
    ...page,
    historyAction: historyAction ?? router.snapshot.historyAction,
    transition: IDLE,
    blocker: UNBLOCKED,
  })
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
 *
 * Aborts older reloads, whose fetchers are then done with the data they have.
 */
export function acceptPage(
  router: RouterState,
  load: Load,
  loaded: PageResult,
  action?: ActionResult,
): Pick<Snapshot, 'loaderData' | 'errors' | 'fields'> {
  const { snapshot: page, options, reloads } = router
  const { matches, startedAt } = load
  const canShow = ({ id }: PageMatch): boolean => options.modules.get(id) !== undefined
  const errors: Record<string, unknown> = {}
  const loaderData: Record<string, unknown> = {}
  const loaders = new Map<string, LoaderRecord>()
  const fields: Record<string, Fields | undefined> = { ...page.fields }
  const actionBoundary =
    action?.type === 'error' ? boundaryOf(matches, action.id, canShow) : undefined
  let isHidden = false

  for (const match of matches) {
    const { id, route } = match
    const result = loaded.results[id]
    const old = recordOf(router, match)
    let shown: LoaderData = {}
    // An action failed. The routes below its boundary were not reloaded, so they count as new when they show again.
    isHidden ||= id === actionBoundary
    if (!isHidden) {
      fields[id] ??= (result as { fields?: Fields } | undefined)?.fields
      if (result && 'error' in result) {
        const boundary = boundaryOf(matches, id, canShow)
        if (!Object.hasOwn(errors, boundary)) errors[boundary] = result.error // The error nearest to the root wins.
        if ('data' in result) shown = { data: result.data }
      } else if (result && !('data' in old && startedAt < old.loadedAt)) {
        shown = isSameData(old.data, result.data) ? { ...result, data: old.data } : result
      } else shown = old // This data is at least as fresh.
    }
    // A route without a loader has the data `null` if its fields were asked for.
    if (!route.hasLoader) continue
    if ('data' in shown) loaderData[id] = shown.data
    loaders.set(recordKey(match), recordLoad(router, match, shown, load, loaded))
  }

  router.loaders = loaders
  if (!loaded.isFailure) router.loadedAt = Math.max(router.loadedAt, startedAt)
  if (startedAt > router.revalidatedAt) router.isWaiting = false
  for (const reload of reloads) {
    if (reload.startedAt >= startedAt) continue
    reloads.delete(reload)
    reload.controller.abort()
    reload.finish()
  }

  if (action?.type === 'error') {
    const [above = actionBoundary!] = Object.keys(errors)
    errors[above] = action.error
  }
  return {
    loaderData: keepData(page.loaderData, loaderData),
    errors: freezeErrors(errors),
    fields,
  }
}

// The same object if nothing changed, so that no component renders.
function keepData(old: Snapshot['loaderData'], next: Record<string, unknown>): typeof old {
  const ids = Object.keys(next)
  const isSame =
    ids.length === Object.keys(old).length && ids.every((id) => Object.is(old[id], next[id]))
  return isSame ? old : Object.freeze(next)
}

export function freezeErrors(errors: Record<string, unknown>): Snapshot['errors'] {
  return Object.keys(errors).length > 0 ? Object.freeze(errors) : undefined
}
