import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import * as http from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let child: ChildProcess
let url: string

// A heap in which a body fits, and no object for each of its near-boundaries.
beforeAll(async () => {
  const file = join(import.meta.dirname, 'form-server.fixture.ts')
  child = spawn(process.execPath, ['--max-old-space-size=96', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  url = /http:\S+/.exec(line.toString())![0]
})
afterAll(() => child.kill())

const size = 60_000_000
const block = Buffer.alloc(600_000, '\r\n--bx')

/** A form of one file of near-boundaries. */
function* createBody(): Iterable<Buffer | string> {
  yield '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
  for (let sent = 0; sent < size; sent += block.length) yield block
  yield '\r\n--b--\r\n'
}

async function post(path: string): Promise<string> {
  const request = http.request(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  Readable.from(createBody(), { objectMode: false }).pipe(request)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]

  return text(response)
}

describe('60 MB of near-boundaries', () => {
  it.each(['/request', '/middleware'])('are read by %s, and the process goes on', async (path) => {
    expect(await post(path)).toBe(String(size))
    expect(await (await fetch(url)).text()).toBe('up')
    expect(child.exitCode).toBe(null)
    expect(child.signalCode).toBe(null)
  })
})
