import { invariant, showValue } from '../../internal/guards/check.ts'
import { toBase64 } from '../../internal/text/encoding.ts'

/**
 * Returns the source expression that allows an inline script or style which is always the same. Such a page needs no nonce,
 * so a cache may keep it.
 *
 * @param code The text between the tags, exactly as it is sent
 * @returns A source for `script-src` or `style-src`, such as `'sha256-…'` with its quotes
 *
 * @example
 * const theme = 'document.documentElement.dataset.theme = localStorage.theme'
 * secureHeaders({ contentSecurityPolicy: { 'script-src': ["'self'", await hashOf(theme)] } })
 */
export async function hashOf(code: string): Promise<string> {
  invariant(
    typeof code === 'string',
    `hashOf() takes the code of a script or a style, not ${showValue(code)}`,
  )
  // Browsers hash the code after parsing, which changes all line ends to LF.
  const bytes = new TextEncoder().encode(code.replace(/\r\n?/g, '\n'))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return `'sha256-${toBase64(new Uint8Array(digest))}'`
}
