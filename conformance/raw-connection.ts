import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response, parsed from the bytes of the connection. */
export interface RawResponse {
  readonly status: number
  /** Names in lowercase, in the order of arrival. Repeated headers are separate entries. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Statuses of the 1xx responses before it. */
  readonly interim: readonly number[]
}

/** The value of a header, or `undefined`. */
export function headerOf(response: RawResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key === name)?.[1]
}

/** A TCP connection that writes the given bytes unchanged and reads HTTP/1.1 responses. Bodies are Latin-1 text. */
export class RawConnection {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  #ended = false
  #wake: (() => void) | null = null

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake?.()
    })
    socket.on('error', () => {})
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.#ended = true
        this.#wake?.()
      })
    }
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    await once(socket, 'connect')

    return new RawConnection(socket)
  }

  write(data: string): void {
    if (this.socket.writable) this.socket.write(data, 'latin1')
  }

  /** Writes at the speed of the server, until the server accepts no more. */
  async pour(piece: string, times: number): Promise<void> {
    const bytes = Buffer.from(piece, 'latin1')
    let goOn = () => {}
    this.socket.on('drain', () => goOn())
    this.socket.on('close', () => goOn())
    for (let i = 0; i < times && this.socket.writable && !this.#ended; i++) {
      const isDrained = new Promise<void>((resolve) => {
        goOn = resolve
      })
      if (!this.socket.write(bytes)) await isDrained
    }
  }

  /** Reads the next response. `method` is the method of its request, because a response to HEAD has no body. */
  async read(method = 'GET'): Promise<RawResponse> {
    const interim: number[] = []
    for (;;) {
      const { status, headers } = await this.#readHead()
      if (status < 200) {
        interim.push(status)
        continue
      }

      const hasNone = method === 'HEAD' || status === 204 || status === 304
      const body = hasNone ? '' : await this.#readBody(headers)

      return { status, headers, interim, body }
    }
  }

  /** Reads the status and headers of the next response, but not the body. */
  async readHead(): Promise<RawResponse> {
    return { ...(await this.#readHead()), interim: [], body: '' }
  }

  /** Waits until at least `count` bytes of body have arrived, without taking the rest. */
  async readSome(count: number): Promise<string> {
    await this.#until(() => this.#received.length >= count)

    return this.#take(this.#received.length)
  }

  /** Waits until the server closes the connection. Returns everything that arrived before. */
  async readToEnd(): Promise<string> {
    while (!this.#ended) await this.#more()

    return this.#take(this.#received.length)
  }

  /** Closes the connection. */
  destroy(): void {
    this.socket.destroy()
  }

  /** Resets the connection, like a client that crashes. */
  reset(): void {
    this.socket.resetAndDestroy()
  }

  async #readHead(): Promise<{ status: number; headers: [string, string][] }> {
    await this.#until(() => this.#received.includes('\r\n\r\n'))
    const head = this.#take(this.#received.indexOf('\r\n\r\n') + 4)
    const [line = '', ...fields] = head.slice(0, -4).split('\r\n')
    const match = /^HTTP\/1\.[01] (\d{3})/.exec(line)
    if (match === null) throw new Error(`Not a status line: ${JSON.stringify(line)}`)

    const headers = fields.map((field): [string, string] => {
      const colon = field.indexOf(':')
      if (colon < 1) throw new Error(`Not a header: ${JSON.stringify(field)}`)

      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    })

    return { status: Number(match[1]), headers }
  }

  async #readBody(headers: readonly (readonly [string, string])[]): Promise<string> {
    const valueOf = (name: string) => headers.find(([key]) => key === name)?.[1]
    if (valueOf('transfer-encoding') === 'chunked') return this.#readChunks()

    const length = valueOf('content-length')
    if (length === undefined) return this.readToEnd()

    await this.#until(() => this.#received.length >= Number(length))

    return this.#take(Number(length))
  }

  async #readChunks(): Promise<string> {
    let body = ''
    for (;;) {
      await this.#until(() => this.#received.includes('\r\n'))
      const size = Number.parseInt(this.#take(this.#received.indexOf('\r\n') + 2), 16)
      await this.#until(() => this.#received.length >= size + 2)
      if (size === 0) {
        this.#take(2)

        return body
      }
      body += this.#take(size)
      this.#take(2)
    }
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#ended) {
        throw new Error(
          `The server closed the connection after ${JSON.stringify(this.#received.toString('latin1').slice(0, 200))}`,
        )
      }
      await this.#more()
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #take(count: number): string {
    const text = this.#received.toString('latin1', 0, count)
    this.#received = this.#received.subarray(count)

    return text
  }
}
