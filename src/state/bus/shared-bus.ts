import { noteSharedState } from '../common/shared.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { pause } from '../../internal/process/promises.ts'
import type { Bus } from './bus.ts'
import { Listeners } from './listeners.ts'
import { checkWrite, parseMessage, serializeWrites } from './message.ts'
import { Outbox } from './outbox.ts'

/** A connection to the server that passes messages on to all processes. */
export interface BusConnection {
  /** Sends messages. Rejects if the server does not take them in time. */
  send(messages: readonly string[]): Promise<void>
  /** Starts to listen. If the connection breaks, it connects again by itself. */
  listen(receiver: BusReceiver): void
  /** Gives up the connection that listens, and opens another one. */
  listenAgain(): void
  close(): Promise<void>
}

export interface BusReceiver {
  message(json: string): void
  /** Called when every message arrives from now on. Called again when a broken connection is restored. */
  confirmed(): void
}

/** The times, in milliseconds, after which a bus notices a dead connection that nothing has closed. */
export interface Heartbeat {
  /** After such a time without a message, the bus sends an empty one, which must come back. */
  readonly silence: number
  /** The time within which the empty message must come back. */
  readonly patience: number
}

/**
 * Creates a bus that reaches other processes.
 *
 * @param connection The server
 * @param maxBytes The size of the largest message that the server takes
 * @param heartbeat Other times, for tests
 */
export function createSharedBus(
  connection: BusConnection,
  maxBytes: number,
  heartbeat: Heartbeat = { silence: 10_000, patience: 5_000 },
): Bus {
  noteSharedState()
  const publisher = crypto.randomUUID().replaceAll('-', '').slice(0, 12)
  const listeners = new Listeners()
  const outbox = new Outbox((writes) =>
    connection.send(serializeWrites(publisher, writes, maxBytes)),
  )
  let isListening = false
  let isClosed = false
  /** Whether a message has arrived since the last check. */
  let isHeard = false

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
      if (!isListening) {
        connection.listen({ message: receive, confirmed: confirm })
        void watch()
      }
      isListening = true
      return unsubscribe
    },

    async close() {
      isClosed = true
      outbox.close()
      await connection.close()
    },
  }

  /**
   * Notices a dead connection that has not reported an error, such as behind a firewall that has dropped it. The messages of
   * all buses count, so an idle app sends about one in each interval, even with many processes.
   */
  async function watch(): Promise<void> {
    for (;;) {
      isHeard = false
      await pause(heartbeat.silence)
      if (isClosed) return
      if (isHeard) continue

      connection.send(serializeWrites(publisher, [], maxBytes)).catch(() => {})
      await pause(heartbeat.patience)
      if (isClosed) return
      if (!isHeard) connection.listenAgain()
    }
  }

  function confirm(): void {
    isHeard = true
    listeners.gap()
  }

  function receive(json: string): void {
    isHeard = true
    const message = parseMessage(json)
    if (message === null) {
      warnOnce('Another program sends messages on the channel of the bus. They are ignored.')
    } else if (message.p === publisher) {
      // This bus has published the message itself, and has called its listeners then.
    } else if ('all' in message) {
      listeners.gap()
    } else {
      for (const [tags, from] of message.w) listeners.write(tags, from)
    }
  }
}
