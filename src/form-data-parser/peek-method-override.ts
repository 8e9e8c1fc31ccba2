import { ContentType } from '../headers/index.ts'
import { checkLimit } from '../internal/check-limit.ts'
import { invariant } from '../internal/invariant.ts'
import { methodField, overrideMethod, type OverrideMethod } from '../internal/override-method.ts'
import { showValue } from '../internal/show-value.ts'
import { leaveSource } from './leave-source.ts'
import { parsePartHeader } from './part-header.ts'
import { searchBytes, toSearchable } from './search-bytes.ts'

/** What {@link peekMethodOverride} found. */
interface MethodOverride {
  /** The method that the form asks for, or `null`. */
  readonly method: OverrideMethod | null
  /** The body to read instead of the original: the same bytes, without the field if it overrides the method. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

interface PeekOptions {
  /** The name of the field, by default `_method`. */
  readonly fieldName?: string
  /** By default 8 KiB. */
  readonly maxSize?: number
  /** Ends the wait for a body that does not arrive. */
  readonly signal?: AbortSignal
}

/**
 * Checks whether a multipart form starts with a field that overrides the method. The rest of the body is not read.
 *
 * Only the first part counts, and only the first `maxSize` bytes are checked. They stay in memory until the new body is
 * read. Bodies that are not multipart, or malformed, stay unchanged.
 *
 * @param body The body, which is locked from now on
 * @param contentType The `Content-Type` of the request
 * @returns The method and the body to continue with
 * @throws {TypeError} If there is no body
 * @throws The reason of the signal, if it is aborted meanwhile
 */
export async function peekMethodOverride(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string | null,
  { fieldName = methodField, maxSize = 8 * 1024, signal }: PeekOptions = {},
): Promise<MethodOverride> {
  invariant(
    body instanceof ReadableStream,
    `peekMethodOverride() takes a body, not ${showValue(body)}. Call it only for a request that has one.`,
  )
  checkLimit('maxSize', maxSize)
  const type = ContentType.from(contentType)
  if (type.type !== 'multipart' || !type.boundary) return { method: null, body }

  const reader = body.getReader()
  const delimiter = new TextEncoder().encode(`\r\n--${type.boundary}`)
  const progress: Progress = { searched: 0, dataStart: -1 }
  let head: Uint8Array<ArrayBuffer> = new Uint8Array()
  /** Where chunks are joined, with room for more, because the client decides how many there are. */
  let joined: Uint8Array<ArrayBuffer> = new Uint8Array()
  let finding: Finding | null | 'more' = 'more'
  const onAbort = () => leaveSource(body, reader, signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })

  while (finding === 'more') {
    const { done, value } = await reader.read().catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    if (done) break

    if (head.length === 0) {
      head = value
    } else {
      const length = head.length + value.length
      if (length > joined.length) {
        joined = new Uint8Array(2 * length)
        joined.set(head)
      }
      joined.set(value, head.length)
      head = joined.subarray(0, length)
    }
    finding = findOverride(head.subarray(0, maxSize), delimiter, fieldName, progress)
    if (finding === 'more' && head.length >= maxSize) break
  }
  signal?.removeEventListener('abort', onAbort)

  return finding === 'more' || finding === null
    ? { method: null, body: resume(head, body, reader) }
    : { method: finding.method, body: resume(head.subarray(finding.length), body, reader) }
}

interface Finding {
  readonly method: OverrideMethod
  /** The number of bytes up to the next boundary. */
  readonly length: number
}

/** How far the search has come, so that no byte is searched again for each chunk. */
interface Progress {
  /** Where to continue. No match starts before it. */
  searched: number
  /** Where the value of the field starts, or -1 until the end of its header was found. */
  dataStart: number
}

const endOfHeader = new TextEncoder().encode('\r\n\r\n')

/** Checks the first part. Returns `more` if it is not complete. */
function findOverride(
  head: Uint8Array<ArrayBuffer>,
  delimiter: Uint8Array<ArrayBuffer>,
  fieldName: string,
  progress: Progress,
): Finding | null | 'more' {
  const first = delimiter.subarray(2)
  const searchable = toSearchable(head)

  if (progress.dataStart === -1) {
    const length = Math.min(first.length, head.length)
    for (; progress.searched < length; progress.searched += 1) {
      if (head[progress.searched] !== first[progress.searched]) return null
    }

    const headerEnd = searchBytes(searchable, endOfHeader, progress.searched)
    if (headerEnd === -1) return searchOn(progress, head.length - endOfHeader.length + 1)
    if (!isNamed(head.subarray(first.length, headerEnd), fieldName)) return null

    progress.dataStart = headerEnd + endOfHeader.length
    progress.searched = progress.dataStart
  }

  const end = searchBytes(searchable, delimiter, progress.searched)
  if (end === -1) return searchOn(progress, head.length - delimiter.length + 1)

  const next = head[end + delimiter.length]
  if (next === undefined) return searchOn(progress, end)
  if (next !== 0x0d && next !== 0x2d) return null

  const method = overrideMethod(new TextDecoder().decode(head.subarray(progress.dataStart, end)))
  return method === undefined ? null : { method, length: end + 2 }
}

function searchOn(progress: Progress, position: number): 'more' {
  progress.searched = Math.max(progress.searched, position)

  return 'more'
}

/** Whether the bytes between a boundary and an empty line are the header of this field, and not of a file. */
function isNamed(bytes: Uint8Array, fieldName: string): boolean {
  if (bytes[0] !== 0x0d || bytes[1] !== 0x0a) return false

  try {
    const { name, filename } = parsePartHeader(bytes.subarray(2))

    return name === fieldName && filename === null
  } catch {
    // The parser of the body reports malformed headers.
    return false
  }
}

/** A stream of `head`, then of the rest of `source`. */
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
