/** The place of an interpolation. It decides which values are allowed there and how they are escaped. */
export type Place =
  | { kind: 'text' }
  /** Between the attributes of a tag: `<input ${…}>`. */
  | { kind: 'tag'; where: string }
  /** In a `script` or `style` element, or in an event handler. */
  | { kind: 'code'; where: string; quote?: string }
  /** In `srcdoc`, whose value the browser parses again. */
  | { kind: 'document' }
  /** In another quoted attribute. */
  | { kind: 'attribute'; quote: string }
  /** In a quoted URL, after the text `before`. `continues` if it is not the first interpolation into this URL. */
  | { kind: 'url'; where: string; quote: string; before: string; continues: boolean }

const CODE = /^(?:script|style)$/
/** Elements whose content has no tags. Escaped text cannot end them. */
const TEXT_ELEMENT = /^(?:script|style|iframe|noembed|noframes|textarea|title|xmp)$/
/** SVG animation can set any attribute by `from`, `to` and `values`. */
const URL_ATTRIBUTE =
  /^(?:action|background|cite|codebase|data|formaction|from|(?:.*:)?href|longdesc|manifest|ping|poster|src|to|values)$/

// The tokens of HTML. Only five characters are spaces there: other white space can be part of a name.
const COMMENT_OR_DECLARATION = /<!--(?:-?>|[^]*?--!?>)|<(?!!--)[!?/][^>]*>/y
const TAG_NAME = /<\/?[A-Za-z][^\t\n\f\r />]*|<\/?$/y
const GAP = /[\t\n\f\r /]*/y
const ATTRIBUTE_NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const EQUALS = /[\t\n\f\r ]*(=?)[\t\n\f\r ]*/y
const UNQUOTED_VALUE = /[^\t\n\f\r >]*/y
const NAME_END = /[\t\n\f\r />]/

/**
 * Finds the place of every interpolation. Goes once through the literal parts of a template, as the HTML tokenizer does.
 * It assumes that no value changes the state, and {@link Place} makes sure of that.
 *
 * @throws {TypeError} If this template cannot be used with any values
 */
export function findPlaces(strings: readonly string[], start: 'content' | 'tag'): Place[] {
  const scanner = new Scanner(start)
  for (const [index, text] of strings.entries()) {
    scanner.read(text)
    if (index < strings.length - 1) scanner.places.push(scanner.interpolate())
  }
  scanner.end()
  return scanner.places
}

/** The state at the end of a literal part. No value can follow the last three. */
type State = 'content' | 'element' | 'tag' | 'value' | 'tag name' | 'attribute name' | 'no quotes'

class Scanner {
  readonly places: Place[] = []

  readonly #isFragment: boolean
  #state: State
  /** The current tag as it is written, without its end: `<a` or `</a`. */
  #tag = ''
  #attribute = ''
  #quote = ''

  #text = ''
  #at = 0
  /** The position at which the current value starts in the current literal part. */
  #valueAt = 0

  constructor(start: 'content' | 'tag') {
    this.#isFragment = start === 'tag'
    this.#state = start
  }

