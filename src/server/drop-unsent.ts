import { whenResponded } from '../fetch-router/shared.ts'
import { hasBody, knownBody } from '../internal/exchange/known-body.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Drops the deferred values of a page if middleware replaces its response and does not read it. Otherwise they would run
 * until they settle or time out.
 *
 * Called when the first value starts. If the router has responded before the page has, middleware uses the response of the
 * page in the background, so nothing is dropped.
 */
export async function dropUnsent({ context, deferred }: PageRequest): Promise<void> {
  const responded = whenResponded(context)
  if (!responded) return

  const sent = await responded
  const { body } = deferred
  if (!body || body.stream.locked || (sent && mayRead(sent))) return

  // Middleware may still start to read it.
  await new Promise((resolve) => setTimeout(resolve))
  if (body.stream.locked || !deferred.isPending) return
  body.fail(
    new Error(
      'Cannot read the response of a page after another one was sent. Read it before, or send it.',
    ),
  )
}

/**
 * Whether the body of a page may be read while `sent` is sent. A stream of the app may begin to read it at any time, and a
 * native response does not tell what it was created from.
 */
function mayRead(sent: Response): boolean {
  return knownBody(sent) === null && hasBody(sent)
}
