import type { ErrorResponse } from '../page-protocol/errors.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptPage, freezeErrors } from './commit-page.ts'
import { createKey, createLocation, pathOf } from './href.ts'
import { createStream, followedBy, makeDue, POLL, vary } from './live-stream.ts'
import { isDue, loadersToRun } from './loaders.ts'
import { redirectPage } from './navigation.ts'
import { describeHeld, requestPage, type PageResult } from './request-data.ts'
import {
  isMutating,
  plainIntent,
  publish,
  resolveIn,
  tick,
  type Reload,
  type RouterState,
} from './router-state.ts'
import type { LiveWindow } from './seams.ts'

// All times are in milliseconds. Those with a `~` vary by 20 %, so that tabs do not ask together.

/** A stream opens when the page has been idle for so long (LV-7). */
const IDLE = 500
/** ~ how old a visible page may become (LV-11). */
const AGE = 120_000
/** Between the starts of two live reloads (LV-8). */
const PAUSE = 1000
/** How long a live reload may take (LV-13). */
const RESPONSE = 60_000
/** Before the first repetition after a failure (LV-13). It doubles up to the other. */
const RETRY = 2000
const MAX_RETRY = 60_000
/** How many times longer than a reload the page rests after it, so that a slow server is not asked all the time (LV-8). */
const REST = 3
/** How long it rests at most (LV-8). */
const MAX_REST = 3000

/**
 * Keeps live pages true: LV-7 to LV-15 in docs/behaviour.md. Everything that happens calls `wake()`, which does what is due
 * and sets one timer for what comes next. A hidden page has neither a stream nor a timer.
 */
export function followLive(router: RouterState): void {
  const { options, listeners } = router
  const { window = globalThis as unknown as LiveWindow, maxAge = AGE } = options.live ?? {}
  const { now } = options
  const tab = (createKey() + createKey()).slice(0, 12)
  let timer: unknown
  let isAway = false
  let idleSince: number | undefined
  let reloadAt = 0
  let failures = 0
  let spread = vary()
  /** The page that is no longer live: the server lacks a route, or a blocker refused a redirect. */
  let stopped: readonly PageMatch[] | undefined

  const wake = (): void => {
    window.clearTimeout(timer)
    const { location, matches } = router.snapshot
    const time = now()
    const records = [...router.loaders.values()]
    for (const record of records) record.shownAt ??= time
    const path = pathOf(location)
    const isVisible = !isAway && window.document.visibilityState === 'visible'
    // After `dispose()`, the client router has no listeners.
    const isOn = listeners.has(wake) && isVisible && matches !== stopped && isLive(router)
    const held = isOn && !router.snapshot.errors && describeHeld(router)
    stream.keep(held ? path + held : undefined)
    const isIdle = held && isAtRest(router)
    idleSince = isIdle ? (idleSince ?? time) : undefined
    if (!held) return

    let next = Infinity
    /** Whether a time has come. If not, the timer waits for it. */
    const isTime = (at: number): boolean => {
      if (at > time) next = Math.min(next, at)
      return at <= time
    }
    // Data becomes too old (LV-11), or its route is polled.
    const isAged = ({ id, shownAt }: (typeof records)[number]): boolean =>
      isTime(shownAt! + (stream.isPolled(id) ? POLL : maxAge) * spread)
    makeDue(
      router,
      followedBy(router).filter((record) => !isDue(record) && isAged(record)),
    )
    if ((stream.isStarted() || isIdle) && isTime(stream.deadline() ?? idleSince! + IDLE)) {
      if (stream.advance(path, held)) idleSince = 0
      return wake()
    }
    if (isIdle && records.some(isDue) && isTime(reloadAt)) void reload()
    // A browser would call it at once.
    if (next < Infinity) timer = window.setTimeout(wake, next - time)
  }
  const stream = createStream(router, window, tab, wake)

  const reload = async (): Promise<void> => {
    const began = now()
    const load = startLoad(router)
    idleSince = undefined
    spread = vary()
    const loaded = await requestDue(router, load, window, tab)
    const took = now() - began
    // The process may have been stopped for a moment, and a computer may have slept for hours.
    reloadAt = began + Math.max(PAUSE, took + Math.min(REST * took, MAX_REST))
    // Otherwise a newer load has brought the data, or another page is on show.
    if (router.reloads.delete(load) && router.snapshot.matches === load.matches) {
      const { redirect } = loaded
      if (redirect ? !follow(router, load, redirect) : loaded.missing) stopped = load.matches
      else if (!redirect && isUnavailable(loaded)) {
        reloadAt = now() + Math.min(RETRY * 2 ** failures++, MAX_RETRY)
      } else if (!redirect) {
        failures = 0
        commit(router, load, loaded, stream.reopen)
      }
    }
    wake()
  }

  markRequests(router, tab)
  for (const type of ['visibilitychange', 'pagehide', 'pageshow']) {
    window.addEventListener(type, () => {
      isAway = type === 'pagehide'
      wake()
    })
  }
  listeners.add(wake)
  wake()
}

