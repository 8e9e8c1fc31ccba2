import { AsyncLocalStorage } from 'node:async_hooks'
import { ownRequest } from '../fetch-router/shared.ts'
import { createFetchHandler, type FetchHandlerSource } from '../fetch-router/index.ts'
import { identityOf } from '../internal/exchange/request-body.ts'
import { isRedirectStatus } from '../internal/http.ts'
import { within } from '../internal/within.ts'
import type { StartedHandler, Proof } from '../internal/proof.ts'
import { RESPONSE_HEADER } from '../page-protocol/shared.ts'
import { toRequest, urlOf, type Attack } from './attack.ts'
import { copyValue } from './valid-values.ts'

/** A request that was sent: its response, and what the app did. */
export interface Sent {
  /** 0 if there was no response in time. */
  readonly status: number
  readonly headers: Headers
  /** The public `Cache-Control` of a response that sets a cookie, which the server has sent as private. */
  readonly replacedPolicy: string | undefined
  /** The body, as far as it was read. */
  readonly text: string
  /** Whether the body was read to its end. */
  readonly isWhole: boolean
  /** The path that the response redirects to, or the URL if it is at another origin. */
  readonly location: string | undefined
  /** The links of an HTML document. */
  readonly links: readonly string[]
  readonly starts: readonly StartedHandler[]
  /** The errors that the app has logged or left unhandled. */
  readonly errors: readonly unknown[]
  readonly hasUnhandled: boolean
  /** Whether the body of the response failed before its end. */
  readonly isCutOff: boolean
  readonly milliseconds: number
}

/** Sends attacks to an app in this process, and records what happens. */
export interface Sender {
  /**
   * @param stops Whether to stop right before the handler of a route or an action, so that nothing is changed. The response
   * is that of a handler that has failed
   */
  send(attack: Attack, stops?: boolean): Promise<Sent>
  /** Stops recording, and lets the app log again. */
  close(): void
}

interface Recording {
  readonly stops: boolean
  readonly starts: StartedHandler[]
  readonly errors: unknown[]
  hasUnhandled: boolean
}

/** The maximum time and size that a body is read, because some bodies never end. */
const maxBodyTime = 1_000
const maxBodySize = 16 * 1024 * 1024

/**
 * Creates the sender. Only one can be open.
 *
 * @param patience How many milliseconds a response may take
 */
export function createSender(source: FetchHandlerSource, proof: Proof, patience: number): Sender {
  const handler = createFetchHandler(source)
  const recorder = new Recorder(proof)
  let count = 0

  return {
    async send(attack, stops = false) {
      const recording: Recording = { stops, starts: [], errors: [], hasUnhandled: false }
      const controller = new AbortController()
      const request = toRequest(attack, controller.signal)
      // The adapter of Node refuses it before the app.
      if (request === null) return { ...recording, ...noResponse, status: 400, milliseconds: 0 }

      const clientAddress = addressOf(++count)
      const owned = ownRequest(request, { clientAddress })
      const startedAt = performance.now()
      const response = await within(
        recorder.start(recording, () => handler(owned)),
        patience,
      )
      const body = await readBody(response)
      const milliseconds = performance.now() - startedAt
      // Code that is still busy can stop now, as if the client had disconnected.
      if (response === undefined || !body.isWhole) controller.abort()
      const read = response && !body.isCutOff && readResponse(response, body.text, urlOf(attack)!)
      await recorder.end(recording)

      const { starts, errors, hasUnhandled } = recording
      return {
        ...noResponse,
        ...body,
        ...read,
        ...(response && { status: response.status, headers: response.headers }),
        replacedPolicy: identityOf(owned)?.replacedPolicy,
        starts,
        errors,
        hasUnhandled,
        milliseconds,
      }
    },
    close: () => recorder.close(),
  }
}

/** Records what an app does with each request: the handlers that start, and the errors that it logs or leaves unhandled. */
class Recorder {
  readonly #proof: Proof
  readonly #recordings = new AsyncLocalStorage<Recording>()
  readonly #open = new Set<Recording>()
  /** The listeners of the app may end the process, so they wait until the proof is done. */
  readonly #listeners = process.listeners('unhandledRejection')
  readonly #restoreOutput: () => void

  constructor(proof: Proof) {
    this.#proof = proof
    proof.onHandlerStart = (start) => {
      const recording = this.#current()
      // The handler may change its input.
      recording?.starts.push({ ...start, input: copyValue(start.input) })
      if (recording?.stops && (start.kind === 'route' || start.kind === 'action')) throw new Stop()
    }
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', this.#onRejection)
    this.#restoreOutput = silence((error) => void this.#current()?.errors.push(error))
  }

