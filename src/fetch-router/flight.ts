import { ignoreRejection } from '../internal/ignore-rejection.ts'
import { keepShape } from '../internal/keep-shape.ts'
import type { Identity } from '../internal/exchange/identity.ts'
import type { AbortWatch, Watched } from './abort-watch.ts'

/** The part of a context that says whether its request was aborted. */
interface Abortable {
  readonly isAborted: boolean
  readonly abortReason: unknown
  readonly identity: Identity | undefined
  throwIfAborted(): void
  onAbort(listener: () => void): () => void
}

interface Pending {
  readonly promise: Promise<Response>
  readonly reject: (reason: unknown) => void
}

/**
 * What is pending for one request, and what happens to it if the request is aborted.
 *
 * A request whose steps are all synchronous has none. Each pending step gets a promise here. An abort rejects that
 * promise, while the step itself continues.
 */
export class Flight implements Watched {
  /** The promise that `fetch` returned. Its caller handles a rejection, so it is not ignored here. */
  outermost: Promise<Response> | undefined
  previous: Watched | undefined
  next: Watched | undefined
  #context: Abortable
  #watch: AbortWatch
  #pending: Pending[] = []
  #settled = 0
  #whenSettled: PromiseWithResolvers<void> | undefined
  #forget: (() => void) | undefined

  constructor(context: Abortable, watch: AbortWatch) {
    this.#context = context
    this.#watch = watch
  }

  /** Resolves with what `accept` returns for the value of the step. Rejects if the request is aborted first. */
  hold<State>(
    step: PromiseLike<unknown>,
    accept: (value: unknown, state: State) => Response | Promise<Response>,
    state: State,
  ): Promise<Response> {
    let resolve!: (response: Response | Promise<Response>) => void
    let reject!: (reason: unknown) => void
    const promise = new Promise<Response>((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    })
    this.#pending.push({ promise, reject })
    if (this.#pending.length === 1) this.#watch.add(this)

    step.then(
      (value) => {
        try {
          this.#context.throwIfAborted()
          resolve(accept(value, state))
        } catch (error) {
          this.#fail(promise, reject, error)
        }
        this.#settle()
      },
      (error: unknown) => {
        this.#fail(promise, reject, this.#context.isAborted ? this.#context.abortReason : error)
        this.#settle()
      },
    )
    return promise
  }

  /** Starts to listen for an abort. */
  listen(): void {
    if (this.#context.isAborted) this.#abort()
    else this.#forget = this.#context.onAbort(() => this.#abort())
  }

  #abort(): void {
    const reason = this.#context.abortReason
    // The steps may still have to remove what they stored.
    this.#context.identity?.holdOpen?.(this.settled())
    for (const { promise, reject } of this.#pending) this.#fail(promise, reject, reason)
  }

  #fail(promise: Promise<Response>, reject: (reason: unknown) => void, reason: unknown): void {
    // A middleware that ignores the promise of `next()` must not cause an unhandled rejection.
    if (promise !== this.outermost) ignoreRejection(promise)
    reject(reason)
  }

  #settle(): void {
    if (++this.#settled < this.#pending.length) return
    this.#watch.delete(this)
    this.#forget?.()
    this.#forget = undefined
    this.#whenSettled?.resolve()
  }

  /** Resolves when the steps themselves have settled, even if the client of the request has disconnected. */
  settled(): Promise<void> {
    if (this.#settled === this.#pending.length) return Promise.resolve()
    return (this.#whenSettled ??= Promise.withResolvers()).promise
  }
}

keepShape(new Flight({} as Abortable, {} as AbortWatch))
