/**
 * Returns the same as `JSON.parse(JSON.stringify(value))` for plain objects and arrays, but faster.
 *
 * It is a copy, so that a component that sorts its data does not change an object that the loader caches.
 *
 * @returns The copy, or `undefined` if a part of the value would change in JSON
 */
export function copyJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? copyArray(value) : copyObject(value as Record<string, unknown>)
    default:
      return undefined
  }
}

function copyArray(array: readonly unknown[]): unknown[] | undefined {
  if (Object.getPrototypeOf(array) !== Array.prototype) return undefined

  const copy: unknown[] = []
  for (let i = 0; i < array.length; i++) {
    const item = copyJson(array[i])
    if (item === undefined) return undefined
    copy.push(item)
  }
  return copy
}

function copyObject(object: Record<string, unknown>): Record<string, unknown> | undefined {
  if (Object.getPrototypeOf(object) !== Object.prototype) return undefined

  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const member = copyJson(object[name])
    // Assigning a property with this name would set the prototype.
    if (member === undefined || name === '__proto__') return undefined
    copy[name] = member
  }
  return copy
}
