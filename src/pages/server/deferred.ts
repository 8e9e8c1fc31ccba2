import { invariant } from '../../internal/guards/check.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import type { Later } from '../../http/response/index.ts'
import { ignoreRejection } from '../../internal/process/promises.ts'
import type { ErrorResult } from './result.ts'

/** Why the values of a hidden route are dropped. */
export const hiddenReason = 'A boundary hides the route'

/** The largest line, in bytes. */
const maxLine = 16 * 1024 * 1024

/** The owner of a {@link Deferred} value, and how to write and report it. */
export interface DeferredOptions {
  /** The id of the route whose loader returned it, and its index on the page. */
  readonly routeId: string
  readonly index: number
  /** The name of the member. */
  readonly name: string
  /** Writes the line of the value, and returns the value for components. Throws if it cannot be sent. */
  write(value: unknown): { line: string; value: unknown }
  /** Reads and reports the error of the value. */
  readThrown(thrown: unknown): Promise<ErrorResult>
  /** Writes the line of an error, and returns the error for components. */
  writeError(error: unknown): { line: string; reason: unknown }
  /** Called when the value has settled. */
  onSettled?(result: 'data' | 'error'): void
}

/** A promise with the fields that React looks for, so that a settled promise does not suspend. */
type TrackedPromise = Promise<unknown> & {
  status?: 'fulfilled' | 'rejected'
  value?: unknown
  reason?: unknown
}

/** A value of `later()`. It settles once, or is dropped. Its rejections are always handled. */
export class Deferred {
  readonly routeId: string
  readonly index: number
  readonly name: string
  /** The promise that components get. It stays pending if the value is dropped. */
  readonly promise: TrackedPromise
  /** Resolves when the value has settled or was dropped. */
  readonly done: Promise<void>
  /** The line for the client, once the value has settled. */
  line: string | undefined
  /** Why the value was rejected. */
  failure: ErrorResult | undefined
  /** The error that components get for {@link Deferred.failure}. */
  reason: unknown
  isDone = false
  /** Whether the response has `line` already. */
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

  /** Whether the value was dropped, so that it never settles. */
  get isDropped(): boolean {
    return this.isDone && this.line === undefined
  }

  /** Starts to compute the value. */
  start({ run, timeout }: Later<unknown>): void {
    this.#timer = setTimeout(() => this.#expire(timeout), timeout)
    // If the error cannot be written either, the timeout ends the value.
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

/** Whether a line is too long for clients. */
export function isTooLong(line: string): boolean {
  return line.length * 3 > maxLine && new TextEncoder().encode(line).length > maxLine
}

/** A body with deferred values. It is only created while it is read. */
export interface DeferredBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Ends the body with an error, because nothing will read it. */
  fail(error: Error): void
}

/** Returns the failure of a deferred value, if `thrown` is its error for components. That error is already reported. */
export function failureOf({ all }: DeferredValues, thrown: unknown): ErrorResult | undefined {
  return all.find(({ failure, reason }) => failure && Object.is(reason, thrown))?.failure
}

/** All deferred values of a page. */
export class DeferredValues {
  readonly all: Deferred[] = []
  /** The body that sends the values. */
  body: DeferredBody | undefined
  #pending = 0
  #stopListening: (() => void) | undefined

  /** Whether a value is pending. For HEAD all values stay pending. */
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

  /** Starts a value. It is dropped if the client leaves. */
  start(value: Deferred, later: Later<unknown>, signal: AbortSignal): void {
    if (signal.aborted) return value.drop(signal.reason)

    if (this.#pending++ === 0) this.#listen(signal)
    void value.done.then(() => {
      if (--this.#pending === 0) this.#stopListening!()
    })
    value.start(later)
  }

  /** Drops the values that are still pending. With `isDropped`, only some of them. */
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

  /** All values share one listener, because Node warns about a signal with many. */
  #listen(signal: AbortSignal): void {
    const leave = (): void => this.all.forEach((value) => value.drop(signal.reason))
    signal.addEventListener('abort', leave)
    this.#stopListening = () => signal.removeEventListener('abort', leave)
  }
}
