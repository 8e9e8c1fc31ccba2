import { shutdownOf, type RequestContext } from '../../router/fetch-router/index.ts'
import { holdOpen, onClientLeft, internalsOf } from '../../router/fetch-router/shared.ts'
import { checkOptions, invariant, showValue } from '../../internal/guards/check.ts'
import { strictUtf8 } from '../../internal/text/encoding.ts'
import { COMMENT, EventBody, type EventFeed } from './event-body.ts'
import { writeEvent, writeRetry, type StreamEvent } from './write-event.ts'

/** The arguments of a source. */
export interface EventSourceArgs {
  /** The id of the last event that the client got before a break. */
  readonly lastEventId: string | undefined
  /** Aborts when the client leaves, and when the server closes. */
  readonly signal: AbortSignal
}

/** Events, or a function that returns them. The function is called when the client begins to read. */
export type EventStreamSource =
  | AsyncIterable<StreamEvent>
  | ((args: EventSourceArgs) => AsyncIterable<StreamEvent>)

/** Options for {@link eventStream}. */
export interface EventStreamOptions {
  /**
   * How long the browser waits before it connects again, in milliseconds.
   *
   * @default the browser's own, a few seconds
   */
  readonly retry?: number
  /** Further headers of the response. */
  readonly headers?: HeadersInit
}

/**
 * Sends events to the browser as they happen (server-sent events), for `new EventSource(url)`.
 *
 * It requests the next event when the client has taken the last one. When the client leaves, the signal aborts and the
 * source ends. When the server closes, the stream ends, and the browser connects again after 1 to 5 seconds. If the source
 * throws, the stream fails with that error: it goes to observers, to the JSON log and to `onError` of `serve()`, or to
 * `console.error` on other runtimes.
 *
 * @param context The context of the request
 * @param source An async iterable of events, or a function that returns one
 * @param options When to connect again, and headers
 * @returns The response
 * @throws {TypeError} If the source or an option is invalid
 *
 * @example
 * router.get('/prices', (context) => eventStream(context, async function* ({ lastEventId, signal }) {
 *   for await (const price of prices.since(lastEventId, signal)) yield { id: price.id, data: price }
 * }))
 */
export function eventStream(
  context: RequestContext<any, any>,
  source: EventStreamSource,
  options: EventStreamOptions = {},
): Response {
  checkOptions('eventStream()', options, 'retry headers')
  invariant(
    typeof source === 'function' || Symbol.asyncIterator in Object(source),
    `eventStream() takes an async iterable, or a function that returns one, not ${showValue(source)}`,
  )
  return createEventStream(
    context,
    (lastEventId) => {
      const events = new IteratedEvents(source, lastEventId)
      // Without this, a Worker would stop when the client disconnects, before the source could end.
      holdOpen(context, events.ended)
      return events
    },
    options,
  )
}

/** Responds with the events of a feed. */
export function createEventStream(
  context: RequestContext<any, any>,
  createFeed: (lastEventId: string | undefined) => EventFeed,
  { headers: given, retry }: EventStreamOptions,
): Response {
  // With a comment, every server sends the headers at once.
  const prelude = retry === undefined ? COMMENT : `${writeRetry(retry)}\n`
  const headers = createHeaders(given)
  if (context.method === 'HEAD') return new Response(null, { headers })

  const feed = createFeed(readLastEventId(internalsOf(context).readHeader('Last-Event-ID')))
  const body = new EventBody(feed, prelude, shutdownOf(context))
  onClientLeft(context, (reason) => body.leave(reason))

  return new Response(body.stream(), { headers })
}

function createHeaders(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given)
  headers.set('Content-Type', 'text/event-stream; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  // Without this header, Nginx would hold events back until it has enough of them.
  if (!headers.has('X-Accel-Buffering')) headers.set('X-Accel-Buffering', 'no')

  return headers
}

/** A longer id is ignored: this server has not sent it, and the source may use the id as a key. */
const MAX_ID_BYTES = 256

/** In a header, each character is one byte. */
function readLastEventId(id: string | null): string | undefined {
  return id === null || id === '' || id.length > MAX_ID_BYTES ? undefined : decodeBytes(id)
}

/** Browsers send an id in UTF-8. Some runtimes have already decoded it. */
function decodeBytes(text: string): string {
  try {
    const bytes = Uint8Array.from(text, (character) => {
      const byte = character.charCodeAt(0)
      if (byte > 255) throw new TypeError('Not a byte') // Nothing shows this message.
      return byte
    })
    return strictUtf8.decode(bytes)
  } catch {
    return text
  }
}

/** The events of an async iterable. */
class IteratedEvents implements EventFeed {
  /** Resolves when the source has ended. */
  readonly ended: Promise<void>
  readonly #resolveEnded: () => void
  readonly #source: EventStreamSource
  readonly #lastEventId: string | undefined
  readonly #controller = new AbortController()
  #iterator: AsyncIterator<StreamEvent> | undefined
  #isAsking = false
  /** Returns the event that has arrived, or throws the error of the source. */
  #take: (() => string | null) | undefined

  constructor(source: EventStreamSource, lastEventId: string | undefined) {
    this.#source = source
    this.#lastEventId = lastEventId
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#resolveEnded = resolve
  }

  next(stream: { wake(): void }): string | null | undefined {
    const take = this.#take
    this.#take = undefined
    if (take !== undefined) return take()

    if (!this.#isAsking) void this.#ask(stream)
    return undefined
  }

  end(reason: unknown): void {
    this.#controller.abort(reason)
    void this.#returnIterator().finally(this.#resolveEnded)
  }

  /** Asks the source for the next event. */
  async #ask(stream: { wake(): void }): Promise<void> {
    this.#isAsking = true
    try {
      this.#iterator ??= this.#start()
      const { done, value } = await this.#iterator.next()
      this.#take = () => (done ? null : writeEvent(value))
    } catch (error) {
      this.#take = () => {
        throw error
      }
    }
    this.#isAsking = false
    stream.wake()
  }

  #start(): AsyncIterator<StreamEvent> {
    const { signal } = this.#controller
    const source = this.#source
    const iterable =
      typeof source === 'function' ? source({ lastEventId: this.#lastEventId, signal }) : source
    invariant(
      Symbol.asyncIterator in Object(iterable),
      `The source of an event stream must return an async iterable, not ${showValue(iterable)}`,
    )
    return iterable[Symbol.asyncIterator]()
  }

  /** An iterator may reject when the signal aborts. That is not an error. */
  async #returnIterator(): Promise<void> {
    try {
      await this.#iterator?.return?.()
    } catch {
      // The stream has ended in any case.
    }
  }
}
