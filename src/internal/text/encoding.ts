/** Decodes UTF-8. Bytes that are not UTF-8 become U+FFFD, and a byte order mark stays. */
export const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes UTF-8 in the same way, but throws if the bytes are not UTF-8. */
export const strictUtf8: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', {
  fatal: true,
  ignoreBOM: true,
})

/** Converts bytes to hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** Converts bytes to padded base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // A function takes a limited number of arguments.
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  }
  return btoa(text)
}

/** Converts bytes to base64 that can stand in a header or a URL, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
