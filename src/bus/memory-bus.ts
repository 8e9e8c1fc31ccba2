import { checkEachTag } from '../tags/shared.ts'
import type { Bus } from './bus.ts'
import { Listeners } from './listeners.ts'

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
      listeners.write(checkEachTag('publish()', tags), from)
    },

    subscribe: (listener) => listeners.add(listener),
    async close() {},
  }
}
