/** Whether two values of JSON are equal. Objects need the same names in the same order. A promise equals only itself. */
export function isSameData(first: unknown, second: unknown): boolean {
  // A loop, because data can be nested deeper than the stack allows.
  const rest = [first, second]
  while (rest.length > 0) {
    const [a, b] = rest.splice(-2)
    if (Object.is(a, b)) continue
    if (!a || !b || typeof a !== 'object' || a instanceof Promise) return false
    // One is a list, a promise or not an object.
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false

    const entries = Object.entries(a)
    const others = Object.entries(b)
    if (entries.length !== others.length) return false
    for (const [i, [name, value]] of entries.entries()) {
      const [otherName, other] = others[i]!
      if (name !== otherName) return false
      rest.push(value, other)
    }
  }
  return true
}
