import { lightParts } from '../process/global-keys.ts'

/** A body in memory. */
export type KnownBody = string | Uint8Array<ArrayBuffer>

/** The parts of an untouched light response. */
export interface LightResponseParts {
  readonly status: number
  readonly statusText: string
  /** The headers of the response. In a list, names and values alternate, and each `Set-Cookie` is a separate pair. */
  readonly headers: Headers | readonly string[]
  readonly body: KnownBody | null
}

/**
 * Reads the parts of a response from `createLightResponse()`.
 *
 * Its headers may have been edited, so a response stays light if middleware appends a cookie.
 *
 * @param response Any response
 * @returns Its parts, or `null` if it is a native response or its body is being read
 */
export function readLightResponse(response: Response): LightResponseParts | null {
  return (response as { [lightParts]?(): LightResponseParts | null })[lightParts]?.() ?? null
}

/** The bodies of responses that cannot return them: native responses that we created, and responses to `HEAD`. */
const remembered = new WeakMap<Response, KnownBody>()

/** Remembers the body that a response was created with, or for a response to `HEAD`, the body of the `GET`. */
export function rememberBody(response: Response, body: KnownBody | null): Response {
  if (body !== null) remembered.set(response, body)

  return response
}

/**
 * Returns the body of a response if it is in memory, without reading it. For a response to `HEAD` it is the body of the
 * `GET`.
 *
 * @returns The body, or `null` if there is none, or it is not known: it is a stream, or other code created the response
 */
export function knownBody(response: Response): KnownBody | null {
  return readLightResponse(response)?.body ?? remembered.get(response) ?? null
}

/** Whether a response has a body. For a light response, this does not create a stream. */
export function hasBody(response: Response): boolean {
  return (readLightResponse(response) ?? response).body !== null
}

/** Whether the body of a response was read, or is being read, so that it cannot be sent. */
export function isSpent(response: Response): boolean {
  return readLightResponse(response) === null && (response.bodyUsed || !!response.body?.locked)
}

/** The bytes of a body. */
export function bytesOf(body: KnownBody): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encoder.encode(body) : body
}

/** The number of bytes of a body. */
export function sizeOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? sizeOfText(body) : body.length
}

const encoder = new TextEncoder()
// Node and Bun can count the bytes of a string without a copy.
const { Buffer } = globalThis as { Buffer?: { byteLength(text: string): number } }
const sizeOfText: (text: string) => number = Buffer
  ? Buffer.byteLength
  : (text) => encoder.encode(text).length

/**
 * Whether a response has a header. Does not create the `Headers` of a light response.
 *
 * @param name The name in lower case
 */
export function hasHeader(response: Response, name: string): boolean {
  const { headers } = readLightResponse(response) ?? response

  return isPairs(headers)
    ? headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === name)
    : headers.has(name)
}

/** Whether headers are a list. `instanceof Headers` does not tell, because other libraries have their own class. */
export function isPairs(headers: Headers | readonly string[]): headers is readonly string[] {
  return Array.isArray(headers)
}

/** Whether a response sets a cookie. */
export function setsCookie(response: Response): boolean {
  return hasHeader(response, 'set-cookie')
}

/** Bodies that are still being created when they are sent. Compression must not hold back their bytes. */
export const liveBodies: WeakSet<ReadableStream> = new WeakSet()

/** Bodies with inline code of React but without a nonce. The developer is warned if a policy blocks it. */
export const inlineBodies: WeakSet<ReadableStream> = new WeakSet()

/** Copies all marks of a body to a body that passes it on. */
export function passMarks(from: ReadableStream, to: ReadableStream): void {
  for (const marked of [liveBodies, inlineBodies]) if (marked.has(from)) marked.add(to)
}

/**
 * Checks that a server can send a response. Deno exits if it cannot.
 *
 * @param isLocked Whether something has a reader of the body. Can be left out if finding out is expensive
 * @throws {TypeError} If the response cannot be sent
 */
export function assertSendable(response: Response, isLocked = false): void {
  if (response.type === 'error') {
    throw new TypeError(
      'Cannot send Response.error(): it has no status. Return a response with a status.',
    )
  }
  if (isLocked || response.bodyUsed) {
    throw new TypeError(
      'Cannot send a Response whose body was already read. Return response.clone(), made before it was read.',
    )
  }
}
