import type { ErrorResponse } from '../page-protocol/errors.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { parseJson, type RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptPage, freezeErrors } from './commit-page.ts'
import { createKey, createLocation, pathOf } from './href.ts'
import { plainIntent } from './navigation-state.ts'
import {
  beginReload,
  endReload,
  listen,
  isMutating,
  markNavigated,
  markOld,
  publish,
  resolveIn,
  tick,
  type LoaderRecord,
  type Reload,
  type RouterState,
} from './router-state.ts'
import type { LiveStep, LiveWindow } from './seams.ts'
import { isDue, loadersToRun, setDue } from './loaders.ts'
import { followRedirect } from './navigation.ts'
import { describeHeld, MAX_URL, requestPage, type PageResult } from './request-data.ts'

/**
 * Keeps live pages up to date: LV-7 to LV-15 in docs/behaviour.md. Every event calls `wake()`, which does the work that is
 * due, and sets one timer for the next work. A hidden page has neither a stream nor a timer.
 */
export function followLive(router: RouterState): void {
  const { listeners, options } = router
  const { data, dataUrl, now } = options
  const { window = globalThis as unknown as LiveWindow } = options.live ?? {}
  /** The parameter with the id of this tab. The server does not tell the tab of its own writes. */
  const tab = `;tab=${createKey()}${createKey()}`
  /** Whether the visitor has left the document. It may come back from a cache of the browser. */
  let isAway = false
  /** The earliest time of the next reload. */
  let reloadAt = 0
  let failures = 0
  /** The matches of a page that is no longer live: the server lacks a route, or a blocker refused a redirect. */
  let stopped: readonly PageMatch[] | undefined
  let timer: unknown

  const wake = (): void => {
    window.clearTimeout(timer)
    const { errors, matches } = router.snapshot
    const time = now()
    for (const record of router.loaders.values()) record.shownAt ??= time
    const isOn =
      // After `dispose()`, the client router has no listeners.
      listeners.has(wake) &&
      !isAway &&
      window.document.visibilityState === 'visible' &&
      isLive(router) &&
      !errors &&
      matches !== stopped
    const held = isOn && describeHeld(router)
    const isIdle = !!held && isAtRest(router)
    let next = Infinity
    /** Whether a time has come. If not, sets the timer for it. */
    const isTime = (at: number): boolean => {
      if (at > time) next = Math.min(next, at)
      return at <= time
    }
    followStream(held, isIdle, isTime)
    if (isIdle && hasDue(router) && isTime(reloadAt)) {
      void reload()
      return wake()
    }
    // A browser would call a timer with an infinite delay at once.
    if (next < Infinity) timer = window.setTimeout(wake, next - time)
  }

  /** Runs the loaders that are due (LV-8). Follows a redirect (LV-12), tries again later (LV-13), or shows the data (LV-14). */
  const reload = async (): Promise<void> => {
    const { location, matches } = router.snapshot
    const began = now()
    const asked = loadersToRun(router, location, matches, { isPlain: false })
    const controller = new AbortController()
    const load: Reload = { startedAt: tick(router), asked, matches, controller, origin: 'live' }
    beginReload(router, load)
    // A live reload may take a minute (LV-13).
    const late = window.setTimeout(() => controller.abort(), 60_000)
    const loaded: PageResult = asked[0]
      ? await requestPage(router, location, matches, asked, {
          url: `${dataUrl(pathOf(location), asked)};live=${tab}`,
          signal: controller.signal,
          cache: 'reload',
          purpose: { cause: 'live' },
        })
      : { results: {} }
    window.clearTimeout(late)
    const { missing, redirect } = loaded
    const took = now() - began
    // After a slow response, the next request waits longer (LV-8). The limit is for a process that was stopped for a moment,
    // and for a computer that has slept for hours.
    reloadAt = began + Math.max(1000, took + Math.min(3 * took, 3000))
    // If not, a newer load has brought the data, or another page is on show.
    if (endReload(router, load) && router.snapshot.matches === matches) {
      if (redirect ? !follow(router, load, redirect) : missing) stopped = matches
      else if (isUnavailable(loaded)) reloadAt = now() + Math.min(2000 * 2 ** failures++, 60_000)
      else if (!redirect) {
        failures = 0
        commit(router, load, loaded)
      }
    }
    wake()
  }

  const followStream = createStream(router, window, tab, wake)
  options.data = (request) =>
    data(
      request.method !== 'GET' && request.redirect === 'manual' && isLive(router)
        ? { ...request, url: request.url + tab }
        : request,
    )
  for (const type of ['visibilitychange', 'pagehide', 'pageshow']) {
    window.addEventListener(type, () => {
      isAway = type === 'pagehide'
      wake()
    })
  }
  listen(router, wake)
  wake()
}

