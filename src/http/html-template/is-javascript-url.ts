/**
 * Whether an attribute value, as it is written in HTML, is a URL that runs a script.
 *
 * Browsers decode character references, skip white space and control characters, and ignore case before they look at
 * the scheme. This function does the same. It also decodes text that was escaped twice: no honest URL looks like that.
 */
export function isJavascriptUrl(value: string): boolean {
  // Most URLs start with a character that is neither skipped, nor decoded, nor a "j".
  if (!/^[jJ&\0-\x20\x7F-\x9F]/.test(value)) return false

  const decoded = decodeReferences(value)
  return [decoded, decodeReferences(decoded)].some((url) =>
    /^javascript:/i.test(url.replace(/[\0-\x20\x7F-\x9F]/g, '')),
  )
}

/** The references that can be part of a scheme, and those that `escapeHtml()` writes. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', colon: ':', tab: '\t', newline: '\n' }),
)

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|(amp|lt|gt|quot|colon|tab|newline)\b);?/gi,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase())!
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
    },
  )
}
