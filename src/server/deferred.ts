import { invariant } from '../internal/check.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import type { Later } from '../response/index.ts'
import { ignoreRejection } from '../internal/promises.ts'
import type { ErrorResult } from './result.ts'

/** Why the values of a route are not needed. */
export const hiddenReason = 'A boundary hides the route'

/** The most bytes of a line. */
const maxLine = 16 * 1024 * 1024

/** How a {@link Deferred} value is written and reported. */
export interface DeferredOptions {
  /** The id of the route whose loader returned it, and its index on the page. */
  readonly routeId: string
  readonly index: number
  /** The name of the member. */
  readonly name: string
  /** Writes the line of the value, and returns what components get for it. Throws if it cannot be sent. */
  write(value: unknown): { line: string; value: unknown }
  /** Reads and reports what was thrown. */
  readThrown(thrown: unknown): Promise<ErrorResult>
  /** Writes the line of an error, and returns what components get for it. */
  writeError(error: unknown): { line: string; reason: unknown }
  /** Called when the value has settled. */
  onSettled?(result: 'data' | 'error'): void
}

/** A promise that has the fields which React reads, so that a settled one does not suspend. */
type TrackedPromise = Promise<unknown> & {
  status?: 'fulfilled' | 'rejected'
  value?: unknown
  reason?: unknown
}

/** A value of `later()`. It settles once, or is dropped. No rejection of it is ever unhandled. */
export class Deferred {
  readonly routeId: string
  readonly index: number
  readonly name: string
  /** What components get. If the value is dropped, it stays pending. */
  readonly promise: TrackedPromise
  /** Resolves when the value has settled or was dropped. */
  readonly done: Promise<void>
  /** The line for the client, once the value has settled. */
  line: string | undefined
  /** Why the value was rejected. */
  failure: ErrorResult | undefined
  /** What components get for {@link Deferred.failure}. */
  reason: unknown
  isDone = false
  /** Whether the document already has the line. */
  isSent = false
  readonly #options: DeferredOptions
  readonly #controller = new AbortController()
  readonly #resolve: (value: unknown) => void
  readonly #reject: (reason: unknown) => void
  readonly #end: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: DeferredOptions) {
    const value = Promise.withResolvers<unknown>()
    const done = Promise.withResolvers<void>()
    ignoreRejection(value.promise) // Components need not read it.
    this.#options = options
    this.#resolve = value.resolve
    this.#reject = value.reject
    this.#end = done.resolve
    this.routeId = options.routeId
    this.index = options.index
    this.name = options.name
    this.promise = value.promise
    this.done = done.promise
  }

  /** Whether it will never settle. */
  get isDropped(): boolean {
    return this.isDone && this.line === undefined
  }

  /** Starts to compute the value. */
  start({ run, timeout }: Later<unknown>): void {
    this.#timer = setTimeout(() => this.#expire(timeout), timeout)
    // If even its error cannot be written, the timeout ends it.
    ignoreRejection(this.#run(run))
  }

  /** Drops the value, because nothing needs it anymore. Its signal aborts. */
  drop(reason: unknown): void {
    if (this.isDone) return
    this.#finish()
    this.#controller.abort(reason)
  }

  async #run(run: Later<unknown>['run']): Promise<void> {
    const { write, readThrown } = this.#options
    try {
      const returned = await run(this.#controller.signal)
      if (!this.isDone) this.#fulfill(write(returned))
    } catch (thrown) {
      if (this.isDone) return
      const failure = await readThrown(thrown)
      if (!this.isDone) this.#fail(failure)
    }
  }

  #fulfill({ line, value }: { line: string; value: unknown }): void {
    invariant(
      !isTooLong(line),
      `Cannot send the deferred value "${this.name}": it has more than 16 MiB. Send less.`,
    )
    this.line = line
    Object.assign(this.promise, { status: 'fulfilled', value })
    this.#resolve(value)
    this.#finish()
    this.#options.onSettled?.('data')
  }

  #fail(failure: ErrorResult): void {
    const { line, reason } = this.#options.writeError(failure.error)
    if (isTooLong(line)) {
      const error = createErrorResponse(failure.status, '', null)
      return this.#fail({ ...failure, error })
    }
    this.line = line
    this.failure = failure
    this.reason = reason
    Object.assign(this.promise, { status: 'rejected', reason })
    this.#reject(reason)
    this.#finish()
    this.#options.onSettled?.('error')
  }

  #expire(timeout: number): void {
    const text = `"${this.name}" took longer than ${timeout} ms`
    this.#fail({
      type: 'error',
      error: createErrorResponse(504, 'Gateway Timeout', text),
      status: 504,
      headers: undefined,
      isUnexpected: false,
    })
    this.#controller.abort(new DOMException(text, 'TimeoutError'))
  }

  #finish(): void {
    this.isDone = true
    clearTimeout(this.#timer)
    this.#end()
  }
}

