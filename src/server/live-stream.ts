import { headerOf, observationOf } from '../fetch-router/shared.ts'
import { startTimer } from '../internal/within.ts'
import { refusal } from '../internal/refusal.ts'
import { isWorker } from '../internal/runtime.ts'
import type { StreamEvent } from '../live/index.ts'
import { createEventStream } from '../live/shared.ts'
import { readHeld } from '../page-protocol/data-url.ts'
import { livePagesOf, type Follower, type LivePages } from './live-pages.ts'
import type { PageRequest } from './page-request.ts'
import { readHeldTags } from './read-tags.ts'

/** Milliseconds after which a stream ends. The browser connects again, and middleware sees it again. */
const LIFE = 300_000

/** Whether a request is for the stream of a live page. */
export function isLiveStream({ data, isLive, method }: PageRequest): boolean {
  return isLive && !!data?.live && (method === 'GET' || method === 'HEAD')
}

/**
 * Responds with a stream that says which routes of the page on show are stale. It has no data and no tags: the page asks
 * for the data itself. Runs no loader.
 */
export async function followPage(page: PageRequest): Promise<Response> {
  const { context, data, maxStreams } = page
  const site = headerOf(context, 'Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin') {
    return refusal(403, 'Forbidden: only a page of this origin may follow it')
  }
  // A Worker hears only of its own writes, and may stop at any time. The page asks now and then.
  if (isWorker) return new Response(null, { status: 204 })
  const live = livePagesOf(context)
  if (live.size >= maxStreams) {
    return refusal(503, 'Service Unavailable: too many open pages', { 'Retry-After': '30' })
  }
  const held = readHeld(data!.have)
  if (!held) return refusal(400, 'Bad Request: not the data of this page')

  const stream = new LiveStream(live, data!.tab)
  for (const { digest, id } of held) {
    const index = page.matches.findIndex((match) => match.id === id)
    if (index === -1 || digest === undefined || !page.modules[index]!.reads) continue
    const tags = await readHeldTags(page, { ...page, url: context.url }, index, digest)
    if (tags) stream.add(id, tags)
    else stream.refuse(id)
  }
  const emit = (phase: 'open' | 'tell' | 'end') =>
    observationOf(context)?.emit({ type: 'live', phase, routeId: page.matches.at(-1)!.id })

  return createEventStream(
    context,
    ({ lastEventId, signal }) =>
      // Others may have opened since. Then this one ends, and is refused when it connects again.
      live.size < maxStreams
        ? stream.start(newest(data!.live, lastEventId), emit, signal)
        : nothing(),
    {
      retry: 1000 + Math.floor(Math.random() * 4000),
      headers: { 'Cache-Control': 'no-store, no-transform' },
      idle: () => stream.sign(),
    },
  )
}

async function* nothing(): AsyncGenerator<never> {}

/** The later of two times. The browser sends the id of the last event when it connects again. */
function newest(...times: readonly (string | undefined)[]): number {
  return Math.max(...times.map((time) => (/^\d{1,15}$/.test(time ?? '') ? Number(time) : 0)))
}

/** The stream of one open page. It remembers which routes are stale until it has told them. */
class LiveStream implements Follower {
  readonly tab: string | undefined
  readonly #live: LivePages
  /** The tags that each route reads, by route id. */
  readonly #routes = new Map<string, readonly string[]>()
  /** The ids of stale routes. One that cannot be followed begins with `!`. */
  readonly #stale = new Set<string>()
  /** When the oldest write happened that the page does not know. */
  #untold = Infinity
  #dueAt = Infinity
  /** The part of a spread after which the next message is sent. */
  #share = 0
  #isDue = false
  #isOver = false
  #cancel: (() => void) | undefined
  #wake: (() => void) | undefined

  constructor(live: LivePages, tab: string | undefined) {
    this.#live = live
    this.tab = tab
  }

  get tags(): ReadonlySet<string> {
    return new Set([...this.#routes.values()].flat())
  }

  add(id: string, tags: readonly string[]): void {
    this.#routes.set(id, tags)
  }

  /** The visitor does not read this, or no longer. The page has to load it before it can follow it. */
  refuse(id: string): void {
    this.#stale.add(`!${id}`)
  }

  makeStale(tags: ReadonlySet<string> | undefined, spread: number): void {
    for (const [id, read] of this.#routes) {
      if (tags === undefined || read.some((tag) => tags.has(tag))) this.#stale.add(id)
    }
    this.#schedule(Date.now(), spread)
  }

  /** A message that says only that the stream works, and up to when the page knows everything. */
  sign(): StreamEvent {
    return { id: Math.min(this.#untold, Date.now()), data: [] }
  }

  /** Sends what is stale, whenever it is due, until the stream ends. */
  async *start(
    since: number,
    emit: (phase: 'open' | 'tell' | 'end') => void,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const stop = this.#live.follow(this)
    const end = (): void => {
      this.#isOver = true
      this.#wake?.()
    }
    const stopLife = startTimer(end, LIFE * (0.8 + 0.4 * Math.random()))
    signal.addEventListener('abort', end)
    emit('open')
    try {
      this.#lookBack(since)
      yield this.sign()
      while (!this.#isOver) {
        if (this.#isDue) {
          emit('tell')
          yield this.#tell()
        } else {
          await new Promise<void>((resolve) => (this.#wake = resolve))
        }
      }
    } finally {
      stop()
      stopLife()
      this.#cancel?.()
      emit('end')
    }
  }

  /** Finds what was written between the load of the page and now. */
  #lookBack(since: number): void {
    let isWritten = false
    for (const [id, tags] of this.#routes) {
      const written = this.#live.log.writtenSince(tags, since, this.tab)
      if (written !== false) this.#stale.add(id)
      isWritten ||= written === true
    }
    // What is not known is not known for many pages at once, such as after a deploy.
    const spread = isWritten ? this.#live.writeSpread(1) : this.#live.gapSpread()
    if (this.#stale.size > 0) this.#schedule(since, spread)
  }

  #schedule(writtenAt: number, spread: number): void {
    this.#untold = Math.min(this.#untold, writtenAt)
    // Once for each message. If each write drew another, the smallest would count, and many writes would make all pages
    // load at once.
    if (this.#dueAt === Infinity) this.#share = Math.random()
    const delay = this.#share * spread
    const dueAt = performance.now() + delay
    if (dueAt >= this.#dueAt) return

    this.#dueAt = dueAt
    this.#cancel?.()
    this.#cancel = startTimer(() => {
      this.#isDue = true
      this.#wake?.()
    }, delay)
  }

  #tell(): StreamEvent {
    const event = { id: Date.now(), data: [...this.#stale] }
    this.#stale.clear()
    this.#untold = Infinity
    this.#dueAt = Infinity
    this.#isDue = false
    return event
  }
}
