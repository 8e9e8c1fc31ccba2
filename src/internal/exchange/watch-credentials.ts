import { headerName, isPersonal } from './run.ts'

/** Gets a note of what code has read about the visitor: the context of a request, or its body. */
export interface NoteTaker {
  /** @param what The end of a sentence, such as `read the Cookie header` */
  notePersonal(what: string): void
}

const noteTaker: unique symbol = Symbol('noteTaker')

interface WatchedHeaders extends Headers {
  [noteTaker]?: NoteTaker
}

/**
 * Makes the headers of a visitor's request note that code reads a cookie or credentials that were sent. Iterating over
 * headers is not noted, because copying a request does that.
 */
export function watchCredentials(headers: WatchedHeaders, taker: NoteTaker): void {
  // All headers share these functions. Most requests have no cookies, but looking for them would take longer than this.
  headers[noteTaker] = taker
  headers.get = readers.get
  headers.has = readers.has
}

/** Watches the headers of a `Request`. */
export function watchRequest(request: Request, taker: NoteTaker): void {
  const { headers } = request
  watchCredentials(headers, taker)
  keepsHeaders ??= request.headers === headers
  if (!keepsHeaders) {
    Object.defineProperty(request, 'headers', { value: headers, configurable: true })
  }
}

/** Whether requests of this runtime have one `headers` object. Some create another one each time that it is read. */
let keepsHeaders: boolean | undefined

const readers: Pick<Headers, 'get' | 'has'> & ThisType<WatchedHeaders> = {
  get(name) {
    const value = nativeOf(this).get.call(this, name)
    if (value !== null) note(this, name)
    return value
  },
  has(name) {
    const isSent = nativeOf(this).has.call(this, name)
    if (isSent) note(this, name)
    return isSent
  },
}

function note(headers: WatchedHeaders, name: string): void {
  const read = name.toLowerCase()
  if (isPersonal(read)) headers[noteTaker]!.notePersonal(`read the ${headerName(read)} header`)
}

function nativeOf(headers: Headers): Headers {
  return Object.getPrototypeOf(headers) as Headers
}
