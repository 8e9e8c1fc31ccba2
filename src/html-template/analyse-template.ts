/** Where an interpolation is. This decides which values are allowed there and how they are escaped. */
export type Place =
  | { kind: 'text' }
  /** Between the attributes of a tag: `<input ${…}>`. */
  | { kind: 'tag'; where: string }
  /** In a `script` or `style` element. */
  | { kind: 'raw'; where: string }
  | { kind: 'attribute'; quote: '"' | "'"; where: string; meaning: AttributeMeaning }

/** How a browser uses the value of an attribute. */
type AttributeMeaning = 'text' | 'url' | 'script' | 'document'

/** A quoted URL attribute with interpolations: `prefix${first}…${last}suffix`. */
interface UrlAttribute {
  first: number
  last: number
  prefix: string
  suffix: string
  where: string
}

/** The facts about a template that its literal parts tell. */
export interface Analysis {
  /** The place of each interpolation. Empty if there is a problem. */
  places: Place[]
  urls: UrlAttribute[]
  /** Why this template cannot be used with any values. */
  problem: string | null
}

const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style'])
/** Elements whose content is text without tags. Escaped text cannot end them. */
const PLAIN_TEXT: ReadonlySet<string> = new Set(
  'iframe noembed noframes textarea title xmp'.split(' '),
)

const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'action',
  'background',
  'cite',
  'codebase',
  'data',
  'formaction',
  'from', // SVG animation can set any attribute.
  'href',
  'longdesc',
  'manifest',
  'ping',
  'poster',
  'src',
  'to',
  'values',
])

/**
 * Finds the place of every interpolation. Goes once through the literal parts of a template, with the states of the HTML
 * tokenizer that matter here. It assumes that no value changes the state, and {@link Place} makes sure of that.
 */
export function analyseTemplate(strings: readonly string[], start: 'content' | 'tag'): Analysis {
  const scanner = new Scanner(start)
  try {
    for (const [index, text] of strings.entries()) {
      scanner.scan(text)
      if (index < strings.length - 1) scanner.interpolate(index)
    }
    scanner.end()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { places: [], urls: [], problem: error.message }
  }
  return { places: scanner.places, urls: scanner.urls, problem: null }
}

class Problem extends Error {}

/** Reads from `i` and returns the position after what was read. Each state of the tokenizer is such a method. */
type State = (this: Scanner, text: string, i: number) => number

class Scanner {
  readonly places: Place[] = []
  readonly urls: UrlAttribute[] = []

  readonly #startsInTag: boolean
  #state: State
  #tag = ''
  #isEndTag = false
  #attribute = ''
  #quote: '"' | "'" = '"'
  /** Where the current name or value starts in the current literal part. */
  #begin = 0
  /** The current URL attribute, once something was interpolated into it. */
  #url: UrlAttribute | null = null
  /** The literal text of an attribute value before an interpolation. */
  #prefix = ''

  constructor(start: 'content' | 'tag') {
    this.#startsInTag = start === 'tag'
    this.#state = start === 'tag' ? this.#betweenAttributes : this.#content
  }

