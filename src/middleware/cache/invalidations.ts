import type { Bus } from '../../state/bus/index.ts'
import { Retry } from '../../state/common/shared.ts'
import { ignoreRejection, pause, within } from '../../internal/process/promises.ts'
import { isWorker } from '../../internal/process/runtime.ts'
import type { Storage } from '../../state/storage/index.ts'
import { guardStorage, type GuardedStorage } from '../../state/storage/shared.ts'
import { idTtl, keyOf, lastKey } from './tag-ids.ts'
import { showValue } from '../../internal/guards/check.ts'
import { checkTags } from '../../state/tags/shared.ts'

/** How many tags may wait. An app that writes for hours while its storage is down must not run out of memory. */
const maxWaiting = 100_000

/** How many tags are sent at once when they are sent again. */
const batchSize = 1000

/** Milliseconds before an invalidation is sent again. */
const [shortestPause, longestPause] = [100, 5000]

/** An invalidation that was sent. */
export interface SentInvalidation {
  /** Rejects if the first attempt failed, or did not arrive within the `timeout` of the storage. */
  readonly firstAttempt: Promise<void>
  /**
   * Resolves when the storage has confirmed all tags. Call it at once. Only calls of this function are remembered. So while
   * the storage is down, writes that no request waits for take no memory.
   */
  arrived(): Promise<void>
}

/** One call of {@link SentInvalidation.arrived}. */
interface Job {
  /** How many of its tags still wait. */
  left: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** A tag that the storage has not confirmed. */
interface WaitingTag {
  /** The number of its last invalidation. */
  number: number
  readonly jobs: Set<Job>
  /** The bus on which the tag is published again when its invalidation has arrived. */
  bus?: Bus | undefined
}

type Batch = readonly (readonly [tag: string, number: number])[]

/**
 * The invalidations of this process that the storage has not confirmed. They are sent again, with other ids, until one
 * attempt gets all its replies. Meanwhile their tags wait: this process neither uses nor stores entries with these tags.
 */
export class Invalidations {
  readonly #storage: GuardedStorage
  /** The waiting tags, the oldest first. */
  readonly #waiting = new Map<string, WaitingTag>()
  #count = 0
  #isRepeating = false
  #hasGivenUp = false

  constructor(storage: GuardedStorage) {
    this.#storage = storage
  }

  /** Whether an invalidation of one of these tags is not confirmed yet. */
  areWaiting(tags: readonly string[]): boolean {
    return this.#waiting.size > 0 && tags.some((tag) => this.#waiting.has(tag))
  }

