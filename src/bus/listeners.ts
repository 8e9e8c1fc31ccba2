import type { BusListener } from './bus.ts'

/** The listeners of one bus. One that throws does not stop the others. */
export class Listeners {
  /** Each in an object of its own, because one listener may be added twice. */
  readonly #all = new Set<{ readonly listener: BusListener }>()

  add(listener: BusListener): () => void {
    const added = { listener }
    this.#all.add(added)
    return () => void this.#all.delete(added)
  }

  write(tags: readonly string[], from: string | undefined): void {
    this.#call((listener) => listener.write(tags, from))
  }

  gap(): void {
    this.#call((listener) => listener.gap())
  }

  #call(call: (listener: BusListener) => void): void {
    for (const { listener } of this.#all) {
      try {
        call(listener)
      } catch (error) {
        console.error('A listener of the bus failed:', error)
      }
    }
  }
}
