import { internalsOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { showValue } from '../internal/check.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { setsCookie } from '../internal/exchange/known-body.ts'
import { digest } from '../internal/once-key.ts'
import { nobody, unknownVisitor, VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import { RESPONSE_HEADER } from '../page-protocol/wire.ts'
import { isReusable, publicPolicyOf } from '../response/shared.ts'
import { Session } from '../session/index.ts'
import { identityReason } from './judge-loaders.ts'
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'
import { isRedirect, type ActionRun } from './result.ts'

/** How much of the SHA-256 of a visitor the browser gets: 12 bytes in base64url. */
const DIGEST_LENGTH = 16

/**
 * Returns who is signed in, as the browser learns it: a digest, or an empty string for nobody. `null` if that is not known:
 * `visitor` threw, or the app has none (DR-18). In a run without a visitor it is not called.
 */
export async function readVisitor({
  build,
  context,
  visitor,
}: PageRequest): Promise<string | null> {
  if (!visitor || runOf(context)) return null
  try {
    const who = visitor(context)
    if (typeof who !== 'string') throw new TypeError(`It returned ${showValue(who)}`)
    return who && (await digest(new TextEncoder().encode(who))).slice(0, DIGEST_LENGTH)
  } catch (error) {
    const { message } = Object(error) as Error
    warnDeveloper(
      build,
      `Cannot tell who is signed in, so forms keep no drafts: pages.with({ visitor }) failed. ${String(message)}. Let it return a string on every page, and '' for a guest. See framework/docs/forms.md#what-was-typed.`,
    )
    return null
  }
}

/** Whether `visitor` may still say who was signed in before: the session ended or got a new id while the page loaded. */
export function isOutdated({ context }: PageRequest, who: string | null): boolean {
  return !!who && context.has(Session) && context.get(Session)?.isOther === true
}

/** Tells the final step who is signed in when the loaders of a data request have ended. Returns their response. */
export async function tellLoad(page: PageRequest, response: Response): Promise<Response> {
  const who = await readVisitor(page)
  if (who === null) return response
  const isUnknown = isOutdated(page, who) || (isRedirect(response) && setsCookie(response))
  if (isUnknown) tell(page, unknownVisitor)
  else if (!isRedirect(response)) tell(page, who || nobody)
  return response
}

/**
 * Tells the final step for whom an action ran, and whether that may be someone else now: the response set a cookie, the session
 * is another one, or `visitor` says so (DR-18).
 *
 * @param ranFor Who was signed in before the action
 * @param hasCookie Whether a `headers` export has set a cookie
 */
export async function tellAction(
  page: PageRequest,
  ranFor: string | null,
  { hasStarted, result }: ActionRun,
  hasCookie = false,
): Promise<void> {
  if (!page.visitor || !hasStarted) return
  const isUnknown =
    hasCookie || identityReason(page, result) !== undefined || (await readVisitor(page)) !== ranFor
  const who = ranFor === null ? '*' : ranFor || nobody
  tell(page, isUnknown ? `${who},${unknownVisitor}` : who)
}

function tell({ context }: PageRequest, visitor: string): void {
  internalsOf(context).facts?.finalStep?.tellVisitor(visitor)
}

/** Adds what was told to a data response, unless a cache may use that response again, whatever middleware has made of it. */
export function addVisitor(response: Response, visitor: string | undefined): Response {
  if (visitor === undefined || response.headers.get(RESPONSE_HEADER) !== 'data') return response
  if (isKept(response.headers)) return response
  return editHeaders(response, (headers) => headers.set(VISITOR_HEADER, visitor))
}

/** Whether a shared cache or the browser may use a response again. A response without a policy counts as new each time. */
export function isKept(headers: Headers): boolean {
  return (
    publicPolicyOf(headers) !== undefined ||
    validators.some((name) => headers.has(name)) ||
    (headers.has('Cache-Control') && isReusable(headers))
  )
}

/** After a 304, the browser shows the document that it has, and may have used. */
export const validators: readonly string[] = ['ETag', 'Last-Modified']
