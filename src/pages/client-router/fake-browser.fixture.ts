import { tick } from './fake-app.fixture.ts'
// Loaded before a test moves the clock, because `import()` takes an unknown time.
import './take-turn.ts'
import type { LiveSource, LiveWindow } from './seams.ts'

/** A stream that the test sends messages on. */
export interface FakeSource extends LiveSource {
  readonly url: string
  /** Sends a message. */
  send(id: number, routes: readonly string[]): void
  /** Sends a message of something else than the app. */
  sendText(data: string, id?: number): void
  /** The connection ended, and the browser connects again by itself. */
  reconnect(): void
  /** The browser gives up, as for a 503. */
  giveUp(): void
}

export interface FakeBrowser {
  readonly window: LiveWindow
  readonly clock: { now: number }
  /** Every stream so far. */
  readonly sources: FakeSource[]
  /** The stream that is open or opens, or `undefined`. */
  readonly source: FakeSource | undefined
  /** How many timers wait. */
  readonly timers: number
  /** Lets time pass, timer by timer. */
  advance(time: number): Promise<void>
  show(): void
  hide(): void
  fire(type: 'pagehide' | 'pageshow'): void
}

/** The locks of a browser, which its tabs share. */
export type FakeLocks = Set<string>

/**
 * A browser whose clock stands still until the test moves it.
 *
 * @param protocol The protocol that the document came with
 * @param locks `null` for a browser without locks
 * @param goOn Lets everything that can go on go on
 */
export function createFakeBrowser(
  protocol = 'h2',
  locks: FakeLocks | null = new Set(),
  goOn: () => Promise<void> = tick,
): FakeBrowser {
  const clock = { now: 1_000_000 }
  const sources: FakeSource[] = []
  const listeners = new Map<string, ((event: { type: string }) => void)[]>()
  let waiting: { at: number; run: () => void }[] = []
  let visibilityState = 'visible'
  const fire = (type: string): void => listeners.get(type)?.forEach((listen) => listen({ type }))
  const turn = (state: string): void => {
    visibilityState = state
    fire('visibilitychange')
  }

  const window: LiveWindow = {
    document: {
      get visibilityState() {
        return visibilityState
      },
    },
    navigator: { locks: locks ? createLocks(locks) : undefined },
    performance: { getEntriesByType: () => [{ nextHopProtocol: protocol }] },
    EventSource: class {
      constructor(url: string) {
        const source = createFakeSource(url)
        sources.push(source)
        return source
      }
    } as unknown as LiveWindow['EventSource'],
    addEventListener: (type, listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
    setTimeout(run, delay) {
      // As in a browser, for which Infinity is 0.
      const timer = { at: clock.now + (delay < Infinity ? delay : 0), run }
      waiting.push(timer)
      return timer
    },
    clearTimeout(timer) {
      waiting = waiting.filter((one) => one !== timer)
    },
  }

  return {
    window,
    clock,
    sources,
    fire,
    show: () => turn('visible'),
    hide: () => turn('hidden'),
    get source() {
      return sources.findLast(({ readyState }) => readyState !== 2)
    },
    get timers() {
      return waiting.length
    },
    async advance(time) {
      const end = clock.now + time
      for (;;) {
        await goOn()
        const [next] = waiting.toSorted((a, b) => a.at - b.at)
        if (!next || next.at > end) break
        clock.now = Math.max(clock.now, next.at)
        waiting = waiting.filter((one) => one !== next)
        next.run()
      }
      clock.now = end
    },
  }
}

function createFakeSource(url: string): FakeSource {
  let readyState = 0
  const source: FakeSource = {
    url,
    onmessage: null,
    onerror: null,
    get readyState() {
      return readyState
    },
    close() {
      readyState = 2
    },
    send: (id, routes) => source.sendText(JSON.stringify(routes), id),
    sendText(data, id = 0) {
      if (readyState === 2) return
      readyState = 1
      const event = { data, lastEventId: String(id) }
      source.onmessage?.call(source as unknown as EventSource, event as MessageEvent)
    },
    reconnect() {
      readyState = 0
      source.onerror?.call(source as unknown as EventSource, {} as Event)
    },
    giveUp() {
      readyState = 2
      source.onerror?.call(source as unknown as EventSource, {} as Event)
    },
  }
  return source
}

function createLocks(held: FakeLocks): LiveWindow['navigator']['locks'] {
  const request = async (
    name: string,
    _options: unknown,
    run: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    if (held.has(name)) return run(null)
    held.add(name)
    try {
      return await run({})
    } finally {
      held.delete(name)
    }
  }
  return { request: request as LockManager['request'] }
}
