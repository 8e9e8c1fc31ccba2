import { AsyncLocalStorage } from 'node:async_hooks'
import { createFetchHandler, type FetchHandlerSource } from '../../router/fetch-router/index.ts'
import { adoptRequest } from '../../router/fetch-router/shared.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { isRedirectStatus } from '../../internal/http/http.ts'
import type { Proof, StartedHandler } from '../../internal/exchange/proof.ts'
import { within } from '../../internal/process/promises.ts'
import { RESPONSE_HEADER } from '../../pages/page-protocol/shared.ts'
import { toRequest, urlOf, type Attack } from './attack.ts'
import { startClock } from './clock.ts'
import { copyValue } from './values.ts'

/** A request that was sent: its response, and what the app did. */
export interface Sent extends Recording {
  /** 0 if there was no response in time. */
  readonly status: number
  readonly headers: Headers
  /** The public `Cache-Control` of a response that sets a cookie, which the server has sent as private. */
  readonly replacedPolicy: string | undefined
  /** The body, as far as it was read. */
  readonly text: string
  /** Whether the body was read to its end. */
  readonly isWhole: boolean
  /** Whether the body failed before its end. */
  readonly isCutOff: boolean
  /** The path that the response redirects to, or the URL if it is at another origin. */
  readonly location: string | undefined
  readonly milliseconds: number
}

/** What an app does with a request. */
interface Recording {
  readonly starts: StartedHandler[]
  /** The errors that the app has logged or left unhandled. */
  readonly errors: unknown[]
  hasUnhandled: boolean
  /** Whether it was stopped right before a handler. The response is that of a handler that has failed. */
  isStopped: boolean
  /** Whether it is to be stopped there. */
  readonly stops: boolean
}

/** Sends attacks to an app in this process, one at a time, and records what happens. */
export interface Sender {
  /** @param stops Whether to stop right before the handler of a route or an action, so that nothing is changed */
  send(attack: Attack, stops: boolean): Promise<Sent>
  /** Stops recording, and lets the app log again. */
  close(): void
}

/** How many milliseconds a response may take. */
export const maxWait = 5_000

/** Creates the sender. Only one can be open. */
export function createSender(source: FetchHandlerSource, proof: Proof): Sender {
  const handler = createFetchHandler(source)
  const recordings = new AsyncLocalStorage<Recording>()
  let last: Recording | undefined
  let count = 0
  // A request that the app sends itself, such as for a cache, belongs to the last attack.
  const close = listen(proof, () => recordings.getStore() ?? last)

  return {
    async send(attack, stops) {
      const controller = new AbortController()
      const request = toRequest(attack, controller.signal)
      const recording = { starts: [], errors: [], hasUnhandled: false, isStopped: false, stops }
      last = recording
      // The adapter of Node refuses it before the app.
      if (request === null) return { ...noResponse, ...recording, status: 400 }

      // Every request comes from another client, so that limits do not hide what is behind them.
      count += 1
      const clientAddress = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
      const owned = adoptRequest(request, { clientAddress })
      const time = startClock()
      const result = recordings.run(recording, () => handler(owned))
      const response = await untilSlow(result, time)
      const body = response ? await readBody(response, time) : { isWhole: false }
      const milliseconds = time()
      // Code that is still busy can stop now, as if the client had disconnected.
      if (!body.isWhole) controller.abort()
      // A rejection counts as unhandled when the microtasks are done.
      await new Promise((resolve) => setImmediate(resolve))

      const sent = { ...noResponse, ...recording, ...body, milliseconds }
      if (response === undefined) return sent
      const { status, headers } = response
      const { replacedPolicy } = factsOf(owned) ?? {}
      const location = sent.isCutOff ? undefined : readLocation(response, sent.text, urlOf(attack)!)
      return { ...sent, status, headers, replacedPolicy, location }
    },
    close,
  }
}

