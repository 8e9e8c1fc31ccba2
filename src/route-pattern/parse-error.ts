/** What can be wrong with a pattern. */
export type ParseErrorType =
  | 'unmatched ('
  | 'unmatched )'
  | 'missing variable name'
  | 'dangling escape'
  | 'invalid protocol'
  | 'missing hostname'
  | 'adjacent wildcards'
  | 'invalid param delimiter'
  | 'empty optional'
  | 'optional without parentheses'
  | 'ambiguous optional captures'
  | 'leading double slash'

/** Thrown for a pattern that cannot be parsed. The message points at the first wrong character. */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly type: ParseErrorType
  /** The pattern as it was given. */
  readonly source: string
  /** Where in `source` the problem is. */
  readonly index: number

  constructor(type: ParseErrorType, source: string, index: number) {
    super(`${type}\n\n${source}\n${' '.repeat(index)}^`)
    this.type = type
    this.source = source
    this.index = index
  }
}
