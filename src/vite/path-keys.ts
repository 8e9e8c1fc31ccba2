import { countReadings, readingsOf, type Tokens } from '../route-pattern/shared.ts'

/**
 * The first segments of a path: a literal, or anything (`null`). It says nothing about further segments, or whether
 * there are any.
 */
export type PathKey = readonly (string | null)[]

/** With more readings than this, everything after the first optional is ignored. */
const mostReadings = 16

/** Stands for a param in a literal. No path contains this character, decoded or not. */
const param = '\0'

/** Returns one key for each combination of optionals. Every path that the pattern matches has one of these keys. */
export function pathKeys(tokens: Tokens): PathKey[] {
  const keys =
    countReadings(tokens) > mostReadings ? [keyOf(tokens)] : readingsOf(tokens).map(keyOf)

  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
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
      case '-':
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
