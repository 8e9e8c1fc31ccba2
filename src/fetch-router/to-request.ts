/**
 * Creates the `Request` for the input of `router.fetch()`.
 *
 * A path is appended to `base` as text. If it were resolved as a URL, `//evil/x` would change the host.
 */
export function toRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
  base: string | undefined,
): Request {
  if (typeof input !== 'string' || !input.startsWith('/')) return new Request(input, init)

  if (base === undefined) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}. Use an absolute URL, or give the router a \`baseUrl\`.`,
    )
  }
  if (input.startsWith('//')) {
    throw new TypeError(
      `Cannot fetch ${JSON.stringify(input)}. Use an absolute URL, or a path that starts with one slash.`,
    )
  }
  return new Request(base + input, init)
}
