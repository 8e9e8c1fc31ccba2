import type { Bus } from './bus.ts'
import { Listeners } from './listeners.ts'
import { checkWrite } from './message.ts'

/**
 * Creates a bus for an app that runs in one process. It never has gaps.
 *
 * @example
 * const bus = createMemoryBus()
 * const router = createRouter({ bus })
 */
export function createMemoryBus(): Bus {
  const listeners = new Listeners()

  return {
    isShared: false,

    async publish(tags, from) {
      checkWrite('publish()', tags, from)
      listeners.write(tags, from)
    },

    subscribe: (listener) => listeners.add(listener),
    async close() {},
  }
}
