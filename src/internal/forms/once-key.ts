import { toBase64Url } from '../text/encoding.ts'
import { methodField } from '../http/http.ts'

/** The form field, and the header, that identify a submission. */
export const onceField = '_once'
export const keyHeader = 'Idempotency-Key'

/**
 * The cookie with the random secret of a browser. It shows that a repeat comes from the browser that sent the form first,
 * even without a session with an id. It ends when the browser is closed.
 */
export const guestCookie = '_once'

/** How long a form can be used, in seconds. */
const MAX_AGE = 24 * 60 * 60

/** Creates a key that cannot be guessed: 16 random bytes. */
export function createKey(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
}

/**
 * Creates the key of a document, to which its forms add their own part. The key contains the time at which the document was
 * created.
 */
export function createDocumentKey(): string {
  return `${createKey()}.${seconds().toString(36)}`
}

/**
 * Returns the key of a field or a header: a structured string (RFC 9651), or the same string without quotes. Returns `null`
 * if it is malformed.
 */
export function parseKey(text: string | null): string | null {
  const [, quoted, bare] = /^(?:"([\w.:-]{1,255})"|([\w.:-]{1,255}))$/.exec(text ?? '') ?? []
  return quoted ?? bare ?? null
}

/** Whether a key belongs to a document that is too old to be used. */
export function isTooOld(key: string): boolean {
  const [, made] = /^[\w-]{22}\.([0-9a-z]{1,8})\./.exec(key) ?? []
  return made !== undefined && parseInt(made, 36) < seconds() - MAX_AGE
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** Returns a digest of the content of a form, without the fields of the framework. */
export async function printForm(form: Iterable<readonly [string, string | File]>): Promise<string> {
  const parts: unknown[] = []
  for (const [name, value] of form) {
    if (name === onceField || name === methodField) continue
    parts.push(
      typeof value === 'string'
        ? [toLf(name), toLf(value)]
        : [toLf(name), value.name, value.type, await digestFile(value)],
    )
  }
  return JSON.stringify(parts)
}

/** Reads a file in pieces, so that a large one is never in memory as a whole. */
async function digestFile(file: File): Promise<string> {
  const pieces = [String(file.size)]
  for (let start = 0; start < file.size; start += PIECE) {
    const piece = await file.slice(start, start + PIECE).arrayBuffer()
    pieces.push(await digest(new Uint8Array(piece)))
  }
  return digest(pieces)
}

const PIECE = 1024 * 1024

/** Without JavaScript, a form is sent with other line breaks. */
function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Returns the SHA-256 of some strings or bytes, in base64url. */
export async function digest(
  content: readonly string[] | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const bytes =
    content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content))
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Returns the digest of the sender of a submission. */
export function digestOwner(...who: readonly string[]): Promise<string> {
  return digest(who)
}
