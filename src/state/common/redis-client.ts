import { createInTime, startTimer, type InTime } from '../../internal/process/promises.ts'

/** The methods that storages call, on a client of `redis`, `ioredis` or anything like them. */
export interface RedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, ...options: any[]): Promise<unknown>
  del(key: string): Promise<unknown>
  /**
   * Runs a script. With it, a command of a session that arrives late never undoes a newer commit. Without it, records
   * are written with `SET` and deleted with `DEL`, and a late command can undo a newer one.
   */
  eval?(script: string, ...options: any[]): Promise<unknown>
}

/** Whether a client takes the words of the protocol, as `ioredis` does. `redis` takes objects. Only `ioredis` has `call`. */
export function takesWords(client: object): boolean {
  return 'call' in client
}

/** Runs `SET` with a lifetime. With `XX` the key must exist, with `NX` it must not. Otherwise the reply is `null`. */
type Set = (
  key: string,
  value: string,
  milliseconds: number,
  condition?: 'XX' | 'NX',
) => Promise<unknown>

export function createSet(client: RedisClient): Set {
  if (takesWords(client)) {
    return (key, value, milliseconds, condition) =>
      condition === undefined
        ? client.set(key, value, 'PX', milliseconds)
        : client.set(key, value, 'PX', milliseconds, condition)
  }
  // `redis` 4 ignores the first two options, so a value would never expire. Later versions prefer the first two.
  return (key, value, milliseconds, condition) =>
    client.set(key, value, {
      expiration: { type: 'PX', value: milliseconds },
      ...(condition !== undefined && { condition, [condition]: true }),
      PX: milliseconds,
    })
}

/**
 * Creates a function that passes on the reply to a command, or rejects if the reply does not come in time. If nothing
 * comes back for 5 seconds, the client closes its connection and connects again: nothing else closes a connection that a
 * firewall has forgotten.
 *
 * @param timeout Milliseconds
 */
export function createRedisInTime(client: object, timeout: number): InTime {
  const inTime = createInTime('Redis', timeout)
  const connection = connections.get(client) ?? new WatchedConnection(client)
  connections.set(client, connection)

  return (command, reply, deadline) => {
    connection.expect(reply)
    return inTime(command, reply, deadline)
  }
}

/** Sessions, storages and a bus with the same client watch its connection together. */
const connections = new WeakMap<object, WatchedConnection>()

/** Milliseconds without a reply after which a connection counts as dead. */
const DEAD_AFTER = 5_000

/** Closes the connection of a client if commands are waiting and nothing comes back. */
class WatchedConnection {
  readonly #client: object
  #waiting = 0
  #cancel = (): void => {}

  constructor(client: object) {
    this.#client = client
  }

  expect(reply: Promise<unknown>): void {
    if (this.#waiting++ === 0) this.#startWaiting()
    const hear = (): void => {
      this.#waiting--
      this.#cancel()
      if (this.#waiting > 0) this.#startWaiting()
    }
    Promise.resolve(reply).then(hear, hear)
  }

  #startWaiting(): void {
    this.#cancel = startTimer(() => {
      void connectAgain(this.#client)
      this.#startWaiting()
    }, DEAD_AFTER)
  }
}

/** The members of a client of `redis` and of `ioredis` that close its connection. Version 4 of `redis` has no `destroy`. */
interface RedisConnection {
  readonly isReady?: boolean
  readonly status?: string
  readonly isCluster?: boolean
  connect(): Promise<unknown>
  destroy?(): unknown
  disconnect(reconnect?: boolean): unknown
}

/**
 * Closes a connection at once, and opens another one. A client that knows that it is not connected is already doing this,
 * and a cluster has several connections, so neither is changed.
 */
async function connectAgain(client: object): Promise<void> {
  const connection = client as RedisConnection
  try {
    if (takesWords(connection)) {
      if (connection.status === 'ready' && !connection.isCluster) connection.disconnect(true)
    } else if (connection.isReady) {
      if (connection.destroy) connection.destroy()
      else await connection.disconnect()
      await connection.connect()
    }
  } catch {
    // The client reports it as an event, or the next command rejects with it.
  }
}
