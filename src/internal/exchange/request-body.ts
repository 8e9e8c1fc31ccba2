import { ByteCollector, concatenate } from './byte-collector.ts'
import { requestBody as owner } from '../process/global-keys.ts'
import { ignoreRejection } from '../process/promises.ts'
import { keepShape } from '../process/keep-shape.ts'
import { decodeText, parseJson } from './body-text.ts'
import type { RequestFacts } from './request-facts.ts'
import { passOn } from './pass-on.ts'
import { bodyTooLarge } from './status-errors.ts'
import { watchRequest, type NoteTaker } from './watch-credentials.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Stream = ReadableStream<Bytes>

/** The bytes of a request that has no `Request` yet. */
export interface Wire {
  /** All bytes, in a separate buffer for every call. */
  bytes(): Promise<Bytes>
  /** All bytes, decoded as `Request.text()` decodes them. This is faster than decoding {@link Wire.bytes}. */
  text(): Promise<string>
  /** The unread bytes, for one reader. */
  stream(): Stream
  /** Fails every reader when more than this many bytes arrive. */
  limit(bytes: number): void
  /** Whether {@link Wire.bytes} or {@link Wire.text} was called. Both can then be called again. */
  readonly wasCollected: boolean
  /** Whether a reader has the bytes. */
  readonly isTaken: boolean
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** Parses a form, by default within the limits of `request.formData()`. */
export type ParseForm = (source: FormSource, options?: object) => Promise<FormData>

type FormSource = Pick<Request, 'headers' | 'body'> & Partial<Pick<Request, 'signal'>>

/**
 * The body of a request. There is one for each request, and every `Request` of it is a view: the readers of a view
 * (`text()`, `json()` and so on) use this object. The README of this folder describes the states of a body.
 *
 * In every state, a mistake of the client is a `RequestError`, and forms have limits.
 */
export class RequestBody implements NoteTaker {
  readonly facts: RequestFacts
  readonly parseForm: ParseForm
  readonly #wire: Wire | undefined
  /** The request whose native body has the unread bytes. `undefined` while only the wire has them. */
  #holder: Request | undefined
  #bytes: Promise<Bytes> | undefined
  #text: Promise<string> | undefined
  #form: FormData | undefined
  /** Creates the request whose body replaces this one, on the first call. */
  #shared: (() => Request) | undefined

  /** @param wire The bytes, if no `Request` has them */
  constructor(parseForm: ParseForm, facts: RequestFacts, wire?: Wire) {
    this.parseForm = parseForm
    this.facts = facts
    this.#wire = wire
  }

  /** Whether readers get bytes that were read before. */
  get isKept(): boolean {
    return this.#hasBytes || this.#form !== undefined
  }

  get #hasBytes(): boolean {
    return this.#bytes !== undefined || this.#text !== undefined
  }

  /** Whether a reader has the bytes, or had them. */
  get isTaken(): boolean {
    return this.#holder === undefined ? this.#wire?.isTaken === true : this.#holder.bodyUsed
  }

  /** Reads all bytes. After that, every reader gets them. */
  bytes(): Promise<Bytes> {
    if (this.#bytes === undefined) {
      this.#keepBytes(this.#wire?.wasCollected ? this.#wire.bytes() : this.#readUnread())
    }
    return this.#bytes!
  }

