import { foreignHost } from '../bait.ts'
import type { Sent } from '../sender.ts'
import { isDocument, type Check } from './check.ts'

/** Links do not have a host that the client has chosen. */
export const host: Check = {
  name: 'host',
  title: 'Links must not have a host that the client has chosen',
  advice:
    'Write links as paths. Where a whole URL is needed, such as in an e-mail, take its origin from the configuration, or put canonicalHost() first in the middleware.',

  judge({ planned: { attack }, sent }) {
    const { status, location } = sent
    const header = attack.headers.find(
      ([name, value]) =>
        value.includes(foreignHost) && /^(?:x-forwarded-host|forwarded)$/i.test(name),
    )
    const isHost = new URL(attack.origin).hostname === foreignHost
    if ((!isHost && header === undefined) || status >= 400) return undefined
    const source = isHost ? 'Host' : header![0]
    // `Response.redirect()` needs a whole URL, and no attacker can choose the Host of a visitor's browser.
    const isRedirect = !isHost && location !== undefined && location.includes(`//${foreignHost}`)
    if (!isRedirect && !hasLink(sent)) return undefined

    const what = isRedirect ? 'a redirect' : 'a page with a link'
    return {
      says: `got ${what} to ${foreignHost}, which is the ${source} that was sent`,
      cause: source,
    }
  },
}

/** The text of a page may name a host. */
function hasLink(sent: Sent): boolean {
  return isDocument(sent)
    ? /\b(?:href|src|srcset|action|content)\s*=\s*["'][^"'<>]*\/\/attacker\.example/i.test(
        sent.text,
      )
    : /[">]https?:\/\/attacker\.example/i.test(sent.text)
}