/** Adds the tab to the mutations of a live page, so that the server does not tell the tab of its own writes. */
function markRequests(router: RouterState, tab: string): void {
  const { options } = router
  const { data } = options
  options.data = (request) =>
    data(
      request.method !== 'GET' && request.redirect === 'manual' && isLive(router)
        ? { ...request, url: `${request.url};tab=${tab}` }
        : request,
    )
}

/** Whether a route of the page on show is live. */
function isLive({ snapshot }: RouterState): boolean {
  return snapshot.matches.some(({ route }) => route.live)
}

/** Whether the client router does nothing, and waits for nothing. */
function isAtRest(router: RouterState): boolean {
  return (
    router.reloads.size === 0 &&
    router.snapshot.blocker.state === 'unblocked' &&
    !(router.navigation || router.isWaiting || isMutating(router))
  )
}

/** Starts a load of the loaders that are due (LV-8). */
function startLoad(router: RouterState): Reload {
  const { location, matches } = router.snapshot
  const load: Reload = {
    startedAt: tick(router),
    asked: loadersToRun(router, location, matches, { isPlain: false }),
    matches,
    controller: new AbortController(),
    errors: undefined,
    origin: 'live',
    finish() {},
  }
  router.reloads.add(load)
  return load
}

async function requestDue(
  router: RouterState,
  { asked, controller, matches }: Reload,
  window: LiveWindow,
  tab: string,
): Promise<PageResult> {
  if (asked.length === 0) return { results: {} }

  const { location } = router.snapshot
  const late = window.setTimeout(() => controller.abort(), RESPONSE)
  const loaded = await requestPage(router, location, matches, asked, {
    url: `${router.options.dataUrl(pathOf(location), asked)};live=;tab=${tab}`,
    signal: controller.signal,
    cache: 'reload',
    purpose: { cause: 'live' },
  })
  window.clearTimeout(late)
  return loaded
}

/** Follows a redirect (LV-12), unless the user has navigated since. Returns `false` if it must not be followed. */
function follow(
  router: RouterState,
  { startedAt }: Reload,
  redirect: RedirectInstruction,
): boolean {
  if (router.navigatedAt > startedAt) return true
  const url = resolveIn(router, redirect.location)
  if (!url || router.blocks?.(plainIntent(url, createLocation(url)), undefined)) return false
  redirectPage(router, undefined, redirect)
  return true
}

/** Shows the data (LV-14). */
function commit(router: RouterState, load: Reload, loaded: PageResult, onLoaded: () => void): void {
  const old = router.loaders
  const { errors, ...page } = acceptPage(router, load, loaded)
  for (const [key, record] of router.loaders) {
    // A response of a cache says when it was made. But it is as new as the messages of the stream.
    const was = old.get(key)!
    if (isDue(was)) Object.assign(record, { told: was.told, shownAt: router.options.now() })
  }
  onLoaded()
  const { errors: later, loaderData } = router.snapshot
  // Data that did not change renders nothing (RE-12).
  if (errors || router.isWaiting || page.loaderData !== loaderData) {
    publish(router, { ...page, errors: freezeErrors({ ...errors, ...later }) })
  }
}

/** Whether there was no response, a 429 or a 5xx, or a redirect that only a document could follow (LV-13). */
function isUnavailable({ isOpaque, results }: PageResult): boolean | undefined {
  return (
    isOpaque ||
    Object.values(results).some((result) => {
      if (!('error' in result)) return false
      const status = (result.error as Partial<ErrorResponse> | null)?.status ?? 500
      return status === 429 || status >= 500
    })
  )
}
