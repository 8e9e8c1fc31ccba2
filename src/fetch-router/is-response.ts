const NativeResponse = globalThis.Response
const responsePrototype: unknown = NativeResponse.prototype

/** Whether a value is a `Response`, even one of another realm or of a polyfill. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false
  return (
    Object.getPrototypeOf(value) === responsePrototype || // True for most, and faster than `instanceof`.
    value instanceof NativeResponse ||
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response'
  )
}
