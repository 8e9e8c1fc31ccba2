/** Whether two values of JSON are equal. Objects need the same names in the same order. A promise equals only itself. */
export function isSameData(first: unknown, second: unknown): boolean {
  // A loop, because data can be nested deeper than the stack allows.
  const rest = [first, second]
  while (rest.length > 0) {
    const [a, b] = rest.splice(-2)
    if (Object.is(a, b)) continue
    if (!isObject(a) || !isObject(b) || a instanceof Promise) return false
    // One is a list or a promise.
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false

    const names = Object.keys(a)
    const others = Object.keys(b)
    if (names.length !== others.length) return false
    for (const [i, name] of names.entries()) {
      if (name !== others[i]) return false
      rest.push(a[name], b[name])
    }
  }
  return true
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
