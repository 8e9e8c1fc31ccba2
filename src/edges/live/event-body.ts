import { isNode } from '../../internal/process/runtime.ts'
import { OpenStreams, type OpenStream } from './open-streams.ts'
import { writeRetry } from './write-event.ts'

/** The source of the events of a stream. */
export interface EventFeed {
  /**
   * Returns the next event as it is sent, or `null` after the last event. Returns `undefined` if no event has arrived yet,
   * and calls `wake()` when one arrives. If it throws, the stream fails with the error.
   */
  next(stream: { wake(): void }): string | null | undefined
  /** Returns the text to send after a silence, or `null` to end the stream. Without it, a comment is sent. */
  idle?(): string | null
  /** Called once, when the stream is over. */
  end(reason: unknown): void
}

export const COMMENT = ':\n\n'

/** The seconds of silence before something is sent. Bun closes a connection that is idle for 10 seconds. */
const SILENCE = 8

const encoder = new TextEncoder()

/**
 * The body of an event stream. It asks for the next event when the client has taken the last one.
 *
 * A server may have thousands of these bodies, and most of the time they wait. So a waiting body has no timer, no promise
 * and no closure.
 */
export class EventBody implements OpenStream, UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> {
  readonly #feed: EventFeed
  readonly #streams: OpenStreams
  /** The text that is sent before the next event. */
  #prelude: string | undefined
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  /** Whether the client waits for the next event. */
  #isWanted = false
  #isOver = false
  /** Seconds since the last event. */
  #silence = 0

  /**
   * @param feed The source of the events
   * @param prelude The text that is sent before the first event
   * @param shutdown Aborts when the server begins to close
   */
  constructor(feed: EventFeed, prelude: string, shutdown: AbortSignal | undefined) {
    this.#feed = feed
    this.#prelude = prelude
    this.#streams = OpenStreams.of(shutdown)
    this.#streams.add(this)
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream(this, { highWaterMark: 0 })
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void {
    this.#controller = controller
    this.#isWanted = true
    this.wake()
  }

  cancel(reason: unknown): void {
    this.#isWanted = false
    this.leave(reason)
  }

  /** The client has left. That is not an error. */
  leave(reason: unknown): void {
    if (this.#isOver) return
    this.#end(reason)
    this.#prelude = undefined
    this.wake()
  }

  /** Tells the browser to connect again after a random time of 1 to 5 seconds, so that not all connect at once. */
  close(reason: unknown): void {
    this.#end(reason)
    this.#prelude = `${writeRetry(1000 + Math.floor(Math.random() * 4000))}\n`
    this.wake()
  }

  /** Sends the next event, if it has arrived and the client waits for it. */
  wake(): void {
    if (!this.#isWanted) return
    if (this.#prelude !== undefined) {
      this.#send(this.#prelude)
      this.#prelude = undefined
    } else if (!this.#isOver) return this.#ask(false)

    if (this.#isOver) this.#close()
  }

  tick(): void {
    if (++this.#silence < SILENCE || !this.#isWanted) return
    if (this.#feed.idle) this.#ask(true)
    else this.#send(COMMENT)
  }

  #ask(isIdle: boolean): void {
    try {
      const text = isIdle ? this.#feed.idle!() : this.#feed.next(this)
      if (text === undefined) return
      if (text !== null) return this.#send(text)
      this.#end()
      this.#close()
    } catch (error) {
      // The Node adapter reports the error. The servers of other runtimes do not.
      if (!isNode) console.error(error)
      this.#end(error)
      this.#isWanted = false
      this.#controller!.error(error)
    }
  }

  #send(text: string): void {
    this.#isWanted = false
    this.#silence = 0
    this.#controller!.enqueue(encoder.encode(text))
  }

  #close(): void {
    this.#isWanted = false
    this.#controller!.close()
  }

  #end(reason?: unknown): void {
    this.#isOver = true
    this.#streams.delete(this)
    this.#feed.end(reason)
  }
}
