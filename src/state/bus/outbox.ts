import { Retry } from '../common/shared.ts'
import { pause } from '../../internal/process/promises.ts'
import type { Write } from './message.ts'

/** How many tags may wait. With more tags, the message says only that something was written. */
const MAX_WAITING_TAGS = 20_000

/** Milliseconds before a message that failed is sent again. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [100, 5_000]

/** Milliseconds after which {@link Outbox.add} rejects. */
const PATIENCE = 30_000

/** One call of {@link Outbox.add} that has not settled. */
interface Job {
  readonly deadline: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The writes that other processes do not know yet.
 *
 * One message is sent at a time. Writes that arrive meanwhile form the next message. If a message fails, it is sent again
 * together with the later writes, until it arrives. That may repeat a write, which is harmless.
 */
export class Outbox {
  readonly #send: (writes: readonly Write[] | undefined) => Promise<void>
  #writes: Write[] = []
  #tags = 0
  #jobs: Job[] = []
  #isSending = false
  #isClosed = false

  /** @param send Sends one message. It gets `undefined` if there are too many writes to list */
  constructor(send: (writes: readonly Write[] | undefined) => Promise<void>) {
    this.#send = send
  }

  /** Resolves when the write was sent. Rejects after 30 seconds, but still sends it. */
  add(write: Write): Promise<void> {
    this.#put([write])
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#jobs.push({ deadline: performance.now() + PATIENCE, resolve, reject })
    if (!this.#isSending) void this.#sendAll()
    return promise
  }

  close(): void {
    this.#isClosed = true
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    const retry = new Retry(SHORTEST_PAUSE, LONGEST_PAUSE)
    while (this.#jobs.length > 0 || this.#tags > 0) {
      const [writes, jobs] = [this.#writes, this.#jobs]
      const isTooMany = this.#tags > MAX_WAITING_TAGS
      this.#writes = []
      this.#jobs = []
      this.#tags = 0
      try {
        await this.#send(isTooMany ? undefined : writes)
        for (const job of jobs) job.resolve()
        retry.succeed()
      } catch (error) {
        const since = this.#writes
        this.#writes = []
        this.#tags = isTooMany ? MAX_WAITING_TAGS + 1 : 0
        if (!isTooMany) this.#put(writes)
        this.#put(since)
        this.#jobs = [...jobs, ...this.#jobs]
        this.#rejectLate(error)
        if (this.#isClosed) break
        await pause(retry.fail())
      }
    }
    this.#isSending = false
  }

  #put(writes: readonly Write[]): void {
    for (const write of writes) this.#tags += write[0].length
    // With too many tags, the message says only that something was written, so the list need not stay in memory.
    if (this.#tags > MAX_WAITING_TAGS) this.#writes = []
    else this.#writes.push(...writes)
  }

  #rejectLate(error: unknown): void {
    const now = performance.now()
    const isLate = (job: Job): boolean => this.#isClosed || job.deadline <= now
    for (const job of this.#jobs.filter(isLate)) job.reject(error)
    this.#jobs = this.#jobs.filter((job) => !isLate(job))
  }
}
