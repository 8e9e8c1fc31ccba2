/** Creates and checks signatures with one secret, synchronously if the runtime can. */
export interface Signer {
  /** Returns the HMAC-SHA-256 of the UTF-8 bytes of `text`, in base64 without padding. */
  sign(text: string): string | Promise<string>
  /** Whether {@link Signer.sign} returns `signature` for `text`. The comparison takes constant time. */
  verify(text: string, signature: string): boolean | Promise<boolean>
}

/** What a cookie needs from the runtime. Every platform writes the same bytes. */
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
