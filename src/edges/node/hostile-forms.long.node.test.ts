import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as http from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let child: ChildProcess
let url: string

// A heap in which a body fits, but no object for each of its near-boundaries or plus signs.
beforeAll(async () => {
  const file = join(import.meta.dirname, 'form-server.fixture.ts')
  child = spawn(process.execPath, ['--max-old-space-size=128', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  url = /http:\S+/.exec(line.toString())![0]
})
afterAll(() => child.kill())

const size = 60_000_000

function* repeat(unit: string): Iterable<Buffer> {
  const block = Buffer.alloc(600_000, unit)
  for (let sent = 0; sent < size; sent += block.length) yield block
}

/** A form of one file of near-boundaries. */
function* createMultipart(): Iterable<Buffer | string> {
  yield '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
  yield* repeat('\r\n--bx')
  yield '\r\n--b--\r\n'
}

/** A form of one field of plus signs, for which Node's `URLSearchParams` needs 2 GB. */
function* createUrlencoded(): Iterable<Buffer | string> {
  yield 'f='
  yield* repeat('+')
}

async function post(path: string, type: string, body: Iterable<Buffer | string>): Promise<string> {
  const request = http.request(url + path, { method: 'POST', headers: { 'Content-Type': type } })
  Readable.from(body, { objectMode: false }).pipe(request)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]

  return text(response)
}

async function expectToGoOn(): Promise<void> {
  expect(await (await fetch(url)).text()).toBe('up')
  expect(child.exitCode).toBe(null)
  expect(child.signalCode).toBe(null)
}

describe.each(['/request', '/middleware'])('60 MB to %s', (path) => {
  it('of near-boundaries are read, and the process goes on', async () => {
    const type = 'multipart/form-data; boundary=b'
    expect(await post(path, type, createMultipart())).toBe(String(size))
    await expectToGoOn()
  })

  it('of plus signs are read, and the process goes on', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect(await post(path, type, createUrlencoded())).toBe(String(size))
    await expectToGoOn()
  })
})
