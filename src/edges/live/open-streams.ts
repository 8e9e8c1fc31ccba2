import { isWorker } from '../../internal/process/runtime.ts'
import { startTimer } from '../../internal/process/promises.ts'

const TICK = 1_000

/** A stream that is open. */
export interface OpenStream {
  /** Called every second. */
  tick(): void
  /** Called when the server begins to close. */
  close(reason: unknown): void
}

/** The open streams of one server. They share one timer, and one listener on its signal. */
export class OpenStreams {
  static readonly #byShutdown = new WeakMap<AbortSignal, OpenStreams>()
  static readonly #endless = new OpenStreams(undefined)

  readonly #streams = new Set<OpenStream>()
  readonly #shutdown: AbortSignal | undefined
  #stopTimer: (() => void) | undefined

  /** Returns the streams of the server with this signal. */
  static of(shutdown: AbortSignal | undefined): OpenStreams {
    // A Worker must not use a stream in an event loop turn of another request.
    if (isWorker) return new OpenStreams(shutdown)
    if (shutdown === undefined) return OpenStreams.#endless

    const known = OpenStreams.#byShutdown.get(shutdown) ?? new OpenStreams(shutdown)
    OpenStreams.#byShutdown.set(shutdown, known)
    return known
  }

  private constructor(shutdown: AbortSignal | undefined) {
    this.#shutdown = shutdown
  }

  add(stream: OpenStream): void {
    if (this.#shutdown?.aborted) return stream.close(this.#shutdown.reason)
    if (this.#streams.size === 0) {
      this.#shutdown?.addEventListener('abort', this.#close)
      this.#wait()
    }
    this.#streams.add(stream)
  }

  delete(stream: OpenStream): void {
    if (!this.#streams.delete(stream) || this.#streams.size > 0) return
    this.#shutdown?.removeEventListener('abort', this.#close)
    this.#stopTimer!()
  }

  #wait(): void {
    this.#stopTimer = startTimer(() => {
      this.#wait()
      for (const stream of this.#streams) stream.tick()
    }, TICK)
  }

  readonly #close = (): void => {
    for (const stream of this.#streams) stream.close(this.#shutdown!.reason)
  }
}
