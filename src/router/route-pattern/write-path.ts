import { encodeSegments as encodeEach, encodeText, type Values } from './encode-path.ts'
import { isCapture, type Tokens } from './tokens.ts'

export type { Values } from './encode-path.ts'

/**
 * Writes a path of `serializePath` with the params of a match. Unlike `createHref`, it checks nothing, so it is small
 * in a browser.
 */
export function writePath(path: Tokens, params: Values): string {
  return writeTokens(path, params, (token, value, isDotted) =>
    encodeSegments(token[0] === ':' ? [String(value)] : String(value).split('/'), isDotted),
  )
}

/** Writes the tokens of a path. `encode` gets a capture, its value and whether the dots in it must be encoded. */
export function writeTokens(
  tokens: Tokens,
  params: Values,
  encode: (token: string, value: unknown, isDotted: boolean) => string,
): string {
  const dotted = capturesByDots(tokens)
  let path = ''
  // Whether the last token was a slash of the pattern. A slash at the end of a value does not count.
  let endsWithSlash = false

  for (const token of tokensToWrite(tokens, params)) {
    const text = token.slice(1)
    switch (token[0]) {
      case '.':
        path += '.'
        break
      case '=':
      case '/':
        if (token === '/' && endsWithSlash) break
        // A path must not begin with two slashes, not even after a leading wildcard that is empty.
        if (path === '/' && (token === '/' || text.startsWith('/'))) path += '%2F'
        path += token === '/' ? '/' : encodeText(text)
        break
      default: {
        const isSplat = token === '$'
        const given = valueOf(params, isSplat ? '*' : text) ?? (isSplat ? '' : undefined)
        const value = encode(token, given, dotted.has(token))
        if (isSplat && (value !== '' || path === '')) path += '/'
        path += path === '/' && value.startsWith('/') ? `%2F${value.slice(1)}` : value
      }
    }
    endsWithSlash = token === '/' || (token[0] === '=' && token.endsWith('/'))
  }
  return path
}

/** Returns the value of a param, or `undefined` if it is not given. Ignores inherited properties. */
export function valueOf(params: Values, name: string): unknown {
  if (name === '' || (name in Object.prototype && !Object.hasOwn(params, name))) return undefined
  return params[name] ?? undefined
}

/** Returns the tokens without the optionals that lack a value, and without the tags of the other optionals. */
export function tokensToWrite(tokens: Tokens, params: Values): string[] {
  const dropped = new Set<number>()
  const open: { index: number; end: number }[] = []
  tokens.forEach((token, index) => {
    while (open.length > 0 && open.at(-1)!.end <= index) open.pop()
    if (token[0] === '?') open.push({ index, end: index + 1 + Number(token.slice(1)) })
    else if (open.length > 0 && isCapture(token) && valueOf(params, token.slice(1)) === undefined) {
      dropped.add(open.at(-1)!.index)
    }
  })

  const written: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (dropped.has(i)) i += Number(token.slice(1))
    else if (token[0] !== '?') written.push(token)
  }
  return written
}

/** Returns the captures that share a segment with a closing dot. The dots in their values must be encoded. */
function capturesByDots(tokens: Tokens): ReadonlySet<string> {
  const captures = new Set<string>()
  if (!tokens.includes('.')) return captures

  let segment: string[] = []
  let hasDot = false
  for (const token of tokens) {
    if (token === '/' || (token[0] === '=' && token.includes('/'))) {
      segment = []
      hasDot = false
    } else if (token === '.') {
      hasDot = true
      for (const capture of segment) captures.add(capture)
    } else if (isCapture(token)) {
      segment.push(token)
      if (hasDot) captures.add(token)
    }
  }
  return captures
}

/** Percent-encodes segments and joins them, with their dots if needed. */
export function encodeSegments(segments: readonly string[], isDotted: boolean): string {
  const encoded = encodeEach(segments)
  return isDotted ? encoded.replaceAll('.', '%2E') : encoded
}
