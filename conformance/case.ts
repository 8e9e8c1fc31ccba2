import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, RawConnection } from './raw-connection.ts'
import { toBytes, type Outgoing, type Target } from './target.ts'

/** One thing that is the same wherever an app is served. */
export interface Case {
  /** A sentence about what someone outside can observe. */
  readonly name: string
  /** Talks to a server; rejects if it behaves otherwise. */
  run(target: Target): Promise<void>
  /** Bytes that exist only in HTTP/1.1. */
  readonly http1?: true
}

/** What the app saw of a request to `/echo`. */
export interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Sends a request to `/echo` and answers with what the app saw. */
export async function echo(target: Target, request: Outgoing = {}): Promise<Echo> {
  const answer = await target.send({ path: '/echo', ...request })
  assert.equal(answer.status, 200, answer.body)

  return JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as Echo
}

export function seenHeader({ headers }: Echo, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1]
}

/** A case that expects a status, and a body where one is given. */
export function answers(name: string, request: Outgoing, status: number, body?: string): Case {
  return {
    name,
    async run(target) {
      const answer = await target.send(request)
      assert.equal(answer.status, status, answer.body)
      if (body !== undefined) assert.equal(answer.body, body)
      await assertServing(target)
    },
  }
}

/** A case that writes bytes and expects one of some statuses; the connection may also just close. */
export function refuses(name: string, bytes: string, statuses: readonly number[]): Case {
  return {
    name,
    http1: true,
    run: (target) =>
      withConnection(target, async (connection) => {
        connection.write(bytes.replaceAll('{host}', `127.0.0.1:${target.port}`))
        const answer = await connection.read().catch(ignoreClose)
        if (answer !== null) {
          assert.ok(statuses.includes(answer.status), `${answer.status}: ${answer.body}`)
        }
        await assertServing(target)
      }),
  }
}

/** Closing the connection without a word is a way to refuse, too. */
function ignoreClose(error: unknown): null {
  if (error instanceof Error && error.message.includes('closed the connection')) return null
  throw error
}

/** Opens a connection for a while. */
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

/** The bytes of a request to this server. */
export function bytesOf(target: Target, request: Outgoing): string {
  return toBytes(request, `127.0.0.1:${target.port}`)
}

/** Whatever happened before: the server goes on serving. */
export async function assertServing(target: Target): Promise<void> {
  const answer: Answer = await target.send({ path: '/hello' })
  assert.equal(answer.status, 200)
  assert.equal(answer.body, 'hello')
}

/** Waits until the app has noted something about a request whose client left. */
export async function waitForLog(target: Target, id: string, expected: RegExp): Promise<void> {
  const deadline = Date.now() + 3000
  for (;;) {
    const answer = await target.send({ path: `/log?of=${id}` })
    if (expected.test(answer.body)) return
    if (Date.now() > deadline) assert.match(answer.body, expected)
    await pause(20)
  }
}

let ids = 0

/** A new name to find a request by in the app's log. */
export function newId(): string {
  return `r${ids++}`
}
