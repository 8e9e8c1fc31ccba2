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
import type { PageRequest } from './page-request.ts'
import { warnDeveloper } from './report.ts'

/** The default `Cache-Control` of a document whose forms have keys: every load has its own. */
export const keyedPolicy = 'private, no-cache'

/**
 * Gives the forms of a document their keys, in an app with `once`. A document that many visitors may get has none: the first
 * of them would use the key up for all. Neither has one that a browser may use again.
 *
 * @returns The headers of the document
 */
export function keyDocument(
  { app, context }: PageRequest,
  server: DocumentRender,
  headers: Headers | readonly string[],
): Headers | readonly string[] {
  if (!app.hasOnce) return headers
  server.once = ''
  const own = toHeaders(headers)
  const isStated = own.has('Cache-Control')
  const isKept = hasValidator(own) || (isStated && isReusable(own))
  if (runOf(context) || publicPolicyOf(own) || isKept) return headers

  server.once = createDocumentKey()
  const { finalStep } = internalsOf(context).identity ?? {}
  finalStep?.keyDocument({ isStated, cookie: createGuest(context) })
  server.onKey = () => finalStep?.renderKeyedForm()
  if (isStated) return headers

  own.set('Cache-Control', keyedPolicy)
  return own
}

/** Returns a `Set-Cookie` that lets the browser show that a repeat is its own, unless it has such a cookie. */
function createGuest(context: RequestContext): string | undefined {
  if (Cookie.from(headerOf(context, 'Cookie')).get(guestCookie)) return undefined
  const secure = context.url.protocol === 'https:' ? '; Secure' : ''
  return `${guestCookie}=${createKey()}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Keeps a document whose forms have keys out of shared caches, and makes browsers check it, whatever middleware has said. */
export function keepKeyPrivate(build: ServerBuild, response: Response): Response {
  const { headers } = response
  const policy = headers.get('Cache-Control')
  const shared = publicPolicyOf(headers)
  const isTooOpen = shared !== undefined || isReusable(headers)
  const own = policy === null || isTooOpen ? keyedPolicy : privatePolicy(policy)
  if (policy === own && shared === undefined && !hasValidator(headers)) return response

  if (isTooOpen) {
    warnDeveloper(
      build,
      `Middleware lets caches store a document whose forms have keys for once(). It was sent as "${own}" instead of "${shared ?? policy}". State the policy in \`headers\` of the route module: then its forms have no keys.`,
    )
  }
  return editHeaders(response, (headers) => {
    makePrivate(headers, own)
    for (const name of validators) headers.delete(name)
  })
}

/** After a 304, the browser shows the document that it has, and may have used. */
const validators = ['ETag', 'Last-Modified']

function hasValidator(headers: Headers): boolean {
  return validators.some((name) => headers.has(name))
}
