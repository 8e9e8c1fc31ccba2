import { warnOnce } from '../internal/warn-once.ts'
import { deserializeError, serializeError } from '../page-protocol/errors.ts'
import type { ServerBuild } from './build.ts'
import type { PageRequest } from './page-request.ts'

/** Tells whoever looks after the app about an error, once and as it was thrown. A client that left is no error. */
export function reportError(page: PageRequest, error: unknown): void {
  const { build, context, matches } = page
  if (context.request.signal.aborted) return
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
    console.error(failure) // whoever reports errors must not cause the next
  }
}

/** An error as pages and clients may see it: as it is in development, without anything of the server otherwise. */
export function sanitizeError(build: ServerBuild, error: unknown): unknown {
  return deserializeError(serializeError(error, build.dev !== undefined))
}

/** Tells the developer, once, while the dev server serves the app. */
export function warnDeveloper({ dev }: ServerBuild, message: string): void {
  if (!dev) return
  if (dev.warn) dev.warn(message)
  else warnOnce(message)
}
