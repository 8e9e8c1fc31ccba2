const NativeResponse = globalThis.Response
const responsePrototype: unknown = NativeResponse.prototype

/** Whether a value is a `Response`, also one of another realm or of a polyfill. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false
  return (
    Object.getPrototypeOf(value) === responsePrototype || // most are, and `instanceof` is slower
    value instanceof NativeResponse ||
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Response'
  )
}
