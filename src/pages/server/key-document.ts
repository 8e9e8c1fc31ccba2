import type { InternalContext } from '../../router/fetch-router/shared.ts'
import { Cookie } from '../../http/headers/index.ts'
import { toHeaders } from '../../internal/exchange/light-response.ts'
import { createDocumentKey, createKey, guestCookie } from '../../internal/forms/once-key.ts'
import type { DocumentRender } from './document-render.ts'
import { identityReason } from './judge-loaders.ts'
import type { PageRequest } from './page-request.ts'
import type { Result } from './result.ts'
import { mayBeReused, isOutdated, readVisitor } from './tell-visitor.ts'
import { personalPolicy } from './personal-policy.ts'

/**
 * Gives the forms of a document their keys, in an app with `once`, and says in the document who is signed in, in an app with
 * `visitor`. A document that many visitors may get has neither, because the first visitor would use up the key of all
 * others. Neither has a document that a browser may use again.
 *
 * @param action The result of its action, if an action ran
 * @returns The headers of the document
 */
export async function keyDocument(
  page: PageRequest,
  server: DocumentRender,
  headers: Headers | readonly string[],
  action?: Result,
): Promise<Headers | readonly string[]> {
  const { app, build, context } = page
  const { hasOnce } = app
  const tells = page.visitor !== undefined && server.hasScripts && !build.isStatic
  if (!hasOnce && !tells) return headers
  if (hasOnce) server.once = ''
  if (tells) server.visitor = null
  const own = toHeaders(headers)
  if (context.run || mayBeReused(own)) return headers

  if (tells) server.visitor = await readShown(page, action)
  if (!hasOnce && server.visitor === null) return headers

  const isStated = own.has('Cache-Control')
  const { finalStep } = context.facts ?? {}
  finalStep?.keepPersonal({ isStated, cookie: hasOnce ? createGuest(context) : undefined })
  if (hasOnce) {
    server.once = createDocumentKey()
    server.onKey = () => finalStep?.renderKeyedForm()
  }
  if (isStated) return headers

  own.set('Cache-Control', personalPolicy)
  return own
}

/** Returns who is signed in when the document is sent, or `null` if its action or a loader may have changed that. */
async function readShown(page: PageRequest, action: Result | undefined): Promise<string | null> {
  if (action && identityReason(page, action) !== undefined) return null
  const who = await readVisitor(page)
  return isOutdated(page, who) ? null : who
}

/**
 * Returns a `Set-Cookie` for a browser that has no guest cookie yet. By that cookie, a repeated submission is known to come
 * from the same browser.
 */
function createGuest(context: InternalContext): string | undefined {
  if (Cookie.from(context.readHeader('Cookie')).get(guestCookie)) return undefined
  const secure = context.url.protocol === 'https:' ? '; Secure' : ''
  return `${guestCookie}=${createKey()}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
