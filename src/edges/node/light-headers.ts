import { keepShape } from '../../internal/process/keep-shape.ts'

const inspect: unique symbol = Symbol.for('nodejs.util.inspect.custom')

/** A source of headers, which can be read one by one or all at once. */
export interface HeaderSource {
  /** Reads one header, whose name is in lower case, as `Headers` does. */
  header(name: string): string | null
  readAll(): Headers
}

/**
 * The `Headers` of a request, which are copied when they are changed or listed.
 *
 * Most handlers read one or two headers. For code that gets this object, it is a `Headers`. The native methods refuse it
 * (`Headers.prototype.get.call(…)`), so no code can see incomplete headers.
 */
export class LightHeaders implements Headers {
  readonly #source: HeaderSource
  #native: Headers | undefined

  constructor(source: HeaderSource) {
    this.#source = source
  }

  get(name: string): string | null {
    return this.#native === undefined && isToken(name)
      ? this.#source.header(name.toLowerCase())
      : this.#all.get(name)
  }

  has(name: string): boolean {
    return this.#native === undefined && isToken(name)
      ? this.#source.header(name.toLowerCase()) !== null
      : this.#all.has(name)
  }

  append(name: string, value: string): void {
    this.#all.append(name, value)
  }

  delete(name: string): void {
    this.#all.delete(name)
  }

  set(name: string, value: string): void {
    this.#all.set(name, value)
  }

  getSetCookie(): string[] {
    return this.#all.getSetCookie()
  }

  forEach(
    callback: (value: string, key: string, parent: Headers) => void,
    thisArg?: unknown,
  ): void {
    this.#all.forEach((value, key) => callback.call(thisArg, value, key, this))
  }

  keys(): HeadersIterator<string> {
    return this.#all.keys()
  }

  values(): HeadersIterator<string> {
    return this.#all.values()
  }

  entries(): HeadersIterator<[string, string]> {
    return this.#all.entries()
  }

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.#all.entries()
  }

  get #all(): Headers {
    return (this.#native ??= this.#source.readAll())
  }

  // Makes `instanceof Headers`, `constructor`, `for…in`, `console.log()` and `Object.prototype.toString` work as for native
  // headers.
  static {
    const { prototype } = LightHeaders
    Object.setPrototypeOf(prototype, Headers.prototype)
    for (const name of Object.keys(Headers.prototype)) {
      if (Object.hasOwn(prototype, name))
        Object.defineProperty(prototype, name, { enumerable: true })
    }
    Object.defineProperties(prototype, {
      constructor: { value: Headers },
      [inspect]: {
        value(this: LightHeaders, ...args: unknown[]) {
          return (this.#all as Headers & Inspectable)[inspect](...args)
        },
      },
    })
  }
}

interface Inspectable {
  [inspect](...args: unknown[]): unknown
}

/** Whether a name is valid for `Headers`. Other names are passed to the native methods, which throw. */
function isToken(name: unknown): name is string {
  return typeof name === 'string' && /^[!#$%&'*+\-.^_`|~\w]+$/.test(name)
}

keepShape(new LightHeaders({ header: () => null, readAll: () => new Headers() }))