  /** Reads a literal part. */
  read(text: string): void {
    this.#text = text
    this.#at = this.#valueAt = 0
    // `<a ${attributes}="…">` would give the last attribute a value.
    if (this.#followsAttributes() && text !== '' && !NAME_END.test(text[0]!)) {
      throw this.#cannotUse(0, `right after attributes of ${this.#where()}: put a space between`)
    }
    while (this.#at < text.length) {
      if (this.#state === 'content') this.#readContent()
      else if (this.#state === 'element') this.#readElement()
      else if (this.#state === 'tag') this.#readAttribute()
      else this.#readValue()
    }
  }

  /** Returns the place of the value between two literal parts. */
  interpolate(): Place {
    const quote = this.#quote
    const where = `the attribute "${this.#attribute}" of ${this.#where()}`
    switch (this.#state) {
      case 'content':
        return { kind: 'text' }
      case 'element':
        return CODE.test(this.#name()) ? { kind: 'code', where: this.#where() } : { kind: 'text' }
      case 'value':
        if (this.#attribute.startsWith('on')) return { kind: 'code', where, quote }
        if (URL_ATTRIBUTE.test(this.#attribute)) {
          const before = this.#text.slice(this.#valueAt)
          return { kind: 'url', where, quote, before, continues: this.#valueAt === 0 }
        }
        return this.#attribute === 'srcdoc' ? { kind: 'document' } : { kind: 'attribute', quote }
      case 'no quotes':
        throw new TypeError(
          `Cannot interpolate into the unquoted attribute "${this.#attribute}" of ${this.#where()}: put quotes around it, as in ${this.#attribute}="\${…}"`,
        )
      case 'tag':
        if (this.#text === '' && this.#followsAttributes()) break
        return { kind: 'tag', where: this.#where() }
    }
    throw new TypeError(
      `Cannot interpolate into the name of a tag or an attribute, after ${quoted(this.#text.slice(-20) || '}')}: write the name in the template, or interpolate html\`name="\${…}"\` between spaces`,
    )
  }

  end(): void {
    const isWhole = this.#isFragment
      ? this.#state === 'tag' || this.#state === 'attribute name'
      : this.#state === 'content'
    if (isWhole) return
    throw new TypeError(
      `Cannot end a template inside ${this.#where()}: close what is open in the same template, so that what comes next is escaped correctly`,
    )
  }

  #readContent(): void {
    if (!this.#findLess()) return
    const less = this.#at
    const tag = this.#take(TAG_NAME)
    if (tag !== '') {
      this.#tag = tag.toLowerCase()
      this.#state = this.#at < this.#text.length ? 'tag' : 'tag name'
    } else if (!/[!?/]/.test(this.#text[less + 1]!)) {
      this.#at++ // A bare `<` is text.
    } else if (!this.#take(COMMENT_OR_DECLARATION)) {
      throw this.#cannotUse(less, 'with a value inside, or without an end')
    }
  }

  /** Reads the text of an element that only its end tag can end. */
  #readElement(): void {
    if (!this.#findLess()) return
    const less = this.#at++
    const endTag = `</${this.#name()}`
    const found = this.#text.slice(less, less + endTag.length + 1).toLowerCase()
    if (found.startsWith(endTag) && NAME_END.test(found.slice(endTag.length))) {
      this.#tag = endTag
      this.#at = less + endTag.length
      this.#state = 'tag'
      return
    }

    const isCode = CODE.test(this.#name())
    // After `<!--`, `</script>` may not end the element. In SVG, a <title> may contain elements.
    const isMarkup = isCode ? found.startsWith('<!--') : /[A-Za-z/!?]/.test(found.charAt(1))
    if (isMarkup || endTag.startsWith(found)) {
      const spelling = isCode ? '\\x3C' : '&lt;'
      throw this.#cannotUse(less, `inside ${this.#where()}: write "${spelling}", or the end tag`)
    }
  }

  #readAttribute(): void {
    this.#take(GAP)
    const first = this.#text[this.#at]
    if (first === undefined) return
    if (this.#isFragment && /[<=>]/.test(first)) throw this.#cannotUse(this.#at, 'as attributes')
    if (first === '>') {
      this.#state = TEXT_ELEMENT.test(this.#name()) ? 'element' : 'content'
      this.#at++
      return
    }

    this.#attribute = this.#take(ATTRIBUTE_NAME).toLowerCase()
    this.#state = this.#at < this.#text.length ? 'tag' : 'attribute name'
    if (!this.#take(EQUALS).includes('=')) return

    const next = this.#text[this.#at]
    if (next === '"' || next === "'") {
      this.#quote = next
      this.#valueAt = ++this.#at
      this.#state = 'value'
    } else {
      this.#take(UNQUOTED_VALUE)
      this.#state = this.#at < this.#text.length ? 'tag' : 'no quotes'
    }
  }

  #readValue(): void {
    const end = this.#text.indexOf(this.#quote, this.#at)
    this.#at = end === -1 ? this.#text.length : end + 1
    if (end !== -1) this.#state = 'tag'
  }

  #findLess(): boolean {
    const less = this.#text.indexOf('<', this.#at)
    this.#at = less === -1 ? this.#text.length : less
    return less !== -1
  }

  /** Reads the match of a sticky pattern at the current position. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  /** Whether the value before the current literal part is a list of attributes. */
  #followsAttributes(): boolean {
    return this.#state === 'tag' && this.places.at(-1)?.kind === 'tag'
  }

  #name(): string {
    return this.#tag.slice(1)
  }

  #where(): string {
    return this.#name() ? `${this.#tag}>` : 'a tag'
  }

  #cannotUse(from: number, why: string): TypeError {
    return new TypeError(`Cannot use ${quoted(this.#text.slice(from, from + 20))} ${why}`)
  }
}

const quoted = (text: string): string => JSON.stringify(text)
