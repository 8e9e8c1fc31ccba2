import { clientNetworkOf, type InternalContext } from '../../router/fetch-router/shared.ts'
import { findCrossOrigin, refuseCrossOrigin } from '../../middleware/cop/shared.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { isWorker } from '../../internal/process/runtime.ts'
import { createSessionTag, sessionKeyOf } from '../../state/session/shared.ts'
import { startTimer } from '../../internal/process/promises.ts'
import { createEventStream, writeEvent, type EventFeed } from '../../edges/live/shared.ts'
import { readHeld } from '../page-protocol/data-url.ts'
import { Session } from '../../state/session/index.ts'
import { livePagesOf, type Follower, type LivePages } from './live-pages.ts'
import type { PageRequest, StreamLimits } from './page-request.ts'
import { readHeldTags } from './read-tags.ts'

/** Milliseconds after which a stream ends. The browser connects again, and middleware sees it again. */
const LIFE = 300_000

/**
 * Responds with a stream that says which routes of the page on show are stale. It has no data and no tags: the page asks
 * for the data itself. Runs no loader.
 */
export async function followPage(page: PageRequest): Promise<Response> {
  const { context, dataRequest, host, streams } = page
  const reason = findCrossOrigin(context, host)
  if (reason) return refuseCrossOrigin(reason)

  // A Worker knows only its own writes, and may stop at any time. The page polls instead.
  if (isWorker) return new Response(null, { status: 204 })
  const live = livePagesOf(context)
  const client = clientOf(context)
  const full = live.whoIsFull(client, streams)
  if (full === 'process') {
    return refusal(503, 'Service Unavailable: too many open pages', { 'Retry-After': '30' })
  }
  if (full === 'client') {
    return refusal(429, 'Too Many Requests: too many open pages', { 'Retry-After': '30' })
  }
  const held = readHeld(dataRequest!.have)
  if (!held) return refusal(400, 'Bad Request: not the data of this page')

  const session = await sessionTagOf(context)
  const stream = new LiveStream(live, { client, session }, page)
  for (const { digest, id } of held) {
    const index = page.matches.findIndex((match) => match.id === id)
    if (index === -1 || digest === undefined || !page.modules[index]!.reads) continue
    const tags = await readHeldTags(page, { ...page, url: context.url }, index, digest)
    if (tags) stream.add(id, tags)
    else stream.refuse(id)
  }

  return createEventStream(
    context,
    (lastEventId) => stream.since(newest(dataRequest!.live, lastEventId)),
    {
      retry: 1000 + Math.floor(Math.random() * 4000),
      headers: { 'Cache-Control': 'no-store, no-transform' },
    },
  )
}

/**
 * Returns a key for the client: its network, else its session. Behind a proxy that is not trusted, all clients have the
 * address of the proxy, so only the session counts.
 */
function clientOf(context: InternalContext): string | undefined {
  const network = clientNetworkOf(context)
  if (network !== undefined) return network
  const id = context.get(Session)?.id
  return id ? `session ${id}` : undefined
}

/** Returns the tag that is published when the session of this request ends, or `undefined` without a session. */
async function sessionTagOf(context: InternalContext): Promise<string | undefined> {
  const session = context.get(Session)
  const key = session && sessionKeyOf(session)
  return key ? createSessionTag(key) : undefined
}

/** Returns the latest of some times. When the browser connects again, it sends the id of the last event, which is a time. */
function newest(...times: readonly (string | undefined)[]): number {
  return Math.max(...times.map((time) => (/^\d{1,15}$/.test(time ?? '') ? Number(time) : 0)))
}

/**
 * The stream of one open page. It remembers which routes are stale until it has told the browser.
 *
 * A process may have thousands of streams, so each keeps nothing of its request, and few objects.
 */
class LiveStream implements Follower, EventFeed {
  readonly tab: string | undefined
  readonly client: string | undefined
  readonly session: string | undefined
  readonly #live: LivePages
  readonly #limits: StreamLimits
  readonly #routeId: string
  readonly #observation: InternalContext['observation']
  /** The routes that are followed, with the tags that they read. */
  readonly #routes: { readonly id: string; readonly tags: readonly string[] }[] = []
  /** The ids of stale routes. `!` stands in front of the id of a route that this stream cannot follow. */
  #stale: string[] = []
  #since = 0
  /** How many writes the page knows. Only set in a test. */
  readonly #known: number | undefined
  /** When the stream ends, or `undefined` before the client has begun to read. */
  #endsAt: number | undefined
  /** The time of the oldest write that the browser has not heard of. */
  #untold = Infinity
  #dueAt = Infinity
  /** The part of the spread that passes before the next message, from 0 to 1. */
  #share = 0
  #isDue = false
  #cancel: (() => void) | undefined
  #body: { wake(): void } | undefined

