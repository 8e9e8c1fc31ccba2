import { createFetchHandler } from '../fetch-router/index.ts'
import { ownRequest } from '../fetch-router/shared.ts'
import type { Handler } from '../internal/exchange/incoming.ts'
import { identityOf } from '../internal/exchange/owned-request.ts'
import type { ServerBuild } from '../server/index.ts'

/** Sends a request to an app and reads the whole response, unless it is an endless stream of events. */
export type Send = (url: URL, init: RequestInit, address: string) => Promise<Response>

/** Calls an app, and tells `report` of errors that it did not expect. */
export type CallApp = (request: Request, report: Report | undefined) => Promise<Response>

type Report = (error: unknown) => void

/**
 * Makes the function that sends requests to an app.
 *
 * @param call Calls the app
 * @param errors Whether an unexpected error fails the call, or the app answers it
 */
export function createSend(call: CallApp, errors: 'throw' | 'answer'): Send {
  return async (url, init, address) => {
    const request = ownRequest(new Request(url, init), { clientAddress: address })
    const failures: unknown[] = []
    const report = errors === 'throw' ? (error: unknown) => failures.push(error) : undefined

    try {
      const response = await readWhole(await call(request, report))
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

async function readWhole(response: Response): Promise<Response> {
  const isEndless = /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '')
  if (response.body === null || isEndless) return response

  return new Response(await response.arrayBuffer(), response)
}

/** A router or a fetch handler. What it throws is an unexpected error; a 500 that it returns is its response. */
export function callHandler(handler: Handler): CallApp {
  return (request, report) => createFetchHandler(handler, report && { onError: report })(request)
}

/** Makes a build report its errors to the call that caused them. */
export interface ReportingBuild {
  readonly build: ServerBuild
  /** Calls the handler that was made of {@link ReportingBuild.build}. */
  readonly call: (handler: (request: Request) => Promise<Response>) => CallApp
}

/** A build whose errors are known to the call that caused them. The app's own `handleError` still runs. */
export function reportingBuild(build: ServerBuild): ReportingBuild {
  const reports = new WeakMap<object, Report>()
  const { entryServer } = build

  return {
    build: {
      ...build,
      entryServer: {
        ...entryServer,
        handleError(error, args) {
          // A request and its copies have one identity.
          const report = reports.get(identityOf(args.request) ?? args.request)
          report?.(error)
          if (entryServer?.handleError) entryServer.handleError(error, args)
          else if (report === undefined) console.error(error)
        },
      },
    },
    call: (handler) => (request, report) => {
      if (report !== undefined) reports.set(identityOf(request)!, report)
      return handler(request)
    },
  }
}
