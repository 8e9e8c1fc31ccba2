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

/** What the readers of a body get. A state never goes back to an earlier one of this list. */
type BodyState = Unread | KeptBytes | KeptForm | Shared

/** The readers read the native body of the request, once. `formData()` parses it within the default limits. */
interface Unread {
  readonly is: 'unread'
}

/** `bytes()` or `text()` has read the bytes. Readers get them on every call. `body` and `clone()` are consumed. */
interface KeptBytes {
  readonly is: 'bytes'
  /** `undefined` if only the text was read. The wire then has the bytes. */
  bytes: Promise<Bytes> | undefined
  /** `undefined` until something reads the text. */
  text: Promise<string> | undefined
}

/** `form()` has parsed the body, or `keepForm()` got a form of it. `formData()` returns this form. */
interface KeptForm {
  readonly is: 'form'
  readonly form: FormData
  /** A multipart form has no bytes, because its files were streamed. Then the readers of bytes reject. */
  bytes: KeptBytes | undefined
}

/** Pages have read the start of the body, to find `_method`. Readers read copies of the request that replaces it. */
interface Shared {
  readonly is: 'shared'
  /** Returns the request that replaces this body, the same for every call. Its native body is not read before. */
  readonly create: () => Request
  /** The form, if it was parsed before or from a copy. `formData()` returns it. */
  form: FormData | undefined
  /** The bytes that were read before. Only `bytes()` and `text()` of the body return them. */
  bytes: KeptBytes | undefined
}

const unread: Unread = { is: 'unread' }

/**
 * The body of a request. There is one for each request, and every `Request` of it is a view: the readers of a view
 * (`text()`, `json()` and so on) use this object.
 *
 * In every state, a mistake of the client is a `RequestError`, and forms have limits.
 */
export class RequestBody implements NoteTaker {
  readonly facts: RequestFacts
  readonly parseForm: ParseForm
  readonly #wire: Wire | undefined
  /** The request whose native body has the unread bytes. `undefined` while only the wire has them. */
  #holder: Request | undefined
  #state: BodyState = unread

  /** @param wire The bytes, if no `Request` has them */
  constructor(parseForm: ParseForm, facts: RequestFacts, wire?: Wire) {
    this.parseForm = parseForm
    this.facts = facts
    this.#wire = wire
  }

  /** Whether readers get bytes that were read before. */
  get isKept(): boolean {
    return this.#kept !== undefined || this.#form !== undefined
  }