  /** Reads all bytes as a string. After that, every reader gets them. */
  text(): Promise<string> {
    if (this.#text === undefined) {
      this.#text =
        this.#bytes === undefined && this.#holder === undefined && this.#wire?.isTaken === false
          ? this.#wire.text()
          : this.bytes().then(decodeText)
      ignoreRejection(this.#text)
    }
    return this.#text
  }

  /**
   * Parses the form, and keeps it. A urlencoded form is kept as bytes, too, because webhooks sign the bytes. A multipart
   * form is not kept as bytes, because its files have already streamed.
   *
   * @param type The media type. The parser does not read it again
   */
  async form(type: string, options?: object): Promise<FormData> {
    if (this.#form !== undefined) return this.#form

    const isMultipart = /^\s*multipart\//i.test(type)
    const isRecorded = this.#shared === undefined && !this.#hasBytes && !isMultipart
    const source = await this.#open(isMultipart)
    const recorded = new ByteCollector()
    const body = source && isRecorded ? passOn(source, (chunk) => recorded.push(chunk)) : source
    const headers = new Headers({ 'Content-Type': type })
    const { signal } = this
    const form = await this.parseForm({ headers, body, ...(signal && { signal }) }, options)

    if (isRecorded) this.#keepBytes(Promise.resolve(concatenate(recorded.chunks())))
    this.#form = form
    return form
  }

  /** Makes `formData()` return a form that other code has parsed. */
  keepForm(form: FormData): void {
    this.#form = form
  }

  /** Only a multipart form uses up a shared body, because its files have to stream. */
  #open(isMultipart: boolean): Promise<Stream | null> | Stream | null {
    if (this.#shared === undefined) return this.stream()
    return (isMultipart ? this.#shared() : this.#shared().clone()).body
  }

  /** Aborts when the client disconnects. */
  get signal(): AbortSignal | undefined {
    return (this.#holder ?? this.#wire)?.signal
  }

  /** Returns the bytes as a stream. Kept bytes get a new stream each time. Unread bytes go to one reader only. */
  async stream(): Promise<Stream | null> {
    if (this.#hasBytes || this.isTaken) return new Response(await this.bytes()).body

    return this.#holder === undefined ? (this.#wire?.stream() ?? null) : this.#holder.body
  }

  /** Makes every reader fail when more than this many bytes arrive. Bytes that were read before stay available. */
  limit(bytes: number): void {
    if (this.#wire !== undefined) return this.#wire.limit(bytes)
    if (this.#shared !== undefined) return bodyOf(this.#shared())?.limit(bytes)

    const source = this.#holder
    if (!source?.body || source.body.locked || source.bodyUsed) return

    const { url, method, headers, signal } = source
    let size = 0
    const body = passOn(source.body, (chunk) => {
      size += chunk.byteLength
      if (size > bytes) throw bodyTooLarge(bytes)
    })
    const init = { method, headers, signal, body, duplex: 'half' }
    const limited = new Request(url, init)
    redirect(source, () => limited)
    this.#holder = limited
  }

  /**
   * Makes the readers, `body` and `clone()` of every view use another request, which the readers leave unread. Bytes that
   * {@link RequestBody.bytes} and {@link RequestBody.text} have read stay available.
   *
   * @param create Returns that request, the same for every call
   */
  share(create: () => Request): void {
    this.#shared = create
    if (this.#holder !== undefined) redirect(this.#holder, create)
  }

  /**
   * Checks that the contract of a route can read the body.
   *
   * @throws {Error} If middleware has read the body with a method of `request`, which does not keep the bytes
   */
  assertReadable(where: string): void {
    if (this.isKept || this.#holder?.bodyUsed !== true) return

    throw new Error(
      `Cannot read the body for the contract of ${where}: middleware has already read it with a method of \`request\`. Read it with context.text() or context.json(), or use the formData() middleware.`,
    )
  }

  /** Makes a request a view of this body. If the body is unread, the request has its bytes. */
  view(request: Owned): Request {
    request[owner] = this
    this.#holder = request
    if (this.facts.run === undefined) watchRequest(request, this)
    else this.facts.run.watchRequest(request)
    if (this.#shared !== undefined) redirect(request, this.#shared)
    // All requests share these functions. They are assigned one by one, because Object.assign() takes longer than the rest
    // of this function, and defining properties takes five times as long as that.
    request.arrayBuffer = readers.arrayBuffer
    request.blob = readers.blob
    request.bytes = readers.bytes
    request.clone = readers.clone
    request.formData = readers.formData
    request.json = readers.json
    request.text = readers.text

    return request
  }

  notePersonal(what: string): void {
    this.facts.personal ??= what
  }

  /** Returns the bytes, for the readers of a view. */
  async viewBytes(): Promise<Bytes> {
    const isKept = this.#shared === undefined && this.#hasBytes
    return isKept ? (await this.bytes()).slice() : this.#readUnread()
  }

  /** Returns the bytes as a string, for the readers of a view. */
  viewText(): Promise<string> {
    if (this.#shared === undefined && this.#hasBytes) return this.text()
    return this.#form === undefined
      ? readNativeText(this.#unread())
      : this.viewBytes().then(decodeText)
  }

  /** Returns the form, for the readers of a view. */
  async viewForm(request: Request): Promise<FormData> {
    const kept = this.keptForm(request.headers)
    if (kept !== undefined) return kept
    if (this.#shared !== undefined) return this.#shared().clone().formData()
    if (request.bodyUsed) {
      throw new TypeError('Cannot read the request body as a form: it was already read')
    }
    return this.parseForm(request)
  }

  /** Returns the form of a body that was read before, for `parseFormData()`. Bytes are parsed with its options. */
  keptForm(headers: Headers, options?: object): Promise<FormData> | undefined {
    if (this.#form !== undefined) return Promise.resolve(this.#form)
    if (this.#shared !== undefined || !this.#hasBytes) return undefined

    return this.bytes().then((bytes) =>
      this.parseForm({ headers, body: new Response(bytes).body }, options),
    )
  }

  /** Returns a clone, for the readers of a view. */
  viewClone(): Request {
    if (this.#shared !== undefined) return this.#shared().clone()

    const holder = this.#holder!
    const clone = nativeOf(holder).clone.call(holder)
    const body = new RequestBody(this.parseForm, this.facts)
    if (this.#form !== undefined) body.keepForm(this.#form)
    return body.view(clone)
  }

  #keepBytes(bytes: Promise<Bytes>): void {
    ignoreRejection(bytes)
    this.#bytes = bytes
  }

  #readUnread(): Promise<Bytes> {
    if (this.#form !== undefined && (this.isTaken || !this.#holder?.body)) {
      return Promise.reject(
        new TypeError(
          'Cannot read the body again: it was streamed into FormData. Use request.formData() or context.get(FormData).',
        ),
      )
    }
    if (this.#holder === undefined && this.#shared === undefined) {
      return this.#wire?.bytes() ?? Promise.resolve(new Uint8Array())
    }

    return readNatively(this.#unread())
  }

  /** Returns the request whose body is not read yet. */
  #unread(): Request {
    return this.#shared === undefined ? this.#holder! : this.#shared().clone()
  }
}

keepShape(new RequestBody({} as ParseForm, {}))

/**
 * Returns the native methods that our readers hide, from the request's own class. That is not always the class that was
 * global when this module was loaded: `install()` of npm's `undici` replaces it later, and its requests refuse the methods
 * of another class.
 */
function nativeOf(request: Request): Request {
  return Object.getPrototypeOf(request) as Request
}

async function readNatively(request: Request): Promise<Bytes> {
  void request.headers // Bun loses the type of a FormData body if the body is read before the headers.
  return new Uint8Array(await nativeOf(request).arrayBuffer.call(request))
}

function readNativeText(request: Request): Promise<string> {
  return nativeOf(request).text.call(request)
}

interface Owned extends Request {
  [owner]?: RequestBody
}

const readers: Pick<
  Owned,
  'arrayBuffer' | 'blob' | 'bytes' | 'clone' | 'formData' | 'json' | 'text'
> &
  ThisType<Owned> = {
  async arrayBuffer() {
    return (await this[owner]!.viewBytes()).buffer
  },
  async blob() {
    const type = this.headers.get('Content-Type') ?? ''
    return new Blob([await this[owner]!.viewBytes()], { type })
  },
  bytes() {
    return this[owner]!.viewBytes()
  },
  clone() {
    return this[owner]!.viewClone()
  },
  formData() {
    return this[owner]!.viewForm(this)
  },
  async json() {
    return parseJson(await this[owner]!.viewText())
  },
  async text() {
    return this[owner]!.viewText()
  },
}

/** Makes `body` and `bodyUsed` of a request those of another request. */
function redirect(request: Request, other: () => Request): void {
  Object.defineProperties(request, {
    body: { get: () => other().body, configurable: true },
    bodyUsed: { get: () => other().bodyUsed, configurable: true },
  })
}

/** Makes a request a view of a new body. A request that is already a view stays as it is. */
export function adopt(request: Request, parseForm: ParseForm, facts: RequestFacts = {}): Request {
  return bodyOf(request) === undefined ? new RequestBody(parseForm, facts).view(request) : request
}

/** Returns the body that a request is a view of. */
export function bodyOf(request: object): RequestBody | undefined {
  return (request as Owned)[owner]
}

/** Returns the facts of a request that is a view. Its copies have the same facts. */
export function factsOf(request: object): RequestFacts | undefined {
  return bodyOf(request)?.facts
}
