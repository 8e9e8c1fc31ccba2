import { findJsonError } from '../find-json-error.ts'
import { keepShape } from '../keep-shape.ts'
import { limitStream } from './limit-stream.ts'
import { RequestError } from './request-error.ts'
import type { Run } from './run.ts'

/** What the framework knows about a request besides its `Request`. A request and its copies share one identity. */
export interface Identity {
  /** The address of the client, if the server knows it. */
  clientAddress?: string | undefined
  /** Aborts when the server begins to close. */
  shutdown?: AbortSignal | undefined
  /** The first context that the request belongs to. */
  context?: object | undefined
  /** What a data request says besides its URL. */
  data?: DataRequestParts | undefined
  /** Whether the document is sent only when everything in it is there. */
  waits?: boolean | undefined
  /** For a request that was sent from inside the process: the event of the request that sent it, and why. */
  sentBy?: { readonly id: number; readonly cause: 'cache' | 'prerender' } | undefined
  /** Whether the test kit has sent the request. */
  isTest?: boolean | undefined
  /** Notices what would make the response personal, if no visitor has sent the request. */
  readonly run?: Run | undefined
  /** Lowers the limit of the body, where the server counts its bytes. */
  limitBody?(bytes: number): void
  /** Edit the headers of the response that is sent for an error, the innermost first. */
  errorHeaders?: readonly ((headers: Headers) => void)[]
  /** The `Cache-Control` of a response that sets a cookie, if it was public and was sent as private instead. */
  replacedPolicy?: string | undefined
  /** Lets a server that closes wait for this work, although the client has disconnected. */
  holdOpen?(work: Promise<unknown>): void
}

/** What a data request says besides its URL, and what its response has to say. */
export interface DataRequestParts {
  /** The routes that it names. */
  readonly ids: readonly string[]
  /** Those whose fields the client lacks. */
  readonly fields?: readonly string[] | undefined
  /** The page on show, if it is another one than that of the URL. */
  readonly at?: string | undefined
  /** The loaders whose data the client has. */
  readonly have?: string | undefined
  /** Whether the action was called. */
  hasStarted?: boolean
  /** As JSON: which of them have to run again after the action. */
  verdicts?: string
}

/** Parses a form, by default within the limits of `request.formData()`. */
export type ParseForm = (source: FormSource, options?: object) => Promise<FormData>

type FormSource = Pick<Request, 'headers' | 'body'> & Partial<Pick<Request, 'signal'>>

/** Shared by all copies of this module: a bundled app has one, and the server that runs it has another. */
const owner: unique symbol = Symbol.for('framework.requestBody')

/**
 * The body of a request, and who has read it. The readers (`text()`, `json()` and so on) of every `Request` that the
 * framework passes to an app use this. A body has one of four states:
 *
 * - Unread: the readers read the request itself, once, as on any `Request`.
 * - Bytes: the framework has read the body. The readers return its bytes, as often as they are called.
 * - Form: the body was parsed. `formData()` returns the form. The other readers work only if there are bytes too.
 * - Shared: the body has moved to another request, and the readers read copies of that.
 *
 * In every state, a mistake of the client is a {@link RequestError}, and forms have limits.
 */
export class RequestBody {
  readonly identity: Identity
  readonly parseForm: ParseForm
  readonly #request: Request
  #bytes: Promise<Uint8Array<ArrayBuffer>> | undefined
  #form: FormData | undefined
  #shared: Request | undefined
  /** What is read: the request, or a copy of it whose body is limited. */
  #source: Request

  constructor(request: Request, parseForm: ParseForm, identity: Identity) {
    this.#request = request
    this.#source = request
    this.parseForm = parseForm
    this.identity = identity
  }

  /** Whether the readers return what was read before. */
  get isKept(): boolean {
    return this.#bytes !== undefined || this.#form !== undefined
  }

  /** Reads the body for the framework. After that, the readers return its bytes. */
  take(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#bytes === undefined) {
      void this.#request.headers // Bun loses the type of a FormData body if the body is read before the headers.
      this.keepBytes(this.#readBytes())
    }
    return this.#bytes!
  }

  /** Makes the readers return bytes that other code has read. */
  keepBytes(bytes: Promise<Uint8Array<ArrayBuffer>>): void {
    bytes.catch(() => {})
    this.#bytes = bytes
  }

  /** Makes `formData()` return a parsed form. */
  keepForm(form: FormData): void {
    this.#form = form
  }

  /** Makes the readers, `body` and `clone()` use `other`, which the readers leave unread. */
  share(other: Request): void {
    this.#bytes = undefined
    this.#shared = other
    this.#replaceBody(other)
  }

  /** Makes the readers, `body` and `clone()` fail when more than this many bytes arrive. What was read before stays. */
  limit(bytes: number): void {
    if (this.identity.limitBody !== undefined) return this.identity.limitBody(bytes)
    if (this.#shared !== undefined) return bodyOf(this.#shared)?.limit(bytes)

    const { body, url, method, headers, signal } = this.#source
    if (body === null || body.locked || this.#source.bodyUsed) return

    const init = { method, headers, signal, body: limitStream(body, bytes), duplex: 'half' }
    this.#source = new Request(url, init)
    this.#replaceBody(this.#source)
  }

  #replaceBody(other: Request): void {
    Object.defineProperties(this.#request, {
      body: { get: () => other.body, configurable: true },
      bodyUsed: { get: () => other.bodyUsed, configurable: true },
    })
  }

