import { setDue } from './loaders.ts'
import { MAX_URL } from './request-data.ts'
import { markOld, type LoaderRecord, type RouterState } from './router-state.ts'
import type { LiveStep, LiveWindow } from './seams.ts'

// All times are in milliseconds. Those with a `~` vary by 20 %, so that tabs do not ask together.

/** How long the first message may take (LV-9). */
const FIRST = 5000
/** How long an open stream may be silent (LV-9). */
const SILENCE = 30_000
/** ~ between two reloads of a page that polls (LV-9). */
export const POLL = 30_000

/** How many tabs of a browser may have a stream over HTTP/1.1, which has six connections (LV-15). */
const STREAMS = 4

/** The `readyState` of an `EventSource` that does not connect again. */
const CLOSED = 2

/**
 * What a live page does to hear of changes. A page that polls tries to open a stream again now and then: it is `retrying`
 * until that stream brings its first message.
 */
type Stage = 'closed' | 'opening' | 'open' | 'polling' | 'retrying'

/** A stream starts, brings a message, cannot be opened, or is no longer wanted. */
type StreamEvent = 'start' | 'message' | 'fail' | 'end'

/** The stage after an event. An event that is not listed changes nothing. */
const NEXT: Readonly<Record<Stage, Readonly<Partial<Record<StreamEvent, Stage>>>>> = {
  closed: { start: 'opening', fail: 'polling' },
  opening: { message: 'open', fail: 'polling', end: 'closed' },
  open: { fail: 'polling', end: 'closed' },
  polling: { start: 'retrying', fail: 'polling' },
  retrying: { message: 'open', fail: 'polling', end: 'polling' },
}

/** The stream of a live page. */
export interface LiveStream {
  /** Ends the stream if it is about another page, or about other digests. */
  keep(about: string | undefined): void
  /** When the stream must have brought a message, or when it may be opened. `undefined` if the page may be idle first. */
  deadline(): number | undefined
  isStarted(): boolean
  /** Whether a route reloads by time: no stream is open, or none can follow the route (LV-10). */
  isPolled(id: string): boolean
  /**
   * Opens the stream, or ends it because it did not bring its message in time.
   *
   * @returns Whether another one has to be opened at once
   */
  advance(path: string, held: string): boolean
  /** Ends a stream that cannot follow a route, after the data of the route was loaded again. */
  reopen(): void
}

/**
 * Creates the stream of live pages. It is closed.
 *
 * @param wake Called when something has changed
 */
export function createStream(
  router: RouterState,
  window: LiveWindow,
  tab: string,
  wake: () => void,
): LiveStream {
  const { dataUrl, now } = router.options
  /** By the id of a route: the number of the last stream that could not follow it. `Infinity` if none can (LV-10). */
  const refused = new Map<string, number>()
  let stage: Stage = 'closed'
  /** The page and the digests that the stream is about, while there is one. */
  let about: string | undefined
  let hangUp: (() => void) | undefined
  /** Whether the stream has named a route that it cannot follow. */
  let isRefused = false
  let streams = 0
  let deadline = 0
  const isPolling = (): boolean => stage === 'polling' || stage === 'retrying'

  const change = (event: StreamEvent): void => {
    const old = stage
    const next = NEXT[old][event]
    if (!next) return
    if (event === 'message') report(router, 'open')
    else if (event !== 'start') {
      hangUp?.()
      about = hangUp = undefined
      isRefused = false
      deadline = 0
      if (old === 'open') report(router, 'end')
    }
    if (event === 'fail') {
      // Messages may have been lost (LV-9).
      if (!isPolling()) makeDue(router, followedBy(router))
      deadline = now() + POLL * vary()
      report(router, 'poll')
    }
    stage = next
  }

  const hear = (names: readonly string[]): void => {
    change('message')
    deadline = now() + SILENCE
    const stale = followedBy(router).filter(({ id }) => {
      if (!names.includes(`!${id}`)) return names.includes(id)
      const canRetry = mayFollow(refused, id, streams)
      isRefused ||= canRetry
      return canRetry
    })
    if (stale.length > 0) report(router, 'stale', stale)
    makeDue(router, stale)
  }

  const open = (path: string, held: string): void => {
    const since = followedBy(router).map(({ live = 0, told = 0 }) => Math.max(live, told))
    const url = `${dataUrl(path, [])};live=${Math.min(...since)};tab=${tab}${held}`
    if (url.length > MAX_URL) return change('fail')

    const number = ++streams
    about = path + held
    deadline = now() + FIRST
    change('start')
    void takeTurn(window).then((release) => {
      if (!about || number !== streams) return release?.()
      if (release) hangUp = listen(router, window, url, release, hear, () => change('fail'), wake)
      else change('fail')
      wake()
    })
  }

  return {
    keep(wanted) {
      if (about !== wanted) change('end')
    },
    deadline: () => (stage === 'closed' ? undefined : deadline),
    isStarted: () => !!about,
    isPolled: (id) => isPolling() || refused.get(id) === Infinity,
    advance(path, held) {
      const isSilent = stage === 'open'
      if (about) change(isSilent ? 'end' : 'fail')
      else open(path, held)
      return isSilent
    },
    reopen() {
      if (isRefused) change('end')
    },
  }
}

/** Listens to a stream. Returns a function that ends it. */
function listen(
  router: RouterState,
  window: LiveWindow,
  url: string,
  release: () => void,
  onNames: (names: readonly string[]) => void,
  onClosed: () => void,
  wake: () => void,
): () => void {
  const source = new window.EventSource(url)
  source.onerror = () => {
    if (source.readyState === CLOSED) onClosed()
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
    onNames(names)
    for (const record of router.loaders.values()) record.told = Number(event.lastEventId)
    wake()
  }
  return () => {
    source.close()
    release()
  }
}

/** Whether another stream may follow a route that this one cannot. If two in a row could not, the route is polled (LV-10). */
function mayFollow(refused: Map<string, number>, id: string, number: number): boolean {
  const last = refused.get(id)
  if (last === Infinity) return false
  const isPolled = last === number - 1
  refused.set(id, isPolled ? Infinity : number)
  if (isPolled) console.warn(`Cannot follow "${id}": ${REFUSED}`)
  return !isPolled
}

const REFUSED =
  'its `reads` returns other tags each time, or the servers have different secrets. It is polled.'

/** Returns the loaders whose routes declare what they read. */
export function followedBy({ loaders }: RouterState): LoaderRecord[] {
  return [...loaders.values()].filter(({ reads }) => reads)
}

/** Makes loaders due. */
export function makeDue(router: RouterState, records: readonly LoaderRecord[]): void {
  if (records.length === 0) return
  const heardAt = markOld(router, 'heardAt')
  for (const record of records) setDue(record, heardAt, 'live')
}

/** Tells an observer what the page does. */
function report(
  router: RouterState,
  phase: LiveStep['phase'],
  records: readonly LoaderRecord[] = followedBy(router),
): void {
  router.options.followed?.({ phase, routes: records.map(({ id }) => id) })
}

/** Returns a factor, so that tabs do not ask together. */
export function vary(): number {
  return 0.8 + 0.4 * Math.random()
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
