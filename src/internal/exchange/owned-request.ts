import { limitStream } from './limit-stream.ts'
import { RequestError } from './request-error.ts'

/** What the framework knows of a request beside what a `Request` holds. A request and its copies share one. */
export interface Identity {
  /** The address of the client, if the server knows it. */
  readonly clientAddress?: string | undefined
  /** Aborts when the server begins to close. */
  readonly shutdown?: AbortSignal | undefined
  /** The first context that the request belongs to. */
  context?: object | undefined
  /** The routes that a data request names. */
  dataIds?: readonly string[] | undefined
  /** Lowers the limit of the body, where the server counts its bytes. */
  limitBody?(bytes: number): void
}

/** Parses a form, by default within the limits of `request.formData()`. */
export type ParseForm = (source: FormSource, options?: object) => Promise<FormData>

type FormSource = Pick<Request, 'headers' | 'body'> & Partial<Pick<Request, 'signal'>>

/** Known to every copy of this module: a bundled app has one, and the server that runs it another. */
const owner: unique symbol = Symbol.for('framework.requestBody')

/**
 * The body of a request and who has read it. The readers of every `Request` that we hand out ask this.
 *
 * - Unread: they read the request itself, once, as on any `Request`.
 * - Bytes: the framework has read the body. They answer from its bytes, as often as they are called.
 * - Form: the body was parsed. `formData()` answers with the form; the others only if there are bytes too.
 * - Shared: the body has moved to another request, and they read copies of that.
 *
 * Whatever the state, what the client got wrong is a {@link RequestError}, and forms have limits.
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

  /** Whether the readers answer from what was read before. */
  get isKept(): boolean {
    return this.#bytes !== undefined || this.#form !== undefined
  }

  /** Reads the body for the framework. The readers then answer from it. */
  take(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#bytes === undefined) {
      void this.#request.headers // Bun forgets the type of a FormData body that is read before they are
      this.keepBytes(this.#readBytes())
    }
    return this.#bytes!
  }

  /** Makes the readers answer from bytes that were read elsewhere. */
  keepBytes(bytes: Promise<Uint8Array<ArrayBuffer>>): void {
    bytes.catch(ignore)
    this.#bytes = bytes
  }

  /** Makes `formData()` answer with what was parsed. */
  keepForm(form: FormData): void {
    this.#form = form
  }

  /** Makes the readers, `body` and `clone()` those of `other`, which stays unread by the readers. */
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

  /** The form of a body that was read before, for `parseFormData()`: a parsed one as it is, bytes by its options. */
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
          'Cannot read the body again: it was streamed into FormData. Use request.formData() or context.get(FormData)',
        ),
      )
    }
    return native.arrayBuffer.call(this.#unread()).then((buffer) => new Uint8Array(buffer))
  }

  /** A request whose body is there to be read, as far as we know. */
  #unread(): Request {
    return this.#shared === undefined ? this.#source : this.#shared.clone()
  }
}

const native = globalThis.Request.prototype

interface Owned extends Request {
  [owner]?: RequestBody
}

/** Makes the readers of a request ours. The same object is returned; one that is owned already stays as it is. */
export function own(request: Request, parseForm: ParseForm, identity: Identity = {}): Request {
  return bodyOf(request) === undefined
    ? adopt(request, new RequestBody(request, parseForm, identity))
    : request
}

function adopt(request: Owned, body: RequestBody): Request {
  request[owner] = body
  // Assigned, and the same functions for all requests: to define properties takes five times as long.
  return Object.assign(request, readers)
}

const names = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const
const readers: object = Object.fromEntries(
  names.map((name) => [
    name,
    function (this: Owned) {
      return this[owner]![name]()
    },
  ]),
)

/** The body of a request that we own. */
export function bodyOf(request: object): RequestBody | undefined {
  return (request as Owned)[owner]
}

/** What is known of a request, or of any copy of it that we made. */
export function identityOf(request: object): Identity | undefined {
  return bodyOf(request)?.identity
}

/** What a copy of a request has that its original has not. */
interface RequestChanges {
  readonly url?: string
  readonly method?: string
  readonly headers?: Headers
  /** Another body, or `null` for none. */
  readonly body?: BodyInit | null
}

/**
 * Copies a request. The copy has the same identity and signal, and the body unless `changes` has one: unread it moves to
 * the copy, and what was read is there for both.
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
    ...('cf' in original && { cf: original.cf }), // What Workers know of the client.
  })
  if (owned === undefined) return copy

  return isKept ? adopt(copy, owned) : own(copy, owned.parseForm, owned.identity)
}

/** UTF-8 text of a body, without a byte order mark, as `Request.text()` decodes it. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** The JSON value of a body. A malformed body is the client's mistake, not a crash of the handler. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new RequestError(400, 'Cannot read the request body as JSON', { cause })
  }
}

/**
 * The key of a context's `Request` if there is one by now, else `undefined`: asking for `context.request` would make
 * one, and most requests on Node get by without.
 */
export const existingRequest: unique symbol = Symbol('framework.existingRequest')

function ignore(): void {}