  /** The form of a body that was read before, for `parseFormData()`. Bytes are parsed with its options. */
  replayForm(options?: object): Promise<FormData> | undefined {
    if (this.#form !== undefined) return Promise.resolve(this.#form)
    if (this.#bytes === undefined) return undefined

    const { headers } = this.#request
    return this.#bytes.then((bytes) =>
      this.parseForm({ headers, body: new Response(bytes).body }, options),
    )
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  async blob(): Promise<Blob> {
    const type = this.#request.headers.get('Content-Type') ?? ''
    return new Blob([await this.#readBytes()], { type })
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#readBytes()
    return this.#bytes === undefined ? bytes : bytes.slice()
  }

  async text(): Promise<string> {
    return this.isKept ? decodeText(await this.#readBytes()) : native.text.call(this.#unread())
  }

  async json(): Promise<unknown> {
    return parseJson(await this.text())
  }

  async formData(): Promise<FormData> {
    const kept = this.replayForm()
    if (kept !== undefined) return kept
    if (this.#shared !== undefined) return this.#shared.clone().formData()
    if (this.#request.bodyUsed) {
      throw new TypeError('Cannot read the request body as a form: it was already read')
    }
    return this.parseForm(this.#request)
  }

  clone(): Request {
    if (this.#shared !== undefined) return this.#shared.clone()

    const clone = own(native.clone.call(this.#source), this.parseForm, this.identity)
    if (this.#form !== undefined) bodyOf(clone)!.keepForm(this.#form)
    return clone
  }

  #readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#bytes !== undefined) return this.#bytes
    if (this.#form !== undefined && (this.#request.body === null || this.#request.bodyUsed)) {
      return Promise.reject(
        new TypeError(
          'Cannot read the body again: it was streamed into FormData. Use request.formData() or context.get(FormData).',
        ),
      )
    }
    return native.arrayBuffer.call(this.#unread()).then((buffer) => new Uint8Array(buffer))
  }

  /** The request to read the body from. */
  #unread(): Request {
    return this.#shared === undefined ? this.#source : this.#shared.clone()
  }
}

keepShape(new RequestBody({} as Request, {} as ParseForm, {}))

const native = globalThis.Request.prototype

interface Owned extends Request {
  [owner]?: RequestBody
}

/** Replaces the readers of a request and returns the same object. A request that is already owned stays as it is. */
export function own(request: Request, parseForm: ParseForm, identity: Identity = {}): Request {
  return bodyOf(request) === undefined
    ? adopt(request, new RequestBody(request, parseForm, identity))
    : request
}

function adopt(request: Owned, body: RequestBody): Request {
  request[owner] = body
  body.identity.run?.watchRequest(request)
  // The same functions for all requests, one by one: Object.assign() takes longer than the rest of this function, and
  // defining properties takes five times as long as that.
  request.arrayBuffer = readers.arrayBuffer
  request.blob = readers.blob
  request.bytes = readers.bytes
  request.clone = readers.clone
  request.formData = readers.formData
  request.json = readers.json
  request.text = readers.text

  return request
}

const names = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const
const readers = Object.fromEntries(
  names.map((name) => [
    name,
    function (this: Owned) {
      return this[owner]![name]()
    },
  ]),
) as unknown as Pick<Request, (typeof names)[number]>

/** The body of an owned request. */
export function bodyOf(request: object): RequestBody | undefined {
  return (request as Owned)[owner]
}

/** The identity of an owned request or its copy. */
export function identityOf(request: object): Identity | undefined {
  return bodyOf(request)?.identity
}

/** What is different in a copy of a request. */
interface RequestChanges {
  readonly url?: string
  readonly method?: string
  readonly headers?: Headers
  /** Another body, or `null` for none. */
  readonly body?: BodyInit | null
}

/**
 * Copies a request. The copy has the same identity and signal, and the same body unless `changes` has one. An unread body
 * moves to the copy. A body that was read is available to both.
 */
export function copyRequest(original: Request, changes: RequestChanges): Request {
  const { url = original.url, method = original.method, headers = original.headers } = changes
  const owned = bodyOf(original)
  const isKept = owned?.isKept === true && changes.body === undefined
  const source = isKept || original.bodyUsed ? null : original.body
  const { body = source } = changes
  const copy = new Request(url, {
    method,
    headers,
    signal: original.signal,
    ...(body !== null && { body, duplex: 'half' }),
    ...('cf' in original && { cf: original.cf }), // What Workers know about the client.
  })
  if (owned === undefined) return copy

  return isKept ? adopt(copy, owned) : own(copy, owned.parseForm, owned.identity)
}

/** Decodes a body as `Request.text()` does: UTF-8, without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const decoder = new TextDecoder()

/** The maximum length of a text to search for its mistake, which takes longer than to parse it. */
const maxSearched = 1024 * 1024

/** Says where a body is not JSON, without a part of it. Both messages are the same, so that nothing has to be logged. */
class JsonError extends RequestError {
  readonly publicMessage: string

  constructor(text: string, cause: unknown) {
    const place = text.length > maxSearched ? 'it' : placeOf(text, findJsonError(text))
    super(400, `Cannot read the request body as JSON: there is a mistake in ${place}`, { cause })
    this.name = 'RequestError'
    this.publicMessage = this.message
  }
}

function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** Parses the JSON of a body. A malformed body is the client's mistake, not the handler's. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new JsonError(text, cause)
  }
}

/**
 * The key of a context's `Request` if it already exists, else of `undefined`. Reading `context.request` would create it,
 * and most requests on Node do not need it.
 */
export const existingRequest: unique symbol = Symbol('framework.existingRequest')
