import type { Input } from '../../router/contract/shared.ts'
import {
  type Cause,
  type ErrorPlace,
  type HandlerEnding,
  type HandlerResult,
} from '../../router/fetch-router/shared.ts'
import { readQuietly } from '../../internal/exchange/anonymous-run.ts'
import { isResponse } from '../../internal/exchange/is-fetch-object.ts'
import { isUnavailableError, unavailableHeaders } from '../../internal/exchange/status-errors.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { callAside } from '../../internal/process/promises.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import { deserializeError, serializeError } from '../page-protocol/errors.ts'
import type { Verdict } from '../page-protocol/loader-reasons.ts'
import { writesOf } from '../../state/tags/shared.ts'
import type { ServerBuild } from './build.ts'
import type { PageRequest } from './page-request.ts'
import { isRedirect, type Result } from './result.ts'

/**
 * Reports an error of the route at `index` to observers, and to `handleError` or the console. A client that disconnected
 * is not an error.
 */
export function reportError(
  page: PageRequest,
  error: unknown,
  where: ErrorPlace,
  index: number = page.matches.length - 1,
): void {
  const { build, context, matches } = page
  if (context.isAborted) return
  // A stored page would show the failed part to every visitor.
  context.run?.notice('failed in part')
  context.observation?.error(error, where, matches[index]!.id)
  if (build.dev && error instanceof Error) build.dev.fixStack?.(error)

  const { handleError } = build.entryServer ?? {}
  if (!handleError) {
    console.error(error)
    return
  }
  // An error in `handleError` must not break the response.
  const { request } = context
  callAside(
    () => handleError(error, { request, params: matches.at(-1)!.params, context }),
    (failure) => console.error(failure),
  )
}

/** Returns the error that pages and clients may see: the original in development, and one without details otherwise. */
export function sanitizeError(build: ServerBuild, error: unknown): unknown {
  return deserializeError(serializeError(error, build.dev !== undefined))
}

/** Responds to an error that no boundary can show. In development, the response has the error. */
export function unexpectedResponse({ dev }: ServerBuild, error: unknown): Response {
  const detail = dev && error instanceof Error ? `: ${error.message}` : ''
  const text = `Unexpected Server Error${detail}`
  return isUnavailableError(error) ? refusal(503, text, unavailableHeaders) : refusal(500, text)
}

/** Warns the developer once, if the dev server serves the app. */
export function warnDeveloper({ dev }: ServerBuild, message: string): void {
  if (!dev) return
  if (dev.warn) dev.warn(message)
  else warnOnce(message)
}

/** Calls a loader or an action with the input of its contract. */
export type Call = (input: Input) => unknown

/** A loader or an action whose run is observed. */
export interface WatchedHandler {
  readonly call: Call
  /** Ends the events when the run settles. Returns the same promise, or one that settles in the same way. */
  end<Value extends Result | Response>(running: Promise<Value>): Promise<Value>
}

/**
 * Watches a loader or an action of the route at `index`, if the router has observers: its events begin when `call` is called.
 *
 * @param call Calls the handler
 * @param reads The tags that a loader reads
 */
export function watchHandler(
  page: PageRequest,
  index: number,
  type: 'loader' | 'action',
  call: Call,
  reads?: readonly string[],
): WatchedHandler {
  const { observation } = page.context
  if (observation === undefined) return { call, end: (running) => running }

  const { id: routeId } = page.matches[index]!
  const cause = observation.sentBy?.cause ?? causeOf(page)
  const work = observation.handler({ type, routeId, cause })
  return {
    call: (input) => work.run(() => call(input)),
    async end(running) {
      try {
        const result = await running
        work.end({ ...describe(result), ...(reads && { reads }) })
        return result
      } catch (error) {
        work.end({ result: 'error', status: 500 })
        throw error
      }
    },
  }
}

/** Emits the tags that the action of the route at `index` wrote, and which loaders of the page on show they make stale. */
export function observeWrites(
  { context, matches }: PageRequest,
  index: number,
  verdicts?: ReadonlyMap<string, Verdict>,
): void {
  const observation = context.observation
  if (observation === undefined) return

  const written = writesOf(context)
  observation.emit({
    type: 'writes',
    phase: 'once',
    routeId: matches[index]!.id,
    tags: written.isDeclared ? [...written.tags] : undefined,
    verdicts: Array.from(verdicts ?? [], ([id, verdict]) => ({ id, ...verdict })),
  })
}

/** Returns the reason for which the handlers of a page run, as far as the server can tell. */
function causeOf({ context, dataRequest, method }: PageRequest): Cause {
  if (!isSafeMethod(method)) return 'mutation'
  if (isPrefetch(context)) return 'prefetch'
  return dataRequest === undefined ? 'document' : 'navigation'
}

/** Whether the browser loads this page before the visitor asks for it. */
export function isPrefetch({ headers }: PageRequest['context']): boolean {
  return /^prefetch\b/.test(readQuietly(headers, 'Sec-Purpose') ?? '')
}

function describe(result: Result | Response): HandlerEnding {
  if (!isResponse(result)) {
    const { type } = result
    return {
      result: type,
      status: result.type === 'redirect' ? result.response.status : result.status,
    }
  }
  const { status } = result
  const kind: HandlerResult = isRedirect(result) ? 'redirect' : status < 500 ? 'data' : 'error'
  return { result: kind, status }
}
