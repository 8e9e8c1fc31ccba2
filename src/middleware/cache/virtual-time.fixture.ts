import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** Replaces `setTimeout()` and `performance.now()`. Time passes only when everything else waits for it, and costs none. */
export class VirtualTime {
  #now = 0
  #timers: Timer[] = []
  readonly #clock: { mockRestore(): void }

  constructor() {
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => this.#add(run, ms))
    vi.stubGlobal('clearTimeout', (timer: Timer | undefined) => {
      this.#timers = this.#timers.filter((each) => each !== timer)
    })
    this.#clock = vi.spyOn(performance, 'now').mockImplementation(() => this.#now)
  }

  /** Puts the real timers and the real clock back. */
  stop(): void {
    vi.unstubAllGlobals()
    this.#clock.mockRestore()
  }

  /** Resolves after some time, or in this turn for 0. Never resolves for `Infinity`. */
  async sleep(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => this.#add(resolve, ms))
  }

  /** Lets time pass until `work` has settled. */
  async pass<Value>(work: Promise<Value>): Promise<Value> {
    let isSettled = false
    const settle = () => void (isSettled = true)
    work.then(settle, settle)
    for (;;) {
      await setImmediate()
      if (isSettled) return work
      const next = this.#timers.shift()
      if (next === undefined) continue
      this.#now = next.at
      next.run()
    }
  }

  #add(run: () => void, ms: number): Timer {
    const timer = { at: this.#now + ms, run }
    if (ms === Infinity) return timer
    const index = this.#timers.findLastIndex(({ at }) => at <= timer.at)
    this.#timers.splice(index + 1, 0, timer)
    return timer
  }
}
