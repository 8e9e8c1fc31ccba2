// The assertions of tests that apps run on their own storages, on every runtime and in every test runner.

/** Expects a promise that rejects. */
export async function rejects(operation: () => Promise<unknown>, what: string): Promise<void> {
  const threw = await operation().then(
    () => false,
    () => true,
  )
  ok(threw, `${what} to throw`)
}

/** Expects a condition. `what` completes the sentence that begins with "Expected". */
export function ok(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Expected ${what}`)
}

/** Expects two values to be the same, member by member. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (!isEqual(actual, expected)) {
    throw new Error(
      `Expected ${what} to be ${JSON.stringify(expected)}, not ${JSON.stringify(actual)}`,
    )
  }
}

/** Compares two values. The order of names does not matter. */
function isEqual(actual: unknown, expected: unknown): boolean {
  if (!isObject(actual) || !isObject(expected)) return Object.is(actual, expected)
  const names = Object.keys(expected)
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    Object.keys(actual).length === names.length &&
    names.every((name) => Object.hasOwn(actual, name) && isEqual(actual[name], expected[name]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
