/**
 * A parsed path or host, flat and plain JSON, so that the parser, `href`, the matcher and a browser manifest share one
 * form. The first character of a token says what it is:
 *
 * | token    | meaning |
 * | -------- | --- |
 * | `=text`  | this text, decoded; U+DC2F in it is an encoded slash |
 * | `:name`  | variable: one or more characters of one segment |
 * | `*name`  | wildcard: any characters; `*` alone has no name |
 * | `?count` | the next `count` tokens are optional |
 * | `/`      | a slash, unless there is one already because an optional before it was left out |
 * | `.`      | a dot that ends a capture: one that was sent encoded does not count |
 * | `$`      | splat: the end of the path, or a slash and any characters; its name is `*` |
 *
 * `/blog(/:lang)/:slug` is `['=/blog', '?2', '=/', ':lang', '=/', ':slug']`.
 */
export type Tokens = readonly string[]

/** One text for all tokens that differ only in the names of captures. */
export function eraseNames(tokens: Tokens): string {
  let erased = ''
  for (const token of tokens) {
    // the length says where a token ends
    erased += token[0] === ':' || token[0] === '*' ? token[0] : `${token.length}${token}`
  }
  return erased
}

/** Whether a pattern's host is any host: left out, or just `*`. */
export function isAnyHost(hostname: Tokens | null): boolean {
  return hostname === null || (hostname.length === 1 && hostname[0] === '*')
}

/** The captures of some tokens, in order. */
export interface Captures {
  /** Their names, `''` for a wildcard that has none. */
  readonly names: readonly string[]
  /** Which of them are variables; the others are wildcards. */
  readonly variables: readonly boolean[]
}

const noCaptures: Captures = { names: [], variables: [] }

export function capturesOf(tokens: Tokens): Captures {
  if (tokens.length === 1 && tokens[0]![0] === '=') return noCaptures

  const names: string[] = []
  const variables: boolean[] = []
  for (const token of tokens) {
    if (token[0] === ':' || token[0] === '*') names.push(token.slice(1))
    else if (token === '$') names.push('*')
    else continue
    variables.push(token[0] === ':')
  }
  return { names: names.slice(), variables: variables.slice() } // in as little memory as they need
}
