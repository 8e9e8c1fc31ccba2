import { keepShape } from '../process/keep-shape.ts'
import { isNode } from '../process/runtime.ts'
import { withoutMark } from './body-text.ts'
import { lightParts } from '../process/global-keys.ts'
import {
  bytesOf,
  isPairs,
  rememberBody,
  type KnownBody,
  type LightResponseParts,
} from './known-body.ts'

/**
 * A `Response` that does no work until it is read.
 *
 * On Node a native `Response` with a string body creates an encoder, a stream and a header list, and the adapter needs
 * only the string. Our helpers create a light response instead. The adapter reads its parts with `readLightResponse()`. For
 * all other code it is a `Response` that creates the native one on first use. Bun, Deno and workerd have fast native
 * responses, so there the helpers create those.
 */

/**
 * Creates a response from its parts.
 *
 * @param status The status
 * @param statusText The reason phrase, usually `''`
 * @param headers A `Headers` that no other code edits, or alternating names and values that are valid. No `Content-Type`
 * is added
 * @param body The body. Bytes are not copied
 * @returns A light response on Node. On other runtimes, and where a library has replaced `Response`, an object of that class
 * @throws {RangeError} If `new Response()` does not accept `status`
 * @throws {TypeError} If there is a body and `status` allows none, or if `statusText` is invalid
 */
export function createLightResponse(
  status: number,
  statusText: string,
  headers: Headers | readonly string[],
  body: KnownBody | null,
): Response {
  if (!isNode || Response !== NativeResponse || !isPlain(status, statusText, body)) {
    return rememberBody(createNativeResponse(status, statusText, headers, body), body)
  }

  return new LightResponse(status, statusText, headers, body)
}

const NativeResponse = Response

/** Whether the native constructor would accept these values without changing them. */
function isPlain(status: number, statusText: string, body: unknown): boolean {
  return (
    Number.isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    (body === null || !(status === 204 || status === 205 || status === 304)) &&
    (statusText === '' || /^[\t\x20-\x7e\x80-\xff]*$/.test(statusText))
  )
}

function createNativeResponse(
  status: number,
  statusText: string,
  headers: Headers | readonly string[],
  body: KnownBody | null,
): Response {
  const list = toHeaders(headers)
  // For a string, the constructor would add a Content-Type if there is none. On Node, it would encode the string anyway.
  const source =
    typeof body === 'string' && (isNode || !list.has('Content-Type')) ? bytesOf(body) : body

  return new Response(source, { status, statusText, headers: list })
}

/** Converts alternating names and values to `Headers`. */
export function toHeaders(headers: Headers | readonly string[]): Headers {
  if (!isPairs(headers)) return headers

  const result = new Headers()
  for (let i = 0; i < headers.length; i += 2) result.append(headers[i]!, headers[i + 1]!)

  return result
}

/** Copies headers in either form to new `Headers`. */
export function copyHeaders(headers: Headers | readonly string[]): Headers {
  return isPairs(headers) ? toHeaders(headers) : new Headers(headers)
}

/** Converts `Headers` to alternating names and values. */
export function toPairs(headers: Headers | readonly string[]): readonly string[] {
  if (isPairs(headers)) return headers

  const pairs: string[] = []
  for (const [name, value] of headers) pairs.push(name, value)

  return pairs
}

class LightResponse implements Response {
  readonly #status: number
  readonly #statusText: string
  readonly #body: KnownBody | null
  #headers: Headers | readonly string[]
  #native: Response | null = null
  /** Whether the body was read without a native response. */
  #isTaken = false

  constructor(
    status: number,
    statusText: string,
    headers: Headers | readonly string[],
    body: KnownBody | null,
  ) {
    this.#status = status
    this.#statusText = statusText
    this.#headers = headers
    this.#body = body
  }

  [lightParts](): LightResponseParts | null {
    if (this.bodyUsed || this.#native?.body?.locked) return null

    return {
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      body: this.#body,
    }
  }

  get status(): number {
    return this.#status
  }

  get statusText(): string {
    return this.#statusText
  }

  get ok(): boolean {
    return this.#status <= 299
  }

  get type(): ResponseType {
    return 'default'
  }

  get url(): string {
    return ''
  }

  get redirected(): boolean {
    return false
  }

  get headers(): Headers {
    if (isPairs(this.#headers)) this.#headers = toHeaders(this.#headers)

    return this.#headers
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#materialize().body
  }

  get bodyUsed(): boolean {
    return this.#isTaken || (this.#native !== null && this.#native.bodyUsed)
  }

  clone(): Response {
    if (this.#native === null && !this.#isTaken) {
      const headers = this.#headers

      return new LightResponse(
        this.#status,
        this.#statusText,
        isPairs(headers) ? headers : new Headers(headers),
        this.#body,
      )
    }

    return this.#materialize().clone()
  }

  // The readers are async, so that their errors are rejections, as for native ones.
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#takeBytes()?.buffer ?? this.#materialize().arrayBuffer()
  }

  async blob(): Promise<Blob> {
    return this.#materialize().blob()
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#takeBytes() ?? this.#materialize().bytes()
  }

  async formData(): Promise<FormData> {
    return this.#materialize().formData()
  }

  async json(): Promise<any> {
    const text = this.#takeText()
    return text === null ? this.#materialize().json() : JSON.parse(text)
  }

  async text(): Promise<string> {
    return this.#takeText() ?? this.#materialize().text()
  }

  #takeText(): string | null {
    const body = typeof this.#body === 'string' ? this.#take() : null

    return typeof body === 'string' ? withoutMark(body.toWellFormed()) : null
  }

  /** The reader gets a copy, because an app may send the same response again. */
  #takeBytes(): Uint8Array<ArrayBuffer> | null {
    const body = this.#take()
    if (body === null) return null

    return typeof body === 'string' ? bytesOf(body) : new Uint8Array(body)
  }

  /**
   * Reads a body that was not read or sent. Tests and clients in the same process read most responses like this. A native
   * response would take longer than the rest of a short request.
   */
  #take(): KnownBody | null {
    if (this.#body === null || this.#native !== null || this.#isTaken) return null
    this.#isTaken = true

    return this.#body
  }

  /** The native response with the current headers, which `blob()`, `formData()` and `clone()` read. */
  #materialize(): Response {
    if (this.#native === null) {
      this.#native = createNativeResponse(this.#status, this.#statusText, this.headers, this.#body)
      if (this.#isTaken) void this.#native.text()
    } else {
      const { headers } = this.#native
      for (const name of Array.from(headers.keys())) headers.delete(name)
      for (const [name, value] of this.headers) headers.append(name, value)
    }

    return this.#native
  }

  // Makes `instanceof Response`, `constructor`, `for…in` and `Object.prototype.toString` work as for a native response.
  // `extends Response` would do most of it, but it would also construct one.
  static {
    const { prototype } = LightResponse
    Object.setPrototypeOf(prototype, NativeResponse.prototype)
    const members = Object.getOwnPropertyDescriptors(NativeResponse.prototype)
    for (const [name, { enumerable, value: method }] of Object.entries(members)) {
      if (Object.hasOwn(prototype, name)) {
        Object.defineProperty(prototype, name, { enumerable })
      } else if (typeof method === 'function') {
        // A method that some versions of Node do not have, such as `textStream()`.
        const value = function (this: LightResponse, ...args: unknown[]): unknown {
          return method.apply(this.#materialize(), args)
        }
        Object.defineProperty(prototype, name, { value, enumerable })
      }
    }
    Object.defineProperty(prototype, 'constructor', { value: NativeResponse })
  }
}

keepShape(new LightResponse(200, '', [], null))
