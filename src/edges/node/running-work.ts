/** Counts the running work of a server, so that the server can wait until all of it has ended. */
export class RunningWork {
  #count = 0
  #onIdle: (() => void) | undefined

  begin(): void {
    this.#count++
  }

  end(): void {
    this.#count--
    if (this.#count === 0) this.#onIdle?.()
  }

  add(work: Promise<unknown>): void {
    this.begin()
    const end = (): void => this.end()
    work.then(end, end)
  }

  /** Ends {@link RunningWork.whenIdle}. */
  stopWaiting(): void {
    this.#onIdle?.()
  }

  /** Waits until no work runs, at most for this time in milliseconds. */
  async whenIdle(limit: number): Promise<void> {
    if (this.#count === 0) return

    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, limit)
    this.#onIdle = resolve
    await promise
    clearTimeout(timer)
  }
}
