import { escapeHtml } from './escape-html.ts'
import { showValue } from '../../internal/guards/check.ts'
import { findPlaces, type Place } from './find-places.ts'
import { isJavascriptUrl } from './is-javascript-url.ts'

/** HTML that is safe to send unchanged: the result of `html` or `html.raw`. It is a `String` object. */
// oxlint-disable-next-line typescript/no-wrapper-object-types -- It is one.
export interface SafeHtml extends String {
  readonly [brand]: true
}

declare const brand: unique symbol

/** The type of {@link html}. */
export interface HtmlTag {
  (strings: TemplateStringsArray, ...values: unknown[]): SafeHtml

  /** Creates HTML without escaping and without checks. Use it only for HTML that you trust. */
  raw(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml
}

/**
 * A template tag that creates HTML. Values are escaped. `null` and `undefined` print nothing, and arrays are joined. The
 * results of `html` and `html.raw` are inserted unchanged.
 *
 * Escaping is not enough everywhere. These throw a `TypeError` that names the place:
 *
 * - a value in an unquoted attribute, in a comment, or in the name of a tag or an attribute
 * - text in a `script` or `style` element, in an event handler, or between attributes
 * - a `javascript:` URL in an attribute that takes a URL
 * - a template that ends inside a tag
 *
 * @example
 * html`<a href="${url}">${title}</a>`
 * html`<ul>${books.map((book) => html`<li>${book.title}</li>`)}</ul>`
 * html`<input name="q" ${isWrong ? html`aria-invalid="true"` : null}>`
 */
export const html: HtmlTag = Object.assign(
  (strings: TemplateStringsArray, ...values: unknown[]): SafeHtml => {
    assertTemplate(strings, 'html')
    return createSafeHtml(render('content', strings, values), {
      isLiteral: values.every(isLiteral),
      asAttributes: () => render('tag', strings, values),
    })
  },
  {
    raw(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml {
      assertTemplate(strings, 'html.raw')
      const text = strings.reduce((text, next, index) => text + print(values[index - 1]) + next)
      return createSafeHtml(text, { isLiteral: true, asAttributes: () => text })
    },
  },
)

/** Whether `value` is the result of `html` or `html.raw`. A value from outside never is. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return originOf(value) !== undefined
}

/** The facts about a result of the template tag. */
interface HtmlOrigin {
  /** Whether all of it comes from literals of the program. Interpolated text is escaped for HTML, not for scripts. */
  readonly isLiteral: boolean
  /** Renders it again for a place inside a tag, or throws. */
  asAttributes(): string
}

/**
 * Only `html` and `html.raw` add to this map, so a value from outside never counts as safe. The results are not a subclass
 * of `String`: once a process has such a class, V8 adds strings more slowly everywhere, even if the class is never used.
 */
const origins = new WeakMap<object, HtmlOrigin>()

function originOf(value: unknown): HtmlOrigin | undefined {
  return typeof value === 'object' && value !== null ? origins.get(value) : undefined
}

function createSafeHtml(text: string, origin: HtmlOrigin): SafeHtml {
  // oxlint-disable-next-line no-new-wrappers -- The type says so.
  const html = new String(text) as SafeHtml
  origins.set(html, origin)
  return html
}

function assertTemplate(strings: unknown, name: string): asserts strings is TemplateStringsArray {
  const isTemplate = Array.isArray(strings) && Array.isArray((strings as { raw?: unknown }).raw)
  if (isTemplate && !strings.includes(undefined)) return
  throw new TypeError(
    isTemplate
      ? `Cannot read a template of ${name} with an invalid escape sequence: write "\\\\" for a backslash`
      : `Cannot call ${name} with ${show(strings)}: it is a template tag. Write ${name}\`…\`, without parentheses.`,
  )
}

/** One entry per template in the source: the engine passes the same array each time. */
const placesOf = {
  content: new WeakMap<readonly string[], Place[]>(),
  tag: new WeakMap<readonly string[], Place[]>(),
}

function render(start: 'content' | 'tag', strings: readonly string[], values: unknown[]): string {
  let places = placesOf[start].get(strings)
  if (!places) placesOf[start].set(strings, (places = findPlaces(strings, start)))

  let text = strings[0]!
  let url = ''
  for (const [index, place] of places.entries()) {
    const part = renderAt(place, values[index])
    const next = strings[index + 1]!
    text += part + next
    if (place.kind !== 'url') continue

    url = (place.continues ? url : place.before) + part + next
    // The quote ends the URL, and cannot be part of a scheme.
    if (next.includes(place.quote) && isJavascriptUrl(url)) {
      throw new TypeError(
        `Cannot interpolate a "javascript:" URL into ${place.where}: ${JSON.stringify(url.slice(0, 60))} would run a script. Use another URL.`,
      )
    }
  }
  return text
}

function renderAt(place: Place, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) {
    // A space keeps two attributes from becoming one.
    return value.map((item) => renderAt(place, item)).join(place.kind === 'tag' ? ' ' : '')
  }

  const origin = originOf(value)
  const text = String(value)
  switch (place.kind) {
    case 'text':
      return origin ? text : escapeHtml(text)
    case 'tag':
      if (origin) return origin.asAttributes()
      throw new TypeError(
        `Cannot interpolate ${show(value)} between the attributes of ${place.where}: use html\`name="\${…}"\`, or null for nothing`,
      )
    case 'code':
      if (place.quote ? isLiteral(value) : origin?.isLiteral) return inQuotes(text, place.quote)
      throw new TypeError(
        `Cannot interpolate ${show(value)} into ${place.where}: escaping for HTML does not make it safe in code. Use a data attribute, or html.raw for text that you trust.`,
      )
    case 'document':
      return escapeHtml(origin ? text : escapeHtml(text))
    case 'attribute':
    case 'url':
      return origin ? inQuotes(text, place.quote) : escapeHtml(text)
  }
}

function inQuotes(html: string, quote: string | undefined): string {
  if (quote === undefined) return html
  return quote === '"' ? html.replaceAll('"', '&quot;') : html.replaceAll("'", '&#39;')
}

/** Whether all of a value comes from literals of the program, without interpolated text. */
function isLiteral(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isLiteral)
  return originOf(value)?.isLiteral ?? (value === null || LITERAL_TYPES.has(typeof value))
}

const LITERAL_TYPES: ReadonlySet<string> = new Set(['undefined', 'number', 'bigint', 'boolean'])

function print(value: unknown): string {
  return Array.isArray(value) ? value.map(print).join('') : String(value ?? '')
}

function show(value: unknown): string {
  return isSafeHtml(value) ? 'HTML with interpolated text' : showValue(value)
}
