import { utf8 } from './encoding.ts'

/** Shorter strings are parsed as they are, because they cannot take long. */
const shortLength = 2_000

/**
 * Parses the pairs of a query or an urlencoded form, as `new URLSearchParams()` does.
 *
 * For each pair without an equals sign, Node searches the rest of the string, so these pairs get one. For each name or value
 * with an invalid escape, Node throws and catches an error, so these escapes are repaired.
 *
 * @param text The pairs, without a question mark in front
 */
export function parsePairs(text: string): URLSearchParams {
  const pairs = text.length <= shortLength ? text : repair(text)
  // A question mark at the start belongs to a name. Without the `&`, it would be removed as the start of a query.
  return new URLSearchParams(pairs.startsWith('?') ? `&${pairs}` : pairs)
}

/** From this average length of a pair on, the errors take less time than the repair. */
const longPair = 256

function repair(text: string): string {
  const list = text.split('&')
  const pairs = list.map(withSign).join('&')
  return text.length > longPair * list.length ? pairs : repairEscapes(pairs)
}

function withSign(pair: string): string {
  return pair === '' || pair.includes('=') ? pair : `${pair}=`
}

const percent = 0x25

/** Decodes all bytes that are not ASCII at once, as URLs do: invalid UTF-8 becomes U+FFFD. A lone `%` becomes `%25`. */
function repairEscapes(text: string): string {
  if (!text.includes('%')) return text
  const sent = new TextEncoder().encode(text)
  const bytes = new Uint8Array(3 * sent.length)
  let length = 0
  for (let i = 0; i < sent.length; i++) {
    const byte = sent[i]!
    const high = byte === percent ? valueOfDigit(sent[i + 1]) : 0
    const low = byte === percent ? valueOfDigit(sent[i + 2]) : 0
    if (high >= 8 && low >= 0) {
      bytes[length++] = 16 * high + low
      i += 2
    } else {
      bytes[length++] = byte
      if (high < 0 || low < 0) {
        bytes[length++] = 0x32
        bytes[length++] = 0x35
      }
    }
  }
  return utf8.decode(bytes.subarray(0, length))
}

/** Returns the value of a hexadecimal digit, or -1. */
function valueOfDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
