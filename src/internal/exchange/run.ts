/**
 * A request that no visitor has sent. It notices every use that would make its response personal.
 *
 * The main protection is that the request has no cookie, no credentials and no address. The notices come on top: they find
 * responses that would differ between visitors.
 */
export class AnonymousRun {
  readonly #given: ReadonlySet<string>
  readonly #notices = new Set<string>()
  readonly #onNotice: ((what: string) => void) | undefined
  #watchers = 0
  /** The tags of the data that its loaders have read. */
  readonly tags: Set<string> = new Set()
  /** A nonce that is in no header of the response. Only reading such a nonce is noticed. */
  unsentNonce: string | undefined

  /**
   * @param given The names of the headers that the request has. A header that was left out on purpose is also listed
   * @param onNotice Called at each notice
   */
  constructor(given: Iterable<string>, onNotice?: (what: string) => void) {
    this.#given = new Set(Array.from(given, (name) => name.toLowerCase()))
    this.#onNotice = onNotice
  }

  /** All notices so far, each as the end of a sentence: `read the Cookie header`. */
  get notices(): readonly string[] {
    return Array.from(this.#notices)
  }

  notice(what: string): void {
    this.#notices.add(what)
    this.#onNotice?.(what)
  }

  /** Notices every header that is read until `work` has settled. Reading credentials is always noticed. */
  async watch<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    this.#watchers++
    try {
      return await work()
    } finally {
      this.#watchers--
    }
  }

  /**
   * Makes a request notice which of its headers are read. Iterating over them is not noticed, because copying a request does
   * that.
   */
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
      this.notice(`read the ${headerName(name)} header`)
    }
  }
}

/** Returns the usual spelling of a header that is in lower case: `Proxy-Authorization`. */
export function headerName(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** Whether a header, in lower case, identifies the sender of a request. */
export function isPersonal(name: string): boolean {
  return name === 'cookie' || name === 'authorization' || name === 'proxy-authorization'
}
