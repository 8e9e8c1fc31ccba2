const NativeRequest = globalThis.Request
const requestPrototype: unknown = NativeRequest.prototype

/** Whether what was given to `router.fetch()` is a `Request`. */
export function isRequest(input: string | URL | Request): input is Request {
  return (
    typeof input === 'object' &&
    (Object.getPrototypeOf(input) === requestPrototype || input instanceof NativeRequest)
  )
}

/**
 * The `Request` for what was given to `router.fetch()`.
 *
 * A string that starts with a single `/` is put behind `base` as text: as a URL reference, `//evil/x` would change the host.
 */
export function toRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  base: string | undefined,
): Request {
  if (typeof input !== 'string' || !input.startsWith('/')) return new Request(input, init)

  if (base === undefined) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}: use an absolute URL, or give the router a \`baseUrl\``,
    )
  }
  if (input.startsWith('//')) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}: a path that is resolved against \`baseUrl\` starts with one slash`,
    )
  }
  return new Request(base + input, init)
}
