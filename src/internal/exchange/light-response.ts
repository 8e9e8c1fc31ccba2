import { isNode } from '../runtime.ts'
import { rememberBody, rememberedBody } from './remembered-body.ts'

/**
 * A `Response` that costs nothing until somebody looks inside.
 *
 * On Node a native `Response` with a string body is an encoder, a stream and a header list, and the adapter takes them
 * apart again to write a string to a socket. Our helpers make one of these instead: the adapter reads the parts with
 * {@link readLightResponse}, and everyone else sees a `Response` whose members work by making the native one on first
 * use. Bun, Deno and workerd have fast responses of their own and get a native one at once.
 */

/** The parts of an untouched response, ready for `writeHead` and `end`. */
interface LightResponseParts {
  readonly status: number
  readonly statusText: string
  /** Names and values in turn. Each `Set-Cookie` has its own pair. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/**
 * Creates a response from its parts.
 *
 * @param status The status
 * @param statusText The reason phrase, usually `''`
 * @param headers A `Headers` that nobody else will edit, or names and values in turn, already known to be valid.
 * No `Content-Type` is added to them
 * @param body The body; bytes are not copied
 * @returns A light response on Node, a native one elsewhere
 * @throws {RangeError} If `status` is not one that `new Response()` takes
 * @throws {TypeError} If there is a body and `status` allows none, or `statusText` is no reason phrase
 */
export function createLightResponse(
  status: number,
  statusText: string,
  headers: Headers | readonly string[],
  body: string | Uint8Array<ArrayBuffer> | null,
): Response {
  if (!isNode || !isPlain(status, statusText, body)) {
    return rememberBody(createNativeResponse(status, statusText, headers, body), body)
  }

  return new LightResponse(status, statusText, headers, body)
}

/**
 * Reads the parts of a response that {@link createLightResponse} made.
 *
 * Edited headers are no obstacle, so middleware that appends a cookie keeps the short way to the socket.
 *
 * @param response Any response
 * @returns Its parts, or `null` if it is a native response or its body is being read
 */
export function readLightResponse(response: Response): LightResponseParts | null {
  return (response as Partial<LightResponse>)[readParts]?.() ?? null
}

/**
 * The body of a response as it was made, if it is in memory. For the response to `HEAD` it is the body of the `GET`.
 *
 * @returns The body, or `null` if it is a stream, if there is none, or if something else made the response
 */
export function knownBody(response: Response): string | Uint8Array<ArrayBuffer> | null {
  return readLightResponse(response)?.body ?? rememberedBody(response)
}

/** Known to every copy of this module: a bundled app has one, and the server that runs it another. */
const readParts: unique symbol = Symbol.for('framework.readLightResponse')

/** Whether nothing is left that the native constructor would refuse. */
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
  body: string | Uint8Array<ArrayBuffer> | null,
): Response {
  const list = toHeaders(headers)
  // A string would bring a Content-Type of its own where the headers name none.
  const source =
    typeof body === 'string' && !list.has('Content-Type') ? new TextEncoder().encode(body) : body

  return new Response(source, { status, statusText, headers: list })
}

/** The `Headers` of names and values in turn. */
export function toHeaders(headers: Headers | readonly string[]): Headers {
  if (headers instanceof Headers) return headers

  const result = new Headers()
  for (let i = 0; i < headers.length; i += 2) result.append(headers[i]!, headers[i + 1]!)

  return result
}

function toPairs(headers: Headers): string[] {
  const pairs: string[] = []
  for (const [name, value] of headers) pairs.push(name, value)

  return pairs
}

class LightResponse implements Response {
  readonly #status: number
  readonly #statusText: string
  readonly #body: string | Uint8Array<ArrayBuffer> | null
  #headers: Headers | readonly string[]
  #native: Response | null = null

  constructor(
    status: number,
    statusText: string,
    headers: Headers | readonly string[],
    body: string | Uint8Array<ArrayBuffer> | null,
  ) {
    this.#status = status
    this.#statusText = statusText
    this.#headers = headers
    this.#body = body
  }

  [readParts](): LightResponseParts | null {
    const native = this.#native
    if (native !== null && (native.bodyUsed || native.body?.locked)) return null

    const headers = this.#headers

    return {
      status: this.#status,
      statusText: this.#statusText,
      headers: headers instanceof Headers ? toPairs(headers) : headers,
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
    if (!(this.#headers instanceof Headers)) this.#headers = toHeaders(this.#headers)

    return this.#headers
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#materialize().body
  }

  get bodyUsed(): boolean {
    return this.#native !== null && this.#native.bodyUsed
  }

  clone(): Response {
    if (this.#native === null) {
      const headers = this.#headers

      return new LightResponse(
        this.#status,
        this.#statusText,
        headers instanceof Headers ? new Headers(headers) : headers,
        this.#body,
      )
    }

    return this.#materialize().clone()
  }

  // The readers are async so that they reject, as native ones do, where a getter would throw.
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#materialize().arrayBuffer()
  }

  async blob(): Promise<Blob> {
    return this.#materialize().blob()
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#materialize().bytes()
  }

  async formData(): Promise<FormData> {
    return this.#materialize().formData()
  }

  async json(): Promise<any> {
    return this.#materialize().json()
  }

  async text(): Promise<string> {
    return this.#materialize().text()
  }

  /** The native response, with the headers as they are now: `blob()`, `formData()` and `clone()` look at them. */
  #materialize(): Response {
    if (this.#native === null) {
      this.#native = createNativeResponse(this.#status, this.#statusText, this.headers, this.#body)
    } else {
      const { headers } = this.#native
      for (const name of Array.from(headers.keys())) headers.delete(name)
      for (const [name, value] of this.headers) headers.append(name, value)
    }

    return this.#native
  }
}

// Makes `instanceof Response` and `Object.prototype.toString` answer as for a native one. `extends Response` would do
// the same at the price of constructing it.
Object.setPrototypeOf(LightResponse.prototype, Response.prototype)
