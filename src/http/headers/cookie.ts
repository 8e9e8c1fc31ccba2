import { hasControl, isSpace, trimSpace } from './grammar.ts'

/** The input of {@link Cookie}: a header value, or names with their values. */
export type CookieInit =
  | string
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string>>

/**
 * The cookies of a request, in the order they were sent. Values are not decoded, and quotes stay.
 *
 * A client can send a name more than once. {@link Cookie.get} returns the first value, which browsers send for the most
 * specific path.
 *
 * @example
 * Cookie.from(request.headers.get('Cookie')).get('theme') // 'dark' or null
 */
export class Cookie implements Iterable<[name: string, value: string]> {
  #pairs: [name: string, value: string][] = []
  #first: Map<string, string> = new Map()

  constructor(init?: CookieInit | null) {
    if (init === null || init === undefined) return
    if (typeof init === 'string') {
      this.#parse(init)
    } else {
      const pairs = Symbol.iterator in init ? init : Object.entries(init)
      for (const [name, value] of pairs as Iterable<readonly [string, string]>) {
        this.append(name, value)
      }
    }
  }

  /** Parses a `Cookie` header or copies one. `null` gives an empty one. Invalid cookies are skipped. */
  static from(value: CookieInit | null): Cookie {
    return new Cookie(value)
  }

  /** The number of cookies, including repeated names. */
  get size(): number {
    return this.#pairs.length
  }

  /** The first value of `name`, or `null`. */
  get(name: string): string | null {
    return this.#first.get(name) ?? null
  }

  /** Every value of `name`, in order. */
  getAll(name: string): string[] {
    return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1])
  }

  has(name: string): boolean {
    return this.#first.has(name)
  }

  /**
   * Replaces all values of `name` with one.
   *
   * @throws {TypeError} If the name or the value could not be read back from the header
   */
  set(name: string, value: string): this {
    if (!this.#first.has(name)) return this.append(name, value)

    assertPair(name, value)
    const at = this.#pairs.findIndex((pair) => pair[0] === name)
    this.#pairs = this.#pairs.filter((pair, index) => pair[0] !== name || index === at)
    this.#pairs[at] = [name, value]
    this.#first.set(name, value)
    return this
  }

  /**
   * Adds a value after the existing values of `name`.
   *
   * @throws {TypeError} If the name or the value could not be read back from the header
   */
  append(name: string, value: string): this {
    assertPair(name, value)
    this.#add(name, value)
    return this
  }

  /** Removes every value of `name` and returns whether there was one. */
  delete(name: string): boolean {
    if (!this.#first.delete(name)) return false
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== name)
    return true
  }

  clear(): void {
    this.#pairs = []
    this.#first.clear()
  }

  *names(): Generator<string, undefined> {
    for (const pair of this.#pairs) yield pair[0]
  }

  *values(): Generator<string, undefined> {
    for (const pair of this.#pairs) yield pair[1]
  }

  *entries(): Generator<[name: string, value: string], undefined> {
    for (const [name, value] of this.#pairs) yield [name, value]
  }

  [Symbol.iterator](): Generator<[name: string, value: string], undefined> {
    return this.entries()
  }

  forEach(callback: (value: string, name: string, header: Cookie) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this)
  }

  /** The header value: `a=1; b=2`. */
  toString(): string {
    return this.#pairs.map((pair) => `${pair[0]}=${pair[1]}`).join('; ')
  }

  #parse(text: string): void {
    const isClean = !hasControl(text)
    let start = 0
    while (start < text.length) {
      let end = text.indexOf(';', start)
      if (end === -1) end = text.length

      const pair = text.slice(start, end)
      const equals = pair.indexOf('=')
      if (equals !== -1) {
        const name = trimSpace(pair.slice(0, equals))
        const isValid = name !== '' && (isClean || !hasControl(pair))
        if (isValid) this.#add(name, trimSpace(pair.slice(equals + 1)))
      }

      start = end + 1
    }
  }

  #add(name: string, value: string): void {
    this.#pairs.push([name, value])
    if (!this.#first.has(name)) this.#first.set(name, value)
  }
}

function assertPair(name: string, value: string): void {
  if (!isName(name) || name.includes('=') || name.includes(';')) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(name)} as a cookie name: it must not be empty, contain "=", ";" or control characters, or begin or end with a space`,
    )
  }
  if (!isValue(value) || value.includes(';')) {
    throw new TypeError(
      `Cannot use ${JSON.stringify(value)} as the value of the cookie "${name}": it must not contain ";" or control characters, or begin or end with a space. Encode it first.`,
    )
  }
}

function isName(name: string): boolean {
  return name !== '' && isValue(name)
}

function isValue(value: string): boolean {
  if (value === '') return true
  return (
    !isSpace(value.charCodeAt(0)) &&
    !isSpace(value.charCodeAt(value.length - 1)) &&
    !hasControl(value)
  )
}
