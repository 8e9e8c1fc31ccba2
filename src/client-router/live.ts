import type { ErrorResponse } from '../page-protocol/errors.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptPage, freezeErrors } from './commit-page.ts'
import { createKey, createLocation, pathOf } from './href.ts'
import {
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
import type { LiveWindow, LiveStep } from './seams.ts'
import { isDue, setDue, loadersToRun } from './loaders.ts'
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

/** The state of an `EventSource` that does not connect again. */
const CLOSED = 2

/** What the console says about a route (LV-10). */
const REFUSED =
  'its `reads` returns other tags each time, or the servers have different secrets. It is polled.'

/** How many times longer than a reload the page rests after it, so that a slow server is not asked all the time (LV-8). */
const REST = 3
/** How long it rests at most (LV-8). */
const MAX_REST = 3000

/** How many tabs of a browser may have a stream over HTTP/1.1, which has six connections (LV-15). */
const STREAMS = 4

/**
 * Keeps live pages true: LV-7 to LV-15 in docs/behaviour.md. Everything that happens calls `wake()`, which does what is due
 * and sets one timer for what comes next. A hidden page has neither a stream nor a timer.
 */
export function followLive(router: RouterState): void {
  const { options, listeners } = router
  const { window = globalThis as unknown as LiveWindow, maxAge = AGE } = options.live ?? {}
  const { data, now } = options
  const tab = (createKey() + createKey()).slice(0, 12)
  /** By the id of a route: the number of the last stream that could not follow it. */
  const refused = new Map<string, number>()
  /** The ids of routes that no stream can follow (LV-10). */
  const polled = new Set<string>()
  let timer: unknown
  /** What the stream is about: on another page, or with other digests, it closes. `undefined` if there is none. */
  let about: string | undefined
  /** When something has to happen to the stream. */
  let deadline = 0
  let isOpen = false
  /** Whether the stream has named a route that it cannot follow, so that it opens again after the reload. */
  let isRefused = false
  let hangUp: (() => void) | undefined
  let streams = 0
  let isAway = false
  let isPolling = false
  let idleSince: number | undefined
  /** When a page that polls tries to open a stream again. */
  let openAt = 0
  let reloadAt = 0
  let failures = 0
  let spread = vary()
  /** The page that is no longer live: the server lacks a route, or a blocker refused a redirect. */
  let stopped: readonly PageMatch[] | undefined

  const wake = (): void => {
    window.clearTimeout(timer)
    const { blocker, errors, location, matches } = router.snapshot
    const time = now()
    const records = [...router.loaders.values()]
    for (const record of records) record.shownAt ??= time
    const path = pathOf(location)
    const held = describeHeld(router)
    const isOn =
      // After `dispose()`, nobody listens.
      listeners.has(wake) &&
      !isAway &&
      window.document.visibilityState === 'visible' &&
      isLive(router) &&
      held &&
      !errors &&
      matches !== stopped
    if (!isOn || about !== path + held) close()
    const isIdle =
      isOn &&
      router.reloads.size === 0 &&
      blocker.state === 'unblocked' &&
      !(router.navigation || router.isWaiting || isMutating(router))
    idleSince = isIdle ? (idleSince ?? time) : undefined
    if (!isOn) return

    let next = Infinity
    /** Whether a time has come. If not, the timer waits for it. */
    const isTime = (at: number): boolean => {
      if (at > time) next = Math.min(next, at)
      return at <= time
    }
    // Data becomes too old (LV-11), or its route is polled.
    const limitOf = ({ id }: LoaderRecord): number => (isPolling || polled.has(id) ? POLL : maxAge)
    owe(
      followed().filter(
        (record) => !isDue(record) && isTime(record.shownAt! + limitOf(record) * spread),
      ),
    )
    if (about ? isTime(deadline) : isIdle && isTime(isPolling ? openAt : idleSince! + IDLE)) {
      if (isOpen) {
        close()
        idleSince = 0
      } else if (about || !open(path, held)) poll()
      return wake()
    }
    if (isIdle && records.some(isDue) && isTime(reloadAt)) void reload()
    // A browser would call it at once.
    if (next < Infinity) timer = window.setTimeout(wake, next - time)
  }

  /** Opens a stream. Returns `false` if its URL would be too long. */
  const open = (path: string, held: string): boolean => {
    const since = Math.min(...followed().map(({ live = 0, told = 0 }) => Math.max(live, told)))
    const url = `${options.dataUrl(path, [])};live=${since};tab=${tab}${held}`
    if (url.length > MAX_URL) return false

    const number = ++streams
    about = path + held
    deadline = now() + FIRST
    void takeTurn(window).then((release) => {
      if (!about || number !== streams) return release?.()
      if (release) listen(url, release)
      else poll()
      wake()
    })
    return true
  }

  const listen = (url: string, release: () => void): void => {
    const source = new window.EventSource(url)
    hangUp = () => {
      source.close()
      release()
    }
    source.onerror = () => {
      if (source.readyState === CLOSED) poll()
      wake()
    }
    source.onmessage = (event) => {
      let names: unknown
      try {
        names = JSON.parse(event.data)
      } catch {
        // Something else than the app has sent it.
      }
      if (!Array.isArray(names)) return
      isPolling = false
      if (!isOpen) tell('open')
      isOpen = true
      deadline = now() + SILENCE
      hear(names)
      for (const record of router.loaders.values()) record.told = Number(event.lastEventId)
      wake()
    }
  }

  /** Reads which routes are stale (LV-8), or cannot be followed (LV-10). */
  const hear = (names: readonly string[]): void => {
    const stale = followed().filter(({ id }) => {
      if (!names.includes(`!${id}`)) return names.includes(id)
      if (refused.get(id) === streams - 1 && !polled.has(id)) {
        polled.add(id)
        console.warn(`Cannot follow "${id}": ${REFUSED}`)
      }
      refused.set(id, streams)
      const isNew = !polled.has(id)
      isRefused ||= isNew
      return isNew
    })
    if (stale.length > 0) tell('stale', stale)
    owe(stale)
  }

  const close = (): void => {
    hangUp?.()
    if (isOpen) tell('end')
    about = hangUp = undefined
    isOpen = isRefused = false
  }

  /** Reloads by time, because no stream can be opened (LV-9). */
  const poll = (): void => {
    close()
    if (!isPolling) owe(followed())
    isPolling = true
    openAt = now() + POLL * vary()
    tell('poll')
  }

  const followed = (): LoaderRecord[] => [...router.loaders.values()].filter(({ reads }) => reads)

  const owe = (records: readonly LoaderRecord[]): void => {
    if (records.length === 0) return
    const heardAt = markOld(router, 'heardAt')
    for (const record of records) setDue(record, heardAt, 'live')
  }

  const tell = (phase: LiveStep['phase'], records = followed()): void =>
    options.followed?.({ phase, routes: records.map(({ id }) => id) })

  /** Runs what is due (LV-8). */
  const reload = async (): Promise<void> => {
    const { location, matches } = router.snapshot
    const began = now()
    const load: Reload = {
      startedAt: tick(router),
      asked: loadersToRun(router, location, matches, { isPlain: false }),
      matches,
      controller: new AbortController(),
      errors: undefined,
      origin: 'live',
      finish() {},
    }
    const { asked, controller } = load
    router.reloads.add(load)
    idleSince = undefined
    spread = vary()
    const late = window.setTimeout(() => controller.abort(), RESPONSE)
    const loaded: PageResult =
      asked.length > 0
        ? await requestPage(router, location, matches, asked, {
            url: `${options.dataUrl(pathOf(location), asked)};live=;tab=${tab}`,
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
    if (router.reloads.delete(load) && router.snapshot.matches === matches) settle(load, loaded)
    wake()
  }

  /** Follows a redirect (LV-12), tries again later (LV-13), or shows the data (LV-14). */
  const settle = (load: Reload, loaded: PageResult): void => {
    const { redirect } = loaded
    if (redirect) return leave(load, redirect)
    if (loaded.missing) stopped = load.matches
    else if (isUnavailable(loaded)) {
      reloadAt = now() + Math.min(RETRY * 2 ** failures++, MAX_RETRY)
    } else commit(load, loaded)
  }

  const leave = ({ matches, startedAt }: Reload, redirect: RedirectInstruction): void => {
    if (router.navigatedAt > startedAt) return
    const url = resolveIn(router, redirect.location)
    const intent = url && plainIntent(url, createLocation(url))
    if (!intent || router.blocks?.(intent, undefined)) stopped = matches
    else {
      markNavigated(router)
      followRedirect(router, redirect, { ...intent, type: 'redirect' }, false)
    }
  }

  const commit = (load: Reload, loaded: PageResult): void => {
    const old = router.loaders
    const { errors, ...page } = acceptPage(router, load, loaded)
    for (const [key, record] of router.loaders) {
      // A response of a cache says when it was made. But it is as new as what the stream has told.
      const was = old.get(key)!
      if (isDue(was)) Object.assign(record, { told: was.told, shownAt: now() })
    }
    failures = 0
    if (isRefused) close()
    const { errors: later, loaderData } = router.snapshot
    // Data that did not change renders nothing (RE-12).
    if (errors || router.isWaiting || page.loaderData !== loaderData) {
      publish(router, { ...page, errors: freezeErrors({ ...errors, ...later }) })
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
  listeners.add(wake)
  wake()
}

/** Whether a route of the page on show is live. */
function isLive({ snapshot }: RouterState): boolean {
  return snapshot.matches.some(({ route }) => route.live)
}

/** Returns a factor, so that tabs do not ask together. */
function vary(): number {
  return 0.8 + 0.4 * Math.random()
}

/** No response, a 429 or a 5xx, or a redirect that only a document could follow (LV-13). */
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
