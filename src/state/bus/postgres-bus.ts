import {
  checkLimit,
  checkOptions,
  invariant,
  longestTimeout,
  showValue,
} from '../../internal/guards/check.ts'
import { Retry } from '../common/shared.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { createInTime, pause, refusePromise } from '../../internal/process/promises.ts'
import type { Bus } from './bus.ts'
import {
  createSharedBus,
  type BusConnection,
  type BusReceiver,
  type Heartbeat,
} from './shared-bus.ts'

/** The methods that the bus calls on a `Client` of `pg`. */
export interface PostgresBusClient {
  connect(): Promise<unknown>
  query(text: string, values?: unknown[]): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end', listener: () => void): unknown
  end(): Promise<void>
}

/** Options for {@link createPostgresBus}. */
export interface PostgresBusOptions {
  /**
   * Creates a client of `pg` that is not connected. The bus connects and closes it, and creates another client if the
   * connection breaks.
   */
  readonly connect: () => PostgresBusClient
  /**
   * Milliseconds after which a message counts as lost and is sent again.
   *
   * @default 1000
   */
  readonly timeout?: number
}

/** Postgres refuses a message of 8,000 bytes or more. */
const MAX_BYTES = 7_000

/**
 * Creates a bus on Postgres, for apps that run on several machines and have no Redis. It uses one connection, which must
 * reach the server itself: behind PgBouncer, use a pool in session mode.
 *
 * @param options How to connect
 * @returns A bus that reaches all processes with the same database
 * @throws {TypeError} If `connect` is not a function, or an option is not known
 *
 * @example
 * const bus = createPostgresBus({ connect: () => new pg.Client(process.env.DATABASE_URL) })
 * const router = createRouter({ bus })
 */
export function createPostgresBus(options: PostgresBusOptions): Bus {
  return createPostgresBusWith(options)
}

/** Creates the bus with another heartbeat, for tests. */
export function createPostgresBusWith(options: PostgresBusOptions, heartbeat?: Heartbeat): Bus {
  checkOptions('createPostgresBus()', options, 'connect timeout')
  const { connect, timeout = 1_000 } = options
  invariant(
    typeof connect === 'function',
    `createPostgresBus() needs a function that creates a client of \`pg\` as connect, not ${showValue(connect)}`,
  )
  invariant(
    checkLimit('timeout', timeout, longestTimeout) > 0,
    'createPostgresBus() takes a timeout above 0 milliseconds, not 0',
  )

  return createSharedBus(new PostgresConnection(connect, timeout), MAX_BYTES, heartbeat)
}

const CHANNEL = 'framework_bus'

/** Milliseconds before the bus connects again. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [100, 5_000]

/** Milliseconds after which a client that is not connected is given up. A server that hangs may never accept it. */
const PATIENCE = 10_000

class PostgresConnection implements BusConnection {
  readonly #create: () => PostgresBusClient
  readonly #inTime: ReturnType<typeof createInTime>
  readonly #inPatience = createInTime('Postgres', PATIENCE)
  #receiver: BusReceiver | undefined
  #client: Promise<PostgresBusClient> | undefined
  #isClosed = false

  constructor(create: () => PostgresBusClient, timeout: number) {
    this.#create = create
    this.#inTime = createInTime('Postgres', timeout)
  }

  async send(messages: readonly string[]): Promise<void> {
    const client = await this.#inTime('a connection', this.#connected())
    try {
      // All messages are one query, so that either all of them are sent or none.
      await this.#inTime(
        'NOTIFY',
        client.query(`select pg_notify('${CHANNEL}', message) from unnest($1::text[]) as message`, [
          messages,
        ]),
      )
    } catch (error) {
      // A connection without a reply may be dead, although no error says so.
      this.#drop(client)
      throw error
    }
  }

  listen(receiver: BusReceiver): void {
    this.#receiver = receiver
    // A client that only sends has to listen from now on.
    if (this.#client === undefined) this.#connected().catch(ignoreClosed)
    else this.#client.then((client) => this.#drop(client), ignoreClosed)
  }

  async listenAgain(): Promise<void> {
    const client = await this.#current()
    if (client) this.#drop(client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#current()
    await client?.end().catch(() => {})
  }

  /** The client, unless it is still being connected. */
  async #current(): Promise<PostgresBusClient | undefined> {
    return Promise.race([this.#client, undefined]).catch(ignoreClosed)
  }

  #connected(): Promise<PostgresBusClient> {
    this.#client ??= this.#connect()
    return this.#client
  }

  /** Tries to connect until a connection listens. */
  async #connect(): Promise<PostgresBusClient> {
    const retry = new Retry(SHORTEST_PAUSE, LONGEST_PAUSE)
    while (true) {
      this.#throwIfClosed()
      let client: PostgresBusClient | undefined
      try {
        client = refusePromise('`connect` of createPostgresBus()', this.#create())
        await this.#inPatience('a connection', this.#open(client))
        return client
      } catch (error) {
        // A client that cannot even be created is a mistake of the app. Connecting fails if the server does not run.
        if (client === undefined) warnOnce(`Cannot create a client of the bus: ${String(error)}`)
        client?.end().catch(() => {})
        await pause(retry.fail())
      }
    }
  }

  async #open(client: PostgresBusClient): Promise<void> {
    const receiver = this.#receiver
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    client.on('notification', ({ payload }) => receiver?.message(payload ?? ''))
    await client.connect()
    if (receiver !== undefined) await client.query(`listen ${CHANNEL}`)
    // The bus may have been closed meanwhile. Then this client has to end here.
    this.#throwIfClosed()
    receiver?.confirmed()
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new Error('Cannot use a bus that was closed')
  }

  /** Forgets a broken client. If the bus listens, it connects again at once. */
  #drop(client: PostgresBusClient): void {
    const current = this.#client
    current?.then((connected) => {
      if (connected !== client || this.#client !== current) return
      this.#client = undefined
      client.end().catch(() => {})
      if (this.#receiver !== undefined && !this.#isClosed) this.#connected().catch(ignoreClosed)
    }, ignoreClosed)
  }
}

/** At this point, a connection fails only if the bus was closed meanwhile. */
function ignoreClosed(): undefined {}
