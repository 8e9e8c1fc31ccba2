const NativeResponse = globalThis.Response

/** Whether a value is a `Response`, also one of another realm or of a polyfill. */
export function isResponse(value: unknown): value is Response {
  return (
    value instanceof NativeResponse ||
    (typeof value === 'object' &&
      value !== null &&
      (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response')
  )
}
