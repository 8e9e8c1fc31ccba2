import type { Later } from '../response/index.ts'
import { Deferred, type DeferredOptions } from './deferred.ts'
import type { ErrorResult } from './error-result.ts'
import type { LateBody } from './late-body.ts'

/** Returns why a deferred value was rejected, if `thrown` is what a component got for it. It is already reported. */
export function failureOf({ all }: DeferredValues, thrown: unknown): ErrorResult | undefined {
  return all.find(({ failure, reason }) => failure && Object.is(reason, thrown))?.failure
}

/** All deferred values of a page. */
export class DeferredValues {
  readonly all: Deferred[] = []
  /** The body that brings the values. */
  body: LateBody | undefined
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
