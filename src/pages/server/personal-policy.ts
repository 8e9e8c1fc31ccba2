import { editHeaders } from '../../internal/exchange/edit-headers.ts'
import {
  isReusable,
  makePrivate,
  privatePolicy,
  publicPolicyOf,
} from '../../http/response/shared.ts'
import type { ServerBuild } from './build.ts'
import { warnDeveloper } from './report.ts'
import { validators } from './tell-visitor.ts'

/** The default `Cache-Control` of a document for one visitor: every load has its own keys, and says who is signed in. */
export const personalPolicy = 'private, no-cache'

/** Keeps a document for one visitor out of shared caches, and makes browsers check it, even if middleware says otherwise. */
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
