import type { Entry } from './entry-list.ts'

/** The body and the type of a form that is sent. */
export interface EncodedForm {
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Encodes entries in UTF-8 as browsers do, byte for byte: URL-encoded, as `multipart/form-data` or as `text/plain`. Line
 * breaks are CR LF.
 */
export async function encodeForm(entries: readonly Entry[], encType: string): Promise<EncodedForm> {
  switch (encType.toLowerCase()) {
    case 'multipart/form-data':
      return encodeMultipart(entries)
    case 'text/plain': {
      const lines = entries.map((entry) => `${textPair(entry).join('=')}\r\n`)
      return { contentType: 'text/plain', body: new TextEncoder().encode(lines.join('')) }
    }
    default:
      return {
        contentType: 'application/x-www-form-urlencoded',
        body: new TextEncoder().encode(encodeQuery(entries)),
      }
  }
}

/** Returns the query of a form with the method GET. */
export function encodeQuery(entries: readonly Entry[]): string {
  return new URLSearchParams(entries.map(textPair)).toString()
}

/** If the encoding has no place for the content of a file, only its name is sent. */
function textPair([name, value]: Entry): [string, string] {
  return [normalizeLines(name), normalizeLines(typeof value === 'string' ? value : value.name)]
}

async function encodeMultipart(entries: readonly Entry[]): Promise<EncodedForm> {
  const boundary = `----FormBoundary${crypto.randomUUID().replaceAll('-', '')}`
  const parts: (string | Blob)[] = []
  for (const [name, value] of entries) {
    const disposition = `Content-Disposition: form-data; name="${quote(normalizeLines(name))}"`
    if (typeof value === 'string') {
      parts.push(`--${boundary}\r\n${disposition}\r\n\r\n${normalizeLines(value)}\r\n`)
    } else {
      const type = value.type || 'application/octet-stream'
      parts.push(
        `--${boundary}\r\n${disposition}; filename="${quote(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`,
        value,
        '\r\n',
      )
    }
  }
  parts.push(`--${boundary}--\r\n`)

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Uint8Array(await new Blob(parts).arrayBuffer()),
  }
}

function normalizeLines(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\r\n')
}

function quote(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
