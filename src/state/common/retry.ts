/** The pauses after failures in a row: the shortest pause first, then twice as long each time, up to the longest. */
export class Retry {
  readonly #shortest: number
  readonly #longest: number
  #next: number

  /** Both pauses are in milliseconds. */
  constructor(shortest: number, longest: number) {
    this.#shortest = shortest
    this.#longest = longest
    this.#next = shortest
  }

  /** Counts a failure. Returns the milliseconds to wait before the next try. */
  fail(): number {
    const pause = this.#next
    this.#next = Math.min(2 * pause, this.#longest)
    return pause
  }

  /** Counts a success: the next pause is the shortest again. */
  succeed(): void {
    this.#next = this.#shortest
  }
}
