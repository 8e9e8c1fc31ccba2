import * as http from 'node:http'
import * as http2 from 'node:http2'
import * as https from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { constants } from 'node:os'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import type { FetchHandlerSource } from '../../router/fetch-router/index.ts'
import {
  checkFunctions,
  checkLimit,
  checkOptions,
  longestTimeout,
} from '../../internal/guards/check.ts'
import { lentBy, StartRun, type Start, type StartArgs } from '../../router/fetch-router/shared.ts'
import { handleClientErrors } from './refuse.ts'
import { drainOnClose, type Closing } from './drain.ts'
import { createHealthChecks, type HealthOption } from './health-checks.ts'
import {
  createListener,
  listenerOptions,
  type Listener,
  type RequestListenerOptions,
} from './request-listener.ts'

/** Options for {@link serve}. */
export interface ServeOptions extends RequestListenerOptions {
  /**
   * The port. 0 uses any free port.
   *
   * @default 3000
   */
  port?: number
  /**
   * The name or address to listen on.
   *
   * @default undefined, which is every address of the computer
   */
  host?: string
  /** The path of a unix socket. The server listens there instead of on a port. */
  path?: string
  /** The number of an open file that is a listening socket, as `systemd` passes it. It is used instead of a port. */
  fd?: number
  /** Key and certificate, as in `node:tls`. With them the server speaks HTTPS, and HTTP/2 if the client can. */
  tls?: SecureContextOptions & TlsOptions
  /**
   * Whether a server with `tls` offers HTTP/2. Other clients still get HTTP/1.1.
   *
   * @default true
   */
  http2?: boolean
  /**
   * How long a client may take to send the headers of a request, in milliseconds.
   *
   * @default 30_000
   */
  headersTimeout?: number
  /**
   * How long a client may take to send a whole request, in milliseconds. 0 means no limit.
   *
   * @default 300_000
   */
  requestTimeout?: number
  /**
   * How long an unused connection stays open for the next request, in milliseconds.
   *
   * @default 5_000
   */
  keepAliveTimeout?: number
  /**
   * The maximum size of the target and headers of a request in bytes. A larger one gets a 431.
   *
   * @default 16_384
   */
  maxHeaderSize?: number
  /**
   * How long running requests and `start` may take to finish when the server closes, in milliseconds. If there is a `start`
   * that has not ended, the last 2 seconds are kept for it.
   *
   * @default 10_000
   */
  graceTime?: number
  /**
   * How long the server continues to accept connections after it was told to close, in milliseconds. Load balancers need
   * this time to see that `health` fails, and to send their requests to other servers.
   *
   * @default 0
   */
  drainDelay?: number
  /**
   * The path of health checks, such as `/health`. It responds with 200, and with 503 once the server was told to close.
   * The path with `/live` always responds with 200. Neither reaches the handler.
   *
   * `check` throws, or returns `false`, if the app cannot work, such as without its database. The path responds with 503
   * until `check` succeeds for the first time, and when it has failed for `failAfter` milliseconds (30,000 by default).
   *
   * @default undefined, which is none
   */
  health?: string | { path: string; check?: (() => unknown) | undefined; failAfter?: number }
  /**
   * Whether SIGINT and SIGTERM close the server and then end the process. A second signal closes all connections at once.
   *
   * @default true
   */
  handleSignals?: boolean
  /** Closes the server when it aborts. */
  signal?: AbortSignal
  /**
   * The work of this process, such as a loop that does jobs. It is called once, when the server listens. When the server
   * closes, it waits for the promise. If that rejects, the error is printed, the server closes, and the process ends with 1.
   *
   * @default undefined, which is none
   *
   * @example
   * serve(app, { start: app.start })
   */
  start?: ((args: StartArgs) => unknown) | undefined
  /**
   * Whether not to print the URL.
   *
   * @default false
   */
  quiet?: boolean
}

