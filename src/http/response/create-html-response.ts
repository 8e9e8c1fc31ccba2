import { htmlType } from '../../internal/http/http.ts'
import { createBodyResponse, withContentType } from './create-body-response.ts'

/** The body of {@link createHtmlResponse}: a string (also from the `html` tag), bytes or a stream of bytes. */
export type HtmlBody =
  | string
  | InstanceType<typeof String>
  | Blob
  | BufferSource
  | ReadableStream<Uint8Array<ArrayBuffer>>

/** Options for {@link createHtmlResponse}. */
export interface HtmlResponseInit extends ResponseInit {
  /**
   * Whether to start the body with `<!DOCTYPE html>` if it has no doctype. Turn it off for a fragment.
   *
   * @default true
   */
  doctype?: boolean
}

/**
 * Creates a response with HTML.
 *
 * Browsers render a document without a doctype in quirks mode, so one is added. In a stream or a `Blob`, only the first
 * chunk is checked. A stream is read as fast as the client reads, and cancelled when the client disconnects.
 *
 * @param body The document
 * @param init A status, or status, status text, headers and `doctype`. A `Content-Type` in it is kept
 * @returns The response, with `Content-Type: text/html; charset=utf-8`
 *
 * @example
 * return createHtmlResponse(html`<title>${book.title}</title>`)
 */
export function createHtmlResponse(body: HtmlBody, init: number | HtmlResponseInit = {}): Response {
  const options: HtmlResponseInit = typeof init === 'number' ? { status: init } : init

  if (body instanceof ReadableStream) return streamHtml(body, options)
  if (body instanceof Blob) return streamHtml(body.stream(), options)
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    return streamHtml(new Blob([body]).stream(), options)
  }

  const text = String(body)
  const isWhole = options.doctype === false || /^\s*<!doctype/i.test(text)

  return createBodyResponse(isWhole ? text : doctype + text, htmlType, options)
}

const doctype = '<!DOCTYPE html>'

function streamHtml(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { status, statusText, headers, doctype }: HtmlResponseInit,
): Response {
  return new Response(doctype === false ? stream : withDoctype(stream), {
    status,
    statusText,
    headers: withContentType(headers, htmlType),
  })
}

function withDoctype(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  let isStart = true

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (isStart) {
          isStart = false
          if (done || !startsWithDoctype(value)) {
            controller.enqueue(new TextEncoder().encode(doctype))
          }
        }

        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel(reason) {
        return reader.cancel(reason)
      },
    },
    // With this, the stream never reads ahead of the client.
    { highWaterMark: 0 },
  )
}

function startsWithDoctype(chunk: Uint8Array): boolean {
  // The chunk is decoded as Latin-1, because it may end inside a character. A UTF-8 byte order mark becomes three
  // characters.
  const text = new TextDecoder('latin1').decode(chunk.subarray(0, 1024))

  return /^(?:\u00ef\u00bb\u00bf)?\s*<!doctype/i.test(text)
}
