import type { Sent } from '../sender.ts'
import type { Check, Rule } from './check.ts'

/** The rule, for the check below and for pages that differ by user. */
export const sharedCacheRule: Rule = {
  name: 'shared-cache',
  title: 'A response for one visitor must not be stored for others',
  advice:
    'Send Cache-Control: private, or no-store. Use public and s-maxage only for responses that are the same for every visitor and that set no cookie.',
}

/** A response with a cookie does not say that caches which visitors share may store it. */
export const sharedCache: Check = {
  ...sharedCacheRule,

  judge({ sent }) {
    const { headers, replacedPolicy } = sent
    const [first] = headers.getSetCookie()
    if (first === undefined || replacedPolicy === undefined) return undefined

    const name = first.split('=', 1)[0]
    return {
      says: `set the cookie "${name}" with Cache-Control: ${replacedPolicy}. The server sends it as private, because a cache would give one visitor's cookie to others`,
      cause: `${name} ${replacedPolicy}`,
    }
  },
}

/** Whether caches that visitors share may store a response. */
export function isShared({ headers }: Sent): boolean {
  const policy = headers.get('Cache-Control') ?? ''
  return (
    /(?:^|[\s,])(?:public|s-maxage=0*[1-9])/i.test(policy) &&
    !/(?:^|[\s,])(?:private|no-store)\b/i.test(policy)
  )
}