/**
 * Moves the stream on to its next stage when it is time, and makes loaders due whose data is too old.
 *
 * @param held The data that the page holds, or `false` if it is not live now
 * @param isTime Whether a time has come. If not, `wake()` is called at that time
 */
type FollowStream = (held: string | false, isIdle: boolean, isTime: (at: number) => boolean) => void

/**
 * Creates the stream of the page: there is none, it waits for its first message, or it works. The routes that its messages
 * name become due.
 *
 * | Stage   | its time is over                  | a message    | the browser gives it up | hidden, or other data |
 * |---------|-----------------------------------|--------------|-------------------------|-----------------------|
 * | closed  | opening, if the page is idle      |              |                         |                       |
 * | opening | closed, and the page polls        | open         | closed, and it polls    | closed                |
 * | open    | closed, to be opening at once     | open, anew   | closed, and it polls    | closed                |
 *
 * A page that polls reloads by time, until a stream is open again (LV-9).
 */
function createStream(
  router: RouterState,
  window: LiveWindow,
  tab: string,
  wake: () => void,
): FollowStream {
  const { dataUrl, followed: tell, live, now } = router.options
  /** How often a page without a stream reloads, in milliseconds (LV-9). */
  const pause = 30_000
  /** Varies times by 20 %, so that tabs do not send their requests together. */
  const spread = 0.8 + 0.4 * Math.random()
  /** Closes the stream. It is `undefined` if the stream is closed. */
  let hangUp: (() => void) | undefined
  /** Whether the stream is open, and not only opening. */
  let isOpen = false
  /** The time at which the stage ends. */
  let until = 0
  /** The page and the data that it holds. The stream closes when either changes. */
  let about: string
  /** The routes that the stream cannot follow. It opens again after they have reloaded (LV-10). */
  let refused: string[] = []
  /** The routes that the stream before it could not follow. */
  let before = refused
  /** The routes that no stream can follow (LV-10). */
  const polled: string[] = []
  let isPolling = false
  let wasIdle = false

  const report = (phase: LiveStep['phase'], records = followed(router)): void =>
    tell?.({ phase, routes: records.map(({ id }) => id) })
  const close = (at = 0): void => {
    hangUp?.()
    if (isOpen) report('end')
    hangUp = undefined
    isOpen = false
    until = at
  }
  const poll = (): void => {
    close(now() + pause * spread)
    if (!isPolling) makeStale(router, followed(router))
    isPolling = true
    report('poll')
  }
  const lose = (): void => {
    poll()
    wake()
  }
  const open = async (held: string): Promise<void> => {
    const since = Math.min(
      ...followed(router).map(({ live = 0, told = 0 }) => Math.max(live, told)),
    )
    const url = `${dataUrl(pathOf(router.snapshot.location), [])};live=${since}${tab}${held}`
    if (url.length > MAX_URL) return poll()

    // The first message may take 5 s (LV-9).
    until = now() + 5000
    before = refused
    refused = []
    const opening = (hangUp = () => {})
    // Without the code, the page polls, as without a lock (LV-15).
    const release = hasManyStreams(window)
      ? opening
      : await import('./take-turn.ts').then(({ takeTurn }) => takeTurn(window), opening)
    if (hangUp !== opening) return release?.()
    if (!release) return lose()

    const source = new window.EventSource(url)
    hangUp = () => {
      source.close()
      release()
    }
    source.onerror = () => {
      // In any other state, the browser connects again.
      if (source.readyState === 2) lose()
    }
    source.onmessage = ({ data, lastEventId }) => {
      const names = parseJson(data)
      // Anything else does not come from the app.
      if (Array.isArray(names)) hear(names, +lastEventId)
    }
  }
  /** Handles a message: the names of routes, and its number. */
  const hear = (names: readonly unknown[], id: number): void => {
    if (!isOpen) report('open')
    isOpen = true
    // An open stream may be silent for 30 s (LV-9).
    until = now() + 30_000
    isPolling = false
    const stale = followed(router).filter(
      ({ id }) => names.includes(id) || (names.includes(`!${id}`) && isRefused(id)),
    )
    if (makeStale(router, stale)) report('stale', stale)
    for (const record of router.loaders.values()) record.told = id
    wake()
  }
  /** Whether a stream refuses a route for the first time. After the second stream in a row, the route is polled (LV-10). */
  const isRefused = (id: string): boolean => {
    if (polled.includes(id)) return false
    if (!before.includes(id)) return refused.push(id) > 0
    polled.push(id)
    console.warn(`Cannot follow "${id}": its \`reads\` or the secrets of servers differ`)
    return false
  }

  return (held, isIdle, isTime) => {
    const shown = pathOf(router.snapshot.location) + held
    const isDone = refused[0] && isIdle && !hasDue(router)
    if (hangUp && (about !== shown || isDone)) close()
    // A page that has just become idle waits for 500 ms before it opens a stream (LV-7).
    if (!hangUp && isIdle && !wasIdle && !isPolling) until = now() + 500
    wasIdle = isIdle
    if (!held) return
    about = shown
    const isOver = (): boolean => (isIdle || !!hangUp) && isTime(until)
    while (isOver()) {
      if (!hangUp) void open(held)
      else if (isOpen) close()
      else poll()
    }
    const old = followed(router).filter((record) => {
      const isPolled = isPolling || polled.includes(record.id)
      const limit = isPolled ? pause : (live?.maxAge ?? 120_000) // The age of LV-11.
      return !isDue(record) && isTime(record.shownAt! + limit * spread)
    })
    makeStale(router, old)
  }
}

