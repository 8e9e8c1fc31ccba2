import { lendTo } from '../../internal/process/global-keys.ts'
import { ignoreRejection, within } from '../../internal/process/promises.ts'
import { isAbortOf, repeat } from './repeat.ts'

/** What `start` of `app/router.ts` gets: the work of a process, such as a loop that does jobs. */
export interface StartArgs {
  /** Aborts when the process is told to stop. Requests may still come. */
  readonly signal: AbortSignal
  /**
   * Resolves when the last request and the last `after()` have ended. Close databases then. Requests that never end do not
   * delay it for ever: at least a second of `graceTime` is left.
   */
  readonly closed: Promise<void>
  /** Where the server listens: `http://localhost:3000`. */
  readonly url: string
  /**
   * Tells live pages that the data of these tags has changed, on the bus of the router. Call it after the commit.
   *
   * @example
   * await publish(`order:${order}`, 'orders')
   */
  readonly publish: (...tags: readonly string[]) => Promise<void>
  /**
   * Calls `run` until the process is told to stop, never twice at a time: at once again if it returned `true`, otherwise
   * after this time. If it throws, the error is reported, and the next call waits, too.
   *
   * @returns A promise that resolves after `signal`, when the running call has ended
   *
   * @example
   * await repeat(1_000, () => runJob(db, publish)) // `true` means that there may be another job.
   */
  readonly repeat: (milliseconds: number, run: (signal: AbortSignal) => unknown) => Promise<void>
}

/** The work of a process that serves an app. Its promise is the work. */
export type Start = (args: StartArgs) => unknown

/** What a router lends to the work of its process. */
export interface Lent {
  publish(tags: readonly string[]): Promise<void>
  /** Tells observers that the work begins. `undefined` if there are none. */
  begin(): StartedWork | undefined
}

/** Tells observers how the work goes on. */
export interface StartedWork {
  error(error: unknown): void
  end(result: 'ok' | 'error'): void
}

/** A router, or a handler around one. */
export interface Lending {
  readonly [lendTo]: Lent
}

/** Returns what the router in a handler lends. A function that is not made from a router has nobody to tell. */
export function lentBy(source: object): Lent | undefined {
  return (source as Partial<Lending>)[lendTo]
}

/** One call of `start`, from its begin to its end. */
export class StartRun {
  /** Resolves when the work has ended, also by an error. */
  readonly ended: Promise<void>
  hasEnded = false
  /** The error with which the work has ended. */
  failure: { readonly error: unknown } | undefined
  readonly #stop = new AbortController()
  readonly #closed = Promise.withResolvers<void>()
  readonly #hurried = Promise.withResolvers<void>()

  /**
   * Calls `start`.
   *
   * @param url Where the server listens
   * @param lent What the router lends
   * @param report Gets the errors of the work
   */
  constructor(
    start: Start,
    {
      url,
      lent,
      report,
    }: { url: string; lent: Lent | undefined; report: (error: unknown) => void },
  ) {
    const { signal } = this.#stop
    const work = lent?.begin()
    const fail = (error: unknown): void => {
      report(error)
      work?.error(error)
    }
    const args: StartArgs = {
      signal,
      closed: this.#closed.promise,
      url,
      publish: async (...tags) => lent?.publish(tags),
      repeat: (milliseconds, run) => repeat(signal, milliseconds, run, fail),
    }
    this.ended = Promise.try(start, args).then(
      () => this.#end(work),
      (error: unknown) => {
        if (isAbortOf(signal, error)) return this.#end(work)
        fail(error)
        this.failure = { error }
        this.#end(work)
      },
    )
    ignoreRejection(this.ended)
  }

  #end(work: StartedWork | undefined): void {
    this.hasEnded = true
    work?.end(this.failure === undefined ? 'ok' : 'error')
  }

  /** Aborts `signal`: the work begins to end. */
  tellToStop(): void {
    this.#stop.abort(new DOMException('The process is told to stop', 'AbortError'))
  }

  /** Resolves `closed`: no request needs anything any more. */
  tellClosed(): void {
    this.#closed.resolve()
  }

  /** Waits until the work has ended, at most for this time in milliseconds. Returns whether it has. */
  async waitFor(milliseconds: number): Promise<boolean> {
    await within(Promise.race([this.ended, this.#hurried.promise]), milliseconds)
    return this.hasEnded
  }

  /** Ends {@link StartRun.waitFor}. */
  stopWaiting(): void {
    this.#hurried.resolve()
  }
}
