/** Enough to recognize a value. */
const maxLength = 80

/**
 * Formats a value for an error message: a string in quotes, a function as its source, an object as JSON or as its kind.
 *
 * @param value Anything that a program may have passed by mistake
 * @returns One line of at most 80 characters
 */
export function showValue(value: unknown): string {
  const text = describe(value).replaceAll(/\s+/g, ' ')

  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof RegExp || typeof value !== 'object' || value === null) return String(value)

  // For objects of the platform only the kind, because on Bun the JSON of `Headers` contains the cookies.
  const kind = Object.prototype.toString.call(value)
  if (kind !== '[object Object]' && !Array.isArray(value)) return kind

  try {
    return JSON.stringify(value) ?? kind
  } catch {
    return kind // A cycle, or a getter that throws.
  }
}
