import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A server in front of an app, through which a test sees requests, holds them and lets them fail, in any browser. */
export interface FrontServer {
  /** Its origin, which no other server of the tests has, so that nothing is shared with other tests. */
  readonly url: string
  /** What was asked for, such as `GET /books?page=2`, in order. */
  readonly requests: string[]
  /** Another server from now on, as after a deploy. */
  deploy(app: string): void
  /** Answers requests whose path and query match with this status, or cuts their connection, so many times. */
  fail(path: RegExp, how: number | 'cut', times?: number): void
  /** Ends all of `fail()`. */
  recover(): void
  /** Keeps requests whose path and query match until the test decides. */
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
  /** Lets the app answer, and keeps the answer until `release()`. */
  answer(): Promise<void>
  /** Answers in the place of the app. */
  respond(status: number, headers: Record<string, string>, body: string): void
  /** Fails as a network does. */
  cut(): void
}

let visits = 0

/** Starts a server in front of the app at this origin. */
export async function createFrontServer(app: string): Promise<FrontServer> {
  const requests: string[] = []
  const faults: { path: RegExp; how: number | 'cut'; times: number }[] = []
  const holds: { path: RegExp; take: (request: HeldRequest) => void }[] = []

  const server = createServer((request, response) => {
    const path = request.url!
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
    else void pass(upstream, request, response)
  })
  // Every address of this network is this machine: cookies, caches and storage are not shared with other tests.
  visits++
  const host = `127.${1 + (process.pid % 250)}.${Math.floor(visits / 250)}.${1 + (visits % 250)}`
  await new Promise<void>((resolve) => server.listen(0, host, resolve))

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
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
          const deadline = AbortSignal.timeout(20_000)
          while (waiting.length === 0) {
            await new Promise<void>((resolve, reject) => {
              wake = resolve
              deadline.onabort = () => reject(new Error(`The page asked for nothing like ${path}`))
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
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks the app, with the headers of the browser. */
function ask(app: string, request: IncomingMessage): Promise<IncomingMessage> {
  const { port } = new URL(app)
  return new Promise((resolve, reject) => {
    const outgoing = forward(
      {
        host: 'localhost',
        port,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      resolve,
    )
    outgoing.on('error', reject)
    // A browser that leaves takes its request with it.
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
): Promise<void> {
  try {
    const answer = await ask(app, request)
    response.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
    response.on('close', () => answer.destroy())
  } catch {
    response.destroy() // Like the connection of the app.
  }
}

function heldRequest(app: string, request: IncomingMessage, response: ServerResponse): HeldRequest {
  let answered: (() => void) | undefined

  return {
    method: request.method!,
    path: request.url!.replace(/[?&]_data=[^&]*/, ''),
    release() {
      if (answered) answered()
      else void pass(app, request, response)
    },
    async answer() {
      const answer = await ask(app, request)
      const body = await buffer(answer)
      answered = () =>
        response.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders).end(body)
    },
    respond(status, headers, body) {
      response.writeHead(status, headers).end(body)
    },
    cut() {
      response.destroy()
    },
  }
}
