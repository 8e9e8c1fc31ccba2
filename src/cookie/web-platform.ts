import { assertBase64, decodeUtf8, isSignature } from './base64.ts'
import type { Platform } from './platform.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

const utf8 = new TextEncoder()

/** Signs with WebCrypto, on any runtime. */
export const webPlatform: Platform = {
  encode(text) {
    return toBase64(utf8.encode(text))
  },

  decode(base64) {
    assertBase64(base64)
    return decodeUtf8(fromBase64(base64))
  },

  createSigner(secret) {
    // The key is kept, not its promise: in a Worker, a request must not wait for a promise of another request.
    let imported: CryptoKey | undefined
    const importKey = async (): Promise<CryptoKey> =>
      (imported ??= await crypto.subtle.importKey('raw', utf8.encode(secret), HMAC, false, [
        'sign',
        'verify',
      ]))

    return {
      async sign(text) {
        const key = imported ?? (await importKey())
        const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))
        return toBase64(bytes).slice(0, -1)
      },

      async verify(text, signature) {
        if (!isSignature(signature)) return false
        const key = imported ?? (await importKey())
        return crypto.subtle.verify('HMAC', key, fromBase64(`${signature}=`), utf8.encode(text))
      },
    }
  },
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
