/** What came of a submission. */
export type OnceResult = 'first' | 'repeat' | 'refused' | 'unkeyed' | 'unrecorded'

const results = new WeakMap<object, OnceResult>()

/** Remembers what came of the submission of a request, for the log. */
export function noteOnce(context: object, result: OnceResult): void {
  results.set(context, result)
}

/** Returns what came of the submission of a request, if it was one for `once()`. */
export function onceResultOf(context: object): OnceResult | undefined {
  return results.get(context)
}
