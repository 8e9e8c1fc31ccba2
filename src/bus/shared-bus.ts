import { noteSharedState } from '../internal/shared-state.ts'
import { warnOnce } from '../internal/warn-once.ts'
import type { Bus } from './bus.ts'
import { Listeners } from './listeners.ts'
import { checkWrite, parseMessage, serializeWrites } from './message.ts'
import { Outbox } from './outbox.ts'

/** A connection to the server that passes messages on to all processes. */
export interface BusConnection {
  /** Sends messages. Rejects if the server does not take them in time. */
  send(messages: readonly string[]): Promise<void>
  /** Begins to listen. It connects again by itself whenever the connection breaks. */
  listen(receiver: BusReceiver): void
  close(): Promise<void>
}

export interface BusReceiver {
  message(json: string): void
  /** From now on every message arrives. Called again when the connection broke and is back. */
  confirmed(): void
}

/**
 * Creates a bus that reaches other processes.
 *
 * @param connection The server
 * @param maxBytes The size of the largest message that the server takes
 */
export function createSharedBus(connection: BusConnection, maxBytes: number): Bus {
  noteSharedState()
  const publisher = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const listeners = new Listeners()
  const outbox = new Outbox((writes) =>
    connection.send(serializeWrites(publisher, writes, maxBytes)),
  )
  let isListening = false

  return {
    isShared: true,

    async publish(tags, from) {
      checkWrite('publish()', tags, from)
      if (tags.length === 0) return
      listeners.write(tags, from)
      await outbox.add(from === undefined ? [tags] : [tags, from])
    },

    subscribe(listener) {
      const unsubscribe = listeners.add(listener)
      if (!isListening) connection.listen({ message: receive, confirmed: () => listeners.gap() })
      isListening = true
      return unsubscribe
    },

    async close() {
      outbox.close()
      await connection.close()
    },
  }

  function receive(json: string): void {
    const message = parseMessage(json)
    if (message === null) {
      warnOnce(
        'Something else than a bus sends messages on the channel of the bus. They are ignored.',
      )
    } else if (message.p === publisher) {
      // Listeners were called when it was published.
    } else if ('all' in message) {
      listeners.gap()
    } else {
      for (const [tags, from] of message.w) listeners.write(tags, from)
    }
  }
}
