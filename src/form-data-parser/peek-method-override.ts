import { ContentType } from '../headers/index.ts'
import { checkLimit, invariant, showValue } from '../internal/check.ts'
import { putBack } from '../internal/exchange/pass-on.ts'
import { methodField, overrideMethod, type OverrideMethod } from '../internal/override-method.ts'
import { leaveSource } from './leave-source.ts'
import { MultipartTokenizer, type MultipartToken } from './multipart-tokenizer.ts'

/** What {@link peekMethodOverride} found. */
interface MethodOverride {
  /** The method that the form asks for, or `null`. */
  readonly method: OverrideMethod | null
  /** The body to read instead of the original: the same bytes, without the field if it overrides the method. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

interface PeekOptions {
  /** By default 8 KiB. */
  readonly maxSize?: number
  /** Ends the wait for a body that does not arrive. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Checks whether a multipart form starts with a field that overrides the method. The rest of the body is not read.
 *
 * Only the first part counts, as the parser reads it, and only the first `maxSize` bytes are checked. They stay in memory
 * until the new body is read. Bodies that are not multipart, or malformed, stay unchanged.
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
  { maxSize = 8 * 1024, signal }: PeekOptions = {},
): Promise<MethodOverride> {
  invariant(
    body instanceof ReadableStream,
    `peekMethodOverride() takes a body, not ${showValue(body)}. Call it only for a request that has one.`,
  )
  checkLimit('maxSize', maxSize)
  const { type, boundary } = ContentType.from(contentType)
  if (type !== 'multipart' || !boundary) return { method: null, body }

  const reader = body.getReader()
  const head: Uint8Array<ArrayBuffer>[] = []
  const find = createFinder(boundary, maxSize)
  const onAbort = () => leaveSource(body, reader, signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })

  let found: Finding | null | 'more' = 'more'
  while (found === 'more') {
    const { done, value } = await reader.read().catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    if (done) break
    head.push(value)
    found = find(value)
  }
  signal?.removeEventListener('abort', onAbort)

  const { method, length } = found === 'more' || found === null ? nothing : found
  const rest = putBack(
    withoutStart(head, length),
    () => reader.read(),
    (reason) => leaveSource(body, reader, reason),
  )
  return { method, body: rest }
}

interface Finding {
  readonly method: OverrideMethod | null
  /** The number of bytes up to the next boundary. */
  readonly length: number
}

const nothing: Finding = { method: null, length: 0 }

/** Creates a function that takes the next chunk, and reads the first part. It returns `more` if that is not complete. */
function createFinder(
  boundary: string,
  maxSize: number,
): (chunk: Uint8Array<ArrayBuffer>) => Finding | null | 'more' {
  const decoder = new TextDecoder()
  let tokenizer: MultipartTokenizer | undefined
  let value = ''
  /** How many bytes the tokenizer got, and how many of them are before the end of the value. */
  let size = 0
  let length = 0

  const readToken = (token: MultipartToken): Finding | null | 'more' | 'next' => {
    switch (token) {
      case 'part': {
        const { name, filename } = tokenizer!.header
        length = size - tokenizer!.rest
        return name === methodField && filename === null ? 'next' : null
      }
      case 'data':
        value += decoder.decode(tokenizer!.data, { stream: true })
        length += tokenizer!.data.length
        return 'next'
      case 'end': {
        const method = overrideMethod(value)
        // The boundary starts behind a line break.
        return method === undefined ? null : { method, length: length + 2 }
      }
      case 'more':
        return size < maxSize ? 'more' : null
      case 'done':
        return null
    }
  }

  return (chunk) => {
    try {
      tokenizer ??= new MultipartTokenizer(boundary, maxSize)
      const checked = chunk.subarray(0, maxSize - size)
      size += checked.length
      tokenizer.push(checked)
      for (;;) {
        const found = readToken(tokenizer.next())
        if (found !== 'next') return found
      }
    } catch {
      // The parser of the body reports what is malformed.
      return null
    }
  }
}

/** Removes the first bytes of chunks. */
function withoutStart(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  count: number,
): Uint8Array<ArrayBuffer>[] {
  let skipped = count
  const rests = chunks.map((chunk) => {
    const rest = chunk.subarray(skipped)
    skipped -= chunk.length - rest.length
    return rest
  })
  return rests.filter((rest) => rest.length > 0)
}
