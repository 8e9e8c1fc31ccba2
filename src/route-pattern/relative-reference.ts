/**
 * Returns a reference to `origin + path + query` from the page at `base`. It is relative if the origins are the same. An
 * empty `origin` means the origin of `base`.
 *
 * @throws {TypeError} If `base` is not an absolute URL with a host
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
      `Cannot use ${JSON.stringify(String(base))} as \`baseURL\`. Use an absolute URL with a host, such as "https://example.com/a".`,
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
