import { builtinModule } from '../internal/runtime.ts'
import { createNodePlatform, type NodeBuffer, type NodeCrypto } from './node-platform.ts'
import { webPlatform } from './web-platform.ts'

/** Makes and checks signatures with one secret. Answers at once where the runtime can. */
export interface Signer {
  /** HMAC-SHA-256 of the text's UTF-8 bytes, in base64 without padding. */
  sign(text: string): string | Promise<string>
  /** Whether {@link Signer.sign} gives `signature`, compared in constant time. Anything but such a base64 is refused. */
  verify(text: string, signature: string): boolean | Promise<boolean>
}

/** What a cookie needs of the runtime. Every platform gives the same bytes. */
export interface Platform {
  /** The text's UTF-8 bytes in padded base64. */
  encode(text: string): string
  /**
   * The text whose UTF-8 bytes are in `base64`.
   *
   * @throws If it is not padded base64, or not UTF-8
   */
  decode(base64: string): string
  createSigner(secret: string): Signer
}

/** The synchronous platform of Node, Bun and Deno, or else WebCrypto. */
export function findPlatform(): Platform {
  const crypto = builtinModule<NodeCrypto>('node:crypto')
  const buffer = builtinModule<{ Buffer: NodeBuffer }>('node:buffer')
  return crypto && buffer ? createNodePlatform(crypto, buffer.Buffer) : webPlatform
}