  start<Result>(recording: Recording, run: () => Result): Result {
    this.#open.add(recording)
    return this.#recordings.run(recording, run)
  }

  async end(recording: Recording): Promise<void> {
    // A rejection counts as unhandled when the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve))
    this.#open.delete(recording)
  }

  close(): void {
    this.#proof.onHandlerStart = undefined
    process.off('unhandledRejection', this.#onRejection)
    for (const listener of this.#listeners) process.on('unhandledRejection', listener)
    this.#restoreOutput()
  }

  /** A request that the app sends itself, such as for a cache, has no recording of its own. */
  #current(): Recording | undefined {
    const [first] = this.#open
    return this.#recordings.getStore() ?? (this.#open.size === 1 ? first : undefined)
  }

  readonly #onRejection = (error: unknown): void => {
    const recording = this.#current()
    if (recording === undefined) return
    recording.errors.push(error)
    recording.hasUnhandled = true
  }
}

/** Ends a request before its handler. */
class Stop extends Error {
  override readonly message = 'framework prove does not start this handler'
}

/** Every request comes from another client, so that limits do not hide what is behind them. */
function addressOf(count: number): string {
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}

const noResponse = {
  status: 0,
  headers: new Headers(),
  replacedPolicy: undefined,
  text: '',
  isWhole: true,
  isCutOff: false,
  location: undefined,
  links: [],
}

/** Reads a body for a while, then cancels it as a client does that disconnects. */
async function readBody(
  response: Response | undefined,
): Promise<Pick<Sent, 'text' | 'isWhole' | 'isCutOff'>> {
  if (!response?.body) return { text: '', isWhole: true, isCutOff: false }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const isEvents = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '')
  const end = performance.now() + (isEvents ? 0 : maxBodyTime)
  let text = ''
  try {
    for (let size = 0; performance.now() < end && size < maxBodySize;) {
      const read = await within(reader.read(), end - performance.now())
      if (read === undefined) break
      if (read.done) return { text: text + decoder.decode(), isWhole: true, isCutOff: false }
      size += read.value.byteLength
      text += decoder.decode(read.value, { stream: true })
    }
  } catch {
    return { text, isWhole: false, isCutOff: true }
  }
  // A stream that cannot be cancelled is left alone.
  await within(
    reader.cancel().catch(() => {}),
    maxBodyTime,
  )
  return { text, isWhole: false, isCutOff: false }
}

/** Returns the path of a redirect, and the links of a page. */
function readResponse(
  { status, headers }: Response,
  text: string,
  url: string,
): Partial<Pick<Sent, 'location' | 'links'>> {
  const header = headers.get('Location')
  if (isRedirectStatus(status) && header !== null) {
    return { location: pathOf(header, url) }
  }
  if (status === 202 && headers.get(RESPONSE_HEADER) === 'data') {
    // The response to a HEAD request does not say where the redirect leads.
    if (text === '') return { location: '' }
    const { redirect } = JSON.parse(text) as { redirect?: { location: string } }
    return { location: redirect && pathOf(redirect.location, url) }
  }
  const isPage = status === 200 && /^text\/html\b/i.test(headers.get('Content-Type') ?? '')
  const links = isPage ? text.matchAll(/href="(\/[^"#?]*)/g) : []
  return { links: Array.from(links, ([, path]) => path!) }
}

function pathOf(location: string, url: string): string {
  const target = URL.parse(location, url)
  if (target === null) return location
  return target.origin === new URL(url).origin ? target.pathname : target.href
}

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Keeps the app from writing between the lines of the report. It may have kept a function of the console. */
function silence(onError: (error: unknown) => void): () => void {
  const streams = [process.stdout, process.stderr]
  const own = methods.map((name) => console[name])
  const writes = streams.map(({ write }) => write)
  for (const name of methods) {
    console[name] = (...args: unknown[]) => {
      if (name === 'error') onError(args.find((arg) => arg instanceof Error) ?? args[0])
    }
  }
  for (const stream of streams) {
    stream.write = (_text: unknown, ...rest: unknown[]) => {
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  }

  return () => {
    methods.forEach((name, i) => (console[name] = own[i]!))
    streams.forEach((stream, i) => (stream.write = writes[i]!))
  }
}
