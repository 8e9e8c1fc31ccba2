/**
 * The names and texts of an object, as a form or a query sends them: `{ a: { b: 1 }, c: [2, 3] }` is `a.b=1&c=2&c=3`.
 *
 * `undefined` is left out, and `null` is an empty text.
 *
 * @throws {TypeError} If a value cannot be a text
 */
export function encodeNames(value: object): [name: string, value: string | Blob][] {
  const entries: [string, string | Blob][] = []
  addEntries(entries, '', value)
  return entries
}

function addEntries(entries: [string, string | Blob][], prefix: string, value: object): void {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const name = prefix + key
    if (isPlainObject(inner)) addEntries(entries, `${name}.`, inner)
    else for (const item of Array.isArray(inner) ? inner : [inner]) addEntry(entries, name, item)
  }
}

function addEntry(entries: [string, string | Blob][], name: string, value: unknown): void {
  if (value === undefined) return
  if (value === null) entries.push([name, ''])
  else if (value instanceof Blob) entries.push([name, value])
  else if (value instanceof Date) entries.push([name, value.toISOString()])
  else if (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') {
    entries.push([name, String(value)])
  } else {
    throw new TypeError(
      `Cannot write "${name}" as text: use texts, numbers, booleans, null, and objects or arrays of them`,
    )
  }
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
