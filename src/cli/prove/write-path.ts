import { encodedSlash } from '../../internal/canonical-path.ts'
import { addBasename } from '../../page-protocol/basename.ts'
import type { Target } from './target.ts'

/**
 * Writes the path of a target, with optional parts or without.
 *
 * @param valueOf Returns the encoded text for a capture
 */
export function writePath(
  { tokens, basename }: Target,
  valueOf: (name: string) => string,
  withOptionals: boolean,
): string {
  let path = ''
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const rest = token.slice(1)
    switch (token[0]) {
      case '=':
        path += rest.split(encodedSlash).map(encodeURI).join('%2F')
        break
      case ':':
      case '*':
        path += valueOf(rest)
        break
      case '?':
        if (!withOptionals) i += Number(rest)
        break
      case '/':
        if (!path.endsWith('/')) path += '/'
        break
      case '.':
        path += '.'
        break
      case '$':
        path += `/${valueOf('*')}`
    }
  }
  return addBasename(path.startsWith('/') ? path : `/${path}`, basename)
}
