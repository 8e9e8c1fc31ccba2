import type { Sent } from '../sender.ts'
import type { Check, Rule } from './check.ts'

/** The rule, for the check below and for pages that differ by user. */
export const sharedCacheRule: Rule = {
  name: 'shared-cache',
  title: 'A response for one visitor must not be stored for others',
  advice:
    'Send Cache-Control: private, or no-store. Use public and s-maxage only for responses that are the same for everybody and that set no cookie.',
}

/** A response with a cookie is not stored in caches that visitors share. */
export const sharedCache: Check = {
  ...sharedCacheRule,

  judge({ sent }) {
    const [first] = sent.headers.getSetCookie()
    if (first === undefined || !isShared(sent)) return undefined

    const policy = sent.headers.get('Cache-Control')
    return {
      says: `got Cache-Control: ${policy} together with the cookie "${first.split('=', 1)[0]}", so a cache gives one visitor's cookie to others`,
      cause: `${first.split('=', 1)[0]} ${policy}`,
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
