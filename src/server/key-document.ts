import type { RequestContext } from '../fetch-router/index.ts'
import { headerOf, internalsOf } from '../fetch-router/shared.ts'
import { Cookie } from '../headers/index.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { editHeaders } from '../internal/exchange/edit-headers.ts'
import { toHeaders } from '../internal/exchange/light-response.ts'
import { createDocumentKey, createKey, guestCookie } from '../internal/once/once-key.ts'
import { isReusable, makePrivate, privatePolicy, publicPolicyOf } from '../response/shared.ts'
import type { ServerBuild } from './build.ts'
import type { DocumentRender } from './document-render.ts'
import { identityReason } from './judge-loaders.ts'
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'
import type { Result } from './result.ts'
import { isKept, isOutdated, readVisitor, validators } from './tell-visitor.ts'

/** The default `Cache-Control` of a document for one visitor: every load has its own keys, and says who is signed in. */
export const personalPolicy = 'private, no-cache'

/**
 * Gives the forms of a document their keys, in an app with `once`, and lets it say who is signed in, in an app with
 * `visitor`. A document that many visitors may get has neither: the first of them would use the key up for all. Nor has one
 * that a browser may use again.
 *
 * @param action What its action came to, if it had one
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
  if (runOf(context) || isKept(own)) return headers

  if (tells) server.visitor = await readShown(page, action)
  if (!hasOnce && server.visitor === null) return headers

  const isStated = own.has('Cache-Control')
  const { finalStep } = internalsOf(context).identity ?? {}
  finalStep?.keepPersonal({ isStated, cookie: hasOnce ? createGuest(context) : undefined })
  if (hasOnce) {
    server.once = createDocumentKey()
    server.onKey = () => finalStep?.renderKeyedForm()
  }
  if (isStated) return headers

  own.set('Cache-Control', personalPolicy)
  return own
}

/** Returns who is signed in when the document is sent. `null` if its action or a loader may have changed that. */
async function readShown(page: PageRequest, action: Result | undefined): Promise<string | null> {
  if (action && identityReason(page, action) !== undefined) return null
  const who = await readVisitor(page)
  return isOutdated(page, who) ? null : who
}

/** Returns a `Set-Cookie` that lets the browser show that a repeat is its own, unless it has such a cookie. */
function createGuest(context: RequestContext): string | undefined {
  if (Cookie.from(headerOf(context, 'Cookie')).get(guestCookie)) return undefined
  const secure = context.url.protocol === 'https:' ? '; Secure' : ''
  return `${guestCookie}=${createKey()}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Keeps a document for one visitor out of shared caches, and makes browsers check it, whatever middleware has said. */
export function keepPersonal(build: ServerBuild, response: Response): Response {
  const { headers } = response
  const policy = headers.get('Cache-Control')
  const shared = publicPolicyOf(headers)
  const isTooOpen = shared !== undefined || isReusable(headers)
  const own = policy === null || isTooOpen ? personalPolicy : privatePolicy(policy)
  const hasValidator = validators.some((name) => headers.has(name))
  if (policy === own && shared === undefined && !hasValidator) return response

  if (isTooOpen) {
    warnDeveloper(
      build,
      `Middleware lets caches store a document for one visitor: its forms have keys for once(), or it says who is signed in. It was sent as "${own}" instead of "${shared ?? policy}". State the policy in \`headers\` of the route module: then it has neither.`,
    )
  }
  return editHeaders(response, (headers) => {
    makePrivate(headers, own)
    for (const name of validators) headers.delete(name)
  })
}