/** Waits for a response. `undefined` if it takes too long. */
async function untilSlow(
  result: Promise<Response>,
  time: () => number,
): Promise<Response | undefined> {
  for (;;) {
    const response = await within(result, maxWait - time())
    if (response !== undefined || time() >= maxWait) return response
  }
}

const noResponse = {
  status: 0,
  headers: new Headers(),
  replacedPolicy: undefined,
  text: '',
  isWhole: true,
  isCutOff: false,
  location: undefined,
  milliseconds: 0,
}

/**
 * Records the handlers that start, and the errors that the app logs or leaves unhandled. The app must not log to the report.
 *
 * @returns A function that stops it
 */
function listen(proof: Proof, current: () => Recording | undefined): () => void {
  const onRejection = (error: unknown): void => {
    const recording = current()
    if (recording === undefined) return
    recording.errors.push(error)
    recording.hasUnhandled = true
  }
  const { debug, error, info, log, warn } = console
  const drop = (): void => {}
  const keep = (...args: unknown[]): void => {
    current()?.errors.push(args.find((arg) => arg instanceof Error) ?? args[0])
  }
  Object.assign(console, { debug: drop, error: keep, info: drop, log: drop, warn: drop })
  // The listeners of the app may end the process, so they wait until the proof is done.
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', onRejection)
  proof.onHandlerStart = (start) => {
    const recording = current()
    // The handler may change its input.
    recording?.starts.push({ ...start, input: copyValue(start.input) })
    if (!recording?.stops || (start.kind !== 'route' && start.kind !== 'action')) return
    recording.isStopped = true
    throw new Error('framework prove does not start this handler')
  }

  return () => {
    proof.onHandlerStart = undefined
    process.off('unhandledRejection', onRejection)
    for (const listener of listeners) process.on('unhandledRejection', listener)
    Object.assign(console, { debug, error, info, log, warn })
  }
}

/** The maximum time and size that a body is read, because some bodies never end. */
const maxBodyTime = 1_000
const maxBodySize = 16 * 1024 * 1024

/** Reads a body for a while, then cancels it as a client does that disconnects. */
async function readBody(
  { body, headers }: Response,
  time: () => number,
): Promise<Pick<Sent, 'text' | 'isWhole' | 'isCutOff'>> {
  if (body === null) return { text: '', isWhole: true, isCutOff: false }
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const isEvents = /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')
  const end = time() + (isEvents ? 0 : maxBodyTime)
  let text = ''
  let next: ReturnType<typeof reader.read> | undefined
  try {
    for (let size = 0; time() < end && size < maxBodySize;) {
      next ??= reader.read()
      const read = await within(next, end - time())
      if (read === undefined) continue
      next = undefined
      if (read.done) return { text: text + decoder.decode(), isWhole: true, isCutOff: false }
      size += read.value.byteLength
      text += decoder.decode(read.value, { stream: true })
    }
  } catch {
    return { text, isWhole: false, isCutOff: true }
  }
  // A stream that cannot be cancelled is left alone.
  const cancelled = reader.cancel().catch(() => {})
  await within(cancelled, maxBodyTime)
  return { text, isWhole: false, isCutOff: false }
}

/** Returns where a response redirects. */
function readLocation({ status, headers }: Response, text: string, url: string) {
  const header = headers.get('Location')
  if (isRedirectStatus(status) && header !== null) return resolveRedirect(header, url)
  if (status !== 202 || headers.get(RESPONSE_HEADER) !== 'data') return undefined
  // The response to a HEAD request does not say where the redirect leads.
  if (text === '') return ''
  const { redirect } = JSON.parse(text) as { redirect?: { location: string } }
  return redirect && resolveRedirect(redirect.location, url)
}

function resolveRedirect(location: string, url: string): string {
  const target = URL.parse(location, url)
  if (target === null) return location
  return target.origin === new URL(url).origin ? target.pathname : target.href
}
