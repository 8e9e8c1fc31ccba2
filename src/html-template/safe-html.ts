/** HTML that is safe to send as it is: the result of `html` or `html.raw`. It is a `String` object. */
// oxlint-disable-next-line typescript/no-wrapper-object-types -- It is one.
export interface SafeHtml extends String {
  readonly [brand]: true
}

declare const brand: unique symbol

/** What the template tag knows about its result. */
export interface HtmlOrigin {
  /** Whether the program wrote all of it. Interpolated text is escaped for HTML, not for scripts. */
  readonly isLiteral: boolean
  /** Renders it again for a place inside a tag, or throws. */
  asAttributes(): string
}

/**
 * Only `html` and `html.raw` add to it, so a value from outside never counts as safe. The results are not a subclass of
 * `String`: once a process has one, V8 adds strings more slowly everywhere, even if the class is never used.
 */
const origins = new WeakMap<object, HtmlOrigin>()

/** Whether `value` is the result of `html` or `html.raw`. A value from outside never is. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return originOf(value) !== undefined
}

/** What is known about `value`, or `undefined` if it is not the result of `html` or `html.raw`. */
export function originOf(value: unknown): HtmlOrigin | undefined {
  return typeof value === 'object' && value !== null ? origins.get(value) : undefined
}

export function createSafeHtml(text: string, origin: HtmlOrigin): SafeHtml {
  // oxlint-disable-next-line no-new-wrappers -- The type says so.
  const html = new String(text) as SafeHtml
  origins.set(html, origin)
  return html
}
