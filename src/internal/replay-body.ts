import { RequestError } from './request-error.ts'

/**
 * Makes a request's own readers answer from bytes that somebody has already read.
 *
 * Middleware may read a body before an action does; the action's `request.formData()` must not find it gone. The readers
 * become own properties of the same `Request`; `body` and `clone()` stay consumed. A request that has such readers keeps them.
 *
 * @param readForm Reads the bytes as a form, with the options of `parseFormData()` or within limits of its own: the
 * platform's reader has none
 */
export function replayBytes(
  request: Request,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
  readForm: (options?: object) => Promise<FormData>,
): void {
  if (Object.hasOwn(request, 'bytes')) return

  const copy = async () => (await read()).slice()
  defineReaders(request, {
    arrayBuffer: async () => (await copy()).buffer,
    bytes: copy,
    blob: async () => new Blob([await read()], { type: request.headers.get('Content-Type') ?? '' }),
    text: async () => decodeText(await read()),
    json: async () => JSON.parse(decodeText(await read())) as unknown,
    formData: readForm,
  })
}

/**
 * Makes `request.formData()` answer with what was parsed. The other readers say why they cannot, unless
 * {@link replayBytes} has given them something to answer from.
 */
export function replayFormData(request: Request, formData: FormData): void {
  const gone = () =>
    Promise.reject(
      new TypeError(
        'Cannot read the body again: it was streamed into FormData. Use request.formData() or context.get(FormData)',
      ),
    )
  if (!Object.hasOwn(request, 'bytes')) {
    defineReaders(request, {
      arrayBuffer: gone,
      bytes: gone,
      blob: gone,
      text: gone,
      json: gone,
    })
  }
  defineReaders(request, { formData: () => Promise.resolve(formData) })
}

/**
 * The form of a request whose body somebody has already read, if its readers answer from that.
 *
 * @param options For who has only the bytes; a form that was parsed stays as it is
 */
export function replayedFormData(request: object, options: object): Promise<FormData> | undefined {
  // Not `formData`: that alone may be a reader with limits, of a body that nobody has read yet
  return Object.hasOwn(request, 'bytes')
    ? (request as { formData(options: object): Promise<FormData> }).formData(options)
    : undefined
}

/** UTF-8 text of a body, without a byte order mark, as `Request.text()` decodes it. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** The JSON value of a body; a body that is none is the client's mistake, not a crash of the handler. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new RequestError(400, 'Cannot read the request body as JSON', { cause })
  }
}

function defineReaders(
  request: Request,
  readers: Record<string, (options?: object) => Promise<unknown>>,
): void {
  for (const [name, value] of Object.entries(readers)) {
    Object.defineProperty(request, name, { value, configurable: true, writable: true })
  }
}
