import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import * as http from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import * as https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cert, key } from '../../../conformance/certificate.ts'
import { RawConnection } from '../../../conformance/raw-connection.ts'
import { createHttp2Target } from '../../../conformance/target.ts'
import { after, createRouter } from '../../router/fetch-router/index.ts'
import { text } from '../../http/response/index.ts'
import {
  clientAddress,
  createRequestListener,
  serve,
  type RunningServer,
  type ServeOptions,
} from './index.ts'
import { eventually } from '../../internal/fixtures/eventually.fixture.ts'

const running: RunningServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function start(
  handler: Parameters<typeof serve>[0],
  options: ServeOptions = {},
): Promise<RunningServer> {
  const server = await serve(handler, {
    port: 0,
    host: '127.0.0.1',
    quiet: true,
    handleSignals: false,
    graceTime: 300,
    ...options,
  })
  running.push(server)

  return server
}

const hello = () => new Response('hello')

describe('serve', () => {
  it('resolves to a server that serves its url', async () => {
    const server = await start(hello)
    expect(server.port).toBeGreaterThan(0)
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
    expect(await (await fetch(server.url)).text()).toBe('hello')
  })

  it('listens on every address unless told otherwise, and calls that localhost', async () => {
    const server = await start(hello, { host: undefined })
    expect(server.url).toBe(`http://localhost:${server.port}`)
    expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe('hello')
  })

  it('tells the address of an IPv4 client in IPv4 when it listens on every address', async () => {
    const server = await start((request) => new Response(clientAddress(request)), {
      host: undefined,
    })
    expect(await (await fetch(`http://127.0.0.1:${server.port}`)).text()).toBe('127.0.0.1')
  })

  it('writes an IPv6 address in brackets', async () => {
    const server = await start(hello, { host: '::1' })
    expect(server.url).toBe(`http://[::1]:${server.port}`)
    expect(await (await fetch(server.url)).text()).toBe('hello')
  })

  it('prints its url, unless it is to be quiet', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const server = await start(hello, { quiet: false })
    expect(log.mock.calls).toEqual([[`Listening on ${server.url}`]])
    await start(hello)
    expect(log).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })

  it('says what to do when the port is taken', async () => {
    const { port } = await start(hello)
    const failure = await start(hello, { port }).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'EADDRINUSE',
      message: `Cannot listen on 127.0.0.1:${port}: it is already in use. Stop the other server, or pass another port (0 uses any free port).`,
    })
    expect((failure as Error).cause).toBeInstanceOf(Error)
  })

  it('says what it could not listen on', async () => {
    await expect(start(hello, { host: '203.0.113.1' })).rejects.toThrow(
      'Cannot listen on 203.0.113.1:0: ',
    )
  })

  it('listens on a unix socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'serve-'))
    const path = join(folder, 'app.sock')
    const server = await start((request) => new Response(request.url), {
      path,
      trustProxy: ['unix'],
    })
    expect([server.url, server.port]).toEqual([`unix:${path}`, 0])

    const res = await new Promise<http.IncomingMessage>((resolve) => {
      http.get(
        { socketPath: path, path: '/x', headers: { Host: 'a', 'X-Forwarded-Proto': 'https' } },
        resolve,
      )
    })
    expect(await readAll(res)).toBe('https://a/x')
    await server.close()
    await rm(folder, { recursive: true })
  })

  it('speaks HTTP/2 over TLS, and HTTP/1.1 with those who cannot', async () => {
    const server = await start((request) => new Response(request.url), { tls: { cert, key } })
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`)

    const target = createHttp2Target(server.port, async () => {})
    expect((await target.send({ path: '/two' })).body).toBe(`${server.url}/two`)
    expect(await getSecurely(`${server.url}/one`)).toEqual(['1.1', `${server.url}/one`])
  })

  it('speaks only HTTP/1.1 over TLS when HTTP/2 is off', async () => {
    const server = await start(hello, { tls: { cert, key }, http2: false })
    expect(await getSecurely(server.url)).toEqual(['1.1', 'hello'])

    const session = connectHttp2(server.url, { rejectUnauthorized: false })
    await expect(once(session, 'connect')).rejects.toThrow()
    session.destroy()
  })

  it('refuses CONNECT over HTTP/2', async () => {
    const server = await start(hello, { tls: { cert, key } })
    const session = connectHttp2(server.url, { rejectUnauthorized: false })
    const stream = session.request({ ':method': 'CONNECT', ':authority': 'example.com:443' })
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect(head[':status']).toBe(400)
    session.destroy()
  })

  it('refuses an option that it does not know, which could be a limit', async () => {
    const options = { maxBodysize: 1000 } as never
    await expect(start(hello, options)).rejects.toThrow('serve() has no option "maxBodysize"')
    expect(() => createRequestListener(hello, options)).toThrow(
      'createRequestListener() has no option "maxBodysize". Its options are maxBodySize,',
    )
  })

  it('refuses a maxHeaderSize that is not a number', async () => {
    await expect(start(hello, { maxHeaderSize: null as never })).rejects.toThrow(
      'Cannot use null as "maxHeaderSize": it must be a number, 0 or more',
    )
  })

  it('refuses headers over maxHeaderSize', async () => {
    const server = await start(hello, { maxHeaderSize: 1000 })
    expect((await fetch(server.url, { headers: { 'X-A': 'y'.repeat(500) } })).status).toBe(200)
    expect((await fetch(server.url, { headers: { 'X-A': 'y'.repeat(1500) } })).status).toBe(431)
  })

  it('continues to serve after a connection without TLS', async () => {
    const server = await start(hello, { tls: { cert, key } })
    const connection = await RawConnection.open(server.port)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.readToEnd()
    connection.destroy()
    expect(await getSecurely(server.url)).toEqual(['1.1', 'hello'])
  })
})

describe('timeouts', () => {
  it.each([
    'headersTimeout',
    'requestTimeout',
    'keepAliveTimeout',
    'drainDelay',
    'graceTime',
    'stallTimeout',
  ] as const)('are checked: %s', async (name) => {
    for (const value of [-1, Number.NaN, Infinity, null]) {
      await expect(start(hello, { [name]: value as number })).rejects.toThrow(
        `Cannot use ${value} as "${name}": it must be a number, from 0 to 2147483647`,
      )
    }
  })

  it('send a 408 to a client that takes too long to send its headers', async () => {
    const server = await start(hello, { headersTimeout: 100, requestTimeout: 200 })
    const connection = await RawConnection.open(server.port)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n')
    expect((await connection.read()).status).toBe(408)
    connection.destroy()
  })

  it('end a request whose body takes too long', async () => {
    let result = ''
    const server = await start(
      async (request) => {
        result = await request.text().catch((error: Error) => error.name)
        return new Response(result)
      },
      { headersTimeout: 100, requestTimeout: 200 },
    )
    const connection = await RawConnection.open(server.port)
    connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhel')
    expect((await connection.read()).status).toBe(408)
    connection.destroy()
    await eventually(() => expect(result).toBe('AbortError'))
  })

  it('close an unused connection', async () => {
    const server = await start(hello, { keepAliveTimeout: 50 })
    const connection = await RawConnection.open(server.port)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.read()
    expect(await connection.readToEnd()).toBe('')
    connection.destroy()
  })

  it('reset an HTTP/2 stream whose body does not go on', async () => {
    let result = ''
    const server = await start(
      async (request) => {
        result = await request.text().catch((error: Error) => error.name)
        return new Response(result)
      },
      { tls: { cert, key }, stallTimeout: 100 },
    )
    const session = connectHttp2(server.url, { rejectUnauthorized: false })
    const stream = session.request({ ':method': 'POST' })
    stream.on('error', () => {})
    stream.write('begun')
    await eventually(() => expect(result).toBe('AbortError'))
    session.destroy()
  })
})

describe('close', () => {
  it('lets a running request finish and refuses new connections', async () => {
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const server = await start(
      async () => {
        started.resolve()
        await released.promise
        return new Response('finished')
      },
      { graceTime: 60_000 },
    )
    const connection = await RawConnection.open(server.port)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await started.promise
    const closed = server.close()
    await expect(fetch(server.url)).rejects.toThrow()
    released.resolve()
    const received = await connection.read()

    expect(received.body).toBe('finished')
    expect(received.headers).toContainEqual(['connection', 'close'])
    await closed
    connection.destroy()
  })

  it('lets a stream that has begun finish, and then closes its connection', async () => {
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const server = await start(
      () =>
        new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue(new TextEncoder().encode('begun;'))
              started.resolve()
              await released.promise
              controller.enqueue(new TextEncoder().encode('finished'))
              controller.close()
            },
          }),
        ),
      { graceTime: 60_000 },
    )
    const connection = await RawConnection.open(server.port)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const received = connection.read()
    await started.promise
    const closed = server.close()
    released.resolve()

    expect((await received).body).toBe('begun;finished')
    await closed
    connection.destroy()
  })

  it('closes unused connections at once', async () => {
    const server = await start(hello, { graceTime: 60_000 })
    const used = await RawConnection.open(server.port)
    used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await used.read()
    const unused = await RawConnection.open(server.port)
    // The server takes connections in their order, so it knows the unused one after this.
    await (await fetch(server.url)).text()
    await server.close()

    expect(await used.readToEnd()).toBe('')
    expect(await unused.readToEnd()).toBe('')
    used.destroy()
    unused.destroy()
  })

  it('cuts what is still running after the grace time, and tells its handler', async () => {
    let reason: unknown
    const started = Promise.withResolvers<void>()
    const server = await start(
      async (request) => {
        started.resolve()
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
        reason = request.signal.reason
        return new Response('too late')
      },
      { graceTime: 50 },
    )
    const response = fetch(server.url).catch(() => 'cut')
    await started.promise
    await server.close()

    expect(await response).toBe('cut')
    await eventually(() => expect(reason).toMatchObject({ name: 'AbortError' }))
  })

  it('waits for what a handler and the source of a stream do after they were cut off', async () => {
    const done: string[] = []
    let started = 0
    const router = createRouter()
    router.post('/body', async (context) => {
      started++
      try {
        return text(await context.text())
      } finally {
        await pause(20)
        done.push('handler')
      }
    })
    router.get('/stream', () => {
      const body = new ReadableStream({
        pull: (controller) => {
          if (started++ === 1) controller.enqueue(new TextEncoder().encode('begun'))
          return started === 2 ? undefined : new Promise(() => {})
        },
        async cancel() {
          await pause(20)
          done.push('source')
        },
      })
      return new Response(body)
    })
    const server = await start(router, { graceTime: 50 })
    const upload = await RawConnection.open(server.port)
    upload.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nbegun')
    await eventually(() => expect(started).toBe(1))
    const download = await RawConnection.open(server.port)
    download.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually(() => expect(started).toBe(3))
    await server.close()

    expect(done.sort()).toEqual(['handler', 'source'])
    upload.destroy()
    download.destroy()
  })

  it('waits for the work of after(), and reports its error to onError', async () => {
    const receipt = Promise.withResolvers<void>()
    const errors: unknown[] = []
    let isSent = false
    const router = createRouter()
    router.get('/', (context) => {
      after(context, async () => {
        await receipt.promise
        isSent = true
        throw new Error('The printer is out of paper.')
      })
      return text('ordered')
    })
    const server = await start(router, {
      graceTime: 60_000,
      onError: (error) => void errors.push(error),
    })
    expect(await (await fetch(server.url)).text()).toBe('ordered')
    const closed = server.close()
    expect(isSent).toBe(false)
    receipt.resolve()
    await closed
    expect(isSent).toBe(true)
    expect(errors).toMatchObject([{ message: 'The printer is out of paper.' }])
  })

  it('lets a running HTTP/2 request finish', async () => {
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const server = await start(
      async () => {
        started.resolve()
        await released.promise
        return new Response('finished')
      },
      { tls: { cert, key }, graceTime: 60_000 },
    )
    const target = createHttp2Target(server.port, async () => {})
    const received = target.send({})
    await started.promise
    const closed = server.close()
    released.resolve()

    expect((await received).body).toBe('finished')
    await closed
  })

  it('returns the same promise for every call', async () => {
    const server = await start(hello)
    expect(server.close()).toBe(server.close())
    await server.close()
  })
})

describe('health', () => {
  it('responds without the handler', async () => {
    let calls = 0
    const server = await start(
      () => {
        calls++
        return new Response('app')
      },
      { health: '/health' },
    )
    for (const path of ['/health', '/health/live', '/health?probe=1']) {
      const response = await fetch(server.url + path)
      expect([response.status, await response.text()]).toEqual([200, 'ok'])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
    }
    const head = await fetch(`${server.url}/health`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await fetch(`${server.url}/health`, { method: 'POST', body: 'x' })
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect(calls).toBe(0)

    expect(await (await fetch(`${server.url}/health/x`)).text()).toBe('app')
  })

  it.each(['health', '', '/a?b', 5])('refuses %j as a path', async (health) => {
    await expect(start(hello, { health: health as string })).rejects.toThrow(
      `Cannot use ${JSON.stringify(health)} as "health". Use a path such as "/health".`,
    )
  })

  it('fails from the first signal on, while the server still accepts requests', async () => {
    const { child, url } = await startChild({}, '--health')
    expect((await fetch(`${url}/health`)).status).toBe(200)
    child.kill('SIGTERM')
    await eventually(async () => expect((await fetch(`${url}/health`)).status).toBe(503))

    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    expect((await connection.read()).body).toBe('finished')
    connection.destroy()

    // The second signal does not wait for the delay of ten minutes.
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([null, 'SIGTERM'])
  })
})

describe('health with a check of the app', () => {
  /** A server whose check fails until `isWell` is set, and a function that asks for its health. */
  async function startChecked(failAfter?: number) {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const app = { isWell: false, calls: 0, errors }
    const check = async () => {
      app.calls++
      if (!app.isWell) throw new Error('Postgres is away')
    }
    const server = await start(hello, {
      health: { path: '/health', check, ...(failAfter !== undefined && { failAfter }) },
    })
    const ask = async (path = '/health') => {
      const response = await fetch(server.url + path)
      return [response.status, await response.text()]
    }
    return { app, ask }
  }

  it('responds with 503 until the check has succeeded for the first time, and says why once', async () => {
    const { app, ask } = await startChecked()
    expect(await ask()).toEqual([503, 'failing'])
    expect(await ask('/health/live')).toEqual([200, 'ok'])
    expect(app.errors).toHaveBeenCalledExactlyOnceWith(
      'The health check of the app fails. Health responds with 503.',
      new Error('Postgres is away'),
    )
    app.isWell = true
    await eventually(async () => expect(await ask()).toEqual([200, 'ok']))
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      'The health check of the app succeeds again.',
    )
  })

  it('responds with 200 while the check fails for a shorter time', async () => {
    const { app, ask } = await startChecked()
    app.isWell = true
    expect(await ask()).toEqual([200, 'ok'])
    app.isWell = false
    await eventually(async () => {
      expect(await ask()).toEqual([200, 'ok'])
      expect(app.errors.mock.lastCall?.[0]).toBe(
        'The health check of the app fails. If it still fails in 30000 ms, health responds with 503.',
      )
    })
    expect(await ask()).toEqual([200, 'ok'])
  })

  it('responds with 503 once the check has failed for long enough, and with 200 when it succeeds again', async () => {
    const { app, ask } = await startChecked(1)
    app.isWell = true
    expect(await ask()).toEqual([200, 'ok'])
    app.isWell = false
    await eventually(async () => expect(await ask()).toEqual([503, 'failing']))
    app.isWell = true
    await eventually(async () => expect(await ask()).toEqual([200, 'ok']))
  })

  it('runs the check once for many requests', async () => {
    const { app, ask } = await startChecked()
    await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(app.calls).toBe(1)
  })

  it('counts `false` as a failure, and refuses a check that is not a function', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await start(hello, { health: { path: '/health', check: () => false } })
    expect((await fetch(`${server.url}/health`)).status).toBe(503)
    const health = { path: '/health', check: true } as never
    await expect(start(hello, { health })).rejects.toThrow('`health` of serve()')
  })
})

describe('signal', () => {
  it('closes the server when it aborts', async () => {
    const controller = new AbortController()
    const server = await start(hello, { signal: controller.signal })
    expect((await fetch(server.url)).status).toBe(200)
    controller.abort()
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  it('rejects with its reason if it has already aborted', async () => {
    const reason = new Error('not today')
    await expect(start(hello, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('is forgotten when the server is closed', async () => {
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, 'removeEventListener')
    const server = await start(hello, { signal })
    await server.close()
    expect(remove).toHaveBeenCalledTimes(1)
  })
})

describe('SIGINT and SIGTERM', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s lets a running request finish and then ends the process',
    async (signal) => {
      const { child, url, received } = await startChild()
      const exited = once(child, 'exit')
      const response = fetch(`${url}/slow`)
      await received
      child.kill(signal)

      expect(await (await response).text()).toBe('finished')
      expect(await exited).toEqual([null, signal])
    },
  )

  it('do not wait the second time', async () => {
    const { child, url, received } = await startChild()
    const exited = once(child, 'exit')
    const response = fetch(`${url}/stuck`).catch(() => 'cut')
    await received
    child.kill('SIGTERM')
    // From then on, it refuses connections.
    await eventually(() => expect(fetch(url)).rejects.toThrow())
    child.kill('SIGTERM')

    expect(await response).toBe('cut')
    expect(await exited).toEqual([null, 'SIGTERM'])
  })

  it('let an upload that is cut off remove its file before the process ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
    const { child, url } = await startChild({ UPLOADS: folder }, '--short')
    const connection = await RawConnection.open(Number(new URL(url).port))
    connection.write(
      'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nbegun',
    )
    await eventually(async () => expect(await readdir(folder)).toEqual(['upload']))
    child.kill('SIGTERM')

    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
    expect(await readdir(folder)).toEqual([])
    connection.destroy()
    await rm(folder, { recursive: true })
  })

  it('end the process although a handler that is cut off never ends', async () => {
    const { child, url, received } = await startChild({}, '--short')
    const exited = once(child, 'exit')
    const response = fetch(`${url}/stuck`).catch(() => 'cut')
    await received
    child.kill('SIGTERM')

    expect(await response).toBe('cut')
    expect(await exited).toEqual([null, 'SIGTERM'])
  })

  it('also end a process that no signal ends, such as the first of a container', async () => {
    const { child, url, received } = await startChild({}, '--as-process-1')
    const exited = once(child, 'exit')
    const response = fetch(`${url}/slow`)
    await received
    child.kill('SIGTERM')

    expect(await (await response).text()).toBe('finished')
    expect(await exited).toEqual([143, null])
  })

  it('end the process at once when they are not handled', async () => {
    const { child, url, received } = await startChild({}, '--no-signals')
    const response = fetch(`${url}/stuck`).catch(() => 'cut')
    await received
    child.kill('SIGTERM')

    expect(await response).toBe('cut')
  })

  it('are no longer listened to when the server is closed', async () => {
    const before = process.listenerCount('SIGTERM')
    const server = await start(hello, { handleSignals: true })
    expect(process.listenerCount('SIGTERM')).toBe(before + 1)
    await server.close()
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })
})

/** @returns `received` when the first request for `/slow` or `/stuck` has arrived */
async function startChild(
  env: Record<string, string> = {},
  ...args: string[]
): Promise<{ child: ChildProcess; url: string; received: Promise<unknown> }> {
  const file = join(import.meta.dirname, 'signals.fixture.ts')
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const written = (line: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      child.stdout.on('data', () => {
        const found = line.exec(output)
        if (found) resolve(found)
      })
    })
  const received = written(/^received$/m)
  const [url] = await written(/http:\S+(?=\s)/)

  return { child, url, received }
}

function getSecurely(url: string): Promise<[string, string]> {
  return new Promise((resolve, reject) => {
    https
      .get(url, { rejectUnauthorized: false }, (res) => {
        readAll(res).then((body) => resolve([res.httpVersion, body]), reject)
      })
      .on('error', reject)
  })
}

async function readAll(res: http.IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of res) body += String(chunk)

  return body
}
