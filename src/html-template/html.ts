import { escapeHtml } from '../internal/escape-html.ts'
import { showValue } from '../internal/check.ts'
import { type Analysis, analyseTemplate, type Place } from './analyse-template.ts'
import { isJavascriptUrl } from './is-javascript-url.ts'
import { createSafeHtml, isSafeHtml, originOf, type SafeHtml } from './safe-html.ts'

/** The type of {@link html}. */
export interface HtmlTag {
  (strings: TemplateStringsArray, ...values: unknown[]): SafeHtml

  /** Does the same without escaping and without checks. Use it only for HTML that you trust. */
  raw(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml
}

/**
 * A template tag that creates HTML. Values are escaped. `null` and `undefined` print nothing, and arrays are joined. The
 * results of `html` and `html.raw` are inserted as they are.
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
    const template = templateOf(strings)
    const text = render(template.asContent, strings, values)
    const asAttributes = () => render(template.asAttributes(), strings, values)
    return createSafeHtml(text, { isLiteral: values.every(isLiteral), asAttributes })
  },
  {
    raw(strings: TemplateStringsArray, ...values: unknown[]): SafeHtml {
      assertTemplate(strings, 'html.raw')
      let text = strings[0]!
      for (const [index, value] of values.entries()) text += print(value) + strings[index + 1]
      return createSafeHtml(text, { isLiteral: true, asAttributes: () => text })
    },
  },
)

function assertTemplate(strings: unknown, name: string): asserts strings is TemplateStringsArray {
  if (!Array.isArray(strings) || !Array.isArray((strings as { raw?: unknown }).raw)) {
    throw new TypeError(
      `Cannot call ${name} with ${show(strings)}: it is a template tag. Write ${name}\`…\`, without parentheses.`,
    )
  }
  if (strings.includes(undefined)) {
    throw new TypeError(
      `Cannot read a template of ${name} with an invalid escape sequence: write "\\\\" for a backslash`,
    )
  }
}

interface Template {
  asContent: Analysis
  asAttributes(): Analysis
}

/** One entry per template in the source: the engine passes the same array each time. */
const templates: WeakMap<readonly string[], Template> = new WeakMap()

function templateOf(strings: readonly string[]): Template {
  let template = templates.get(strings)
  if (template === undefined) {
    let attributes: Analysis | undefined
    template = {
      asContent: analyseTemplate(strings, 'content'),
      asAttributes: () => (attributes ??= analyseTemplate(strings, 'tag')),
    }
    templates.set(strings, template)
  }
  return template
}

function render(analysis: Analysis, strings: readonly string[], values: unknown[]): string {
  if (analysis.problem !== null) throw new TypeError(analysis.problem)

  const rendered: string[] = []
  let text = strings[0]!
  for (const [index, place] of analysis.places.entries()) {
    const part = renderAt(place, values[index])
    rendered.push(part)
    text += part + strings[index + 1]!
  }

  for (const { first, last, prefix, suffix, where } of analysis.urls) {
    let url = prefix
    for (let i = first; i <= last; i++) url += rendered[i]! + (i < last ? strings[i + 1]! : suffix)
    if (isJavascriptUrl(url)) {
      throw new TypeError(
        `Cannot interpolate a "javascript:" URL into ${where}: ${JSON.stringify(url.slice(0, 60))} would run a script. Use another URL.`,
      )
    }
  }

  return text
}

function renderAt(place: Place, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) {
    // Two attributes must not become one.
    return value.map((item) => renderAt(place, item)).join(place.kind === 'tag' ? ' ' : '')
  }

  const origin = originOf(value)
  switch (place.kind) {
    case 'text':
      return origin !== undefined ? String(value) : escapeHtml(String(value))
    case 'tag':
      if (origin !== undefined) return origin.asAttributes()
      throw new TypeError(
        `Cannot interpolate ${show(value)} between the attributes of ${place.where}: use html\`name="\${…}"\`, or null for nothing`,
      )
    case 'raw':
      if (origin?.isLiteral) return String(value)
      throw new TypeError(
        `Cannot interpolate ${show(value)} into ${place.where}: escaping for HTML does not make it safe there. Use a data attribute, or html.raw for text that you trust.`,
      )
    case 'attribute':
      return renderInAttribute(place, value)
  }
}

function renderInAttribute(
  { meaning, quote, where }: Place & { kind: 'attribute' },
  value: unknown,
): string {
  const text = String(value)
  if (meaning === 'script' && !isLiteral(value)) {
    throw new TypeError(
      `Cannot interpolate ${show(value)} into ${where}: escaping for HTML does not make it safe in a script. Use a data attribute, or html.raw for text that you trust.`,
    )
  }
  // The value of `srcdoc` is HTML that the browser parses again.
  if (meaning === 'document') return escapeHtml(isSafeHtml(value) ? text : escapeHtml(text))
  if (!isSafeHtml(value)) return escapeHtml(text)
  return quote === '"' ? text.replaceAll('"', '&quot;') : text.replaceAll("'", '&#39;')
}

/** Whether the program wrote all of it, so that it contains no interpolated text. */
function isLiteral(value: unknown): boolean {
  const origin = originOf(value)
  if (origin !== undefined) return origin.isLiteral
  if (Array.isArray(value)) return value.every(isLiteral)
  return value === null || LITERAL_TYPES.has(typeof value)
}

const LITERAL_TYPES: ReadonlySet<string> = new Set(['undefined', 'number', 'bigint', 'boolean'])

function print(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(print).join('') : String(value)
}

function show(value: unknown): string {
  return isSafeHtml(value) ? 'HTML with interpolated text' : showValue(value)
}
