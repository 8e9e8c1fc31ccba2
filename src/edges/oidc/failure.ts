import { AuthorizationResponseError, ClientError } from 'openid-client'
import { showValue } from '../../internal/guards/check.ts'
import { refusal } from '../../internal/guards/refusal.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'
import type { Session } from '../../state/session/index.ts'

/** The reason for which a login has failed. */
export type FailureReason = 'denied' | 'unknown-state' | 'refused' | 'unavailable'

const texts: Readonly<Record<FailureReason, string>> = {
  denied: 'The login was cancelled.',
  'unknown-state': 'This login has expired, or it began in another browser. Please log in again.',
  refused: 'The login was refused. Please log in again.',
  unavailable: 'The login is not available at the moment. Please try again later.',
}

/**
 * The codes of `openid-client` for a failure of the network or of the server: no reply in time, or a body that is not JSON.
 */
const unavailableCodes: readonly unknown[] = [
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]

/** Returns the reason for an error of `openid-client`. An unknown error counts as `refused`. */
export function findReason(error: unknown): FailureReason {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'denied' : 'refused'
  }
  if (isServerError(error)) return 'unavailable'
  // `fetch()` throws a TypeError without a code, and a timeout is a DOMException.
  const isOfNetwork =
    error instanceof ClientError || error instanceof TypeError || error instanceof DOMException
  const code = error instanceof DOMException ? undefined : (error as { code?: unknown }).code

  return isOfNetwork && unavailableCodes.includes(code) ? 'unavailable' : 'refused'
}

/** An error has the status of the response itself, or the response as its cause. */
function isServerError(error: unknown): boolean {
  const { status, cause } = error as { status?: unknown; cause?: { status?: unknown } }
  return Number(status ?? cause?.status) >= 500
}

/** Returns the response for a failed login. It shows nothing that the provider has sent. */
export function refuseLogin({
  reason,
  error,
}: {
  readonly reason: FailureReason
  readonly error: unknown
}): Response {
  if (error instanceof Error && reason !== 'denied') {
    warnOnce(`A login with a provider failed (${reason}): ${describe(error)}`)
  }
  return refusal(reason === 'unavailable' ? 502 : 400, texts[reason], {
    'Cache-Control': 'no-store',
  })
}

/** Describes an error for the developer, without descriptions and the stack, which can contain codes and tokens. */
function describe(error: Error): string {
  const { message, cause } = error
  const code = codeOf(error)
  // The message of a SyntaxError quotes the text that was parsed.
  const isPlain = cause instanceof Error && !(cause instanceof SyntaxError)
  return [message, code && showValue(code), isPlain && cause.message].filter(Boolean).join(': ')
}

/** The error codes with which a provider can redirect a visitor back. */
const callbackCodes: readonly unknown[] = [
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_response_type',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
]

/**
 * Returns a code such as `invalid_client`. Only known codes are returned, because a visitor can write any code into the
 * query, and each new code would be printed.
 */
function codeOf(error: Error): unknown {
  const { error: code } = error as { error?: unknown }
  const isOfVisitor = error instanceof AuthorizationResponseError
  return isOfVisitor && !callbackCodes.includes(code) ? undefined : code
}

/** Warns of mistakes after which no visitor comes back with the session that has begun the login. */
export function warnOfLostSession(session: Session): void {
  if (session.id !== '' || session.size > 0) return
  warnOnce(
    "A visitor came back from a login provider without a session. If that happens at every login, the session cookie has `sameSite: 'strict'` (use 'lax'), is for another host than the callback, or is `secure` on a site without HTTPS.",
  )
}
