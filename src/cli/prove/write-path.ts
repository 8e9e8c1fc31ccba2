import { addBasename } from '../../page-protocol/basename.ts'
import { writeTokens } from '../../route-pattern/shared.ts'
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
  const written: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token[0] !== '?') written.push(token)
    else if (!withOptionals) i += Number(token.slice(1))
  }

  const path = writeTokens(written, {}, (token) => valueOf(token === '$' ? '*' : token.slice(1)))
  return addBasename(path, basename)
}
