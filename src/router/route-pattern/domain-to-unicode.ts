import type { Tokens } from './tokens.ts'

/**
 * Converts a host name to the form that people read: lower case, with `xn--` labels decoded (RFC 3492). Patterns and
 * URLs are compared in this form, so `bücher.example` and `xn--bcher-kva.example` are the same host.
 */
export function domainToUnicode(host: string): string {
  const lower = host.toLowerCase()
  const readable = lower.includes('xn--') ? lower.split('.').map(labelToUnicode).join('.') : lower
  return readable.normalize('NFC')
}

/** Converts the texts of a host's tokens in the same way. */
export function tokensToUnicode(tokens: Tokens): Tokens {
  return tokens.map((token) => (token[0] === '=' ? `=${domainToUnicode(token.slice(1))}` : token))
}

function labelToUnicode(label: string): string {
  // RFC 1035 §2.3.4: no label is longer. Decoding takes quadratic time.
  if (!label.startsWith('xn--') || label.length > 63) return label
  return decodePunycode(label.slice(4)) ?? label
}

/** Decodes by RFC 3492 §6.2, with the parameters of §5. Returns `null` for text that no encoder creates. */
function decodePunycode(input: string): string | null {
  const delimiter = input.lastIndexOf('-')
  const output = delimiter === -1 ? [] : Array.from(input.slice(0, delimiter))
  let position = 0
  let codePoint = 128
  let bias = 72

  for (let next = delimiter + 1; next < input.length;) {
    const before = position
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitValue(input.charCodeAt(next++))
      if (digit === -1) return null
      position += digit * weight
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
      if (position > 0x7fffffff) return null
    }

    const length = output.length + 1
    bias = adaptBias(position - before, length, before === 0)
    codePoint += Math.floor(position / length)
    if (codePoint > 0x10ffff) return null
    position %= length
    output.splice(position++, 0, String.fromCodePoint(codePoint))
  }

  return output.join('')
}

function digitValue(code: number): number {
  if (code >= 97 && code <= 122) return code - 97 // The letters a to z.
  if (code >= 48 && code <= 57) return code - 22 // The digits 0 to 9.
  return -1
}

/** RFC 3492 §6.1. */
function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
