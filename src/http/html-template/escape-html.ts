const SPECIAL = /[&<>"'`]/
const ALL_SPECIAL = /[&<>"'`]/g

/**
 * Escapes `text` for HTML text and for a quoted attribute value: `&`, `<`, `>`, `"`, `'` and the backtick.
 *
 * All code that puts text into HTML uses this function. It does not make text safe in an unquoted attribute, in a script or
 * style element, or as a URL.
 */
export function escapeHtml(text: string): string {
  // Looking first is faster, and most strings have none of these characters.
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, entityOf) : text
}

function entityOf(character: string): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    case "'":
      return '&#39;'
    default:
      return '&#96;'
  }
}
