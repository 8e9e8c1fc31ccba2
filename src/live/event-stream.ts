import { shutdownOf, type RequestContext } from '../fetch-router/index.ts'
import { holdOpen, onClientLeft } from '../fetch-router/shared.ts'
import { checkOptions, invariant, showValue } from '../internal/check.ts'
import { isNode } from '../internal/runtime.ts'
import { writeEvent, writeRetry, type StreamEvent } from './write-event.ts'

/** What a source is called with. */
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
  /** More headers of the response. */
  readonly headers?: HeadersInit
}

/**
 * Sends events to the browser as they happen (server-sent events), for `new EventSource(url)`.
 *
 * It asks for the next event when the client has taken the last one. When the client leaves, the signal aborts and the
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
  return createEventStream(context, source, options)
}

/** Does the same as {@link eventStream}. `idle` returns what is sent in silence, in place of a comment. */
export function createEventStream(
  context: RequestContext<any, any>,
  source: EventStreamSource,
  options: EventStreamOptions & { readonly idle?: () => StreamEvent },
): Response {
  invariant(
    typeof source === 'function' || Symbol.asyncIterator in Object(source),
    `eventStream() takes an async iterable, or a function that returns one, not ${showValue(source)}`,
  )
  // A comment makes every server send the headers at once.
  const prelude = options.retry === undefined ? COMMENT : `${writeRetry(options.retry)}\n`
  const headers = createHeaders(options.headers)
  if (context.method === 'HEAD') return new Response(null, { headers })

  const lastEventId = readLastEventId(context.headers.get('Last-Event-ID'))
  const events = new EventBody(source, lastEventId, prelude, options.idle)
  onClientLeft(context, (reason) => events.leave(reason))
  events.closeWith(shutdownOf(context))
  // When a client disconnects, a Worker would stop its work before the source could end.
  holdOpen(context, events.ended)

  return new Response(events.stream(), { headers })
}

function createHeaders(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given)
  headers.set('Content-Type', 'text/event-stream; charset=utf-8')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  // Nginx would keep events until it has enough of them.
  if (!headers.has('X-Accel-Buffering')) headers.set('X-Accel-Buffering', 'no')

  return headers
}

/** A longer id is ignored: this server has not sent it, and the source may use it as a key. */
const MAX_ID_BYTES = 256

/** In a header each character is a byte. */
function readLastEventId(id: string | null): string | undefined {
  return id === null || id === '' || id.length > MAX_ID_BYTES ? undefined : decodeBytes(id)
}

/** Browsers send an id in UTF-8. Some runtimes have decoded it already. */
function decodeBytes(text: string): string {
  try {
    const bytes = Uint8Array.from(text, (character) => {
      const byte = character.charCodeAt(0)
      if (byte > 255) throw new TypeError('Not a byte') // Nothing shows this message.
      return byte
    })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return text
  }
}

const COMMENT = ':\n\n'

/** Less than 10 seconds, after which Bun closes an idle connection. */
const SILENCE = 8_000

type Next =
  | { readonly type: 'event'; readonly event: StreamEvent }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'end' }

class EventBody {
  /** Resolves when the source has ended. */
  readonly ended: Promise<void>
  readonly #resolveEnded: () => void
  readonly #source: EventStreamSource
  readonly #lastEventId: string | undefined
  readonly #idle: (() => StreamEvent) | undefined
  readonly #controller = new AbortController()
  #prelude: string | undefined
  #iterator: AsyncIterator<StreamEvent> | undefined
  #isAsking = false
  #next: Next | undefined
  #wake: (() => void) | undefined
  #isClosing = false
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #shutdown: AbortSignal | undefined

