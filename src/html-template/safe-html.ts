/** HTML that is safe to send as it is: the result of `html` or `html.raw`. It is a `String` object. */
export type SafeHtml = SafeHtmlString

/** Whether `value` is the result of `html` or `html.raw`. A value from outside never is. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return SafeHtmlString.is(value)
}

/** The string, and what the template tag knows about it. */
export class SafeHtmlString extends String {
  #literal: boolean
  #asAttributes: () => string

  /**
   * @param text The HTML
   * @param literal Whether the program wrote all of it. Interpolated text is escaped for HTML, not for scripts
   * @param asAttributes Renders it again for a place inside a tag, or throws
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
