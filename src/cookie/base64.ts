// 43 characters carry 258 bits, so that the last two of a 256-bit signature must be zero. One spelling per signature.
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether `text` is 32 bytes in base64 without padding. */
export function isSignature(text: string): boolean {
  return SIGNATURE.test(text)
}

/** Throws unless `text` is padded base64: decoders differ in what else they accept. */
export function assertBase64(text: string): void {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new TypeError('Not padded base64')
}

/** The text of UTF-8 bytes; throws where they are none. */
export function decodeUtf8(bytes: Uint8Array): string {
  return strictUtf8.decode(bytes)
}