  constructor(
    source: EventStreamSource,
    lastEventId: string | undefined,
    prelude: string,
    idle: (() => StreamEvent) | undefined,
  ) {
    this.#idle = idle
    this.#source = source
    this.#lastEventId = lastEventId
    this.#prelude = prelude
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#resolveEnded = resolve
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const encoder = new TextEncoder()

    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          const text = await this.#read()
          if (this.#failure !== undefined) return controller.error(this.#failure.error)
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (this.#isOver) controller.close()
        },
        cancel: (reason) => this.leave(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** The client has left. That is not an error. */
  leave(reason: unknown): void {
    this.#end(reason)
    this.#wake?.()
  }

  /** Ends the stream when the server begins to close. */
  closeWith(shutdown: AbortSignal | undefined): void {
    this.#shutdown = shutdown
    if (shutdown?.aborted) this.#close()
    else shutdown?.addEventListener('abort', this.#close)
  }

  readonly #close = (): void => {
    this.#isClosing = true
    this.#controller.abort(this.#shutdown!.reason)
    this.#wake?.()
  }

  /** Resolves to the next string to send, or to an empty string if the client has disconnected. */
  async #read(): Promise<string> {
    if (this.#isOver) return ''
    if (this.#isClosing) return this.#sayGoodbye()
    if (this.#prelude !== undefined) {
      const prelude = this.#prelude
      this.#prelude = undefined
      return prelude
    }

    this.#ask()
    if (this.#next === undefined) await this.#sleep()
    if (this.#isOver) return ''
    if (this.#isClosing) return this.#sayGoodbye()

    const next = this.#next
    this.#next = undefined
    if (next === undefined) return this.#idle ? this.#write(this.#idle()) : COMMENT
    if (next.type === 'event') return this.#write(next.event)

    if (next.type === 'error') return this.#fail(next.error)
    this.#end()
    return ''
  }

  #write(event: StreamEvent): string {
    try {
      return writeEvent(event)
    } catch (error) {
      return this.#fail(error)
    }
  }

  /** The stream fails with the error of the source, so that the server, observers and the log see it. */
  #fail(error: unknown): '' {
    this.#failure = { error }
    // The Node adapter reports the error. The servers of other runtimes do not.
    if (!isNode) console.error(error)
    this.#end(error)
    return ''
  }

  /** Asks the source for the next event, unless an earlier call is still pending. */
  #ask(): void {
    if (this.#isAsking || this.#next !== undefined) return
    this.#isAsking = true

    const report = (next: Next): void => {
      this.#isAsking = false
      this.#next = next
      this.#wake?.()
    }
    this.#start().then(
      ({ done, value }) => report(done ? { type: 'end' } : { type: 'event', event: value }),
      (error: unknown) => report({ type: 'error', error }),
    )
  }

  async #start(): Promise<IteratorResult<StreamEvent>> {
    if (this.#iterator === undefined) {
      const { signal } = this.#controller
      const source = this.#source
      const iterable =
        typeof source === 'function' ? source({ lastEventId: this.#lastEventId, signal }) : source
      invariant(
        Symbol.asyncIterator in Object(iterable),
        `The source of an event stream must return an async iterable, not ${showValue(iterable)}`,
      )
      this.#iterator = iterable[Symbol.asyncIterator]()
    }
    return this.#iterator.next()
  }

  /** Waits until something has happened, or until it is time for a comment. */
  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake!(), SILENCE)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
    })
  }

  /** Tells the browser to connect again after a random time of 1 to 5 seconds, so that not all connect at once. */
  #sayGoodbye(): string {
    this.#end(this.#shutdown!.reason)
    return `${writeRetry(1000 + Math.floor(Math.random() * 4000))}\n`
  }

  #end(reason?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#shutdown?.removeEventListener('abort', this.#close)
    this.#controller.abort(reason)
    void this.#returnIterator().finally(this.#resolveEnded)
  }

  /** An iterator may reject when the signal aborts. That is not an error. */
  async #returnIterator(): Promise<void> {
    try {
      await this.#iterator?.return?.()
    } catch {
      // The stream is over either way.
    }
  }
}
