import { refusal } from '../internal/refusal.ts'
import type { ErrorPlace } from '../fetch-router/shared.ts'
import { internalsOf, observationOf } from '../fetch-router/shared.ts'
import { isUnavailableError, unavailableHeaders } from '../internal/exchange/unavailable-error.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { warnOnce } from '../internal/warn-once.ts'
import { deserializeError, serializeError } from '../page-protocol/errors.ts'
import type { ServerBuild } from './build.ts'
import type { PageRequest } from './page-request.ts'

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
  if (internalsOf(context).isAborted) return
  // A page with a part that failed once must not be kept for every visitor.
  runOf(context)?.notice('failed in part')
  observationOf(context)?.error(error, where, matches[index]!.id)
  if (build.dev && error instanceof Error) build.dev.fixStack?.(error)

  const { handleError } = build.entryServer ?? {}
  if (!handleError) {
    console.error(error)
    return
  }
  try {
    handleError(error, {
      request: context.request,
      params: matches.at(-1)!.params,
      context,
    })
  } catch (failure) {
    console.error(failure) // An error in `handleError` must not break the response.
  }
}

/** Returns the error that pages and clients may see: the original in development, and one without details otherwise. */
export function sanitizeError(build: ServerBuild, error: unknown): unknown {
  return deserializeError(serializeError(error, build.dev !== undefined))
}

/** The response to an error that no boundary can show. In development it says what failed. */
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
