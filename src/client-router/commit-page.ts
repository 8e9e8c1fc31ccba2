import type { Fields } from '../internal/fields.ts'
import { boundaryOf } from '../page-protocol/boundaries.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Declared } from '../page-protocol/wire.ts'
import { UNBLOCKED, type Commit, type Snapshot } from '../page-protocol/snapshot.ts'
import { IDLE } from '../page-protocol/transition.ts'
import { canDeclare } from './can-declare.ts'
import { debtKey, payDebts } from './debts.ts'
import {
  publish,
  type ActionResult,
  type Load,
  type RouterState,
  type Navigation,
} from './router-state.ts'
import { hasData } from './reload-policy.ts'
import type { PageResult } from './request-data.ts'
import { isSameData } from './same-data.ts'

/** Ends a navigation. Updates the history, the page, data, errors and waiting fetchers at once. */
export function commitPage(router: RouterState, navigation: Navigation, loaded: PageResult): void {
  const { result: action, location, matches, startedAt } = navigation
  const merged = mergePage(router, matches, loaded, startedAt, action)
  acceptPage(router, navigation, loaded)

  commitNavigation(router, navigation, {
    matches,
    location,
    ...merged,
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

/** Records how fresh the page is. Aborts older reloads, whose fetchers are then done with the data they have. */
export function acceptPage(router: RouterState, load: Load, loaded: PageResult): void {
  const { startedAt } = load
  router.shownSince = Math.max(router.shownSince, startedAt)
  payDebts(router, load, loaded)
  if (startedAt > router.waitingSince) router.waitingSince = 0

  for (const reload of router.reloads) {
    if (reload.startedAt >= startedAt) continue
    router.reloads.delete(reload)
    reload.controller.abort()
    reload.finish()
  }
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

/** Merges the results of the loaders with the data and errors that the page already has. */
export function mergePage(
  router: RouterState,
  matches: readonly PageMatch[],
  { results }: PageResult,
  startedAt: number,
  action?: ActionResult,
): Pick<Snapshot, 'loaderData' | 'errors' | 'fields'> {
  const { snapshot: page, options } = router
  const canShow = ({ id }: PageMatch): boolean => options.modules.get(id) !== undefined
  const errors: Record<string, unknown> = {}
  const loaderData: Record<string, unknown> = {}
  const held = new Map<string, Declared>()
  const fields: Record<string, Fields | undefined> = { ...page.fields }
  const actionBoundary =
    action?.type === 'error' ? boundaryOf(matches, action.id, canShow) : undefined

  for (const match of matches) {
    const { id, route } = match
    // An action failed. The routes below its boundary were not reloaded, so they count as new when they show again.
    if (id === actionBoundary) break

    const result = results[id]
    fields[id] ??= (result as { fields?: Fields } | undefined)?.fields
    if (result && 'error' in result) {
      const boundary = boundaryOf(matches, id, canShow)
      if (!Object.hasOwn(errors, boundary)) errors[boundary] = result.error // The error nearest to the root wins.
      if ('data' in result) loaderData[id] = result.data
    } else if (hasData(page, match) && (!result || startedAt < router.shownSince)) {
      loaderData[id] = page.loaderData[id] // This data is at least as fresh.
      if (canDeclare) held.set(debtKey(match), router.held.get(debtKey(match)) ?? {})
      // A route without a loader has `null` there if its fields were asked for.
    } else if (result && route.hasLoader) {
      const old = page.loaderData[id]
      const isSame = hasData(page, match) && isSameData(old, result.data)
      loaderData[id] = isSame ? old : result.data
      if (canDeclare) held.set(debtKey(match), result)
    }
  }

  if (canDeclare) router.held = held
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
