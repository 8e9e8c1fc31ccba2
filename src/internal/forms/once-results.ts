/** The result of a submission that uses `once()`. */
export type OnceResult = 'first' | 'repeat' | 'refused' | 'unkeyed' | 'unrecorded'

const results = new WeakMap<object, OnceResult>()

/** Stores the result of a request's submission, for the log. */
export function noteOnce(context: object, result: OnceResult): void {
  results.set(context, result)
}

/** Returns the result of a request's submission, if it used `once()`. */
export function onceResultOf(context: object): OnceResult | undefined {
  return results.get(context)
}
