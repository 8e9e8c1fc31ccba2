import type * as Crypto from 'node:crypto'
import { fromBase64, strictUtf8, toBase64 } from '../../internal/text/encoding.ts'
import { builtinModule } from '../../internal/process/runtime.ts'

/** Creates and checks signatures with one secret, synchronously if the runtime can. */
export interface Signer {
  /** Returns the HMAC-SHA-256 of the UTF-8 bytes of `text`, in base64 without padding. */
  sign(text: string): string | Promise<string>
  /** Whether {@link Signer.sign} returns `signature` for `text`. The comparison takes constant time. */
  verify(text: string, signature: string): boolean | Promise<boolean>
}

/** The functions of the runtime that a cookie needs. Every platform creates the same bytes. */
export interface Platform {
  /** Returns the UTF-8 bytes of `text` in padded base64. */
  encode(text: string): string
  /**
   * Returns the string whose UTF-8 bytes are in `base64`.
   *
   * @throws If it is not padded base64, or not UTF-8
   */
  decode(base64: string): string
  createSigner(secret: string): Signer
}

/** Returns the synchronous platform of Node, Bun and Deno, or else WebCrypto. */
export function findPlatform(): Platform {
  const crypto = builtinModule<typeof Crypto>('node:crypto')
  const buffer = builtinModule<{ Buffer: BufferConstructor }>('node:buffer')
  return crypto?.createHmac && buffer ? createNodePlatform(crypto, buffer.Buffer) : webPlatform
}

// A signature has 256 bits, and 43 characters carry 258. The last two bits must be zero, so each signature has one spelling.
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Throws unless `text` is padded base64. Decoders differ in the other inputs that they accept. */
function assertBase64(text: string): void {
  // This message is never shown: `cookie.parse()` returns `null`.
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new TypeError('Not padded base64')
}

/** Signs and encodes synchronously. */
function createNodePlatform(crypto: typeof Crypto, Buffer: BufferConstructor): Platform {
  return {
    encode(text) {
      return Buffer.from(text, 'utf8').toString('base64')
    },

    decode(base64) {
      assertBase64(base64)
      const bytes = Buffer.from(base64, 'base64')
      const text = bytes.toString('utf8')
      // Bytes that are not UTF-8 became U+FFFD. A U+FFFD that was sent looks the same, so the bytes are decoded again.
      return text.includes('\uFFFD') ? strictUtf8.decode(bytes) : text
    },

    createSigner(secret) {
      // A key object takes less time for each signature than a string.
      const key = crypto.createSecretKey(secret, 'utf8')
      const sign = (text: string) =>
        crypto.createHmac('sha256', key).update(text, 'utf8').digest('base64').slice(0, -1)

      return {
        sign,
        verify: (text, signature) =>
          SIGNATURE.test(signature) &&
          crypto.timingSafeEqual(
            Buffer.from(sign(text), 'latin1'),
            Buffer.from(signature, 'latin1'),
          ),
      }
    },
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

const encoder = new TextEncoder()

/** Signs with WebCrypto, on any runtime. */
export const webPlatform: Platform = {
  encode(text) {
    return toBase64(encoder.encode(text))
  },

  decode(base64) {
    assertBase64(base64)
    return strictUtf8.decode(fromBase64(base64))
  },

  createSigner(secret) {
    // The key is kept, and not its promise: in a Worker, a request must not wait for a promise of another request.
    let imported: CryptoKey | undefined
    const importKey = async (): Promise<CryptoKey> =>
      (imported ??= await crypto.subtle.importKey('raw', encoder.encode(secret), HMAC, false, [
        'sign',
        'verify',
      ]))

    return {
      async sign(text) {
        const key = imported ?? (await importKey())
        const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
        return toBase64(bytes).slice(0, -1)
      },

      async verify(text, signature) {
        if (!SIGNATURE.test(signature)) return false
        const key = imported ?? (await importKey())
        return crypto.subtle.verify('HMAC', key, fromBase64(`${signature}=`), encoder.encode(text))
      },
    }
  },
}
