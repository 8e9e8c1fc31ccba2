import { encodedSlash } from './canonical-path.ts'
import type { Tokens } from './tokens.ts'

/** The protocol that a pattern requires. `''` and `'http(s)'` accept both. */
export type Protocol = '' | 'http' | 'https' | 'http(s)'

/** A search constraint: the key must have this value, or any value if it is `null`. */
export type SearchConstraint = readonly [key: string, value: string | null]

/** The parts of a pattern. */
interface PatternParts {
  /** The normalized source. */
  source: string
  protocol: Protocol
  /** `null` when the pattern has no host. */
  hostname: Tokens | null
  /** Digits, or `''`. */
  port: string
  pathname: Tokens
  search: readonly SearchConstraint[]
}

const protocols: readonly string[] = ['', 'http', 'https', 'http(s)']

/** Parses a pattern in one pass. Throws {@link ParseError}. */
export function parse(given: string): PatternParts {
  // Most patterns are only a path.
  if (given.charCodeAt(0) === 47 /* / */ && given.indexOf('?') === -1) {
    const pathname = new TokenReader(given, 0, given.length, true).read()
    return { source: given, protocol: '', hostname: null, port: '', pathname, search: noSearch }
  }

  const at = splitSource(given)
  if (marksOptional(given, at.pathEnd))
    throw new ParseError('optional without parentheses', given, at.pathEnd)
  const protocol = given.slice(0, at.protocolEnd)
  if (!protocols.includes(protocol)) throw new ParseError('invalid protocol', given, 0)
  if (at.hostStart === at.hostEnd && at.hostEnd < at.pathStart) {
    throw new ParseError('missing hostname', given, at.hostEnd)
  }

  return {
    source: formatSource(sourceParts(given, at)),
    protocol: protocol as Protocol,
    hostname:
      at.hostStart === at.hostEnd
        ? null
        : new TokenReader(given, at.hostStart, at.hostEnd, false).read(),
    port: given.slice(at.hostEnd + 1, at.pathStart),
    pathname: new TokenReader(given, at.pathStart, at.pathEnd, true).read(),
    search: parseSearch(given.slice(at.pathEnd + 1)),
  }
}

/** The parts of a source, unparsed. */
interface SourceParts {
  /** `http://`, `://` or `''`. */
  protocol: string
  hostname: string
  /** `:8080` or `''`. */
  port: string
  /** The path, with its leading slash. */
  pathname: string
  search: string
}

/** Splits a source into its parts, without parsing them. */
export function sourceParts(given: string, at: SourceOffsets = splitSource(given)): SourceParts {
  const pathname = given.slice(at.pathStart, at.pathEnd)
  return {
    protocol: given.slice(0, at.hostStart),
    hostname: given.slice(at.hostStart, at.hostEnd),
    port: given.slice(at.hostEnd, at.pathStart),
    pathname: ownsLeadingSlash(pathname) ? pathname : `/${pathname}`,
    search: given.slice(at.pathEnd + 1),
  }
}

/** Joins the parts of a source. `formatSource(sourceParts(source))` is the normalized source. */
export function formatSource({ protocol, hostname, port, pathname, search }: SourceParts): string {
  return `${protocol}${hostname}${port}${pathname}${search === '' ? '' : `?${search}`}`
}

/** Whether a path begins with a slash, perhaps in optionals: `/a`, `(/:lang)/a`. */
function ownsLeadingSlash(pathname: string): boolean {
  let i = 0
  while (pathname[i] === '(') i++
  return pathname[i] === '/'
}

interface SourceOffsets {
  protocolEnd: number
  hostStart: number
  hostEnd: number
  pathStart: number
  pathEnd: number
}

function splitSource(given: string): SourceOffsets {
  const protocolEnd = endOfProtocol(given)
  if (protocolEnd === -1) {
    return { protocolEnd: 0, hostStart: 0, hostEnd: 0, pathStart: 0, pathEnd: find(given, '?', 0) }
  }

  const hostStart = protocolEnd + 3
  const pathEnd = find(given, '?', hostStart)
  let pathStart = Math.min(find(given, '/', hostStart), pathEnd)
  while (pathStart < pathEnd && given[pathStart - 1] === '(') pathStart-- // As in `://host(/:lang)/promo`.
  let hostEnd = pathStart
  while (hostEnd > hostStart && isDigit(given.charCodeAt(hostEnd - 1))) hostEnd--
  const hasPort = hostEnd < pathStart && hostEnd > hostStart && given[hostEnd - 1] === ':'

  return { protocolEnd, hostStart, hostEnd: hasPort ? hostEnd - 1 : pathStart, pathStart, pathEnd }
}

