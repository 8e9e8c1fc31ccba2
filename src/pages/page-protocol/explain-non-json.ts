import { ignoreRejection, isThenable } from '../../internal/process/promises.ts'
import { findPromise } from '../../internal/text/stringify.ts'

/**
 * Explains which part of `value` JSON would lose, and how to change it. It is for development.
 *
 * `undefined`, dates and objects with a `toJSON()` are not losses, because JSON handles them in a documented way.
 *
 * @returns A sentence, or `undefined` if nothing is lost
 * @throws {TypeError} If `value` contains a cycle
 */
export function explainNonJson(value: unknown): string | undefined {
  const paths = new Map<object, string>()
  let sentence: string | undefined

  // JSON itself visits the values, so this function sees exactly the values that will be sent.
  JSON.stringify(value, function (this: object, key: string, item: unknown) {
    const parent = paths.get(this)
    const path = parent === undefined ? '' : parent + (Array.isArray(this) ? `[${key}]` : `.${key}`)
    if (typeof item === 'object' && item !== null) paths.set(item, path)

    // The other parts are still visited, because each promise among them may reject, which would end the process.
    if (item instanceof Promise) ignoreRejection(item)
    if (item instanceof Map || item instanceof Set) findPromise(item)
    const [what, advice] = describeLoss(item) ?? []
    if (!what) return item
    sentence ??= `${nameOf(path)} is ${what}, which JSON cannot carry. ${advice}`
    return undefined
  })
  return sentence
}

function nameOf(path: string): string {
  return path === '' ? 'it' : `"${path.replace(/^\./, '')}"`
}

function describeLoss(item: unknown): [what: string, advice: string] | undefined {
  if (typeof item === 'function' || typeof item === 'symbol') {
    return [`a ${typeof item}`, 'Leave it out.']
  }
  if (typeof item === 'bigint') return ['a BigInt', 'Use a string.']
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined

  const prototype = Object.getPrototypeOf(item) as object | null
  // A plain object, of this realm or another.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  if (isThenable(item)) return ['a promise', 'Await it.']

  const { constructor } = prototype as { constructor?: { name?: string } }
  return [
    `an instance of ${constructor?.name || 'a class'}`,
    'Use an array or a plain object, or give the class a toJSON() method.',
  ]
}
