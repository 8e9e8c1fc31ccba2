/**
 * A reference to `origin + path + query` from the page at `base`: relative if it has the same origin (an empty `origin`
 * is that of the base), absolute if not.
 *
 * @throws {TypeError} If `base` is no absolute URL with a host
 */
export function relativeReference(
  base: string | URL,
  origin: string,
  path: string,
  query: string,
): string {
  const from = URL.parse(base)
  if (from === null || from.host === '') {
    throw new TypeError(
      `baseURL must be an absolute URL with a host such as "https://example.com/a", not ${JSON.stringify(String(base))}`,
    )
  }
  if (origin !== '' && new URL(origin).origin !== from.origin) return origin + path + query

  const here = from.pathname.split('/').slice(1, -1)
  const there = path.split('/').slice(1)
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared])
    shared++

  const rest = there.slice(shared)
  const up = '../'.repeat(here.length - shared)
  const needsDot = up === '' && (rest[0] === '' || rest[0]!.includes(':'))
  return `${needsDot ? './' : up}${rest.join('/')}${query}`
}
