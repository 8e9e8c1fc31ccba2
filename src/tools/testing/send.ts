import { createFetchHandler } from '../../router/fetch-router/index.ts'
import { adoptRequest, sendInner } from '../../router/fetch-router/shared.ts'
import type { Handler } from '../../internal/exchange/incoming.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'

/** Sends a request to an app and reads the whole response, unless it is an endless stream of events. */
export type Send = (url: URL, init: SendInit, address: string) => Promise<Response>

/** The options of {@link Send}. */
export interface SendInit extends RequestInit {
  /** The page whose stream this is, as {@link Send} returned it. */
  readonly follows?: Response
}

/** How many writes the app knew when it loaded a live page. */
const knownWrites = new WeakMap<Response, number>()

/** Calls an app, and passes unexpected errors to `report`. */
export type CallApp = (request: Request, report: Report | undefined) => Promise<Response>

/** Called with an unexpected error. */
export type Report = (error: unknown) => void

/** Creates the function that sends requests to an app. */
export function createSend(call: CallApp, errors: 'throw' | 'respond'): Send {
  return async (url, init, address) => {
    const request = createRequest(url, init)
    const facts = factsOf(request)!
    const failures: unknown[] = []
    const report = errors === 'throw' ? (error: unknown) => void failures.push(error) : undefined
    const afterwards: Promise<unknown>[] = []
    facts.isTest = true
    facts.knownWrites = init.follows && knownWrites.get(init.follows)
    facts.holdAfter = (work) => void afterwards.push(work)
    if (report !== undefined) facts.reportAfter = report

    try {
      const response = await readWhole(
        await sendInner((sent) => call(sent, report), request, { address }),
      )
      await Promise.all(afterwards)
      if (facts.knownWrites !== undefined) knownWrites.set(response, facts.knownWrites)
      if (failures.length === 0) return response
    } catch (error) {
      failures.push(error)
    }
    const [cause] = failures
    throw new Error(
      `${request.method} ${url.href} failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

/** Creates a request with a `Host` header, which every client of HTTP sends. */
export function createRequest(url: URL, init: RequestInit): Request {
  const request = adoptRequest(new Request(url, init))
  if (!request.headers.has('Host')) request.headers.set('Host', url.host)
  return request
}

async function readWhole(response: Response): Promise<Response> {
  const isEndless = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '')
  if (response.body === null || isEndless) return response

  return new Response(await response.arrayBuffer(), response)
}

/**
 * Creates a call of a router or a fetch handler. An error that it throws is unexpected. A 500 that it returns is its
 * response.
 */
export function callHandler(handler: Handler): CallApp {
  return (request, report) => createFetchHandler(handler, report && { onError: report })(request)
}
