/** More than enough to recognise a value by. */
const maxLength = 80

/**
 * Writes a value for an error message: a text in quotes, a function as its source, an object as JSON or, if that says nothing, as its kind.
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

  const kind = Object.prototype.toString.call(value)
  try {
    const text = JSON.stringify(value) ?? kind
    return text === '{}' && kind !== '[object Object]' ? kind : text
  } catch {
    return kind // A cycle, or a getter that throws.
  }
}
