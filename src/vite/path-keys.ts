import type { Tokens } from '../route-pattern/shared.ts'

/**
 * The first segments of a path: a literal, or anything (`null`). It says nothing about further segments, or whether
 * there are any.
 */
export type PathKey = readonly (string | null)[]

/** With more optionals than this, everything after the first one is ignored. */
const mostOptionals = 4

/** Stands for a param in a literal. No path contains this character, decoded or not. */
const param = '\0'

/** Returns one key for each combination of optionals. Every path that the pattern matches has one of these keys. */
export function pathKeys(tokens: Tokens): PathKey[] {
  const isSimple = tokens.filter((token) => token[0] === '?').length <= mostOptionals
  const keys = isSimple ? expand(tokens).map(keyOf) : [keyOf(tokens)]

  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

/** The tokens with and without each optional. */
function expand(tokens: Tokens): Tokens[] {
  const at = tokens.findIndex((token) => token[0] === '?')
  if (at === -1) return [tokens]

  const end = at + 1 + Number(tokens[at]!.slice(1))
  const before = tokens.slice(0, at)
  const after = tokens.slice(end)
  return [
    ...expand([...before, ...tokens.slice(at + 1, end), ...after]),
    ...expand([...before, ...after]),
  ]
}

function keyOf(tokens: Tokens): PathKey {
  let text = ''
  for (const token of tokens) {
    switch (token[0]) {
      case '=':
        text += token.slice(1)
        break
      case ':':
        text += param
        break
      case '.':
        text += '.'
        break
      case '/':
        if (!text.endsWith('/')) text += '/'
        break
      case '$':
        return segmentsOf(text)
      default:
        // After a wildcard or an optional, the rest of its segment can be anything.
        return segmentsOf(text).slice(0, -1)
    }
  }
  return segmentsOf(text)
}

function segmentsOf(text: string): PathKey {
  if (text === '') return []
  return text
    .slice(1)
    .split('/')
    .map((segment) => (segment.includes(param) ? null : segment))
}
