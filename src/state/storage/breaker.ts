import { Retry } from '../common/shared.ts'

/** The shortest rest after two failures in a row, in milliseconds. */
const shortestRest = 1000
const longestRest = 10_000

type Call<Value> = () => Promise<Value>

/** An error about one key, such as a value of another type. The server has replied, so it works for other keys. */
export class KeyError extends TypeError {}

/**
 * Protects requests from a dependency that does not work, such as a storage. After two failures in a row, it gets no calls
 * for a second. Then one call tries. If that fails, it rests for 2, 4, 8, 10 seconds. The start and the end of a rest are
 * printed.
 */
export class Breaker {
  readonly #name: string
  /** The failures in a row. */
  #failures = 0
  #isResting = false
  readonly #rests = new Retry(shortestRest, longestRest)
  /** The end of the rest, in the time of `performance.now()`, which does not change when the system clock is set. */
  #until = 0
  #isTrying = false
  #reason = ''

  /** @param name The name in printed lines, such as `storage` */
  constructor(name: string) {
    this.#name = name
  }

  /** Rejects at once during a rest. */
  async ask<Value>(call: Call<Value>): Promise<Value> {
    if (!this.#isResting) return this.#watch(call)
    if (this.#isTrying || performance.now() < this.#until) {
      throw new Error(
        `the ${this.#name} has failed, and requests skip it for a while (${this.#reason})`,
      )
    }

    this.#isTrying = true
    try {
      return await this.insist(call)
    } catch (error) {
      if (!(error instanceof KeyError)) this.#open(error)
      throw error
    } finally {
      this.#isTrying = false
    }
  }

  /** Calls even during a rest. A reply ends the rest. */
  async insist<Value>(call: Call<Value>): Promise<Value> {
    if (!this.#isResting) return this.#watch(call)

    try {
      const value = await call()
      this.#close()
      return value
    } catch (error) {
      if (error instanceof KeyError) this.#close()
      throw error
    }
  }

  /** The result of a call that began before a rest does not count. */
  async #watch<Value>(call: Call<Value>): Promise<Value> {
    try {
      const value = await call()
      if (!this.#isResting) this.#failures = 0
      return value
    } catch (error) {
      if (error instanceof KeyError) {
        if (!this.#isResting) this.#failures = 0
      } else if (!this.#isResting && ++this.#failures === 2) this.#open(error)
      throw error
    }
  }

  #open(error: unknown): void {
    const isFirst = !this.#isResting
    this.#isResting = true
    this.#until = performance.now() + this.#rests.fail()
    this.#reason = error instanceof Error ? error.message : String(error)
    if (isFirst) {
      console.warn(
        `A ${this.#name} does not work (${this.#reason}). Requests do not wait for it. It is tried again every 1 to 10 seconds.`,
      )
    }
  }

  #close(): void {
    if (!this.#isResting) return
    this.#isResting = false
    this.#rests.succeed()
    this.#failures = 0
    console.warn(`The ${this.#name} works again.`)
  }
}
