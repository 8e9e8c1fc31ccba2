/** Why a URL could not be created, see {@link CreateHrefError}. */
export type CreateHrefErrorDetails =
  | { type: 'missing-hostname' }
  | { type: 'nameless-wildcard' }
  | { type: 'missing-params'; missingParams: string[] }
  | {
      type:
        | 'invalid-hostname-variable'
        | 'invalid-hostname-wildcard'
        | 'invalid-pathname-variable'
        | 'invalid-pathname-wildcard'
      name: string
      value: unknown
    }

/** Thrown if a URL cannot be created from a pattern and the given params. */
export class CreateHrefError extends Error {
  override readonly name = 'CreateHrefError'
  readonly details: CreateHrefErrorDetails

  constructor(message: string, lines: readonly string[], details: CreateHrefErrorDetails) {
    super(`${message}\n\n${lines.join('\n')}`)
    this.details = details
  }
}
