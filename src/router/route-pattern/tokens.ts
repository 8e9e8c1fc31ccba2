/**
 * A parsed path or host, as flat JSON. The parser, `href`, the matcher and the manifest of a browser share this form. The
 * first character of a token is its tag:
 *
 * | token    | meaning |
 * | -------- | --- |
 * | `=text`  | this text, decoded; U+DC2F is an encoded slash |
 * | `:name`  | variable: one or more characters of one segment |
 * | `*name`  | wildcard: any characters; `*` has no name |
 * | `?count` | the next `count` tokens are optional |
 * | `/`      | a slash, unless there already is one because an optional before it was left out |
 * | `.`      | a dot that ends a capture; an encoded dot does not |
 * | `$`      | splat: the end of the path, or a slash and any characters; its name is `*` |
 *
 * A reading of a path, see `readingsOf()`, also has `-`: a capture that was left out.
 *
 * `/blog(/:lang)/:slug` is `['=/blog', '?2', '=/', ':lang', '=/', ':slug']`.
 */
export type Tokens = readonly string[]

/** Whether a token is a variable or a wildcard. */
export function isCapture(token: string): boolean {
  return token[0] === ':' || token[0] === '*'
}

/** Returns the same string for all tokens that differ only in the names of captures. */
export function eraseNames(tokens: Tokens): string {
  let erased = ''
  for (const token of tokens) {
    // The length marks the end of a token.
    erased += isCapture(token) ? token[0] : `${token.length}${token}`
  }
  return erased
}

/** Whether a pattern matches any host: it has no host, or just `*`. */
export function isAnyHost(hostname: Tokens | null): boolean {
  return hostname === null || (hostname.length === 1 && hostname[0] === '*')
}

/** The captures of some tokens, in order. */
export interface Captures {
  /** Their names, with `''` for a wildcard without a name. */
  readonly names: readonly string[]
  /** Which of them are variables. The others are wildcards. */
  readonly variables: readonly boolean[]
}

const noCaptures: Captures = { names: [], variables: [] }

export function capturesOf(tokens: Tokens): Captures {
  if (tokens.length === 1 && tokens[0]![0] === '=') return noCaptures

  const names: string[] = []
  const variables: boolean[] = []
  for (const token of tokens) {
    if (isCapture(token)) names.push(token.slice(1))
    else if (token === '$') names.push('*')
    else continue
    variables.push(token[0] === ':')
  }
  return { names: names.slice(), variables: variables.slice() } // The copies have no spare capacity.
}

/** Converts the texts of tokens with {@link foldCase}. */
export function foldTokens(tokens: Tokens): Tokens {
  return tokens.map((token) => (token[0] === '=' ? foldCase(token) : token))
}

/** Converts text to lower case, character by character. The length and all offsets stay the same. */
export function foldCase(text: string): string {
  return text.replace(/[^\0-@[-`{-\x7f]/gu, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  })
}
