/** An encoding of characters, as browsers know it. */
export interface Encoding {
  /** The name that a form sends in `_charset_`. */
  readonly name: string
  /** Writes a string. A character that the encoding does not have becomes `&#8364;`, as in browsers. */
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** The encoding that almost every page has. */
export const utf8: Encoding = {
  name: 'UTF-8',
  encode: (text) => new TextEncoder().encode(text),
}

/** Finds the encoding in which a form on a page of an encoding is sent. */
export function findEncoding(label: string): Encoding | null {
  const decoder = createDecoder(label)
  if (decoder === null) return null
  const { encoding } = decoder
  // Encoding Standard, "get an output encoding".
  if (encoding.startsWith('utf-')) return utf8

  const name = /^(?:iso|koi8|ibm)/.test(encoding) ? encoding.toUpperCase() : encoding
  return severalBytes.has(encoding) ? { name, encode: refuse } : createSingleByte(name, decoder)

  function refuse(): never {
    throw new Error(
      `Cannot submit the form in ${name}: the test kit writes UTF-8 and encodings of one byte. Add accept-charset="utf-8" to the form.`,
    )
  }
}

/** A page that was read. */
export interface DecodedPage {
  readonly body: string
  readonly encoding: Encoding
}

/**
 * Decodes a page as browsers do: by its byte order mark, its `Content-Type` or its `meta` element. Without these, HTML is
 * windows-1252, and everything else is UTF-8.
 */
export function decodePage(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  isHtml: boolean,
): DecodedPage {
  const [, declared] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) ?? []
  const label = findMark(bytes) ?? declared ?? (isHtml ? (findMeta(bytes) ?? 'windows-1252') : '')
  const decoder = createDecoder(label) ?? new TextDecoder()
  return { body: decoder.decode(bytes), encoding: findEncoding(decoder.encoding)! }
}

function createDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null // A page can name any encoding.
  }
}

function findMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

/** HTML Standard, "prescan a byte stream to determine its encoding". */
function findMeta(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024)).replaceAll(/<!--[^]*?-->/g, '')
  const [, label] = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start) ?? []
  // A page that can be read so far is not UTF-16.
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}

const severalBytes = new Set(
  'gbk gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr replacement x-user-defined'.split(' '),
)

function createSingleByte(name: string, decoder: TextDecoder): Encoding {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
  bytes.delete('\uFFFD')

  return {
    name,
    encode: (text) =>
      Uint8Array.from(
        Array.from(text).flatMap((character) => {
          const byte = bytes.get(character)
          if (byte !== undefined) return [byte]
          return Array.from(new TextEncoder().encode(`&#${character.codePointAt(0)};`))
        }),
      ),
  }
}

/** Writes a string for a query or a URL-encoded body, with `%` for everything that could mean something else. */
export function percentEncode(text: string, { encode }: Encoding): string {
  return Array.from(encode(text), (byte) => {
    const character = String.fromCharCode(byte)
    if (/[\w*.-]/.test(character)) return character
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
