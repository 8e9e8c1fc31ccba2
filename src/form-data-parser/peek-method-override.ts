import { ContentType } from '../headers/index.ts'
import { checkLimit } from '../internal/check-limit.ts'
import { methodField, overrideMethod, type OverrideMethod } from '../internal/override-method.ts'
import { concatenate } from './concatenate.ts'
import { leaveSource } from './leave-source.ts'
import { parsePartHeader } from './part-header.ts'
import { searchBytes, toSearchable } from './search-bytes.ts'

/** What {@link peekMethodOverride} found. */
interface MethodOverride {
  /** The method that the form asks for; `null` if it asks for none. */
  readonly method: OverrideMethod | null
  /** The body to read instead of the one given: the same bytes, without the field if it was obeyed. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * Looks whether a multipart form starts with a field that overrides the method, and lets the rest stream on.
 *
 * Only the first part counts, and only the first `maxSize` bytes are looked at. They wait in memory until the new body is read. Bodies that
 * are not multipart, or not well-formed, pass unchanged: whoever reads them will find out.
 *
 * @param body The body, which is locked from now on
 * @param contentType The `Content-Type` of the request
 * @param options The name of the field, `_method` by default, and `maxSize`, 8 KiB by default
 * @returns The method and the body to go on with
 */
export async function peekMethodOverride(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string | null,
  { fieldName = methodField, maxSize = 8 * 1024 }: { fieldName?: string; maxSize?: number } = {},
): Promise<MethodOverride> {
  checkLimit('maxSize', maxSize)
  const type = ContentType.from(contentType)
  if (type.type !== 'multipart' || !type.boundary) return { method: null, body }

  const reader = body.getReader()
  const delimiter = new TextEncoder().encode(`\r\n--${type.boundary}`)
  let head: Uint8Array<ArrayBuffer> = new Uint8Array()
  let finding: Finding | null | 'more' = 'more'

  while (finding === 'more') {
    const { done, value } = await reader.read()
    if (done) break

    head = head.length === 0 ? value : concatenate([head, value])
    finding = findOverride(head.subarray(0, maxSize), delimiter, fieldName)
    if (finding === 'more' && head.length >= maxSize) break
  }

  return finding === 'more' || finding === null
    ? { method: null, body: resume(head, body, reader) }
    : { method: finding.method, body: resume(head.subarray(finding.length), body, reader) }
}

interface Finding {
  readonly method: OverrideMethod
  /** How many bytes the field takes, up to the boundary of the next. */
  readonly length: number
}

const endOfHeader = new TextEncoder().encode('\r\n\r\n')

/** Looks at the first part; `more` if it is not complete. */
function findOverride(
  head: Uint8Array<ArrayBuffer>,
  delimiter: Uint8Array<ArrayBuffer>,
  fieldName: string,
): Finding | null | 'more' {
  const first = delimiter.subarray(2)
  const length = Math.min(first.length, head.length)
  for (let i = 0; i < length; i += 1) if (head[i] !== first[i]) return null

  const searchable = toSearchable(head)
  const headerEnd = searchBytes(searchable, endOfHeader, first.length)
  if (headerEnd === -1) return 'more'
  if (!isNamed(head.subarray(first.length, headerEnd), fieldName)) return null

  const start = headerEnd + endOfHeader.length
  const end = searchBytes(searchable, delimiter, start)
  const next = head[end + delimiter.length]
  if (end === -1 || next === undefined) return 'more'
  if (next !== 0x0d && next !== 0x2d) return null

  const method = overrideMethod(new TextDecoder().decode(head.subarray(start, end)))
  return method === undefined ? null : { method, length: end + 2 }
}

/** Whether the bytes between a boundary and an empty line are the header of that field, and of no file. */
function isNamed(bytes: Uint8Array, fieldName: string): boolean {
  if (bytes[0] !== 0x0d || bytes[1] !== 0x0a) return false

  try {
    const { name, filename } = parsePartHeader(bytes.subarray(2))

    return name === fieldName && filename === null
  } catch {
    // Malformed, which the reader of the body will report.
    return false
  }
}

/** A stream of `head`, then of what is left of `source`. */
function resume(
  head: Uint8Array<ArrayBuffer>,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isStart = head.length > 0

  return new ReadableStream(
    {
      async pull(controller) {
        if (isStart) {
          isStart = false
          controller.enqueue(head)

          return
        }

        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel(reason) {
        leaveSource(source, reader, reason)
      },
    },
    { highWaterMark: 0 },
  )
}
