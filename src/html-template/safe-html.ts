/** HTML that is safe to send as it is: what `html` and `html.raw` make. It is a `String` object. */
export type SafeHtml = SafeHtmlString

/** Whether `value` was made by `html` or `html.raw`. No value that came from outside can be. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return SafeHtmlString.is(value)
}

/** The string, and what the template tag remembers about it. */
export class SafeHtmlString extends String {
  #literal: boolean
  #asAttributes: () => string

  /**
   * @param text The HTML
   * @param literal Whether the program wrote all of it: text that was interpolated is escaped for HTML, not for scripts
   * @param asAttributes Renders it once more for a place inside a tag, or throws
   */
  constructor(text: string, literal: boolean, asAttributes: () => string) {
    super(text)
    this.#literal = literal
    this.#asAttributes = asAttributes
  }

  static is(value: unknown): value is SafeHtmlString {
    return typeof value === 'object' && value !== null && #literal in value
  }

  static isLiteral(value: SafeHtmlString): boolean {
    return value.#literal
  }

  static asAttributes(value: SafeHtmlString): string {
    return value.#asAttributes()
  }
}
