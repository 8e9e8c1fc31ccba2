import { assertBase64, decodeUtf8, isSignature } from './base64.ts'
import type { Platform } from './platform.ts'

/** The part of `node:crypto` that signing needs. */
export interface NodeCrypto {
  createHmac(algorithm: 'sha256', key: string): NodeHmac
  timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean
}

interface NodeHmac {
  update(text: string): NodeHmac
  digest(): Uint8Array
  digest(encoding: 'base64'): string
}

/** The part of `Buffer` that the codec needs. */
export interface NodeBuffer {
  from(
    text: string,
    encoding: 'utf8' | 'base64',
  ): Uint8Array & {
    toString(encoding: 'utf8' | 'base64'): string
  }
}

/** Signs and encodes synchronously. */
export function createNodePlatform(crypto: NodeCrypto, Buffer: NodeBuffer): Platform {
  return {
    encode(text) {
      return Buffer.from(text, 'utf8').toString('base64')
    },

    decode(base64) {
      assertBase64(base64)
      const bytes = Buffer.from(base64, 'base64')
      const text = bytes.toString('utf8')
      // Bytes that are not UTF-8 became U+FFFD. A U+FFFD that was really sent looks the same.
      return text.includes('\uFFFD') ? decodeUtf8(bytes) : text
    },

    createSigner(secret) {
      return {
        sign(text) {
          return crypto.createHmac('sha256', secret).update(text).digest('base64').slice(0, -1)
        },

        verify(text, signature) {
          if (!isSignature(signature)) return false
          const expected = crypto.createHmac('sha256', secret).update(text).digest()
          return crypto.timingSafeEqual(expected, Buffer.from(signature, 'base64'))
        },
      }
    },
  }
}
