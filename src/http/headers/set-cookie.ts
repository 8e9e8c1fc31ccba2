import { hasControl, isDigits, isToken, trimSpace } from './grammar.ts'
import { parseCookieDate } from './http-date.ts'

export type SameSite = 'Strict' | 'Lax' | 'None'
export type CookiePriority = 'Low' | 'Medium' | 'High'

/** The parts of a {@link SetCookie}. Only the name is required. */
export interface SetCookieInit {
  /** A token of RFC 9110. */
  name: string
  /**
   * The value as it is sent: printable ASCII without `;` and without a space at either end.
   *
   * @default ''
   */
  value?: string
  /** The host that gets the cookie, together with its subdomains. By default, only this host gets it. */
  domain?: string
  path?: string
  /** In upper or lower case. `true` is `Strict`, and `false` leaves it out. */
  sameSite?: SameSite | Lowercase<SameSite> | boolean
  httpOnly?: boolean
  secure?: boolean
  expires?: Date
  /** Seconds, a whole number. Browsers prefer it to `expires`. */
  maxAge?: number
  partitioned?: boolean
  /** In upper or lower case. */
  priority?: CookiePriority | Lowercase<CookiePriority>
  /** Attributes that this class does not know. `''` is an attribute without a value. */
  extensions?: Iterable<readonly [name: string, value: string]>
}

const SAME_SITE: readonly SameSite[] = ['Strict', 'Lax', 'None']
const PRIORITY: readonly CookiePriority[] = ['Low', 'Medium', 'High']

const PRINTABLE_WITHOUT_SEMICOLON = /^[\x20-\x3A\x3C-\x7E]*$/
const HOST = /^[0-9A-Za-z._-]+$/

/**
 * One `Set-Cookie` header: read it, change it, write it.
 *
 * Everything you assign is checked, so that no name, value or attribute can add another attribute or header. The rules of
 * browsers are not checked: `__Host-` names and `SameSite=None` need `secure`.
 *
 * @example
 * const cookie = new SetCookie({ name: 'theme', value: 'dark', path: '/', httpOnly: true })
 * headers.append('Set-Cookie', String(cookie)) // theme=dark; Path=/; HttpOnly
 */
export class SetCookie {
  #name = ''
  #value = ''
  #domain: string | undefined
  #path: string | undefined
  #sameSite: SameSite | undefined
  #expires: number | undefined
  #maxAge: number | undefined
  #priority: CookiePriority | undefined
  #extensions: Map<string, string> = new Map()

  httpOnly = false
  secure = false
  partitioned = false

  /**
   * @param init A `Set-Cookie` header, parsed as a browser does, or the parts. `null`, and a header that a browser
   * would not store, give a cookie whose name and header value are `''`
   * @throws {TypeError} If a part cannot be sent safely
   */
  constructor(init?: string | SetCookieInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else if (init instanceof SetCookie) {
      this.#copy(init)
    } else {
      this.#assign(init)
    }
  }

  /** Creates a cookie as the constructor does. */
  static from(value: string | SetCookieInit | null): SetCookie {
    return new SetCookie(value)
  }

  get name(): string {
    return this.#name
  }

