import type * as Crypto from 'node:crypto'
import { builtinModule } from '../../internal/process/runtime.ts'
import { toHex } from '../../internal/text/encoding.ts'

/** The name of a digest in Web Crypto (`SHA-256`), or a function that returns an entity tag without its quotes. */
export type FileDigest = AlgorithmIdentifier | ((file: FileLike) => string | Promise<string>)

/** If the runtime cannot hash a stream, larger files get no digest, because they would have to be read into memory. */
const maxBufferedSize = 64 * 1024 * 1024

/**
 * Creates a digest of a file for an entity tag, chunk by chunk if the runtime can.
 *
 * @returns Hexadecimal digits, or the return value of the function. `null` if the runtime would have to read a file into
 *   memory that is too large
 * @throws {TypeError} If no runtime but Node knows the digest, or if the function returns a string that cannot be in an
 * entity tag
 */
export async function digestFile(file: FileLike, digest: FileDigest): Promise<string | null> {
  checkDigest(digest)
  if (typeof digest === 'function') return checkTag(await digest(file))

  const name = nameOf(digest)
  const crypto = builtinModule<typeof Crypto>('node:crypto')
  if (crypto !== undefined) {
    // Web Crypto uses the name SHA-256, and Node uses sha256.
    const hash = crypto.createHash(name.replace('-', '').toLowerCase())
    for await (const chunk of file.stream()) hash.update(chunk)

    return hash.digest('hex')
  }

  if (file.size > maxBufferedSize) return null

  return toHex(
    new Uint8Array(await globalThis.crypto.subtle.digest(name, await file.arrayBuffer())),
  )
}

/**
 * Checks that every runtime can create a digest.
 *
 * @throws {TypeError} If it is neither a function nor the name of a digest in Web Crypto
 */
export function checkDigest(digest: FileDigest): void {
  if (typeof digest === 'function' || webDigests.has(nameOf(digest).toUpperCase())) return

  throw new TypeError(
    `Cannot use ${JSON.stringify(digest)} as a digest: Web Crypto has SHA-1, SHA-256, SHA-384 and SHA-512. Pass one of them, or a function that returns the tag.`,
  )
}

const webDigests: ReadonlySet<string> = new Set(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'])

function nameOf(digest: AlgorithmIdentifier): string {
  return String(typeof digest === 'string' ? digest : digest?.name)
}

function checkTag(tag: string): string {
  if (/^[\x21\x23-\x7e]+$/.test(tag)) return tag

  throw new TypeError(
    `Cannot use ${JSON.stringify(tag)} as an entity tag: it must be visible ASCII without quotes`,
  )
}

/** A file to send: a `File`, or an object with these members, such as a file on disk that is opened when it is read. */
export interface FileLike {
  readonly name: string
  readonly size: number
  /** The media type, or `''` if it is not known. */
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  /** Returns the bytes from `start` up to, but not including, `end`. */
  slice(start: number, end: number): { stream(): ReadableStream<Uint8Array<ArrayBuffer>> }
  arrayBuffer(): Promise<ArrayBuffer>
}
