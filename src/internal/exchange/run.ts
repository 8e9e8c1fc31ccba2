/**
 * A request that no visitor has sent, and what would have made its response personal.
 *
 * The protection is that the request has no cookie, no credentials and no address. Noticing comes on top: it finds
 * responses that would be different for a visitor.
 */
export class AnonymousRun {
  readonly #given: ReadonlySet<string>
  readonly #notices = new Set<string>()
  #watchers = 0
  /** The tags of the data that its loaders have read. */
  readonly tags: Set<string> = new Set()
  /** A nonce that no header of the response has. Only reading it is noticed. */
  unsentNonce: string | undefined

  /** @param given The names of the headers that the request has, or would have if the visitor had sent them */
  constructor(given: Iterable<string>) {
    this.#given = new Set(Array.from(given, (name) => name.toLowerCase()))
  }

  /** What was noticed until now, each as the end of a sentence: `read the Cookie header`. */
  get notices(): readonly string[] {
    return Array.from(this.#notices)
  }

  notice(what: string): void {
    this.#notices.add(what)
  }

  /** Notices every header that is read until `work` has settled. Credentials are always noticed. */
  async watch<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    this.#watchers++
    try {
      return await work()
    } finally {
      this.#watchers--
    }
  }

  /** Makes a request notice which headers are read. Iterating them is not noticed: a copy of a request does that. */
  watchRequest(request: Request): void {
    // It must be an own property: a runtime may create another object each time `headers` is read.
    const headers = this.watchHeaders(request.headers)
    Object.defineProperty(request, 'headers', { value: headers, configurable: true })
  }

  watchHeaders(headers: Headers): Headers {
    const { get, has } = Object.getPrototypeOf(headers) as Headers
    const define = (method: string, read: (name: string) => unknown): void => {
      const value = (name: string): unknown => {
        this.#read(String(name).toLowerCase())
        return read.call(headers, name)
      }
      Object.defineProperty(headers, method, { value, configurable: true })
    }
    define('get', get)
    define('has', has)
    return headers
  }

  #read(name: string): void {
    if (this.#given.has(name)) return
    if (isPersonal(name) || (this.#watchers > 0 && !/^(?:if-|range$)/.test(name))) {
      this.notice(
        `read the ${name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())} header`,
      )
    }
  }
}

/** Whether a header, in lower case, says who has sent a request. */
export function isPersonal(name: string): boolean {
  return name === 'cookie' || name === 'authorization' || name === 'proxy-authorization'
}
