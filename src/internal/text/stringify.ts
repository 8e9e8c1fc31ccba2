import { ignoreRejection, isThenable } from '../process/promises.ts'

/**
 * Serializes data as `JSON.stringify()` does, but refuses promises. JSON would write a promise as `{}`, and if it rejected,
 * nothing would handle that, so the process would end.
 *
 * @throws {TypeError} If the value contains a promise. The message has its path
 */
export function stringify(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined
  // Only a value that is written as `{}` can be a promise. Most data has none, so it is not searched.
  const path = json !== undefined && json.includes('{}') ? findPromise(value) : undefined
  if (path === undefined) return json

  const name = path === '' ? 'the value' : `"${path}"`
  throw new TypeError(`${name} is a promise, which JSON cannot carry. Await it.`)
}

/** Returns the path of the first promise in a value. If a promise of the value rejects, that does not end the process. */
export function findPromise(value: unknown): string | undefined {
  const paths = new Map<object, string>()
  let found: string | undefined

  // JSON itself visits the values, so this function sees exactly the values that were written.
  JSON.stringify(value, function (this: object, key: string, item: unknown) {
    if (typeof item !== 'object' || item === null) return item
    const parent = paths.get(this)
    const path = parent === undefined ? '' : writePath(parent, key, Array.isArray(this))
    paths.set(item, path)
    if (isThenable(item)) {
      if (item instanceof Promise) ignoreRejection(item)
      found ??= path
    }
    if (!(item instanceof Map || item instanceof Set)) return item

    // JSON writes these as `{}` without a look at what they hold.
    const entries: unknown[] = [...item]
    paths.set(entries, path)
    return entries
  })
  return found
}

/** Writes the path of a member: `orders[0].total`. */
export function writePath(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}
