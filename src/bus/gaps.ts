import { startTimer } from '../internal/within.ts'

/** Milliseconds between two gaps that listeners are told. Each makes every open page load again. */
const SHORTEST_DISTANCE = 30_000

/** Limits how often listeners are told about a gap. One that comes too early is told when its time has come. */
export class Gaps {
  readonly #tell: () => void
  #next = -Infinity
  #cancel: (() => void) | undefined

  constructor(tell: () => void) {
    this.#tell = tell
  }

  announce(): void {
    if (this.#cancel !== undefined) return
    const wait = this.#next - performance.now()
    if (wait > 0) this.#cancel = startTimer(() => this.#now(), wait)
    else this.#now()
  }

  close(): void {
    this.#cancel?.()
  }

  #now(): void {
    this.#cancel = undefined
    this.#next = performance.now() + SHORTEST_DISTANCE
    this.#tell()
  }
}