  get #kept(): KeptBytes | undefined {
    const state = this.#state
    if (state.is === 'unread') return undefined
    return state.is === 'bytes' ? state : state.bytes
  }

  get #form(): FormData | undefined {
    const state = this.#state
    return state.is === 'form' || state.is === 'shared' ? state.form : undefined
  }

  /** Whether a reader has the bytes, or had them. */
  get isTaken(): boolean {
    return this.#holder === undefined ? this.#wire?.isTaken === true : this.#holder.bodyUsed
  }

  /** Reads all bytes. After that, every reader gets them. */
  bytes(): Promise<Bytes> {
    const kept =
      this.#kept ?? this.#keep({ is: 'bytes', bytes: this.#readUnread(), text: undefined })
    kept.bytes ??= this.#wire!.bytes()
    ignoreRejection(kept.bytes)
    return kept.bytes
  }

  /** Reads all bytes as a string. After that, every reader gets them. */
  text(): Promise<string> {
    const kept = this.#kept ?? this.#keep(this.#readText())
    kept.text ??= this.bytes().then(decodeText)
    ignoreRejection(kept.text)
    return kept.text
  }

  /** The wire decodes its bytes faster than we can. */
  #readText(): KeptBytes {
    return this.#holder === undefined && this.#wire?.isTaken === false
      ? { is: 'bytes', bytes: undefined, text: this.#wire.text() }
      : { is: 'bytes', bytes: this.#readUnread(), text: undefined }
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
    const isRecorded = this.#state.is === 'unread' && !isMultipart
    const source = await this.#open(isMultipart)
    const recorded = new ByteCollector()
    const body = source && isRecorded ? passOn(source, (chunk) => recorded.push(chunk)) : source
    const headers = new Headers({ 'Content-Type': type })
    const { signal } = this
    const form = await this.parseForm({ headers, body, ...(signal && { signal }) }, options)

    if (isRecorded) {
      const bytes = Promise.resolve(concatenate(recorded.chunks()))
      this.#keep({ is: 'bytes', bytes, text: undefined })
    }
    this.keepForm(form)
    return form
  }

  /** Makes `formData()` return a form that other code has parsed. */
  keepForm(form: FormData): void {
    if (this.#state.is === 'shared') this.#state.form = form
    else this.#state = { is: 'form', form, bytes: this.#kept }
  }

  /** Only a multipart form uses up a shared body, because its files have to stream. */
  #open(isMultipart: boolean): Promise<Stream | null> | Stream | null {
    const state = this.#state
    if (state.is !== 'shared') return this.stream()
    return (isMultipart ? state.create() : state.create().clone()).body
  }

  /** Aborts when the client disconnects. */
  get signal(): AbortSignal | undefined {
    return (this.#holder ?? this.#wire)?.signal
  }

  /** Returns the bytes as a stream. Kept bytes get a new stream each time. Unread bytes go to one reader only. */
  async stream(): Promise<Stream | null> {
    if (this.#kept !== undefined || this.isTaken) return new Response(await this.bytes()).body

    return this.#holder === undefined ? (this.#wire?.stream() ?? null) : this.#holder.body
  }

  /** Makes every reader fail when more than this many bytes arrive. Bytes that were read before stay available. */
  limit(bytes: number): void {
    if (this.#wire !== undefined) return this.#wire.limit(bytes)
    if (this.#state.is === 'shared') return bodyOf(this.#state.create())?.limit(bytes)

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
    this.#state = { is: 'shared', create, form: this.#form, bytes: this.#kept }
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
    if (this.#state.is === 'shared') redirect(request, this.#state.create)
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
    return this.#keptForViews === undefined ? this.#readUnread() : (await this.bytes()).slice()
  }

  /** Returns the bytes as a string, for the readers of a view. */
  viewText(): Promise<string> {
    if (this.#keptForViews !== undefined) return this.text()
    return this.#form === undefined
      ? readNativeText(this.#unread())
      : this.viewBytes().then(decodeText)
  }

  get #keptForViews(): KeptBytes | undefined {
    return this.#state.is === 'shared' ? undefined : this.#kept
  }

  /** Returns the form, for the readers of a view. */
  async viewForm(request: Request): Promise<FormData> {
    const kept = this.keptForm(request.headers)
    if (kept !== undefined) return kept
    if (this.#state.is === 'shared') return this.#state.create().clone().formData()
    if (request.bodyUsed) {
      throw new TypeError('Cannot read the request body as a form: it was already read')
    }
    return this.parseForm(request)
  }

  /** Returns the form of a body that was read before, for `parseFormData()`. Bytes are parsed with its options. */
  keptForm(headers: Headers, options?: object): Promise<FormData> | undefined {
    if (this.#form !== undefined) return Promise.resolve(this.#form)
    if (this.#keptForViews === undefined) return undefined

    return this.bytes().then((bytes) =>
      this.parseForm({ headers, body: new Response(bytes).body }, options),
    )
  }

  /** Returns a clone, for the readers of a view. */
  viewClone(): Request {
    if (this.#state.is === 'shared') return this.#state.create().clone()

    const holder = this.#holder!
    const clone = nativeOf(holder).clone.call(holder)
    const body = new RequestBody(this.parseForm, this.facts)
    if (this.#form !== undefined) body.keepForm(this.#form)
    return body.view(clone)
  }

  #keep(kept: KeptBytes): KeptBytes {
    if (this.#state.is === 'form' || this.#state.is === 'shared') this.#state.bytes = kept
    else this.#state = kept
    return kept
  }

  #readUnread(): Promise<Bytes> {
    if (this.#form !== undefined && (this.isTaken || !this.#holder?.body)) {
      return Promise.reject(
        new TypeError(
          'Cannot read the body again: it was streamed into FormData. Use request.formData() or context.get(FormData).',
        ),
      )
    }
    if (this.#holder === undefined && this.#state.is !== 'shared') {
      return this.#wire?.bytes() ?? Promise.resolve(new Uint8Array())
    }

    return readNatively(this.#unread())
  }

  /** Returns the request whose body is not read yet. */
  #unread(): Request {
    return this.#state.is === 'shared' ? this.#state.create().clone() : this.#holder!
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
