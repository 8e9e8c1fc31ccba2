import { once } from 'node:events'
import { connect as connectHttp2, constants, type ClientHttp2Stream } from 'node:http2'
import { RawConnection, type RawResponse } from './raw-connection.ts'

export type RuntimeName = 'Node HTTP/1.1' | 'Node HTTP/2' | 'Bun' | 'Deno' | 'workerd'

/** A request of a case. It is sent unchanged. */
export interface Outgoing {
  readonly method?: string
  readonly path?: string
  /** The `Host` header. `null` sends none. */
  readonly host?: string | null
  readonly headers?: readonly (readonly [string, string])[]
  /** Sent with a Content-Length. */
  readonly body?: string
  /** Sent in chunks, without a length. */
  readonly chunks?: readonly string[]
}

/** A pending request whose client can disconnect at any time. */
export interface Leavable {
  /** Disconnects normally, or like a client that crashes. */
  leave(how: 'destroy' | 'reset'): void
}

/** A server that runs the app of the suite. */
export interface Target {
  readonly runtime: RuntimeName
  readonly port: number
  /** The origin that the app sees if a case sets no host. */
  readonly origin: string
  send(request: Outgoing): Promise<RawResponse>
  /** Sends a request without waiting for the response. With `isOpen`, the body does not end yet. */
  begin(request: Outgoing, isOpen?: boolean): Promise<Leavable>
  /** A connection for bytes that no client would send. HTTP/1.1 only. */
  connect(): Promise<RawConnection>
  close(): Promise<void>
}

/** A request in HTTP/1.1, byte by byte. */
export function toBytes(request: Outgoing, host: string): string {
  const { method = 'GET', path = '/hello', headers = [], body, chunks } = request
  const named = request.host === undefined ? host : request.host
  const lines = [`${method} ${path} HTTP/1.1`]
  if (named !== null) lines.push(`Host: ${named}`)
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push(`Content-Length: ${body.length}`)
  if (chunks !== undefined) lines.push('Transfer-Encoding: chunked')
  const payload = chunks === undefined ? (body ?? '') : [...chunks, ''].map(toChunk).join('')

  return `${lines.join('\r\n')}\r\n\r\n${payload}`
}

export function toChunk(data: string): string {
  return `${data.length.toString(16)}\r\n${data}\r\n`
}

export function createHttp1Target(
  runtime: RuntimeName,
  port: number,
  close: () => Promise<void>,
): Target {
  return {
    runtime,
    port,
    origin: `http://127.0.0.1:${port}`,
    close,
    connect: () => RawConnection.open(port),
    async begin(request, isOpen = false) {
      const connection = await RawConnection.open(port)
      const bytes = toBytes(request, `127.0.0.1:${port}`)
      // Without the last byte, the body has not ended.
      connection.write(isOpen ? bytes.slice(0, -1) : bytes)

      return { leave: (how) => connection[how]() }
    },
    async send(request) {
      const connection = await RawConnection.open(port)
      try {
        connection.write(toBytes(request, `127.0.0.1:${port}`))

        return await connection.read(request.method)
      } finally {
        connection.destroy()
      }
    },
  }
}

export function createHttp2Target(port: number, close: () => Promise<void>): Target {
  return {
    runtime: 'Node HTTP/2',
    port,
    origin: `https://127.0.0.1:${port}`,
    close,
    connect: () => Promise.reject(new Error('HTTP/2 has no such bytes')),
    async begin(request, isOpen = false) {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
      session.on('error', () => {})
      const stream = session.request(toFields(request, port), {
        endStream: !isOpen && !hasBody(request),
      })
      stream.on('error', () => {})
      stream.resume()
      writeBody(stream, isOpen ? { ...request, body: request.body?.slice(0, -1) } : request)
      if (!isOpen && hasBody(request)) stream.end()
      // Node's client ends a stream before it resets it. A body without a length would then be complete.
      const canClose = !isOpen || request.chunks === undefined

      return {
        leave(how) {
          if (how === 'destroy' && canClose)
            stream.close(constants.NGHTTP2_CANCEL, () => session.close())
          else session.destroy()
        },
      }
    },
    async send(request) {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
      try {
        const stream = session.request(toFields(request, port), { endStream: !hasBody(request) })
        const interim: number[] = []
        stream.on('headers', (head) => interim.push(Number(head[':status'])))
        stream.on('continue', () => interim.push(100))
        writeBody(stream, request)
        if (hasBody(request)) stream.end()

        return await readResponse(stream, interim)
      } finally {
        session.destroy()
      }
    },
  }
}

function hasBody({ body, chunks }: Outgoing): boolean {
  return body !== undefined || chunks !== undefined
}

function writeBody(stream: ClientHttp2Stream, { body, chunks = [] }: Outgoing): void {
  for (const piece of body === undefined ? chunks : [body])
    stream.write(Buffer.from(piece, 'latin1'))
}

function toFields(
  { method = 'GET', path = '/hello', host, headers = [], body }: Outgoing,
  port: number,
): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  fields[':method'] = method
  fields[':path'] = path
  if (host !== null) fields[':authority'] = host ?? `127.0.0.1:${port}`
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const known = fields[key]
    fields[key] = known === undefined ? value : [known, value].flat()
  }
  if (body !== undefined) fields['content-length'] = String(body.length)

  return fields
}

async function readResponse(stream: ClientHttp2Stream, interim: number[]): Promise<RawResponse> {
  const failure = once(stream, 'error').then(([error]) => Promise.reject(error as Error))
  failure.catch(() => {})
  const head = await Promise.race([once(stream, 'response'), failure])
  const rawHeaders = head[2] as string[]
  const headers: [string, string][] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!rawHeaders[i]!.startsWith(':'))
      headers.push([rawHeaders[i]!.toLowerCase(), rawHeaders[i + 1]!])
  }
  let body = ''
  stream.setEncoding('latin1')
  stream.on('data', (piece: string) => (body += piece))
  await Promise.race([once(stream, 'end'), failure])
  await Promise.race([new Promise((resolve) => setTimeout(resolve, 0)), failure])

  return { status: Number(head[0][':status']), headers, body, interim }
}
