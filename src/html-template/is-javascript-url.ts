/**
 * Whether an attribute value, as it stands in HTML, is a URL that runs a script.
 *
 * Browsers decode character references, skip white space and control characters, and ignore case before they look at
 * the scheme, so the same is done here. Text that was escaped twice is seen through as well: no honest URL looks like it.
 */
export function isJavascriptUrl(value: string): boolean {
  // most URLs begin with a character that is neither skipped, decoded nor a "j"
  if (!/^[jJ&\0-\x20\x7F-\x9F]/.test(value)) return false

  const decoded = decodeReferences(value)
  return startsWithScheme(decoded) || startsWithScheme(decodeReferences(decoded))
}

function startsWithScheme(url: string): boolean {
  const visible = url.replace(/[\0-\x20\x7F-\x9F]/g, '')
  return visible.slice(0, 11).toLowerCase() === 'javascript:'
}

/** The references that can take part in spelling a scheme, and those that the escaper writes. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['colon', ':'],
  ['tab', '\t'],
  ['newline', '\n'],
])

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#([0-9]+)|(amp|lt|gt|quot|apos|colon|tab|newline)\b);?/gi,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name.toLowerCase())!
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
    },
  )
}
