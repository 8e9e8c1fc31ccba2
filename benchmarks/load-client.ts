// The process that sends requests. See load.ts: its turns are shorter than a second, which wrk cannot do.
import { connect, type Socket } from 'node:net'

/** What the client is asked to do: open connections, or use them for a while and close them. */
export type Order =
  | {
      open: { port: number; connections: number; requests: readonly string[]; anyStatus: boolean }
    }
  | { run: { time: number } }

/** The result of a turn. */
export interface TurnResult {
  requests: number
  /** Seconds, until the last response has arrived. */
  elapsed: number
  /** The 99th percentile of the response times, in milliseconds. */
  p99: number
}

/** All sockets read into the same memory, one after the other. */
const memory = Buffer.alloc(2 ** 18)

/** A connection that sends one request at a time. */
class Connection {
  readonly #socket: Socket
  readonly #requests: readonly Buffer[]
  readonly #anyStatus: boolean
  #sent = 0
  /** Bytes of the body that are missing. `Infinity` for a body in chunks, `undefined` before the headers. */
  #missing: number | undefined
  #tail = ''
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined

  constructor(port: number, requests: readonly Buffer[], anyStatus: boolean, first: number) {
    this.#requests = requests
    this.#anyStatus = anyStatus
    this.#sent = first
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: memory,
        callback: (size) => {
          this.#receive(memory.subarray(0, size))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server has disconnected')))
  }

  /** Sends a request, and waits for the end of its response. */
  send(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#missing = undefined
      this.#socket.write(this.#requests[this.#sent++ % this.#requests.length]!)
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    const body = this.#missing === undefined ? this.#readHead(chunk) : chunk
    if (this.#missing === Infinity) {
      this.#tail = (this.#tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5)
      if (this.#tail === '0\r\n\r\n') this.#missing = 0
    } else {
      this.#missing! -= body.length
    }
    if (this.#missing === 0) this.#settle!.resolve()
  }

  /** Returns what follows the headers. All servers send the headers at once. */
  #readHead(chunk: Buffer): Buffer {
    const end = chunk.indexOf('\r\n\r\n')
    const head = chunk.toString('latin1', 0, end)
    if (end === -1 || (!this.#anyStatus && !head.startsWith('HTTP/1.1 2'))) {
      this.#settle!.reject(new Error(`A response starts with ${JSON.stringify(head)}`))
    }
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#missing = length === undefined ? Infinity : Number(length)
    this.#tail = ''
    return chunk.subarray(end + 4)
  }
}

let connections: Connection[] = []

/** Opens connections, and sends one request over each. */
async function open(order: Extract<Order, { open: unknown }>['open']): Promise<void> {
  const requests = order.requests.map((text) => Buffer.from(text))
  connections = Array.from(
    { length: order.connections },
    (_, at) => new Connection(order.port, requests, order.anyStatus, at),
  )
  await Promise.all(connections.map((connection) => connection.send()))
}

/** Sends requests over all connections for `time` milliseconds, waits for the last responses, and closes. */
async function run(time: number): Promise<TurnResult> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      let sent = performance.now()
      while (sent - start < time) {
        await connection.send()
        const received = performance.now()
        times.push(received - sent)
        sent = received
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(times).sort()

  return { requests: times.length, elapsed, p99: sorted[Math.floor(times.length * 0.99)]! }
}

process.on('message', async (order: Order) => {
  try {
    process.send!('open' in order ? ((await open(order.open)) ?? null) : await run(order.run.time))
  } catch (error) {
    process.send!({ error: (error as Error).message })
  }
})
process.on('disconnect', () => process.exit())
