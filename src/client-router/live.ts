import type { ErrorResponse } from '../page-protocol/errors.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { parseJson, type RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptPage, freezeErrors } from './commit-page.ts'
import { createKey, createLocation, pathOf } from './href.ts'
import {
  beginReload,
  endReload,
  listen,
  plainIntent,
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

// All times are in milliseconds. Those with a `~` vary by 20 %, so that tabs do not ask together.

/** A stream opens when the page has been idle for so long (LV-7). */
const IDLE = 500
/** How long the first message may take (LV-9). */
const FIRST = 5000
/** How long an open stream may be silent (LV-9). */
const SILENCE = 30_000
/** ~ between two reloads of a page that polls (LV-9). */
const POLL = 30_000
/** ~ how old a visible page may become (LV-11). */
const AGE = 120_000
/** Between the starts of two live reloads (LV-8). */
const PAUSE = 1000
/** How long a live reload may take (LV-13). */
const RESPONSE = 60_000
/** Before the first repetition after a failure. It doubles up to the other (LV-13). */
const RETRY = 2000
const MAX_RETRY = 60_000

/** How many times longer than a reload the page rests after it, so that a slow server is not asked all the time (LV-8). */
const REST = 3
/** How long it rests at most (LV-8). */
const MAX_REST = 3000

/** How many tabs of a browser may have a stream over HTTP/1.1, which has six connections (LV-15). */
const STREAMS = 4

/** The state of an `EventSource` that does not connect again. */
const CLOSED = 2

/**
 * The stream of a page: there is none, it waits for its first message, or it works.
 *
 * | Stage     | its time is over                   | a message     | the browser gives it up | hidden, or other data |
 * |-----------|------------------------------------|---------------|-------------------------|-----------------------|
 * | `closed`  | `opening`, if the page is idle     |               |                         |                       |
 * | `opening` | `closed`, and the page polls       | `open`        | `closed`, and it polls  | `closed`              |
 * | `open`    | `closed`, to be `opening` at once  | `open`, anew  | `closed`, and it polls  | `closed`              |
 *
 * A page that polls reloads by time, until a stream is `open` again (LV-9).
 */
interface Stream {
  stage: 'closed' | 'opening' | 'open'
  /** When the time of the stage is over. */
  until: number
  /** The page, and the data that it holds. For another page or other data, the stream closes. */
  about?: string
  hangUp?: () => void
  /** Whether it has named a route that it cannot follow, so that it opens again after the reload (LV-10). */
  isRefused?: boolean
}

/**
 * Keeps live pages true: LV-7 to LV-15 in docs/behaviour.md. Everything that happens calls `wake()`, which does what is due
 * and sets one timer for what comes next. A hidden page has neither a stream nor a timer.
 */
export function followLive(router: RouterState): void {
  const { listeners, options } = router
  const { data, dataUrl, now } = options
  const { window = globalThis as unknown as LiveWindow, maxAge = AGE } = options.live ?? {}
  const tab = createKey() + createKey()
  /** What varies from tab to tab. */
  const spread = 0.8 + 0.4 * Math.random()
  /** By the id of a route: the number of the last stream that could not follow it, `Infinity` if it is polled (LV-10). */
  const refused = new Map<string, number>()
  let stream: Stream = { stage: 'closed', until: 0 }
  let streams = 0
  let isPolling = false
  let isAway = false
  let wasIdle = false
  let reloadAt = 0
  let failures = 0
  let timer: unknown
  /** The page that is no longer live: the server lacks a route, or a blocker refused a redirect. */
  let stopped: readonly PageMatch[] | undefined

  const wake = (): void => {
    window.clearTimeout(timer)
    const { errors, location, matches } = router.snapshot
    const time = now()
    const path = pathOf(location)
    const records = [...router.loaders.values()]
    for (const record of records) record.shownAt ??= time
    const isOn =
      // After `dispose()`, the client router has no listeners.
      listeners.has(wake) &&
      !isAway &&
      window.document.visibilityState === 'visible' &&
      isLive(router) &&
      !errors &&
      matches !== stopped
    const held = isOn && describeHeld(router)
    if (stream.about && stream.about !== path + held) close()
    const isClosed = stream.stage === 'closed'
    const isIdle = held && isAtRest(router)
    // A page that has just become idle waits before it opens a stream (LV-7).
    if (isClosed && isIdle && !wasIdle && !isPolling) stream.until = time + IDLE
    wasIdle = !!isIdle
    if (!held) return

    let next = Infinity
    /** Whether a time has come. If not, the timer waits for it. */
    const isTime = (at: number): boolean => {
      if (at > time) next = Math.min(next, at)
      return at <= time
    }
    if ((isIdle || !isClosed) && isTime(stream.until)) {
      whenOver[stream.stage](path, held)
      return wake()
    }
    // Data becomes too old (LV-11), or its route is polled.
    const limitOf = (id: string): number =>
      isPolling || refused.get(id) === Infinity ? POLL : maxAge
    makeStale(
      followed().filter(
        (record) => !isDue(record) && isTime(record.shownAt! + limitOf(record.id) * spread),
      ),
    )
    if (isIdle && records.some(isDue) && isTime(reloadAt)) void reload()
    // A browser would call it at once.
    if (next < Infinity) timer = window.setTimeout(wake, next - time)
  }

  const open = (path: string, held: string): void => {
    const since = Math.min(...followed().map(({ live = 0, told = 0 }) => Math.max(live, told)))
    const url = `${dataUrl(path, [])};live=${since};tab=${tab}${held}`
    if (url.length > MAX_URL) return poll()

    streams++
    const opening: Stream = { stage: 'opening', until: now() + FIRST, about: path + held }
    stream = opening
    void takeTurn(window).then((release) => {
      if (stream !== opening) return release?.()
      if (release) opening.hangUp = hear(url, release)
      else poll()
      wake()
    })
  }
  const close = (until = 0): void => {
    stream.hangUp?.()
    if (stream.stage === 'open') tell('end')
    stream = { stage: 'closed', until }
  }
  const poll = (): void => {
    close(now() + POLL * spread)
    if (!isPolling) makeStale(followed())
    isPolling = true
    tell('poll')
  }
  const whenOver = { closed: open, opening: poll, open: () => close() }

  /** Listens to a stream. Returns a function that ends it. */
  const hear = (url: string, release: () => void): (() => void) => {
    const source = new window.EventSource(url)
    source.onerror = () => {
      if (source.readyState === CLOSED) poll()
      wake()
    }
    source.onmessage = ({ data, lastEventId }) => {
      const names = parseJson(data)
      // Otherwise something else than the app has sent it.
      if (!Array.isArray(names)) return
      if (stream.stage !== 'open') tell('open')
      Object.assign(stream, { stage: 'open', until: now() + SILENCE })
      isPolling = false
      const stale = followed().filter(({ id }) => names.includes(id) || isRefused(names, id))
      if (stale[0]) tell('stale', stale)
      makeStale(stale)
      for (const record of router.loaders.values()) record.told = +lastEventId
      wake()
    }
    return () => {
      source.close()
      release()
    }
  }
  /** Whether the stream cannot follow a route for the first time. After the second in a row, the route is polled (LV-10). */
  const isRefused = (names: readonly string[], id: string): boolean => {
    const last = refused.get(id)
    if (last === Infinity || !names.includes(`!${id}`)) return false
    stream.isRefused = last !== streams - 1
    refused.set(id, stream.isRefused ? streams : Infinity)
    if (!stream.isRefused)
      console.warn(
        `Cannot follow "${id}": its \`reads\` or the secrets of servers differ. It is polled.`,
      )
    return stream.isRefused
  }

  const followed = (): LoaderRecord[] => [...router.loaders.values()].filter(({ reads }) => reads)

  const makeStale = (records: readonly LoaderRecord[]): void => {
    if (!records[0]) return
    const heardAt = markOld(router, 'heardAt')
    for (const record of records) setDue(record, heardAt, 'live')
  }

  const tell = (phase: LiveStep['phase'], records = followed()): void =>
    options.followed?.({ phase, routes: records.map(({ id }) => id) })

  /** Runs what is due (LV-8). */
  const reload = async (): Promise<void> => {
    const { location, matches } = router.snapshot
    const began = now()
    const asked = loadersToRun(router, location, matches, { isPlain: false })
    const controller = new AbortController()
    const load: Reload = { startedAt: tick(router), asked, matches, controller, origin: 'live' }
    beginReload(router, load)
    wasIdle = false
    const late = window.setTimeout(() => controller.abort(), RESPONSE)
    const loaded: PageResult =
      asked.length > 0
        ? await requestPage(router, location, matches, asked, {
            url: `${dataUrl(pathOf(location), asked)};live=;tab=${tab}`,
            signal: controller.signal,
            cache: 'reload',
            purpose: { cause: 'live' },
          })
        : { results: {} }
    window.clearTimeout(late)
    const took = now() - began
    // The process may have been stopped for a moment, and a computer may have slept for hours.
    reloadAt = began + Math.max(PAUSE, took + Math.min(REST * took, MAX_REST))
    // Otherwise a newer load has brought the data, or another page is on show.
    if (endReload(router, load) && router.snapshot.matches === matches) settle(load, loaded)
    wake()
  }

  /** Follows a redirect (LV-12), tries again later (LV-13), or shows the data (LV-14). */
  const settle = (load: Reload, loaded: PageResult): void => {
    const { redirect } = loaded
    if (redirect ? !follow(router, load, redirect) : loaded.missing) stopped = load.matches
    else if (isUnavailable(loaded)) {
      reloadAt = now() + Math.min(RETRY * 2 ** failures++, MAX_RETRY)
    } else if (!redirect) {
      failures = 0
      if (stream.isRefused) close()
      commit(router, load, loaded)
    }
  }

  options.data = (request) =>
    data(
      request.method !== 'GET' && request.redirect === 'manual' && isLive(router)
        ? { ...request, url: `${request.url};tab=${tab}` }
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

/** Whether a route of the page on show is live. */
function isLive({ snapshot }: RouterState): boolean {
  return snapshot.matches.some(({ route }) => route.live)
}

/** Whether the client router does nothing, and waits for nothing. */
function isAtRest(router: RouterState): boolean {
  const { isWaiting, navigation, reloads, snapshot } = router
  return (
    snapshot.blocker.state === 'unblocked' &&
    !(reloads.size || navigation || isWaiting || isMutating(router))
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
  if (!intent || router.blocks?.(intent, undefined)) return false

  markNavigated(router)
  followRedirect(router, redirect, { ...intent, type: 'redirect' }, false)
  return true
}

function commit(router: RouterState, load: Reload, loaded: PageResult): void {
  const old = router.loaders
  const { errors, ...page } = acceptPage(router, load, loaded)
  for (const [key, record] of router.loaders) {
    // A response of a cache says when it was made. But it is as new as the messages of the stream.
    const was = old.get(key)!
    if (isDue(was)) Object.assign(record, { told: was.told, shownAt: router.options.now() })
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
      if (!('error' in result)) return false
      const { status = 500 } = (result.error ?? {}) as Partial<ErrorResponse>
      return status === 429 || status >= 500
    })
  )
}

/**
 * Over HTTP/1.1, takes one of a few locks that the tabs of a browser share (LV-15).
 *
 * @returns A function that gives it back, or `undefined` if there is none
 */
async function takeTurn({ navigator, performance }: LiveWindow): Promise<(() => void) | undefined> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (/^h[23]/.test(entry?.nextHopProtocol ?? '')) return () => {}

  for (let lock = navigator.locks ? STREAMS : 0; lock > 0; lock--) {
    const release = await new Promise<(() => void) | void>((resolve) => {
      navigator
        .locks!.request(`framework:live:${lock}`, { ifAvailable: true }, (taken) =>
          taken ? new Promise<void>((free) => resolve(free)) : resolve(),
        )
        .catch(() => resolve())
    })
    if (release) return release
  }
  return undefined
}
