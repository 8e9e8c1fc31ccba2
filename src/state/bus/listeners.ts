import type { BusListener } from './bus.ts'

/** The listeners of one bus. If a listener throws, the others are still called. */
export class Listeners {
  /** Each listener is in a separate object, because the app may add the same listener twice. */
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
