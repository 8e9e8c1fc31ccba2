import { createMemoryBus, type Bus } from '../../state/bus/index.ts'
import { WriteLog } from '../../state/bus/shared.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { routerBusOf } from '../../router/fetch-router/shared.ts'
import { isSessionTag } from '../../state/session/shared.ts'
import { hasSharedState } from '../../state/common/shared.ts'
import { startTimer } from '../../internal/process/promises.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import type { StreamLimits } from './page-request.ts'

/**
 * Milliseconds over which the messages about one write are spread: the least, and how many more for each stream that gets
 * the message.
 */
const WRITE_SPREAD = { least: 300, each: 2 }

/** Milliseconds for messages after writes were missed, which go to every stream. */
const GAP_SPREAD = { least: 10_000, each: 5 }

/** The stream of one open page. */
export interface Follower {
  /** The tab of the page, if the browser has sent it. */
  readonly tab: string | undefined
  /** The key of the client that has opened the stream, or `undefined` if clients cannot be told apart. */
  readonly client: string | undefined
  /** The tag that is published when its session ends, if it has a session. */
  readonly session: string | undefined
  /** All tags that the page reads. */
  readonly tags: Iterable<string>
  /**
   * Tells the browser within `spread` milliseconds which routes are stale: those that read one of these tags. Without
   * `tags`, all routes are stale.
   */
  makeStale(tags: ReadonlySet<string> | undefined, spread: number): void
  /** Ends the stream. The browser connects again, and middleware can refuse it. */
  stop(): void
}

/** How many ended sessions are remembered. A stream of such a session may be about to open. */
const MAX_ENDED_SESSIONS = 1_000

/** The open live pages of one process: the recent writes, and the streams that follow each tag. */
export class LivePages {
  readonly log: WriteLog
  readonly #streams = new Set<Follower>()
  readonly #followers = new Map<string, Set<Follower>>()
  readonly #bySession = new Map<string, Set<Follower>>()
  readonly #endedSessions = new Set<string>()
  /** How many streams each client has. */
  readonly #byClient = new Map<string, number>()
  readonly #gaps = new LiveGaps(() => {
    for (const stream of this.#streams) stream.makeStale(undefined, this.gapSpread())
  })

  constructor(bus: Bus, onGap: () => void) {
    if (!bus.isShared && hasSharedState()) {
      warnOnce(
        'Live pages hear only the writes of this process. Give createRouter() a `bus`. See framework/docs/deployment.md#several-machines.',
      )
    }
    // Without other processes, all times come from one clock, so no time is wrong.
    this.log = new WriteLog(bus.isShared ? {} : { slack: 0 })
    bus.subscribe({
      write: (tags, from) => {
        for (const tag of tags.filter(isSessionTag)) this.#endSession(tag)
        const written = tags.filter((tag) => !isSessionTag(tag))
        this.log.write(written, from)
        this.#tell(written, from)
      },
      gap: () => {
        // The log records the gap at once: a page that opens its stream now must not believe that nothing was written.
        this.log.gap()
        onGap()
        this.#gaps.announce()
      },
    })
  }

  /** Returns the limit that another stream would exceed, if there is one: the process's or the client's. */
  whoIsFull(
    client: string | undefined,
    { most, perClient }: StreamLimits,
  ): 'process' | 'client' | undefined {
    if (this.#streams.size >= most) return 'process'
    return client !== undefined && this.#countOf(client) >= perClient ? 'client' : undefined
  }

  /** Whether a session has ended lately. Its id never comes back. */
  hasEnded(session: string): boolean {
    return this.#endedSessions.has(session)
  }

  /** Tells a stream about all writes from now on. */
  follow(stream: Follower): void {
    this.#streams.add(stream)
    this.#count(stream, 1)
    if (stream.session !== undefined) addTo(this.#bySession, stream.session, stream)
    for (const tag of stream.tags) addTo(this.#followers, tag, stream)
  }

  unfollow(stream: Follower): void {
    this.#streams.delete(stream)
    this.#count(stream, -1)
    if (stream.session !== undefined) deleteFrom(this.#bySession, stream.session, stream)
    for (const tag of stream.tags) deleteFrom(this.#followers, tag, stream)
  }

  /** Returns the milliseconds over which `streams` are told of a write, so that not all pages load at once. */
  writeSpread(streams: number): number {
    return Math.max(WRITE_SPREAD.least, WRITE_SPREAD.each * streams)
  }

  /** Returns the milliseconds over which all streams are told that writes may have been missed. */
  gapSpread(): number {
    return Math.max(GAP_SPREAD.least, GAP_SPREAD.each * this.#streams.size)
  }

  #countOf(client: string): number {
    return this.#byClient.get(client) ?? 0
  }

  #count({ client }: Follower, change: 1 | -1): void {
    if (client === undefined) return
    const count = this.#countOf(client) + change
    if (count === 0) this.#byClient.delete(client)
    else this.#byClient.set(client, count)
  }

  #endSession(session: string): void {
    this.#endedSessions.add(session)
    if (this.#endedSessions.size > MAX_ENDED_SESSIONS) {
      const [oldest] = this.#endedSessions
      this.#endedSessions.delete(oldest!)
    }
    for (const stream of this.#bySession.get(session) ?? []) stream.stop()
  }

  #tell(tags: readonly string[], from: string | undefined): void {
    const told = new Set<Follower>()
    for (const tag of tags) {
      for (const stream of this.#followers.get(tag) ?? []) {
        // The page that wrote this needs no message: the response to its mutation says which loaders have to run again.
        if (from === undefined || stream.tab !== from) told.add(stream)
      }
    }
    const written = new Set(tags)
    for (const stream of told) stream.makeStale(written, this.writeSpread(told.size))
  }
}

/** Milliseconds between two messages about gaps. Each makes every open page load again. */
const SHORTEST_DISTANCE = 30_000

/** Limits how often pages hear of a gap of the bus. A gap that comes too early is told later. */
class LiveGaps {
  readonly #tell: () => void
  #next = -Infinity
  #isWaiting = false

  constructor(tell: () => void) {
    this.#tell = tell
  }

  announce(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const wait = this.#next - performance.now()
    if (wait > 0) startTimer(() => this.#now(), wait)
    else this.#now()
  }

  #now(): void {
    this.#isWaiting = false
    this.#next = performance.now() + SHORTEST_DISTANCE
    this.#tell()
  }
}

function addTo(streams: Map<string, Set<Follower>>, key: string, stream: Follower): void {
  const known = streams.get(key)
  if (known) known.add(stream)
  else streams.set(key, new Set([stream]))
}

function deleteFrom(streams: Map<string, Set<Follower>>, key: string, stream: Follower): void {
  const known = streams.get(key)
  known?.delete(stream)
  if (known?.size === 0) streams.delete(key)
}

const all = new WeakMap<Bus, LivePages>()

/** Returns the live pages of the router that handles a request. The first call starts the log of writes. */
export function livePagesOf(context: RequestContext): LivePages {
  const announced = routerBusOf(context)
  const bus = (announced.bus ??= createMemoryBus())
  const known = all.get(bus) ?? new LivePages(bus, () => announced.emit('gap'))
  all.set(bus, known)
  return known
}