/** Returns the records of the loaders that declare what they read. */
function followed({ loaders }: RouterState): LoaderRecord[] {
  return [...loaders.values()].filter(({ reads }) => reads)
}

function hasDue({ loaders }: RouterState): boolean {
  return [...loaders.values()].some(isDue)
}

/** Makes loaders due. Returns whether there are any. */
function makeStale(router: RouterState, records: readonly LoaderRecord[]): boolean {
  if (!records[0]) return false
  const heardAt = markOld(router, 'heardAt')
  for (const record of records) {
    setDue(record, heardAt, 'live')
    record.shownAt = undefined
  }
  return true
}

/** Whether a route of the page on show is live. */
function isLive({ snapshot }: RouterState): boolean {
  return snapshot.matches.some(({ route }) => route.live)
}

/** Whether the client router has no pending work. */
function isAtRest(router: RouterState): boolean {
  return (
    router.snapshot.blocker.state === 'unblocked' &&
    !(router.reloads.size || router.navigation || router.isWaiting || isMutating(router))
  )
}

/** Follows a redirect, unless the user has navigated since. Returns `false` if it must not be followed. */
function follow(
  router: RouterState,
  { startedAt }: Reload,
  redirect: RedirectInstruction,
): boolean {
  if (router.navigatedAt > startedAt) return true
  const url = resolveIn(router, redirect.location)
  const intent = url && plainIntent(url, createLocation(url))
  if (!intent || router.blocks?.(intent)) return false

  markNavigated(router)
  followRedirect(router, redirect, { ...intent, type: 'redirect' }, false)
  return true
}

function commit(router: RouterState, load: Reload, loaded: PageResult): void {
  const old = router.loaders
  const { errors, ...page } = acceptPage(router, load, loaded)
  for (const [key, record] of router.loaders) {
    // A response from a cache has the time at which it was created. But its data is as new as the messages of the stream.
    record.told = old.get(key)!.told
  }
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
      const status =
        'error' in result && ((result.error as Partial<ErrorResponse> | undefined)?.status ?? 500)
      return status && (status === 429 || status >= 500)
    })
  )
}

/** Whether the document came over HTTP/2 or HTTP/3, so that a stream takes no connection away from other requests. */
function hasManyStreams({ performance }: LiveWindow): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return /^h[23]/.test(entry?.nextHopProtocol as string)
}