/**
 * Whether the `?` at `index` marks a variable as optional, as in `/books/:page?` and `/:lang?/books` of other routers. Here
 * it would begin a search, and the variable would be required.
 */
function marksOptional(given: string, index: number): boolean {
  const after = given[index + 1]
  if (given[index] !== '?' || (after !== undefined && after !== '/')) return false

  let name = index
  while (name > 0 && isNameCharacter(given.charCodeAt(name - 1))) name--
  return name < index && given[name - 1] === ':' && !isEscaped(given, name - 1)
}

/** Returns the offset of `://` if it is before any path or search, or else -1. */
function endOfProtocol(given: string): number {
  const slash = given.indexOf('/')
  if (slash < 1 || given[slash - 1] !== ':' || given[slash + 1] !== '/') return -1
  const before = given.slice(0, slash - 1)
  return before.includes('?') || before.endsWith('\\') ? -1 : slash - 1
}

/** Returns the offset of the first unescaped `character`, or the length of `text`. */
function find(text: string, character: string, from: number): number {
  let i = text.indexOf(character, from)
  while (i > 0 && isEscaped(text, i)) i = text.indexOf(character, i + 1)
  return i === -1 ? text.length : i
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

// The kinds of characters that can be directly before a character, as a set of bits. A kind is shifted by `leftOut` if it is
// only possible when an optional in between is left out.
const slash = 1
const firstSlash = 2
const variable = 4
const wildcard = 8
const text = 16
const leftOut = 5
const direct = (1 << leftOut) - 1

/** Parses a host or a path in one pass. It does not use recursion, so nesting cannot overflow the stack. */
class TokenReader {
  readonly #source: string
  readonly #end: number
  readonly #isPath: boolean
  readonly #closingBracket: number
  readonly #tokens: string[] = []
  /** The optionals that are not closed yet. */
  readonly #open: { token: number; before: number; index: number }[] = []
  /** The text of the next token. The rest of it is in the source, from `#from` to `#i`. */
  #literal = ''
  #from: number
  #before = text
  #i: number

  constructor(source: string, start: number, end: number, isPath: boolean) {
    this.#source = source
    this.#end = end
    this.#isPath = isPath
    this.#closingBracket = isPath ? -1 : source.lastIndexOf(']', end - 1)
    this.#from = start
    this.#i = start
  }

  read(): Tokens {
    if (this.#isPath) this.#readLeadingSlash()
    while (this.#i < this.#end) this.#readNext()
    const unclosed = this.#open.at(-1)
    if (unclosed !== undefined) this.#fail('unmatched (', unclosed.index)
    this.#flush()

    return this.#tokens.slice() // The copy has no spare capacity.
  }

  #readLeadingSlash(): void {
    if (this.#i < this.#end && this.#source[this.#i] === '/') {
      this.#before = slash | firstSlash
      this.#i++
    } else {
      // Every path has a leading slash. An optional that begins with a slash shares it: `(/:lang)/promo`.
      const isShared = ownsLeadingSlash(this.#source.slice(this.#i, this.#end))
      this.#literal = '/'
      this.#before = (slash | firstSlash) << (isShared ? leftOut : 0)
    }
  }

  #readNext(): void {
    switch (this.#source[this.#i]) {
      case ':':
        return this.#readCapture(variable)
      case '*':
        return this.#readCapture(wildcard)
      case '(':
        return this.#openOptional()
      case ')':
        return this.#closeOptional()
      case '\\':
        return this.#readEscape()
      case '[':
        // The colons of an IPv6 address do not begin variables.
        this.#i = Math.max(this.#i, this.#closingBracket)
    }
    this.#readCharacter()
    // Another character of the same text changes nothing.
    while (
      this.#before === text &&
      this.#i < this.#end &&
      isPlain(this.#source.charCodeAt(this.#i))
    )
      this.#i++
  }

  #readCapture(kind: number): void {
    const nameEnd = endOfName(this.#source, this.#i + 1, this.#end)
    const before = this.#before
    if (kind === variable && nameEnd === this.#i + 1) this.#fail('missing variable name')
    if (before & kind & wildcard) this.#fail('adjacent wildcards')
    if (before & (variable | wildcard)) this.#fail('invalid param delimiter')
    if (before & ((variable | wildcard) << leftOut)) this.#fail('ambiguous optional captures')
    this.#flush()
    this.#tokens.push(this.#source.slice(this.#i, nameEnd))
    this.#from = this.#i = nameEnd
    this.#before = kind
  }

  #openOptional(): void {
    this.#flush()
    this.#open.push({ token: this.#tokens.length, before: this.#before, index: this.#i })
    this.#tokens.push('?')
    this.#from = ++this.#i
  }

  #closeOptional(): void {
    const optional = this.#open.pop() ?? this.#fail('unmatched )')
    this.#flush()
    const count = this.#tokens.length - optional.token - 1
    if (count === 0) this.#fail('empty optional', optional.index)
    this.#tokens[optional.token] = `?${count}`
    this.#before |= ((optional.before & direct) << leftOut) | (optional.before & ~direct)
    this.#from = ++this.#i
  }

  #readEscape(): void {
    if (this.#i + 1 === this.#end) this.#fail('dangling escape')
    this.#literal += this.#source.slice(this.#from, this.#i)
    this.#from = ++this.#i
    if (this.#source[this.#i] === '%') {
      this.#literal += '%25' // Decoding the whole text converts it back.
      this.#from = this.#i + 1
    }
    this.#readCharacter()
  }

  /** Reads a character of text, and notes its effect on the next characters. */
  #readCharacter(): void {
    const character = this.#source[this.#i]
    const before = this.#before
    if (!this.#isPath) {
      if (character !== '.' && before & (variable | (variable << leftOut))) {
        this.#fail('invalid param delimiter')
      }
      this.#before = text
    } else if (character === '/') {
      if (before & firstSlash) this.#fail('leading double slash')
      if (before & (slash << leftOut)) this.#pushAlone()
      this.#before = slash | ((before >> leftOut) & firstSlash)
    } else {
      const afterCapture = before & (variable | wildcard | ((variable | wildcard) << leftOut))
      if (afterCapture) {
        if (character === '.') this.#pushAlone()
        else if (afterCapture & (variable | (variable << leftOut))) {
          this.#fail('invalid param delimiter')
        }
      }
      this.#before = text
    }
    this.#i++
  }

  /** Makes the character at `#i` a separate token. */
  #pushAlone(): void {
    this.#flush()
    this.#tokens.push(this.#source[this.#i]!)
    this.#from = this.#i + 1
  }

  #flush(): void {
    const literal = this.#literal + this.#source.slice(this.#from, this.#i)
    if (literal === '') return
    this.#tokens.push(`=${this.#isPath ? decodeText(literal) : literal.toLowerCase()}`)
    this.#literal = ''
    this.#from = this.#i
  }

  #fail(type: ParseErrorType, index: number = this.#i): never {
    throw new ParseError(type, this.#source, index)
  }
}

