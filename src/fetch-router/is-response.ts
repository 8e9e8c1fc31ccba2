const NativeResponse = globalThis.Response

/** Whether a value is a `Response`, even one of another realm or of a polyfill. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false
  return (
    // True for all but exotic ones, and faster than `instanceof`.
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response' ||
    value instanceof NativeResponse
  )
}
