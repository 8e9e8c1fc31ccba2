import type { NodeResponse } from './node-message.ts'

/** How many steps the time is divided into. A client is disconnected at most one step too late. */
const PARTS = 4

/**
 * Notices that the client of a response has stopped reading.
 *
 * Node's own timeout starts again, without an event, if the client has taken a part of the last write. So it can take twice
 * as long. Here a short timeout is repeated instead.
 */
export class StallWatch {
  readonly #res: NodeResponse
  readonly #step: number
  readonly #onStall: () => void
  #isWatching = false
  /** Whether Node's timeout runs. Each write starts it again. */
  #isRunning = false
  /** How many steps have passed without progress. */
  #stalled = 0
  #lastTimeout = 0

  /**
   * @param res A response that is being sent
   * @param limit How long the client may stop reading, in milliseconds. 0 means no limit
   * @param onStall Called when the client has stopped for longer
   */
  constructor(res: NodeResponse, limit: number, onStall: () => void) {
    this.#res = res
    this.#step = Math.ceil(limit / PARTS)
    this.#onStall = onStall
    res.on('timeout', () => this.#onTimeout())
  }

  start(): void {
    this.#isWatching = true
    this.#stalled = 0
    if (!this.#isRunning) this.#run()
  }

  /**
   * Stops until the next `start()`. Node's timeout continues, because starting it for each chunk takes longer than the rest.
   */
  pause(): void {
    this.#isWatching = false
  }

  stop(): void {
    this.#isWatching = false
    this.#isRunning = false
    this.#res.setTimeout(0)
  }

  #run(): void {
    this.#isRunning = true
    this.#res.setTimeout(this.#step)
  }

  #onTimeout(): void {
    this.#isRunning = false
    if (!this.#isWatching) return

    const now = performance.now()
    // A longer pause means that Node has seen progress and has started its timeout again.
    const isNext = now - this.#lastTimeout < 1.5 * this.#step
    this.#stalled = isNext ? this.#stalled + 1 : 1
    this.#lastTimeout = now

    if (this.#stalled >= PARTS) this.#onStall()
    else this.#run()
  }
}