  send(tags: readonly string[]): SentInvalidation {
    const batch = this.#enqueue(tags)
    const { last, all } = this.#attempt(this.#storage, batch)
    all.catch(() => this.#repeat(isWorker ? batch : undefined))

    // If the first command gets no reply in time, the tags are not waited for.
    const firstAttempt = this.#inTime(last.then(() => all))
    ignoreRejection(firstAttempt)
    return { firstAttempt, arrived: () => this.#whenArrived(tags) }
  }

  /**
   * Publishes these tags when their invalidation has arrived. Before that, a page that hears of the write could get the old
   * response from the cache of another machine.
   */
  publishLate(tags: readonly string[], bus: Bus | undefined): void {
    for (const tag of tags) {
      const waiting = this.#waiting.get(tag)
      if (waiting) waiting.bus = bus
    }
  }

  #whenArrived(tags: readonly string[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    ignoreRejection(promise)
    const waiting = tags.map((tag) => this.#waiting.get(tag)).filter((tag) => tag !== undefined)
    const job: Job = { left: waiting.length, resolve, reject }
    for (const { jobs } of waiting) jobs.add(job)
    if (waiting.length === 0) resolve()
    return promise
  }

  /** Two commands in a row may take twice the `timeout` of the storage, and a response should wait for it only once. */
  async #inTime(attempt: Promise<void>): Promise<void> {
    const { timeout } = this.#storage
    if (timeout === Infinity) return attempt

    const isDone = await within(
      attempt.then(() => true),
      timeout,
    )
    if (!isDone) throw new Error(`an invalidation did not arrive within ${timeout} ms`)
  }

  #enqueue(tags: readonly string[]): Batch {
    const number = ++this.#count
    for (const tag of tags) {
      const { bus, jobs } = this.#waiting.get(tag) ?? { jobs: new Set<Job>() }
      this.#waiting.delete(tag)
      this.#waiting.set(tag, { number, jobs, bus })
    }
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= maxWaiting) break
      this.#giveUp(oldest)
    }
    return tags.map((tag) => [tag, number])
  }

  /** Writes `i`, then the tags, even if `i` gets no reply. */
  #attempt(storage: Storage, batch: Batch): { last: Promise<void>; all: Promise<void> } {
    const write = async (key: string): Promise<void> => {
      await storage.set(key, crypto.randomUUID(), { ttl: idTtl })
    }
    const last = write(lastKey)
    const writeTags = () => Promise.all(batch.map(([tag]) => write(keyOf(tag))))
    const all = last.then(writeTags, async (error: unknown) => {
      await writeTags().catch(() => {})
      throw error
    })
    return { last, all: all.then(() => this.#settle(batch)) }
  }

  #settle(batch: Batch): void {
    const late = new Map<Bus, string[]>()
    for (const [tag, number] of batch) {
      const waiting = this.#waiting.get(tag)
      if (waiting?.number !== number) continue
      this.#waiting.delete(tag)
      for (const job of waiting.jobs) {
        if (--job.left === 0) job.resolve()
      }
      const { bus } = waiting
      if (bus === undefined) continue
      const tags = late.get(bus)
      if (tags) tags.push(tag)
      else late.set(bus, [tag])
    }
    for (const [bus, tags] of late) bus.publish(tags).catch(() => {})
    if (this.#waiting.size === 0) this.#hasGivenUp = false
  }

  /**
   * Sends the waiting tags until all of them have arrived.
   *
   * @param own The only tags to send. A Worker cannot continue the work of another request
   */
  async #repeat(own?: Batch): Promise<void> {
    if (own === undefined) {
      if (this.#isRepeating) return
      this.#isRepeating = true
    }
    const retry = new Retry(shortestPause, longestPause)
    while (true) {
      await pause(retry.fail())
      while (await this.#sendAgain(own)) if (!this.#hasWaiting(own)) break
      if (!this.#hasWaiting(own)) break
    }
    if (own === undefined) this.#isRepeating = false
  }

  #hasWaiting(own: Batch | undefined): boolean {
    return own === undefined
      ? this.#waiting.size > 0
      : own.some(([tag, number]) => this.#waiting.get(tag)?.number === number)
  }

  /** Sends the tags again. Returns whether they have arrived. */
  async #sendAgain(own: Batch | undefined): Promise<boolean> {
    const batch =
      own ??
      Array.from(this.#waiting.entries().take(batchSize), ([tag, w]) => [tag, w.number] as const)
    try {
      await this.#attempt(this.#storage.always, batch).all
      return true
    } catch {
      return false // The breaker has printed the reason.
    }
  }

  #giveUp(tag: string): void {
    const { jobs } = this.#waiting.get(tag)!
    this.#waiting.delete(tag)
    const message = `Cannot invalidate more than ${maxWaiting} tags while the storage does not work: the oldest are given up. Their responses live until they are too old.`
    for (const job of jobs) job.reject(new Error(message))
    if (!this.#hasGivenUp) console.error(message)
    this.#hasGivenUp = true
  }
}

/** The invalidations of each storage object: caches with one storage drop the same responses. */
const all = new WeakMap<GuardedStorage, Invalidations>()

export function invalidationsOf(storage: Storage): Invalidations {
  const guarded = guardStorage(storage)
  const known = all.get(guarded) ?? new Invalidations(guarded)
  all.set(guarded, known)
  return known
}

/** How long `invalidate()` waits for the storage, in milliseconds. */
const patience = 30_000

/** Creates `invalidate()`, which resolves when the storage has confirmed the tags. */
export function createInvalidate(
  invalidations: Invalidations,
): (...tags: string[]) => Promise<void> {
  return async (...tags) => {
    checkTags('invalidate()', tags)
    if (tags.length === 0) return

    const { arrived } = invalidations.send(Array.from(new Set(tags)))
    const hasArrived = await within(
      arrived().then(() => true),
      patience,
    )
    if (hasArrived) return
    throw new Error(
      `Cannot confirm that ${showValue(tags)} are invalidated: the storage has not replied for 30 s. They are sent again until it does.`,
    )
  }
}
