import {
  checkLimit,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { pause } from '../../internal/process/promises.ts'
import { createRedisInTime, takesWords } from '../common/shared.ts'
import type { Bus } from './bus.ts'
import {
  createSharedBus,
  type BusConnection,
  type BusReceiver,
  type Heartbeat,
} from './shared-bus.ts'

/** The methods that the bus calls, on a client of `redis` or `ioredis`, or of a cluster. */
export interface RedisBusClient {
  publish(channel: string, message: string): Promise<unknown>
  /** Creates the client that listens. */
  duplicate(): RedisBusListener
}

/** The client that listens. */
export interface RedisBusListener {
  on(event: string, listener: (...args: any[]) => void): unknown
  subscribe(channel: string, ...listener: any[]): Promise<unknown>
  /** Connects a client of `redis`. A client of `ioredis` connects by itself. */
  connect?(): Promise<unknown>
  /** Closes a client of `redis`. */
  destroy?(): unknown
  /** Closes a client of `ioredis`. */
  disconnect?(): unknown
}

/** Options for {@link createRedisBus}. */
export interface RedisBusOptions {
  /** A connected client of `redis` or `ioredis`. The bus listens with a second client, which it creates and closes. */
  readonly client: RedisBusClient
  /** @default 'framework:' */
  readonly prefix?: string
  /**
   * Milliseconds after which a message counts as lost and is sent again.
   *
   * @default 250
   */
  readonly timeout?: number
}

/**
 * Creates a bus on Redis, for apps that run on several machines.
 *
 * @param options The client
 * @returns A bus that reaches all processes with the same server and prefix
 * @throws {TypeError} If there is no client, or an option is not known
 *
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect()
 * const router = createRouter({ bus: createRedisBus({ client }) })
 */
export function createRedisBus(options: RedisBusOptions): Bus {
  return createRedisBusWith(options)
}

/** Creates the bus with another heartbeat, for tests. */
export function createRedisBusWith(options: RedisBusOptions, heartbeat?: Heartbeat): Bus {
  checkOptions('createRedisBus()', options, 'client prefix timeout')
  const { client, prefix = 'framework:', timeout = 250 } = options
  invariant(
    typeof client?.publish === 'function' && typeof client.duplicate === 'function',
    `createRedisBus() needs a client of \`redis\` or \`ioredis\` as client, not ${showValue(client)}`,
  )
  invariant(
    typeof prefix === 'string',
    `createRedisBus() takes a string as prefix, not ${showValue(prefix)}`,
  )
  invariant(
    checkLimit('timeout', timeout, longestTimeout) > 0,
    'createRedisBus() takes a timeout above 0 milliseconds, not 0',
  )

  const connection = new RedisConnection(client, `${prefix}bus`, timeout)
  return createSharedBus(connection, Infinity, heartbeat)
}

/** Milliseconds before it tries to subscribe again. The client itself connects again when it can. */
const RETRY = 500

class RedisConnection implements BusConnection {
  readonly #client: RedisBusClient
  readonly #channel: string
  readonly #inTime: ReturnType<typeof createRedisInTime>
  #receiver: BusReceiver | undefined
  #listener: RedisBusListener | undefined
  #isClosed = false

  constructor(client: RedisBusClient, channel: string, timeout: number) {
    this.#client = client
    this.#channel = channel
    this.#inTime = createRedisInTime(client, timeout)
  }

  async send(messages: readonly string[]): Promise<void> {
    for (const message of messages) {
      await this.#inTime('PUBLISH', this.#client.publish(this.#channel, message))
    }
  }

  listen(receiver: BusReceiver): void {
    this.#receiver = receiver
    const listener = this.#client.duplicate()
    this.#listener = listener
    listener.on('error', () => {}) // The client connects again by itself. If the app wants to log errors, it listens to its own client.
    const channel = this.#channel
    const isIORedis = takesWords(listener)
    const onMessage = (json: unknown): void => receiver.message(String(json))
    if (isIORedis) {
      listener.on('message', (name: unknown, json: unknown) => {
        if (String(name) === channel) onMessage(json)
      })
    }
    const subscribe = async (): Promise<void> => {
      await (isIORedis ? listener.subscribe(channel) : listener.subscribe(channel, onMessage))
      receiver.confirmed()
    }

    void this.#start(listener, isIORedis, subscribe)
  }

  listenAgain(): void {
    disconnect(this.#listener!)
    this.listen(this.#receiver!)
  }

  /** Connects and subscribes for the first time. From then on, `ready` means that the connection broke and is back. */
  async #start(
    listener: RedisBusListener,
    isIORedis: boolean,
    subscribe: () => Promise<void>,
  ): Promise<void> {
    let isConnected = isIORedis
    const isGivenUp = (): boolean => this.#isClosed || this.#listener !== listener
    while (!isGivenUp()) {
      try {
        // A client of `redis` may have given up, if the app has set such a strategy for it.
        if (!isConnected) await listener.connect?.()
        isConnected = true
        if (isGivenUp()) return disconnect(listener)
        await subscribe()
        break
      } catch {
        await pause(RETRY)
      }
    }
    listener.on('ready', () => {
      subscribe().catch(() => {}) // The connection broke again, so there will be another `ready`.
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#listener) disconnect(this.#listener)
  }
}

function disconnect(listener: RedisBusListener): void {
  try {
    if (listener.destroy !== undefined) listener.destroy()
    else listener.disconnect?.()
  } catch {
    // A client of `redis` throws if it is already closed, or not connected yet.
  }
}
