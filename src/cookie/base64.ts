// A signature has 256 bits, and 43 characters carry 258. The last two bits must be zero, so each signature has one spelling.
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether `text` is 32 bytes in base64 without padding. */
export function isSignature(text: string): boolean {
  return SIGNATURE.test(text)
}

/** Throws unless `text` is padded base64. Decoders differ in what else they accept. */
export function assertBase64(text: string): void {
  // Nothing shows this message: `cookie.parse()` returns `null`.
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new TypeError('Not padded base64')
}

/** Decodes UTF-8 bytes. Throws if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return strictUtf8.decode(bytes)
}
