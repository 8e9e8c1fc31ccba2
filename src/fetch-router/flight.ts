import type { AbortWatch, Watched } from './abort-watch.ts'
import type { DispatchContext } from './request-context.ts'

interface Pending {
  readonly promise: Promise<Response>
  readonly reject: (reason: unknown) => void
}

/**
 * What is pending for one request, and what happens to it when the client leaves.
 *
 * A request whose steps all answer at once has none. A pending step is held by a promise of ours, so that it can be
 * rejected with the abort's reason while the step itself goes on unobserved.
 */
export class Flight implements Watched {
  /** The promise that `fetch` returned; the only one whose rejection somebody else answers for. */
  outermost: Promise<Response> | undefined
  previous: Watched | undefined
  next: Watched | undefined
  #context: DispatchContext
  #watch: AbortWatch
  #pending: Pending[] = []
  #settled = 0
  #whenSettled: PromiseWithResolvers<void> | undefined
  #forget: (() => void) | undefined

  constructor(context: DispatchContext, watch: AbortWatch) {
    this.#context = context
    this.#watch = watch
  }

  /** Answers with what `accept` makes of the step's value, unless the client leaves first. */
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

  /** Starts to listen for the abort of a request that is still pending. */
  listen(): void {
    if (this.#context.isAborted) this.#abort()
    else this.#forget = this.#context.onAbort(() => this.#abort())
  }

  #abort(): void {
    const reason = this.#context.abortReason
    for (const { promise, reject } of this.#pending) this.#fail(promise, reject, reason)
  }

  #fail(promise: Promise<Response>, reject: (reason: unknown) => void, reason: unknown): void {
    // Middleware may have stopped looking at its `next()`; that must not become an unhandled rejection
    if (promise !== this.outermost) promise.catch(ignore)
    reject(reason)
  }

  #settle(): void {
    if (++this.#settled < this.#pending.length) return
    this.#watch.delete(this)
    this.#forget?.()
    this.#forget = undefined
    this.#whenSettled?.resolve()
  }

  /** Resolves when the steps themselves have settled, also those of a request whose client has left. */
  settled(): Promise<void> {
    if (this.#settled === this.#pending.length) return Promise.resolve()
    return (this.#whenSettled ??= Promise.withResolvers()).promise
  }
}

function ignore(): void {}