/** Whether a line has more bytes than a client reads. */
export function isTooLong(line: string): boolean {
  return line.length * 3 > maxLine && new TextEncoder().encode(line).length > maxLine
}

/** A body that brings deferred values. It is only made as it is read. */
export interface DeferredBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Ends it with an error, because nothing will read it. */
  fail(error: Error): void
}

/** Returns why a deferred value was rejected, if `thrown` is what a component got for it. It is already reported. */
export function failureOf({ all }: DeferredValues, thrown: unknown): ErrorResult | undefined {
  return all.find(({ failure, reason }) => failure && Object.is(reason, thrown))?.failure
}

/** All deferred values of a page. */
export class DeferredValues {
  readonly all: Deferred[] = []
  /** The body that brings the values. */
  body: DeferredBody | undefined
  #pending = 0
  #stopListening: (() => void) | undefined

  /** Whether a value has neither settled nor been dropped. For HEAD all values stay pending. */
  get isPending(): boolean {
    return this.all.some((value) => !value.isDone)
  }

  /** Whether a value has to be sent after the handoff. */
  get isLate(): boolean {
    return this.all.some(({ isDone, isSent, line }) => !isSent && (line !== undefined || !isDone))
  }

  /** The values of the route at `index`. */
  of(index: number): Deferred[] {
    return this.all.filter((value) => value.index === index)
  }

  /** Resolves when no value is pending. */
  async whenDone(): Promise<void> {
    await Promise.all(this.all.map((value) => value.done))
  }

  add(options: DeferredOptions): Deferred {
    const value = new Deferred(options)
    this.all.push(value)
    return value
  }

  /** Starts a value. It is dropped when the client leaves. */
  start(value: Deferred, later: Later<unknown>, signal: AbortSignal): void {
    if (signal.aborted) return value.drop(signal.reason)

    if (this.#pending++ === 0) this.#listen(signal)
    void value.done.then(() => {
      if (--this.#pending === 0) this.#stopListening!()
    })
    value.start(later)
  }

  /** Drops the values that are still pending, or only some of them. */
  drop(reason: string, isDropped: (value: Deferred) => boolean = () => true): void {
    const error = new DOMException(reason, 'AbortError')
    for (const value of this.all) if (isDropped(value)) value.drop(error)
  }

  /**
   * Prepares the values for another response of the same page, because middleware failed after the first one.
   *
   * @returns The indexes of the routes whose loaders have to run again, because one of their values was dropped
   */
  reuse(): ReadonlySet<number> {
    const gone = new Set(this.all.filter((value) => value.isDropped).map(({ index }) => index))
    this.drop('Middleware failed', ({ index }) => gone.has(index))
    this.all.splice(0, Infinity, ...this.all.filter(({ index }) => !gone.has(index)))
    for (const value of this.all) value.isSent = false
    this.body = undefined

    return gone
  }

  /** One listener for all values: a signal warns of many. */
  #listen(signal: AbortSignal): void {
    const leave = (): void => this.all.forEach((value) => value.drop(signal.reason))
    signal.addEventListener('abort', leave)
    this.#stopListening = () => signal.removeEventListener('abort', leave)
  }
}
