/** Throws a `TypeError` with `message` unless `condition` holds. For mistakes in the program, not in a request. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new TypeError(message)
}
