import type { RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptPage, freezeErrors } from './commit-page.ts'
import type { Submission } from '../page-protocol/submission.ts'
import { isMutation } from './create-submission.ts'
import { doneFetcher, waitForPage } from './fetcher-records.ts'
import type { FetcherRecord, ReloadCause } from './fetching.ts'
import { createLocation } from './href.ts'
import { recoverHere } from './load-document.ts'
import { hasChanged, isOld, loadersToRun, makeDue } from './loaders.ts'
import { followRedirect, redirectError, settle } from './navigation.ts'
import { plainIntent, type Intent } from './navigation-state.ts'
import { failingRoute, requestPage, type PageResult } from './request-data.ts'
import {
  beginReload,
  endReload,
  isMutating,
  isRevalidating,
  markNavigated,
  publish,
  resolveIn,
  setNavigation,
  setWaiting,
  tick,
  whenDone,
  type Reload,
  type RouterState,
} from './router-state.ts'

/** Reloads the loaders of the page and the mounted `load` fetchers (PT-17), but not before a pending mutation ends (IN-15). */
export function revalidate(router: RouterState): Promise<void> {
  // If a navigation aborts the reload, it runs the same loaders.
  makeDue(router, 'revalidate')
  if (isMutating(router)) {
    setWaiting(router, true)
    publish(router)
  } else void startReload(router, undefined, { isRevalidation: true })

  // A navigation may load the data instead of the reload.
  return whenDone(router, () => !isRevalidating(router) && !router.navigation)
}

/** A reload that no live page caused. */
interface PageReload extends Reload {
  origin: FetcherRecord | undefined
  finish(): void
}

/** Reloads the loaders of the page, or of the pending page if one is loading. */
export async function startReload(
  router: RouterState,
  origin: FetcherRecord | undefined,
  given: Partial<ReloadCause> = {},
): Promise<void> {
  const { navigation, snapshot: page } = router
  const pending = navigation?.phase === 'loading' ? navigation : undefined
  const { location, matches } = pending ?? page
  const cause = { ...given, isPlain: !!pending && !isMutation(pending.submission) }
  const startedAt = tick(router)
  const isEverythingDue = hasChanged(router) || router.isWaiting || given.isRevalidation
  // After a form that was refused, no data may be old. Then no module is asked for its opinion.
  const ids = isEverythingDue || isOld(router) ? loadersToRun(router, location, matches, cause) : []
  const reload: PageReload = {
    startedAt,
    asked: ids,
    controller: new AbortController(),
    matches,
    errors: page.errors,
    origin,
    finish() {
      const fetcher = this.origin
      if (fetcher) fetcher.value = doneFetcher(fetcher.value, fetcher.value.data)
    },
  }
  const fetchers = isEverythingDue ? router.fetching!.reload(location, cause, true) : []
  const hasWork = ids.length + fetchers.length > 0
  if (!hasWork && !origin) return finish(router, reload, undefined)

  beginReload(router, reload)
  const { signal } = reload.controller
  const request =
    ids.length > 0 &&
    requestPage(router, location, matches, ids, {
      signal,
      cache: 'reload',
      purpose: { cause: 'revalidate' },
    })
  publish(router)

  const loaded = (await request) || undefined
  if (!hasWork) await router.options.painted?.(router.snapshot)
  if (!loaded?.redirect) await Promise.all(fetchers)
  if (endReload(router, reload)) finish(router, reload, loaded)
}

function finish(router: RouterState, reload: PageReload, loaded: PageResult | undefined): void {
  if (!loaded) {
    // No loader was due, or their modules refused the reload. Now no loader is due any more.
    if (router.snapshot.matches === reload.matches) acceptPage(router, reload, { results: {} })
    return end(router, reload)
  }
  if (loaded.redirect) return leave(router, reload, loaded.redirect)

  if (completesNavigation(router, reload)) return completeNavigation(router, reload, loaded)

  if (!loaded.isOpaque && !loaded.missing) return commit(router, reload, loaded)
  beginReload(router, reload)
  recoverHere(router, () => {
    if (!endReload(router, reload)) return
    const id = loaded.missing ?? failingRoute(router, reload.matches)
    fail(router, reload, id, new Error(`Failed to load data for ${id}`))
  })
}

// Whether a pending navigation to the same page started before this reload, so that its own request brings older data
// (IN-10).
function completesNavigation({ navigation }: RouterState, reload: PageReload): boolean {
  return (
    navigation?.phase === 'loading' &&
    navigation.matches === reload.matches &&
    navigation.startedAt < reload.startedAt
  )
}

function completeNavigation(router: RouterState, reload: PageReload, loaded: PageResult): void {
  const { asked, controller, origin, startedAt } = reload
  const old = router.navigation!
  const navigation = { ...old, asked, controller, startedAt }
  old.controller.abort()
  setNavigation(router, navigation)
  if (origin) origin.isWaiting = true
  void settle(router, navigation, loaded)
}

// Makes the page follow a redirect, unless the user has navigated since (PT-12).
function leave(router: RouterState, reload: PageReload, redirect: RedirectInstruction): void {
  if (router.navigatedAt > reload.startedAt) return end(router, reload)

  const error = redirectPage(router, reload.origin, redirect)
  if (error) fail(router, reload, failingRoute(router, reload.matches), error)
}

/**
 * Makes the page follow the redirect of a fetcher or a reload (PT-11, PT-12).
 *
 * @param record The fetcher that is done when that navigation ends
 * @param submission The submission, if an action redirected
 * @returns The error to show if the redirect cannot be followed
 */
export function redirectPage(
  router: RouterState,
  record: FetcherRecord | undefined,
  redirect: RedirectInstruction,
  submission?: Submission,
): Error | undefined {
  const url = resolveIn(router, redirect.location)
  if (!url) return redirectError(redirect.location)

  if (record) waitForPage(record)
  markNavigated(router)
  const type = submission ? 'fetchActionRedirect' : 'redirect'
  const intent: Intent = { ...plainIntent(url, createLocation(url)), type, submission }
  followRedirect(router, redirect, intent, submission !== undefined)
  return undefined
}

function fail(router: RouterState, reload: PageReload, id: string, error: Error): void {
  commit(router, reload, { results: { [id]: { error } }, isFailure: true })
}

// Commits the results, unless the page has changed.
function commit(router: RouterState, reload: PageReload, loaded: PageResult): void {
  const { snapshot: page } = router
  if (page.matches !== reload.matches) return end(router, reload)

  const { errors, ...merged } = acceptPage(router, reload, loaded)
  reload.finish()
  // Keeps errors of fetchers that are newer than this reload.
  const later = Object.entries(page.errors ?? {}).filter(
    ([id, error]) => reload.errors?.[id] !== error,
  )
  publish(router, {
    ...merged,
    errors: freezeErrors({ ...errors, ...Object.fromEntries(later) }),
  })
}

function end(router: RouterState, reload: PageReload): void {
  reload.finish()
  publish(router)
}
