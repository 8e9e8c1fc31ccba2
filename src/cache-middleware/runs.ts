import { isWorker } from '../internal/runtime.ts'

/** A run on its way. */
export interface PendingRun<Made> {
  /** Whether it began after a request arrived. Such a run has seen everything that the visitor knows of. */
  isAfter(arrival: number): boolean
  readonly made: Promise<Made>
}

/** The runs of this process. A Worker must not wait for another request, so there they are not shared. */
export class Runs<Made> {
  /** How many runs have begun. */
  #begun = 0
  readonly #pending = new Map<string, PendingRun<Made>>()

  /** Call this when a request arrives. */
  arrive(): number {
    return this.#begun
  }

  get(key: string): PendingRun<Made> | undefined {
    return this.#pending.get(key)
  }

  start(key: string, make: () => Promise<Made>): Promise<Made> {
    const number = ++this.#begun
    if (isWorker) return make()

    const made = make().finally(() => {
      if (this.#pending.get(key) === run) this.#pending.delete(key)
    })
    const run: PendingRun<Made> = { isAfter: (arrival) => number > arrival, made }
    this.#pending.set(key, run)
    return made
  }
}
