import { isCapture, type Tokens } from './tokens.ts'

/** Counts the ways to use or leave out the optionals of a path. */
export function countReadings(tokens: Tokens, start = 0, end: number = tokens.length): number {
  let count = 1
  for (let i = start; i < end; i++) {
    if (tokens[i]![0] !== '?') continue
    const last = i + Number(tokens[i]!.slice(1))
    count *= 1 + countReadings(tokens, i + 1, last + 1)
    i = last
  }
  return count
}

/**
 * Returns every way to use or leave out the optionals of a path. A matcher tries them in this order: an optional is used
 * first, beginning at the left.
 *
 * A reading has no `?` and no `/`, and adjacent texts are one. A capture that is left out is `-`.
 */
export function readingsOf(tokens: Tokens): Tokens[] {
  const readings = expand(tokens).map(joinTexts)

  return readings.filter((reading, i) => readings.findIndex((one) => isEqual(one, reading)) === i)
}

/** Returns the tokens with all optionals, or with none. There are no `?` among them. */
export function readingWith(tokens: Tokens, withOptionals: boolean): Tokens {
  const reading: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token[0] !== '?') reading.push(token)
    else if (!withOptionals) i += Number(token.slice(1))
  }
  return reading
}

function isEqual(a: Tokens, b: Tokens): boolean {
  return a.length === b.length && a.every((token, i) => token === b[i])
}

function expand(tokens: Tokens): Tokens[] {
  const at = tokens.findIndex((token) => token[0] === '?')
  if (at === -1) return [tokens]

  const end = at + 1 + Number(tokens[at]!.slice(1))
  const [before, inside, after] = [
    tokens.slice(0, at),
    tokens.slice(at + 1, end),
    tokens.slice(end),
  ]
  const leftOut = inside.filter(isCapture).map(() => '-')
  return [...expand([...before, ...inside, ...after]), ...expand([...before, ...leftOut, ...after])]
}

function joinTexts(tokens: Tokens): Tokens {
  const joined: string[] = []
  let text = '='
  for (const token of tokens) {
    if (token[0] === '=') text += token.slice(1)
    else if (token === '/') text += text.endsWith('/') ? '' : '/'
    else {
      // A capture that is left out has no position, so it can stand before the text or after it.
      if (token !== '-' && text !== '=') {
        joined.push(text)
        text = '='
      }
      joined.push(token)
    }
  }
  if (text !== '=') joined.push(text)
  return joined
}