  constructor(
    live: LivePages,
    { client, session }: Pick<Follower, 'client' | 'session'>,
    { context, dataRequest, matches, streams }: PageRequest,
  ) {
    this.#live = live
    this.client = client
    this.session = session
    this.#limits = streams
    this.#routeId = matches.at(-1)!.id
    this.#observation = context.observation
    this.#known = context.facts?.knownWrites
    this.tab = dataRequest!.tab
  }

  get tags(): Iterable<string> {
    return new Set(this.#routes.flatMap(({ tags }) => tags))
  }

  add(id: string, tags: readonly string[]): void {
    this.#routes.push({ id, tags })
  }

  /** Notes that the stream cannot follow a route, because the visitor may not read it. The page has to load it first. */
  refuse(id: string): void {
    this.#stale.push(`!${id}`)
  }

  /** Sets the server's time of the page: the page knows all earlier writes. */
  since(time: number): this {
    this.#since = time
    return this
  }

  makeStale(tags: ReadonlySet<string> | undefined, spread: number): void {
    if (tags === undefined && this.#known !== undefined) return // A test waits for a write, not for a gap.
    this.#note(({ tags: read }) => tags === undefined || read.some((tag) => tags.has(tag)))
    this.#schedule(Date.now(), spread)
  }

  stop(): void {
    this.#endsAt = -Infinity
    this.#body!.wake()
  }

  /** Sends the ids of stale routes when they are due. */
  next(body: { wake(): void }): string | null | undefined {
    if (this.#endsAt === undefined) return this.#start(body)
    if (performance.now() >= this.#endsAt) return null
    return this.#isDue ? this.#tell() : undefined
  }

  /** Sends no route, only a sign of life with the time up to which the page knows all writes. */
  idle(): string | null {
    if (performance.now() >= this.#endsAt!) return null
    return writeEvent({ id: Math.min(this.#untold, Date.now()), data: [] })
  }

  end(): void {
    if (this.#body === undefined) return
    this.#live.unfollow(this)
    this.#cancel?.()
    this.#emit('end')
  }

  #start(body: { wake(): void }): string | null {
    // Other streams may have opened since this request was accepted. Then this stream ends, and its next connection is refused.
    if (this.#live.whoIsFull(this.client, this.#limits)) return null
    // The session may have ended after this request has read it.
    if (this.session !== undefined && this.#live.hasEnded(this.session)) return null
    this.#body = body
    this.#endsAt = performance.now() + LIFE * (0.8 + 0.4 * Math.random())
    this.#live.follow(this)
    this.#emit('open')
    this.#lookBack()
    return this.idle()
  }

  #emit(phase: 'open' | 'tell' | 'end'): void {
    this.#observation?.emit({ type: 'live', phase, routeId: this.#routeId })
  }

  /** Finds the writes between the load of the page and now. */
  #lookBack(): void {
    let isWritten = false
    this.#note(({ tags }) => {
      const { log } = this.#live
      const written =
        this.#known === undefined
          ? log.writtenSince(tags, this.#since, this.tab)
          : log.writtenAfter(tags, this.#known)
      isWritten ||= written === true
      return written !== false
    })
    // After a deploy, the server knows none of the tags that open pages send. It tells them over a while, not all at once.
    const spread = isWritten ? this.#live.writeSpread(1) : this.#live.gapSpread()
    if (this.#stale.length > 0) this.#schedule(this.#since, spread)
  }

  /** Notes which routes are stale. */
  #note(isStale: (route: { readonly tags: readonly string[] }) => boolean): void {
    for (const route of this.#routes) {
      if (isStale(route) && !this.#stale.includes(route.id)) this.#stale.push(route.id)
    }
  }

  #schedule(writtenAt: number, spread: number): void {
    this.#untold = Math.min(this.#untold, writtenAt)
    // The share is drawn once for each message. If each write drew another one, the smallest would count, and after many
    // writes all pages would load at once.
    if (this.#dueAt === Infinity) this.#share = Math.random()
    const delay = this.#share * spread
    const dueAt = performance.now() + delay
    if (dueAt >= this.#dueAt) return

    this.#dueAt = dueAt
    this.#cancel?.()
    this.#cancel = startTimer(() => {
      this.#isDue = true
      this.#body!.wake()
    }, delay)
  }

  #tell(): string {
    this.#emit('tell')
    const text = writeEvent({ id: Date.now(), data: this.#stale })
    this.#stale = []
    this.#untold = Infinity
    this.#dueAt = Infinity
    this.#isDue = false
    this.#cancel = undefined
    return text
  }
}
