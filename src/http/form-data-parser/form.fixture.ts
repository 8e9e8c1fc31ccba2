/** A part of a multipart body: its header lines and its content. */
export type Part = readonly [header: string, content: string | Uint8Array<ArrayBuffer>]

export const boundary = '----boundary'

const encoder = new TextEncoder()

/** The bytes of a multipart body. */
export function encodeParts(
  parts: readonly Part[],
  delimiter: string = boundary,
): Uint8Array<ArrayBuffer> {
  const pieces: (string | Uint8Array<ArrayBuffer>)[] = []
  for (const [header, content] of parts) {
    pieces.push(`--${delimiter}\r\n${header}\r\n\r\n`, content, '\r\n')
  }
  pieces.push(`--${delimiter}--\r\n`)

  return join(pieces)
}

export function join(
  pieces: readonly (string | Uint8Array<ArrayBuffer>)[],
): Uint8Array<ArrayBuffer> {
  const arrays = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let position = 0
  for (const array of arrays) {
    bytes.set(array, position)
    position += array.length
  }

  return bytes
}

export function field(name: string, value: string): Part {
  return [`Content-Disposition: form-data; name="${name}"`, value]
}

export function file(
  name: string,
  filename: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'image/png',
): Part {
  return [
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
    content,
  ]
}

/** A stream that is asked for each of its chunks, and remembers whether it was cancelled. */
export function streamOf(chunks: Iterable<Uint8Array<ArrayBuffer>>): {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  cancelled: { reason: unknown }[]
} {
  const iterator = chunks[Symbol.iterator]()
  const cancelled: { reason: unknown }[] = []

  return {
    cancelled,
    stream: new ReadableStream(
      {
        pull(controller) {
          const { done, value } = iterator.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel(reason) {
          cancelled.push({ reason })
        },
      },
      { highWaterMark: 0 },
    ),
  }
}

/** Cuts `bytes` into chunks of `size`. */
export function cut(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start < bytes.length; start += size) {
    chunks.push(bytes.slice(start, start + size))
  }

  return chunks
}

/** A request of a multipart form. */
export function formRequest(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | readonly Part[],
  contentType = `multipart/form-data; boundary=${boundary}`,
): Request {
  const content = Array.isArray(body) ? encodeParts(body) : (body as BodyInit)

  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body: content,
    duplex: 'half',
  } as RequestInit)
}