  scan(text: string): void {
    this.#begin = 0
    let i = 0
    while (i < text.length) i = this.#state(text, i)

    if (this.#state === this.#quotedValue) this.#prefix = text.slice(this.#begin)
  }

  interpolate(index: number): void {
    switch (this.#state) {
      case this.#content:
        this.places.push({ kind: 'text' })
        return
      case this.#textElement:
        this.places.push(
          RAW_TEXT.has(this.#tag) ? { kind: 'raw', where: `<${this.#tag}>` } : { kind: 'text' },
        )
        return
      case this.#betweenAttributes:
      case this.#afterAttributeName: // After a space, too.
        this.places.push({ kind: 'tag', where: this.#tagText() })
        this.#state = this.#afterInterpolatedAttributes
        return
      case this.#quotedValue:
        this.#interpolateIntoAttribute(index)
        return
      case this.#beforeValue:
      case this.#unquotedValue:
        throw new Problem(
          `Cannot interpolate into the unquoted attribute "${this.#attribute}" of ${this.#tagText()}: put quotes around it, as in ${this.#attribute}="\${…}"`,
        )
      case this.#tagOpen:
      case this.#tagName:
        throw new Problem(
          `Cannot interpolate into the name of a tag, after "<${this.#isEndTag ? '/' : ''}${this.#tag}": write the name in the template, or "&lt;" if it is not a tag`,
        )
      default:
        throw new Problem(
          `Cannot interpolate into the name of an attribute of ${this.#tagText()}: write the name in the template, or interpolate html\`name="\${…}"\` between spaces`,
        )
    }
  }

  end(): void {
    if (this.#startsInTag) {
      switch (this.#state) {
        case this.#betweenAttributes:
        case this.#afterInterpolatedAttributes:
        case this.#attributeName:
        case this.#afterAttributeName:
          return
        default:
          throw new Problem(
            `Cannot use this fragment as attributes: the value of "${this.#attribute}" has no closing quote`,
          )
      }
    }
    if (this.#state !== this.#content) {
      throw new Problem(
        `Cannot end a template inside ${this.#tagText()}: close it in the same template, so that what comes next is escaped correctly`,
      )
    }
  }

  #content(text: string, i: number): number {
    const less = text.indexOf('<', i)
    if (less === -1) return text.length

    this.#tag = ''
    this.#isEndTag = false
    this.#state = this.#tagOpen
    return less + 1
  }

  /** Reads what follows `<`, or what follows `</` if `#isEndTag`. */
  #tagOpen(text: string, i: number): number {
    if (isLetter(text.charCodeAt(i))) {
      this.#state = this.#tagName
      return i
    }
    if (this.#isEndTag) return this.#skipMarkup(text, i)
    if (text[i] === '/') {
      this.#isEndTag = true
      return i + 1
    }
    if (text.startsWith('!--', i)) return this.#skipComment(text, i)
    if (text[i] === '!' || text[i] === '?') return this.#skipMarkup(text, i)

    this.#state = this.#content // A bare `<` is text.
    return i
  }

  /** Starts at the `!` of `<!--`. */
  #skipComment(text: string, i: number): number {
    for (let at = text.indexOf('--', i + 1); at !== -1; at = text.indexOf('--', at + 1)) {
      // `<!-->` and `<!--->` are whole comments: the end may share dashes with the start. `<!--!>` is not a comment.
      if (text[at + 2] === '>') return this.#endMarkup(at + 3)
      if (at >= i + 3 && text.startsWith('!>', at + 2)) return this.#endMarkup(at + 4)
    }
    throw openMarkup(text, i)
  }

  #skipMarkup(text: string, i: number): number {
    const end = text.indexOf('>', i)
    if (end === -1) throw openMarkup(text, i)
    return this.#endMarkup(end + 1)
  }

  #endMarkup(i: number): number {
    this.#state = this.#content
    return i
  }

