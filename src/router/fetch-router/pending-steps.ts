import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import { ignoreRejection } from '../../internal/process/promises.ts'
import { keepShape } from '../../internal/process/keep-shape.ts'
import { isWorker } from '../../internal/process/runtime.ts'

/** The part of a context that tells whether its request was aborted. */
interface Abortable {
  readonly isAborted: boolean
  readonly abortReason: unknown
  readonly facts: RequestFacts | undefined
  throwIfAborted(): void
  onAbort(listener: () => void): () => void
}

interface Pending {
  readonly promise: Promise<Response>
  readonly reject: (reason: unknown) => void
}

/**
 * The pending steps of one request, and how an abort ends them.
 *
 * A request whose steps are all synchronous has no pending steps. Each pending step gets a promise here. An abort rejects
 * that promise, while the step itself continues.
 */
export class PendingSteps implements Watched {
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

  /** Resolves with the result of `accept` for the value of the step. Rejects if the request is aborted first. */
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
    // Such a step may still have to remove data that it stored.
    this.#context.facts?.holdOpen?.(this.settled())
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

keepShape(new PendingSteps({} as Abortable, {} as AbortWatch))

/** The place of a request in the list of those that an abort may end. */
export interface Watched {
  /** Starts to listen for an abort. */
  listen(): void
  /** Its neighbours in a linked list, which is faster than a `Set`. */
  previous: Watched | undefined
  next: Watched | undefined
}

/** The pending requests of a router. */
export interface AbortWatch {
  add(watched: Watched): void
  delete(watched: Watched): void
}

// This is read once, so that aborts also work in tests with fake timers.
const { setImmediate } = globalThis

/**
 * Listens to the abort signals of pending requests.
 *
 * Adding a listener to an `AbortSignal` and removing it again costs more than the rest of a dispatch. Most requests are
 * done before the next turn of the event loop. So listeners are added at the next turn, to the requests that are still
 * pending. An earlier abort is noticed then.
 */
export function createAbortWatch(): AbortWatch {
  return canWait() ? createWaitingWatch() : { add: (watched) => watched.listen(), delete: () => {} }
}

function createWaitingWatch(): AbortWatch {
  let last: Watched | undefined
  let scheduled = false

  const listenToAll = () => {
    scheduled = false
    let watched = last
    last = undefined
    while (watched !== undefined) {
      const { previous } = watched
      watched.previous = watched.next = undefined
      watched.listen()
      watched = previous
    }
  }

  return {
    add(watched) {
      watched.previous = last
      if (last !== undefined) last.next = watched
      last = watched
      if (scheduled) return
      scheduled = true
      setImmediate(listenToAll)
    },
    delete(watched) {
      const { previous, next } = watched
      if (previous !== undefined) previous.next = next
      if (next !== undefined) next.previous = previous
      else if (last === watched) last = previous
      watched.previous = watched.next = undefined
    },
  }
}

/** A Worker must not use a request in an event loop turn of another request. */
function canWait(): boolean {
  return typeof setImmediate === 'function' && !isWorker
}
