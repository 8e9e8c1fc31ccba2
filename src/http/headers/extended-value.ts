import { utf8 } from '../../internal/text/encoding.ts'

/**
 * Extended values of header parameters, such as `filename*=UTF-8''na%C3%AFve.txt` (RFC 8187).
 */

/** Encodes an extended value. `encodeURIComponent` leaves four characters that are not allowed there (§3.2). */
export function encodeExtended(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())

  return (
    "UTF-8''" +
    encoded.replace(
      /[*'()]/g,
      (character) => '%' + character.charCodeAt(0).toString(16).toUpperCase(),
    )
  )
}

/**
 * Decodes an extended value.
 *
 * @param text The value without quotes
 * @returns Its text, or `null` if it is malformed or has another charset than UTF-8 and ISO-8859-1. Then use the plain
 *   parameter
 */
export function decodeExtended(text: string): string | null {
  const charsetEnd = text.indexOf("'")
  const languageEnd = text.indexOf("'", charsetEnd + 1)
  if (charsetEnd === -1 || languageEnd === -1) return null

  const value = text.slice(languageEnd + 1)
  if (!/^[!#$&+\-.^_`|~0-9A-Za-z%]*$/.test(value)) return null

  try {
    switch (text.slice(0, charsetEnd).toLowerCase()) {
      case 'utf-8':
        return decodeURIComponent(value)
      case 'iso-8859-1':
        return decodeLatin1(value)
      default:
        return null
    }
  } catch {
    return null // Clients send invalid percent-encoding and invalid UTF-8.
  }
}

function decodeLatin1(value: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(value)) return null

  // Each byte is the code point with the same number. Works on bytes, because joining thousands of strings is slow.
  const bytes = new TextEncoder().encode(value)
  let length = 0
  for (let i = 0; i < bytes.length; i += 1) {
    let code = bytes[i]!
    if (code === 0x25) {
      code = 16 * digit(bytes[i + 1]!) + digit(bytes[i + 2]!)
      i += 2
    }
    if (code > 0x7f) bytes[length++] = 0xc0 | (code >> 6)
    bytes[length++] = code > 0x7f ? 0x80 | (code & 0x3f) : code
  }

  return utf8.decode(bytes.subarray(0, length))
}

/** Returns the value of a hexadecimal digit. */
function digit(code: number): number {
  return (code & 0x0f) + (code > 0x39 ? 9 : 0)
}