/** A server that is listening. */
export interface RunningServer {
  /** The address on which it listens: `http://localhost:3000`, or `unix:/run/app.sock`. */
  readonly url: string
  /** The real port, even if the option was 0. On a unix socket it is 0. */
  readonly port: number
  /**
   * Waits for `drainDelay`, stops listening, lets running requests finish within `graceTime`, and closes every connection. A handler whose
   * connection was cut off has 2 seconds to clean up. Then it waits for the work of `start`, for the rest of `graceTime`.
   *
   * @returns A promise that resolves when everything is closed. Every call returns the same promise
   */
  close(): Promise<void>
  /** Resolves when everything is closed, for whatever reason: a signal, `close()`, or a `start` that has failed. */
  readonly closed: Promise<void>
}

/**
 * Serves a fetch handler with Node.
 *
 * @param handler A router, a fetch handler or a function from `Request` to `Response`
 * @param options The address to listen on, limits and timeouts
 * @returns The server, once it is listening
 * @throws {RangeError} If a limit or a time is not a number of at least 0
 * @throws {TypeError} If `health` is not a path
 * @throws {Error} If it cannot listen. Its `code` comes from Node, such as `EADDRINUSE`
 *
 * @example
 * const server = await serve(router, { port: 3000 })
 */
export async function serve(
  handler: FetchHandlerSource,
  options: ServeOptions = {},
): Promise<RunningServer> {
  checkOptions(
    'serve()',
    options,
    `${listenerOptions} port host path fd tls http2 headersTimeout requestTimeout keepAliveTimeout maxHeaderSize graceTime drainDelay health handleSignals signal start quiet`,
  )
  options.signal?.throwIfAborted()
  checkLimits(options)
  checkFunctions('serve()', { start: options.start })

  const listener = createListener(handler, options)
  const server = createServer(options)
  handleClientErrors(server)
  const { drainDelay = 0, graceTime = 10_000, health } = options
  const close = drainOnClose(server, listener.state, { drainDelay, graceTime })
  receiveRequests(server, listener, health, close)

  await listen(server, options)
  const { url, port } = describeAddress(server, options)
  const { handleSignals = true, start } = options
  const forgetSignals = handleSignals ? closeOnSignals(close) : () => {}
  const stop = () => void close.gently()
  options.signal?.addEventListener('abort', stop, { once: true })
  void close.closed.then(() => {
    options.signal?.removeEventListener('abort', stop)
    forgetSignals()
  })

  if (!options.quiet) console.log(`Listening on ${url}`)
  if (start !== undefined) beginWork(start, { handler, url, close, endsProcess: handleSignals })

  return { url, port, close: close.gently, closed: close.closed }
}

/** Calls `start`. If it fails, the server closes as on a signal. */
function beginWork(
  start: Start,
  how: { handler: FetchHandlerSource; url: string; close: Closing; endsProcess: boolean },
): void {
  const { handler, url, close, endsProcess } = how
  const lent = lentBy(start) ?? lentBy(handler)
  const run = new StartRun(start, { url, lent, report: (error) => console.error(error) })
  close.waitFor(run)

  void run.ended.then(async () => {
    if (run.failure === undefined) return
    process.exitCode = 1
    await close.gently()
    if (endsProcess) process.exit()
  })
}

function checkLimits(options: ServeOptions): void {
  const { headersTimeout, requestTimeout, keepAliveTimeout, drainDelay, graceTime } = options
  const times = { headersTimeout, requestTimeout, keepAliveTimeout, drainDelay, graceTime }
  for (const [name, value] of Object.entries(times)) {
    if (value !== undefined) checkLimit(name, value, longestTimeout)
  }
  if (options.maxHeaderSize !== undefined) checkLimit('maxHeaderSize', options.maxHeaderSize)
}

type NodeServer = http.Server | https.Server | http2.Http2SecureServer