  #tagName(text: string, i: number): number {
    while (i < text.length && !endsName(text.charCodeAt(i))) this.#tag += text[i++]!.toLowerCase()
    if (i < text.length) this.#state = this.#betweenAttributes
    return i
  }

  #afterInterpolatedAttributes(text: string, i: number): number {
    // `<a ${attributes}="…">` would give the last attribute a value.
    if (!endsName(text.charCodeAt(i))) {
      throw new Problem(
        `Cannot write ${JSON.stringify(text.slice(i, i + 10))} right after attributes interpolated into ${this.#tagText()}: put a space between them`,
      )
    }
    this.#state = this.#betweenAttributes
    return i
  }

  #betweenAttributes(text: string, i: number): number {
    const code = text.charCodeAt(i)
    if (isSpace(code) || code === SLASH) return i + 1
    if (code === GREATER) return this.#closeTag(i)

    if (this.#startsInTag && (code === EQUALS || text[i] === '<')) {
      throw new Problem(
        `Cannot use this fragment as attributes: ${JSON.stringify(text.slice(i, i + 10))} is not an attribute`,
      )
    }
    this.#attribute = text[i]!.toLowerCase()
    this.#state = this.#attributeName
    return i + 1
  }

  #attributeName(text: string, i: number): number {
    const start = i
    while (i < text.length && !endsName(text.charCodeAt(i)) && text.charCodeAt(i) !== EQUALS) i++
    this.#attribute += text.slice(start, i).toLowerCase()
    if (i < text.length) this.#state = this.#afterAttributeName
    return i
  }

  #afterAttributeName(text: string, i: number): number {
    const code = text.charCodeAt(i)
    if (isSpace(code)) return i + 1
    this.#state = code === EQUALS ? this.#beforeValue : this.#betweenAttributes
    return code === EQUALS ? i + 1 : i
  }

  #beforeValue(text: string, i: number): number {
    const character = text[i]
    if (isSpace(text.charCodeAt(i))) return i + 1
    if (character === '"' || character === "'") {
      this.#quote = character
      this.#url = null
      this.#begin = i + 1
      this.#state = this.#quotedValue
      return i + 1
    }
    this.#state = character === '>' ? this.#betweenAttributes : this.#unquotedValue
    return i
  }

  #quotedValue(text: string, i: number): number {
    const end = text.indexOf(this.#quote, i)
    if (this.#url !== null) {
      this.#url.suffix = text.slice(this.#begin, end === -1 ? text.length : end)
    }
    if (end === -1) return text.length
    this.#state = this.#betweenAttributes
    return end + 1
  }

  #unquotedValue(text: string, i: number): number {
    const code = text.charCodeAt(i)
    if (!isSpace(code) && code !== GREATER) return i + 1
    this.#state = this.#betweenAttributes
    return i
  }

  #closeTag(i: number): number {
    if (this.#startsInTag) {
      throw new Problem('Cannot use this fragment as attributes: it has a ">" outside quotes')
    }
    const hasText = RAW_TEXT.has(this.#tag) || PLAIN_TEXT.has(this.#tag)
    this.#state = hasText && !this.#isEndTag ? this.#textElement : this.#content
    return i + 1
  }

  /** Reads the text of an element that only its end tag can end. */
  #textElement(text: string, i: number): number {
    const less = text.indexOf('<', i)
    if (less === -1) return text.length

    if (this.#tag === 'script' && text.startsWith('<!--', less)) {
      throw new Problem(
        'Cannot use "<!--" inside <script>: after it, "</script>" may not end the element. Write "\\x3C!--" instead.',
      )
    }

    const name = less + 2 + this.#tag.length
    const found = text.slice(less, name).toLowerCase()
    const wanted = `</${this.#tag}`
    if (text.length <= name && wanted.startsWith(found)) {
      throw new Problem(
        `Cannot interpolate into the end tag of <${this.#tag}>, after ${JSON.stringify(text.slice(less))}: write the end tag in the template`,
      )
    }
    if (found !== wanted || !endsName(text.charCodeAt(name))) {
      // In SVG, a <title> may contain elements. Without markup inside, HTML and SVG mean the same.
      if (!RAW_TEXT.has(this.#tag) && /^[A-Za-z/!?]$/.test(text.charAt(less + 1))) {
        throw new Problem(
          `Cannot use ${JSON.stringify(text.slice(less, less + 10))} inside <${this.#tag}>, which contains only text: write "&lt;"`,
        )
      }
      return less + 1
    }

    this.#isEndTag = true
    this.#state = this.#betweenAttributes
    return name
  }

  #interpolateIntoAttribute(index: number): void {
    const meaning = meaningOf(this.#attribute)
    const where = `the attribute "${this.#attribute}" of ${this.#tagText()}`
    this.places.push({ kind: 'attribute', quote: this.#quote, where, meaning })

    if (meaning !== 'url') return
    if (this.#url === null) {
      this.#url = { first: index, last: index, prefix: this.#prefix, suffix: '', where }
      this.urls.push(this.#url)
    }
    this.#url.last = index
  }

  #tagText(): string {
    return this.#tag === '' ? 'a tag' : `<${this.#isEndTag ? '/' : ''}${this.#tag}>`
  }
}

function openMarkup(text: string, i: number): Problem {
  const start = text.lastIndexOf('<', i)
  return new Problem(
    `Cannot interpolate into a comment or declaration, or leave one open: ${JSON.stringify(text.slice(start, start + 30))}. Close it in the same literal part.`,
  )
}

function meaningOf(attribute: string): AttributeMeaning {
  if (attribute === 'srcdoc') return 'document'
  if (attribute.startsWith('on')) return 'script'
  return URL_ATTRIBUTES.has(attribute) || attribute.endsWith(':href') ? 'url' : 'text'
}

const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

/** Whether `code` is white space in HTML. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)
}

/** Whether `code` ends the name of a tag, or of an attribute without a value. */
function endsName(code: number): boolean {
  return isSpace(code) || code === SLASH || code === GREATER
}
