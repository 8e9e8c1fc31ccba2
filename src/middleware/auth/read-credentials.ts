import type { RequestContext } from '../../router/fetch-router/index.ts'

/**
 * Reads the value after the scheme of a header such as `Authorization: Bearer abc`.
 *
 * @param word The scheme in lower case
 * @returns `undefined` without the header or with another scheme, and `''` unless one value follows the scheme
 */
export function readCredentials(
  { headers }: RequestContext,
  headerName: string,
  word: string,
): string | undefined {
  const [scheme = '', value = '', ...rest] = (headers.get(headerName) ?? '')
    .trim()
    .split(/[ \t]+/, 3)
  if (scheme.toLowerCase() !== word) return undefined

  return rest.length > 0 ? '' : value
}
