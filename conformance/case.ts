import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { RawResponse, RawConnection } from './raw-connection.ts'
import { toBytes, type Outgoing, type Target } from './target.ts'

/** One behaviour that must be the same on every runtime. */
export interface Case {
  /** A sentence about what a client can observe. */
  readonly name: string
  /** Sends requests to a server. Rejects if it behaves differently. */
  run(target: Target): Promise<void>
  /** Whether the case sends bytes that exist only in HTTP/1.1. */
  readonly http1?: true
}

/** What the app saw of a request to `/echo`. */
export interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Sends a request to `/echo` and returns what the app saw. */
export async function echo(target: Target, request: Outgoing = {}): Promise<Echo> {
  const response = await target.send({ path: '/echo', ...request })
  assert.equal(response.status, 200, response.body)

  return JSON.parse(Buffer.from(response.body, 'latin1').toString()) as Echo
}

export function seenHeader({ headers }: Echo, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1]
}

/** Creates a case that expects a status, and a body if one is given. */
export function responds(name: string, request: Outgoing, status: number, body?: string): Case {
  return {
    name,
    async run(target) {
      const response = await target.send(request)
      assert.equal(response.status, status, response.body)
      if (body !== undefined) assert.equal(response.body, body)
      await assertServing(target)
    },
  }
}

/** Creates a case that writes bytes and expects one of some statuses. The server may also close the connection. */
export function refuses(name: string, bytes: string, statuses: readonly number[]): Case {
  return {
    name,
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytes.replaceAll('{host}', `127.0.0.1:${target.port}`))
        const response = await connection.read().catch(ignoreClose)
        if (response !== null) {
          assert.ok(statuses.includes(response.status), `${response.status}: ${response.body}`)
        }
        await assertServing(target)
      }),
  }
}

/** Closing the connection without a response is also a refusal. */
function ignoreClose(error: unknown): null {
  if (error instanceof Error && error.message.includes('closed the connection')) return null
  throw error
}

/** Opens a connection, and closes it after `use`. */
export async function withConnection(
  target: Target,
  use: (connection: RawConnection) => Promise<void>,
): Promise<void> {
  const connection = await target.connect()
  try {
    await use(connection)
  } finally {
    connection.destroy()
  }
}

/** Returns the bytes of a request to this server. */
export function bytesOf(target: Target, request: Outgoing): string {
  return toBytes(request, `127.0.0.1:${target.port}`)
}

/** Checks that the server still works. */
export async function assertServing(target: Target): Promise<void> {
  const response: RawResponse = await target.send({ path: '/hello' })
  assert.equal(response.status, 200)
  assert.equal(response.body, 'hello')
}

/** Waits until the log of the app has an entry about a request whose client disconnected. */
export async function waitForLog(target: Target, id: string, expected: RegExp): Promise<void> {
  const deadline = Date.now() + 3000
  for (;;) {
    const response = await target.send({ path: `/log?of=${id}` })
    if (expected.test(response.body)) return
    if (Date.now() > deadline) assert.match(response.body, expected)
    await pause(20)
  }
}

let ids = 0

/** Creates an id that identifies a request in the log of the app. */
export function newId(): string {
  return `r${ids++}`
}
