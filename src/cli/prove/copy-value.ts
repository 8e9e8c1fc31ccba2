import { isPlainObject } from '../../internal/is-plain-object.ts'

/** Copies plain objects and lists. Everything else, such as a file, stays the same. */
export function copyValue<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyValue) as Value
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, copyValue(inner)]),
  ) as Value
}
