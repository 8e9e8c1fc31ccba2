import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { browserPatience } from '../../src/internal/fixtures/patience.fixture.ts'
import { prefetchPolicy } from '../../src/pages/server/write-wire.ts'

/** A server in front of an app, with which a test can see, hold and fail requests, in any browser. */
export interface FrontServer {
  /** The origin. It is unique, so that nothing is shared with other tests. */
  readonly url: string
  /** The requests in order, such as `GET /books?page=2`, without those for an icon. */
  readonly requests: string[]
  /** Lets browsers keep prefetched data for longer than five seconds, because a test may be slower. */
  keepPrefetches(): void
  /** Switches to another server, as after a deploy. */
  deploy(app: string): void
  /** Sends this status for matching requests, or closes their connection, `times` times. */
  fail(path: RegExp, how: number | 'cut', times?: number): void
  /** Ends the effect of `fail()`. */
  recover(): void
  /** Holds requests whose path and query match, until the test releases them. */
  hold(path: RegExp): HeldRequests
  close(): Promise<void>
}

/** Requests in the order in which they came. */
export interface HeldRequests {
  next(): Promise<HeldRequest>
  /** Lets everything through from now on. */
  stop(): void
}

/** A request that waits for the test. */
export interface HeldRequest {
  readonly method: string
  /** Path and query, without `_data`. */
  readonly path: string
  /** Lets it through. */
  release(): void
  /** Passes the request to the app, and holds the response until `release()`. */
  passOn(): Promise<void>
  /** Sends a response instead of the app. */
  respond(status: number, headers: Record<string, string>, body: string): void
  /** Fails like a network error: after `passOn()`, in the middle of the response. */
  cut(): void
}

let visits = 0

/** Starts a server in front of the app at this origin. */
export async function createFrontServer(app: string): Promise<FrontServer> {
  const requests: string[] = []
  const faults: { path: RegExp; how: number | 'cut'; times: number }[] = []
  const sockets = new Set<Duplex>()
  let keepsPrefetches = false
  const holds: { path: RegExp; take: (request: HeldRequest) => void }[] = []

  const server = createServer((request, response) => {
    const path = request.url!
    if (path === '/favicon.ico') {
      // A browser asks for it at any moment, also after the first click.
      response.writeHead(404).end()
      return
    }
    requests.push(`${request.method} ${path}`)
    const upstream = app

    const fault = faults.find((fault) => fault.times > 0 && fault.path.test(path))
    if (fault) {
      fault.times--
      if (fault.how === 'cut') response.destroy()
      else response.writeHead(fault.how, { 'Content-Type': 'text/plain' }).end('Failed by the test')
      return
    }

    const hold = holds.find((hold) => hold.path.test(path))
    if (hold) hold.take(heldRequest(upstream, request, response))
    else void pass(upstream, request, response, keepsPrefetches)
  })
  // A WebSocket goes straight to the app.
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(Number(new URL(app).port), 'localhost', () => {
      const { method, rawHeaders, url } = request
      const lines = [`${method} ${url} HTTP/1.1`]
      for (let at = 0; at < rawHeaders.length; at += 2) {
        lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
      }
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    sockets.add(socket)
  })
  // Every address of this network is this machine. A new one shares no cookies, caches or storage with other tests.
  visits++
  const host = `127.${1 + (process.pid % 250)}.${Math.floor(visits / 250)}.${1 + (visits % 250)}`
  await new Promise<void>((resolve) => server.listen(0, host, resolve))

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    keepPrefetches() {
      keepsPrefetches = true
    },
    deploy(other) {
      app = other
    },
    fail(path, how, times = 1) {
      faults.push({ path, how, times })
    },
    recover() {
      faults.length = 0
    },
    hold(path) {
      const waiting: HeldRequest[] = []
      let wake = (): void => {}
      const hold = {
        path,
        take(request: HeldRequest) {
          waiting.push(request)
          wake()
        },
      }
      holds.push(hold)

      return {
        async next() {
          const deadline = AbortSignal.timeout(browserPatience)
          while (waiting.length === 0) {
            await new Promise<void>((resolve, reject) => {
              wake = resolve
              deadline.onabort = () =>
                reject(new Error(`The page sent no request that matches ${path}`))
            })
          }
          return waiting.shift()!
        },
        stop() {
          holds.splice(holds.indexOf(hold), 1)
          for (const request of waiting.splice(0)) request.release()
        },
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends the request to the app, with the headers of the browser. */
function ask(app: string, request: IncomingMessage): Promise<IncomingMessage> {
  const { port } = new URL(app)
  return new Promise((resolve, reject) => {
    const outgoing = forward(
      {
        // A kept connection may end just when it is used again, and the browser would see a network error.
        agent: false,
        host: 'localhost',
        port,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      resolve,
    )
    outgoing.on('error', reject)
    // Abort the request to the app if the browser disconnects.
    request.on('close', () => {
      if (!request.complete) outgoing.destroy()
    })
    request.pipe(outgoing)
  })
}

async function pass(
  app: string,
  request: IncomingMessage,
  response: ServerResponse,
  keepsPrefetches = false,
): Promise<void> {
  try {
    const received = await ask(app, request)
    const headers = received.rawHeaders.map((value) =>
      keepsPrefetches && value === prefetchPolicy ? value.replace('5', '600') : value,
    )
    response.writeHead(received.statusCode!, received.statusMessage, headers)
    received.pipe(response)
    received.on('error', () => response.destroy())
    response.on('close', () => received.destroy())
  } catch {
    response.destroy() // Like the connection of the app.
  }
}

function heldRequest(app: string, request: IncomingMessage, response: ServerResponse): HeldRequest {
  let sendResponse: ((isWhole?: boolean) => void) | undefined

  return {
    method: request.method!,
    path: request.url!.replace(/[?&]_data=[^&]*/, ''),
    release() {
      if (sendResponse) sendResponse()
      else void pass(app, request, response)
    },
    async passOn() {
      const received = await ask(app, request)
      const body = await buffer(received)
      sendResponse = (isWhole = true) => {
        response.writeHead(received.statusCode!, received.statusMessage, received.rawHeaders)
        if (isWhole) response.end(body)
        else response.write(body.subarray(0, body.length / 2), () => response.destroy())
      }
    },
    respond(status, headers, body) {
      response.writeHead(status, headers).end(body)
    },
    cut() {
      if (sendResponse) sendResponse(false)
      else response.destroy()
    },
  }
}
