import type * as Crypto from 'node:crypto'
import { builtinModule } from '../internal/runtime.ts'
import type { FileLike } from './create-file-response.ts'

/** The name of a digest in Web Crypto (`SHA-256`), or a function that answers the text of an entity tag without its quotes. */
export type FileDigest = AlgorithmIdentifier | ((file: FileLike) => string | Promise<string>)

/** Without a hash that takes a stream, larger files are not read into memory for it. */
const maxBufferedSize = 64 * 1024 * 1024

/**
 * Makes a digest of a file, chunk by chunk where the runtime can, for an entity tag.
 *
 * @returns Hexadecimal digits, or what the function answers; `null` if the file is too large to be read at once and there is no other way
 * @throws {TypeError} If the function answers what cannot be in an entity tag
 */
export async function digestFile(file: FileLike, digest: FileDigest): Promise<string | null> {
  if (typeof digest === 'function') return checkTag(await digest(file))

  const name = typeof digest === 'string' ? digest : digest.name
  const crypto = builtinModule<typeof Crypto>('node:crypto')
  if (crypto !== undefined) {
    // Web Crypto writes SHA-256 what Node writes sha256.
    const hash = crypto.createHash(name.replace('-', '').toLowerCase())
    for await (const chunk of file.stream()) hash.update(chunk)

    return hash.digest('hex')
  }

  if (file.size > maxBufferedSize) return null

  const bytes = await globalThis.crypto.subtle.digest(name, await file.arrayBuffer())

  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function checkTag(tag: string): string {
  if (/^[\x21\x23-\x7e]+$/.test(tag)) return tag

  throw new TypeError(
    `Cannot use ${JSON.stringify(tag)} as an entity tag: it must be visible ASCII without quotes`,
  )
}
