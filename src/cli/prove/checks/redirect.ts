import { textOf, urlOf, type Attack } from '../attack.ts'
import type { Check } from './check.ts'

/** A redirect does not lead to a site that the request has chosen. */
export const redirect: Check = {
  name: 'redirect',
  title: 'A redirect must not lead to a site that the request has chosen',
  advice:
    "Redirect only to paths of the app: refuse what does not start with one slash, or compare new URL(value, url).origin with the origin of the app. Otherwise a link to your site leads to an attacker's.",
  limit: 2,

  judge({ planned: { attack }, sent }) {
    const { location } = sent
    // A path, or a URL of another origin.
    const host = location === undefined ? undefined : URL.parse(location)?.hostname
    if (!host || host === new URL(attack.origin).hostname || !textIn(attack).includes(host)) {
      return undefined
    }
    return { says: `got a redirect to ${location}, an address that it has sent itself` }
  },
}

/** The parts of a request that the client has chosen, apart from the host. */
function textIn(attack: Attack): string {
  const { pathname, search } = new URL(urlOf(attack)!)
  const body = attack.body === undefined ? '' : textOf(attack.body)
  const parts = [pathname, search, body]
  return [...parts.map(decode), ...attack.headers.map(([, value]) => value)]
    .join('\n')
    .toLowerCase()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
