/**
 * Lists the names and values of an object as a form or a query sends them: `{ a: { b: 1 }, c: [2, 3] }` is
 * `a.b=1&c=2&c=3`, and `{ d: [{ e: 4 }, {}] }` is `d.0=&d.0.e=4&d.1=`.
 *
 * `undefined` is left out. `toText()` converts the other values.
 *
 * @param add Called with each name and value, in order
 */
export function encodeNames(
  value: object,
  add: (name: string, item: unknown) => void,
  prefix = '',
): void {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const name = prefix + key
    const items = [inner].flat()
    // The row itself has an entry, because it may have no values.
    if (Array.isArray(value)) add(name, '')
    if (items.some(isPlainObject)) encodeNames(inner as object, add, `${name}.`)
    else for (const item of items) if (item !== undefined) add(name, item)
  }
}

/**
 * Converts a value of a form or a query to a string. `null` is an empty string.
 *
 * @throws {TypeError} If the value cannot be sent as text
 */
export function toText(name: string, value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  // Also `boolean` and `bigint`.
  if (/^(?:string|number|b)/.test(typeof value)) return String(value)
  throw new TypeError(
    `Cannot write a value of type ${typeof value} as "${name}": use a string, a number, a boolean or null`,
  )
}

function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]'
}
