/**
 * Lists the names and values of an object as a form or a query sends them: `{ a: { b: 1 }, c: [2, 3] }` is
 * `a.b=1&c=2&c=3`.
 *
 * `undefined` is left out. `toText()` writes the other values.
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
    for (const item of Array.isArray(inner) ? inner : [inner]) {
      if (item === inner && isPlainObject(item)) encodeNames(item, add, `${name}.`)
      else if (item !== undefined) add(name, item)
    }
  }
}

/**
 * Writes a value of a form or a query. `null` is an empty string.
 *
 * @throws {TypeError} If the value cannot be sent as text
 */
export function toText(name: string, value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (/^(?:string|number|boolean|bigint)$/.test(typeof value)) return String(value)
  throw new TypeError(
    `Cannot write a value of type ${typeof value} as "${name}": use a string, a number, a boolean or null`,
  )
}

function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]'
}
