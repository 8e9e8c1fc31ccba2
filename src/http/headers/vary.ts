import { isToken, parseTokenList } from './grammar.ts'

/** The input of {@link Vary}: a header value, field names, or the parts. */
export type VaryInit = string | Iterable<string> | { readonly names: Iterable<string> }

/**
 * A `Vary` header: the request fields that a response depends on. Names keep their case, and are compared without it. `*`
 * means any field, and replaces all other names.
 *
 * @example
 * headers.set('Vary', String(Vary.from(headers.get('Vary')).add('Accept-Encoding')))
 */
export class Vary implements Iterable<string> {
  #names: Map<string, string> = new Map()

  constructor(init?: VaryInit | null) {
    for (const name of namesOf(init ?? [])) this.add(name)
  }

  /** Parses a `Vary` header or copies one. `null` gives an empty one. */
  static from(value: VaryInit | null): Vary {
    return new Vary(value)
  }

  /** Whether the response depends on more than its request fields: `*`. */
  get any(): boolean {
    return this.#names.has('*')
  }

  /** The names in order. `['*']` for `*`. */
  get names(): string[] {
    return [...this.#names.values()]
  }

  get size(): number {
    return this.#names.size
  }

  /** Whether the response depends on this field. True for every field if the header is `*`. */
  has(name: string): boolean {
    return this.any || this.#names.has(name.toLowerCase())
  }

  /** @throws {TypeError} If it is not a field name */
  add(name: string): this {
    if (!isToken(name)) {
      throw new TypeError(
        `Cannot add ${JSON.stringify(name)} to Vary: it must be a header name such as "Accept-Encoding"`,
      )
    }
    if (this.has(name)) return this
    if (name === '*') this.#names.clear()
    this.#names.set(name.toLowerCase(), name)
    return this
  }

  /** Removes one name, or `*`. */
  delete(name: string): boolean {
    return this.#names.delete(name.toLowerCase())
  }

  clear(): void {
    this.#names.clear()
  }

  [Symbol.iterator](): MapIterator<string> {
    return this.#names.values()
  }

  forEach(callback: (name: string, header: Vary) => void): void {
    for (const name of this) callback(name, this)
  }

  /** The header value, or `''` if there are no names. */
  toString(): string {
    return this.names.join(', ')
  }
}

function namesOf(init: VaryInit): Iterable<string> {
  if (typeof init === 'string') return parseTokenList(init)

  return Symbol.iterator in init ? init : init.names
}
