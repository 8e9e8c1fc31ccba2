/** More than enough to recognise a value by. */
const maxLength = 80

/**
 * Writes a value for an error message: a text in quotes, a function as its source, an object as JSON.
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

  try {
    return JSON.stringify(value) ?? Object.prototype.toString.call(value)
  } catch {
    return Object.prototype.toString.call(value) // A cycle, or a getter that throws.
  }
}