/** Returns where the identifier at `i` ends, or `i` if there is none. */
function endOfName(source: string, i: number, end: number): number {
  if (i < end && isDigit(source.charCodeAt(i))) return i
  while (i < end && isNameCharacter(source.charCodeAt(i))) i++
  return i
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) /* a-z */ ||
    (code >= 65 && code <= 90) /* A-Z */ ||
    isDigit(code) ||
    code === 95 /* _ */ ||
    code === 36 /* $ */
  )
}

/** Whether a character is always text, at every position. */
function isPlain(code: number): boolean {
  return isNameCharacter(code) || code === 45 /* - */
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Decodes the valid escapes in static text, and does not change the rest: `/100%` has a percent sign. */
function decodeText(literal: string): string {
  if (!literal.includes('%')) return literal
  return literal.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes.replace(/%2F/gi, encodedSlash))
    } catch {
      return escapes
    }
  })
}

const noSearch: readonly SearchConstraint[] = Object.freeze([])

function parseSearch(search: string): readonly SearchConstraint[] {
  if (search === '') return noSearch

  const constraints = new Map<string, SearchConstraint>()
  for (const [key, value] of new URLSearchParams(search)) {
    const constraint: SearchConstraint = [key, value === '' ? null : value]
    constraints.set(JSON.stringify(constraint), constraint)
  }
  return [...constraints.values()]
}

/** The mistakes in a pattern. */
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
  /** The position of the mistake in `source`. */
  readonly index: number

  constructor(type: ParseErrorType, source: string, index: number) {
    super(`${type}\n\n${source}\n${' '.repeat(index)}^`)
    this.type = type
    this.source = source
    this.index = index
  }
}
