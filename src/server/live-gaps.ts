import { startTimer } from '../internal/within.ts'

/** Milliseconds between two gaps that pages are told. Each makes every open page load again. */
const SHORTEST_DISTANCE = 30_000

/** Limits how often pages are told about a gap of the bus. One that comes too early is told when its time has come. */
export class LiveGaps {
  readonly #tell: () => void
  #next = -Infinity
  #isWaiting = false

  constructor(tell: () => void) {
    this.#tell = tell
  }

  announce(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const wait = this.#next - performance.now()
    if (wait > 0) startTimer(() => this.#now(), wait)
    else this.#now()
  }

  #now(): void {
    this.#isWaiting = false
    this.#next = performance.now() + SHORTEST_DISTANCE
    this.#tell()
  }
}
