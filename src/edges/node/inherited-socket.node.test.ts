import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RawConnection } from '../../../conformance/raw-connection.ts'

/** How often the server is replaced. */
const restarts = 3

/**
 * Opens a socket, and gives it to a shell that runs one server after the other. The shell starts the next one when it reads
 * a line. `spawnSync()` blocks the process that opened the socket, so it accepts no connection itself.
 */
const supervisor = `
  import { spawnSync } from 'node:child_process'
  import { createServer } from 'node:net'
  const server = createServer().listen(0, '127.0.0.1', () => {
    console.log('port ' + server.address().port)
    spawnSync('sh', ['-c', process.env.SCRIPT], { stdio: [0, 1, 2, server._handle.fd] })
    process.exit()
  })
`
const script = `
  "$NODE" "$FIXTURE" & while read line; do kill $!; wait $!; "$NODE" "$FIXTURE" & done; kill $!; wait $!
`

it('refuses no connection while a server with an inherited socket is replaced', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', supervisor], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...process.env,
      SCRIPT: script,
      NODE: process.execPath,
      FIXTURE: join(import.meta.dirname, 'inherited-socket.fixture.ts'),
    },
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const port = Number(String((await lines.next()).value).slice('port '.length))
  const listening = async () => expect((await lines.next()).value).toContain('Listening on')
  await listening()

  const results = { served: 0, cut: 0, refused: 0 }
  const over = new AbortController()
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) results[await connect(port)]++
    }),
  )
  for (let restart = 0; restart < restarts; restart++) {
    child.stdin.write('next\n')
    await listening()
    expect(await connect(port)).not.toBe('refused')
  }
  over.abort()
  await load
  const closed = once(child, 'close')
  child.stdin.end()
  await closed

  expect(results.refused).toBe(0)
  // A connection that the old server had accepted, but not read from, is cut.
  expect(results.served).toBeGreaterThan(results.cut)
})

async function connect(port: number): Promise<'served' | 'cut' | 'refused'> {
  let connection: RawConnection
  try {
    connection = await RawConnection.open(port)
  } catch {
    return 'refused'
  }
  try {
    connection.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return (await connection.read()).status === 200 ? 'served' : 'cut'
  } catch {
    return 'cut'
  } finally {
    connection.destroy()
  }
}
