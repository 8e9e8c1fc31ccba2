/** How long writes are remembered, in milliseconds. */
const MEMORY = 900_000

/** How many tags are remembered. The oldest are forgotten first. */
const MAX_TAGS = 20_000

/** Milliseconds by which the clocks of two machines may differ. */
const SLACK = 1_000

interface WriteLogOptions {
  /** Milliseconds by which a time from outside may be wrong. @default 1000 */
  readonly slack?: number
  readonly now?: () => number
}

/** The last writes of one tag. */
interface Logged {
  readonly at: number
  readonly from: string | undefined
  /** The last write by another tab than `from`, or -Infinity. */
  readonly byOther: number
  /** How many writes there were up to this one. */
  readonly count: number
}

/** Remembers which tags were written lately, by the clock of this process. It listens to a bus. */
export class WriteLog {
  readonly #now: () => number
  readonly #slack: number
  /** The written tags. The tag of the oldest write is the first. */
  readonly #tags = new Map<string, Logged>()
  /** Writes before this time may be missing. */
  #start: number
  #count = 0

  constructor({ slack = SLACK, now = Date.now }: WriteLogOptions = {}) {
    this.#now = now
    this.#slack = slack
    // A page may have been loaded in this millisecond.
    this.#start = now() - 1
  }

  write(tags: readonly string[], from?: string): void {
    const at = this.#now()
    const count = ++this.#count
    for (const tag of tags) {
      const last = this.#tags.get(tag)
      const isSame = last !== undefined && from !== undefined && last.from === from
      this.#tags.delete(tag)
      const byOther = (isSame ? last.byOther : last?.at) ?? -Infinity
      this.#tags.set(tag, { at, from, byOther, count })
    }
    this.#forget(at)
  }

  gap(): void {
    this.#start = this.#now()
    this.#tags.clear()
  }

  /**
   * Whether one of `tags` was written after `time`, by another tab than `from`. Returns `undefined` if that is not known.
   *
   * @param time A time from outside, such as from the clock of another machine
   */
  writtenSince(tags: readonly string[], time: number, from?: string): boolean | undefined {
    this.#forget(this.#now())
    const since = time - this.#slack
    // A page may have sent a string that is not a number. The time is then NaN, and this comparison is false.
    if (!(since > this.#start)) return undefined
    return tags.some((tag) => {
      const last = this.#tags.get(tag)
      if (last === undefined) return false
      return (from !== undefined && last.from === from ? last.byOther : last.at) >= since
    })
  }

  /** How many writes there were so far. */
  get count(): number {
    return this.#count
  }

  /** Whether one of `tags` was written after the first `count` writes. A forgotten write does not count. */
  writtenAfter(tags: readonly string[], count: number): boolean {
    return tags.some((tag) => (this.#tags.get(tag)?.count ?? 0) > count)
  }

  #forget(now: number): void {
    this.#start = Math.max(this.#start, now - MEMORY)
    for (const [tag, { at }] of this.#tags) {
      if (at > this.#start && this.#tags.size <= MAX_TAGS) break
      this.#tags.delete(tag)
      this.#start = Math.max(this.#start, at)
    }
  }
}
