/** The body of a response, also as text. */
export interface DecodedPage {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly body: string
  /** Whether the page says that it is UTF-8. If it says nothing, browsers send its forms in windows-1252. */
  readonly isNamed: boolean
}

/**
 * Decodes a page as UTF-8. Browsers find the encoding of a page in its byte order mark, its `Content-Type` or its `meta`
 * element. They decode HTML without these as windows-1252.
 *
 * @throws {Error} If a browser would use another encoding, and would show other text
 */
export function decodePage(
  bytes: Uint8Array<ArrayBuffer>,
  { type, url, isHtml }: { type: string; url: URL; isHtml: boolean },
): DecodedPage {
  const [, declared] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  const isText = isHtml || /^text\//i.test(type)
  const label = (isText ? findMark(bytes) : undefined) ?? declared
  const charset = label ?? (isHtml ? findMeta(bytes) : undefined)
  if (charset !== undefined && !isUtf8(charset)) throw pageError(`it is in ${charset}`)

  // A page in ASCII has the same bytes in windows-1252 and in UTF-8.
  if (isHtml && charset === undefined && bytes.some((byte) => byte > 0x7f)) {
    throw pageError('it names no charset, so browsers read it as windows-1252')
  }
  return { bytes, body: new TextDecoder().decode(bytes), isNamed: charset !== undefined }

  function pageError(reason: string): Error {
    return new Error(
      `Cannot read the page ${url.href}: ${reason}, and the test kit reads UTF-8 only. Send it as "${type.replace(/;.*/, '')}; charset=utf-8". To read other encodings, use the response of app.fetch().`,
    )
  }
}

/** Whether this name of an encoding, in a page or a form, means UTF-8. */
export function isUtf8(label: string): boolean {
  return /^utf-?8$/i.test(label)
}

function findMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  const isUtf16 = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  return isUtf16 ? 'utf-16' : undefined
}

/** HTML Standard, "prescan a byte stream to determine its encoding". */
function findMeta(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024)).replaceAll(/<!--[^]*?-->/g, '')
  const [, label] = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start) ?? []
  // Browsers read UTF-16 in a `meta` element as UTF-8, because they could not have read the element in UTF-16.
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}