  set name(name: string) {
    if (typeof name !== 'string' || !isToken(name)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(name)} as a cookie name: only letters, digits and !#$%&'*+-.^_\`|~ are allowed`,
      )
    }
    this.#name = name
  }

  get value(): string {
    return this.#value
  }

  set value(value: string) {
    this.#value = this.#checked('value', value)
  }

  get domain(): string | undefined {
    return this.#domain
  }

  set domain(domain: string | undefined) {
    if (domain !== undefined && domain !== '' && !HOST.test(domain)) {
      throw new TypeError(
        `Cannot set the domain of the cookie "${this.#name}" to ${JSON.stringify(domain)}: it must be a host name in ASCII, such as "example.com"`,
      )
    }
    this.#domain = domain || undefined
  }

  get path(): string | undefined {
    return this.#path
  }

  set path(path: string | undefined) {
    if (path && !path.startsWith('/')) {
      // A browser would ignore such a path and use the directory of the request.
      throw new TypeError(
        `Cannot set the path of the cookie "${this.#name}" to ${JSON.stringify(path)}: it must start with "/"`,
      )
    }
    this.#path = path ? this.#checked('path', path) : undefined
  }

  get sameSite(): SameSite | undefined {
    return this.#sameSite
  }

  set sameSite(sameSite: SetCookieInit['sameSite']) {
    if (typeof sameSite === 'boolean' || sameSite === undefined) {
      this.#sameSite = sameSite ? 'Strict' : undefined
    } else {
      this.#sameSite = this.#oneOf('sameSite', sameSite, SAME_SITE)
    }
  }

  /** A copy. To change the date, assign it back. */
  get expires(): Date | undefined {
    return this.#expires === undefined ? undefined : new Date(this.#expires)
  }

  set expires(expires: Date | undefined) {
    if (expires === undefined) {
      this.#expires = undefined
      return
    }
    // Browsers cannot read an HTTP date with another year.
    const year = expires instanceof Date ? expires.getUTCFullYear() : NaN
    if (!(year >= 1601 && year <= 9999)) {
      throw new TypeError(
        `Cannot set expires of the cookie "${this.#name}" to ${String(expires)}: it must be a valid Date in the years 1601 to 9999`,
      )
    }
    this.#expires = Math.floor(expires.getTime() / 1000) * 1000
  }

  get maxAge(): number | undefined {
    return this.#maxAge
  }

  set maxAge(maxAge: number | undefined) {
    if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) {
      throw new TypeError(
        `Cannot set maxAge of the cookie "${this.#name}" to ${String(maxAge)}: it must be a whole number of seconds`,
      )
    }
    this.#maxAge = maxAge === undefined ? undefined : maxAge + 0 // -0 prints as 0.
  }

  get priority(): CookiePriority | undefined {
    return this.#priority
  }

  set priority(priority: SetCookieInit['priority']) {
    this.#priority =
      priority === undefined ? undefined : this.#oneOf('priority', priority, PRIORITY)
  }

  /** The attributes that this class does not know, by lower-case name. `''` is an attribute without a value. */
  get extensions(): ReadonlyMap<string, string> {
    return this.#extensions
  }

  /** @throws {TypeError} If this class has a property for the attribute, or if it cannot be sent safely */
  setExtension(name: string, value: string): this {
    const key = name.toLowerCase()
    if (!isToken(key) || KNOWN.has(key)) {
      throw new TypeError(
        `Cannot use ${JSON.stringify(name)} as an extension of the cookie "${this.#name}": it must be a token, and not an attribute that SetCookie has a property for`,
      )
    }
    this.#extensions.set(key, this.#checked(key, value))
    return this
  }

  deleteExtension(name: string): boolean {
    return this.#extensions.delete(name.toLowerCase())
  }

  /** The header value. */
  toString(): string {
    if (this.#name === '') return ''

    let text = `${this.#name}=${this.#value}`
    if (this.#maxAge !== undefined) text += `; Max-Age=${this.#maxAge}`
    if (this.#domain !== undefined) text += `; Domain=${this.#domain}`
    if (this.#path !== undefined) text += `; Path=${this.#path}`
    if (this.#expires !== undefined) text += `; Expires=${new Date(this.#expires).toUTCString()}`
    if (this.httpOnly) text += '; HttpOnly'
    if (this.secure) text += '; Secure'
    if (this.partitioned) text += '; Partitioned'
    if (this.#priority !== undefined) text += `; Priority=${this.#priority}`
    if (this.#sameSite !== undefined) text += `; SameSite=${this.#sameSite}`
    for (const [name, value] of this.#extensions) {
      text += value === '' ? `; ${name}` : `; ${name}=${value}`
    }
    return text
  }

  #checked(what: string, value: string): string {
    if (!PRINTABLE_WITHOUT_SEMICOLON.test(value) || trimSpace(value) !== value) {
      throw new TypeError(
        `Cannot set the ${what} of the cookie "${this.#name}" to ${JSON.stringify(value)}: it must be printable ASCII without ";" and without a space at either end. Encode it first.`,
      )
    }
    return value
  }

  #oneOf<Choice extends string>(what: string, value: string, choices: readonly Choice[]): Choice {
    const choice = findIgnoringCase(value, choices)
    if (choice === undefined) {
      throw new TypeError(
        `Cannot set ${what} of the cookie "${this.#name}" to ${JSON.stringify(value)}: it must be one of ${choices.join(', ')}`,
      )
    }
    return choice
  }

  #assign(init: SetCookieInit): void {
    this.name = init.name
    this.value = init.value ?? ''
    this.domain = init.domain
    this.path = init.path
    this.sameSite = init.sameSite
    this.httpOnly = init.httpOnly ?? false
    this.secure = init.secure ?? false
    this.expires = init.expires
    this.maxAge = init.maxAge
    this.partitioned = init.partitioned ?? false
    this.priority = init.priority
    for (const [name, value] of init.extensions ?? []) this.setExtension(name, value)
  }

  #copy(other: SetCookie): void {
    this.#name = other.#name
    this.#value = other.#value
    this.#domain = other.#domain
    this.#path = other.#path
    this.#sameSite = other.#sameSite
    this.#expires = other.#expires
    this.#maxAge = other.#maxAge
    this.#priority = other.#priority
    this.#extensions = new Map(other.#extensions)
    this.httpOnly = other.httpOnly
    this.secure = other.secure
    this.partitioned = other.partitioned
  }

  /**
   * Parses as RFC 6265bis §5.6 says, except that a cookie without a name is ignored. Assigns to the private fields, because
   * this method also accepts names and values that the setters refuse.
   */
  #parse(text: string): void {
    if (hasControl(text)) return

    const [pair = '', ...attributes] = text.split(';')
    const equals = pair.indexOf('=')
    const name = trimSpace(pair.slice(0, Math.max(equals, 0)))
    if (name === '') return
    this.#name = name
    this.#value = trimSpace(pair.slice(equals + 1))

    for (const attribute of attributes) {
      const at = attribute.indexOf('=')
      const key = trimSpace(at === -1 ? attribute : attribute.slice(0, at)).toLowerCase()
      const value = at === -1 ? '' : trimSpace(attribute.slice(at + 1))
      this.#parseAttribute(key, value)
    }
  }

  #parseAttribute(key: string, value: string): void {
    switch (key) {
      case 'httponly':
        this.httpOnly = true
        return
      case 'secure':
        this.secure = true
        return
      case 'partitioned':
        this.partitioned = true
        return
      case 'domain':
        if (HOST.test(value)) this.#domain = value
        return
      case 'path':
        this.#path = value.startsWith('/') ? value : undefined
        return
      case 'samesite':
        this.#sameSite = findIgnoringCase(value, SAME_SITE)
        return
      case 'priority':
        this.#priority = findIgnoringCase(value, PRIORITY)
        return
      case 'expires': {
        const date = parseCookieDate(value)
        if (date !== null && date.getUTCFullYear() >= 1601) this.#expires = date.getTime()
        return
      }
      case 'max-age': {
        const digits = value.startsWith('-') ? value.slice(1) : value
        if (isDigits(digits)) {
          const seconds = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
          this.#maxAge = value === digits ? seconds : 0 - seconds
        }
        return
      }
      default:
        if (isToken(key)) this.#extensions.set(key, value)
    }
  }
}

const KNOWN: ReadonlySet<string> = new Set(
  'domain expires httponly max-age partitioned path priority samesite secure'.split(' '),
)

function findIgnoringCase<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  const wanted = String(value).toLowerCase()
  return choices.find((choice) => choice.toLowerCase() === wanted)
}
