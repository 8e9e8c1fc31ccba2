import { showValue } from '../../internal/guards/check.ts'
import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import { setsCookie } from '../../internal/exchange/known-body.ts'
import { nobody, unknownVisitor, VISITOR_HEADER } from '../page-protocol/visitor-header.ts'
import { RESPONSE_HEADER } from '../page-protocol/wire.ts'
import { isReusable, publicPolicyOf } from '../../http/response/shared.ts'
import { Session } from '../../state/session/index.ts'
import { identityReason } from './judge-loaders.ts'
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'
import { isRedirect, type ActionRun } from './result.ts'

/**
 * Returns who is signed in, in the form that the browser gets: a digest, or an empty string for a guest. Returns `null` if
 * that is not known, because `visitor` threw or the app has no `visitor` (DR-18). A run without a visitor does not call it.
 */
export async function readVisitor({
  build,
  context,
  digestVisitor,
  visitor,
}: PageRequest): Promise<string | null> {
  if (!visitor || context.run) return null
  try {
    // A response that does not say who is signed in is not personal. The final step notes one that does.
    const who = context.readUnnoted(() => visitor(context))
    if (typeof who !== 'string') throw new TypeError(`It returned ${showValue(who)}`)
    return who && (await digestVisitor(who))
  } catch (error) {
    const { message } = Object(error) as Error
    warnDeveloper(
      build,
      `Cannot tell who is signed in, so forms keep no drafts: pages.with({ visitor }) failed. ${String(message)}. Let it return a string on every page, and '' for a guest. See framework/docs/drafts.md.`,
    )
    return null
  }
}

/** Whether `visitor` may have named the user from before: the session ended or got a new id while the page loaded. */
export function isOutdated({ context }: PageRequest, who: string | null): boolean {
  return !!who && context.has(Session) && context.get(Session)?.isOther === true
}

/** When the loaders of a data request have ended, tells the final step who is signed in. Returns their response. */
export async function tellLoad(page: PageRequest, response: Response): Promise<Response> {
  const who = await readVisitor(page)
  if (who === null) return response
  const isUnknown = isOutdated(page, who) || (isRedirect(response) && setsCookie(response))
  if (isUnknown) tell(page, unknownVisitor)
  else if (!isRedirect(response)) tell(page, who || nobody)
  return response
}

/**
 * Tells the final step who was signed in when an action ran, and whether that may have changed: the response set a cookie,
 * the session is another one, or `visitor` says so (DR-18).
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
  context.facts?.finalStep?.tellVisitor(visitor)
}

/**
 * Adds the header that says who is signed in to a data response. Leaves out the header if middleware lets a cache use the
 * response again.
 */
export function addVisitor(response: Response, visitor: string | undefined): Response {
  if (visitor === undefined || response.headers.get(RESPONSE_HEADER) !== 'data') return response
  if (mayBeReused(response.headers)) return response
  return editHeaders(response, (headers) => headers.set(VISITOR_HEADER, visitor))
}

/** Whether a shared cache or the browser may use a response again. Without `Cache-Control` and validators, it may not. */
export function mayBeReused(headers: Headers): boolean {
  return (
    publicPolicyOf(headers) !== undefined ||
    validators.some((name) => headers.has(name)) ||
    (headers.has('Cache-Control') && isReusable(headers))
  )
}

/** The headers with which a browser may get a 304, and then show its stored document and the old header of the visitor. */
export const validators: readonly string[] = ['ETag', 'Last-Modified']