function createServer(options: ServeOptions): NodeServer {
  const { headersTimeout = 30_000, requestTimeout = 300_000 } = options
  const settings = {
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: options.keepAliveTimeout ?? 5_000,
    maxHeaderSize: options.maxHeaderSize ?? 16_384,
    connectionsCheckingInterval: Math.min(
      CHECK_INTERVAL,
      headersTimeout || CHECK_INTERVAL,
      requestTimeout || CHECK_INTERVAL,
    ),
    // Our listener refuses a request without `Host`. Node would too, and then run what was sent together with it.
    requireHostHeader: false,
    // A request without a body needs no stream. Node before 25 ignores this option.
    optimizeEmptyRequests: true,
  }
  return openServer(settings, options)
}

function receiveRequests(
  server: NodeServer,
  { listener, continueListener }: Listener,
  health: HealthOption | undefined,
  close: Closing,
): void {
  server.on(
    'request',
    health === undefined ? listener : createHealthChecks(health, close.hasBegun, listener),
  )
  server.on('checkContinue', continueListener)
}

function openServer(
  settings: http.ServerOptions,
  { tls, http2: offersHttp2 = true }: ServeOptions,
): NodeServer {
  if (tls === undefined) return http.createServer(settings)
  if (!offersHttp2) return https.createServer({ ...settings, ...tls })

  const server = http2.createSecureServer({
    ...settings,
    ...tls,
    allowHTTP1: true,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: settings.maxHeaderSize! },
  })
  // Closes an unused session. A session with running requests stays open for them.
  server.on('session', (session) => session.setTimeout(IDLE_SESSION, () => session.close()))

  return server
}

/**
 * How often Node checks its timeouts, in milliseconds. The interval is added to them, so Node's default of 30 seconds is
 * too long.
 */
const CHECK_INTERVAL = 5_000

/** RFC 9113 §6.5.2 recommends at least this many, so that browsers can load a page in parallel. */
const MAX_STREAMS = 100

/** How long an HTTP/2 connection may be unused, in milliseconds. Opening another one costs a TLS handshake. */
const IDLE_SESSION = 60_000

function listen(server: Server, { port = 3000, host, path, fd }: ServeOptions): Promise<void> {
  const [place, where] =
    fd !== undefined
      ? [`file descriptor ${fd}`, { fd }]
      : path !== undefined
        ? [path, { path }]
        : [`${host ?? 'port'}${host === undefined ? ' ' : ':'}${port}`, { port, host }]

  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(explainListenError(error, place))
    server.once('error', onError)
    server.listen(where, () => {
      server.off('error', onError)
      resolve()
    })
  })
}

function explainListenError(error: NodeJS.ErrnoException, place: string): Error {
  const explained = new Error(`Cannot listen on ${place}: ${reasonOf(error)}`, { cause: error })

  return Object.assign(explained, { code: error.code })
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'it is already in use. Stop the other server, or pass another port (0 uses any free port).'
    case 'EACCES':
      return 'this user has no permission. Pass a port above 1023.'
    default:
      return error.message
  }
}

function describeAddress(
  server: Server,
  { tls, host }: ServeOptions,
): { url: string; port: number } {
  const address = server.address() as AddressInfo | string
  if (typeof address === 'string') return { url: `unix:${address}`, port: 0 }

  const isEverywhere = address.address === '::' || address.address === '0.0.0.0'
  const name = isEverywhere ? 'localhost' : (host ?? address.address)
  const scheme = tls === undefined ? 'http' : 'https'

  return {
    url: `${scheme}://${name.includes(':') ? `[${name}]` : name}:${address.port}`,
    port: address.port,
  }
}

/** Ends the process when it gets a signal, but only after the server has closed. */
function closeOnSignals(close: Closing): () => void {
  let isClosing = false

  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) return close.now()

    isClosing = true
    void close.gently().then(() => {
      // If there are other listeners, such as those of a second server, they decide when the process ends.
      if (process.listenerCount(signal) > 0) return
      // A `start` that has failed has set the exit code.
      if (process.exitCode !== undefined) process.exit()
      process.kill(process.pid, signal)
      // A signal does not end process 1, such as in a container, and an open database connection would keep it alive.
      process.exit(128 + constants.signals[signal])
    })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)

  return () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}
