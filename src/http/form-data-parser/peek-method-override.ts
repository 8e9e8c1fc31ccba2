import { ContentType } from '../headers/index.ts'
import { checkLimit, invariant, showValue } from '../../internal/guards/check.ts'
import { putBack } from '../../internal/exchange/pass-on.ts'
import { onceField } from '../../internal/forms/once-key.ts'
import { methodField, overrideMethod, type OverrideMethod } from '../../internal/http/http.ts'
import { leaveSource } from './leave-source.ts'
import { MultipartTokenizer, type MultipartToken } from './multipart-tokenizer.ts'

/** The result of {@link peekMethodOverride}. */
interface MethodOverride {
  /** The method that the form asks for, or `null`. */
  readonly method: OverrideMethod | null
  /** The key of the submission, or `null` if it was not looked for or not found. */
  readonly key: string | null
  /** The body to read instead of the original: the same bytes, without the fields that were found. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
}

interface PeekOptions {
  /** The most bytes that are checked. By default 8 KiB. */
  readonly maxSize?: number
  /** Whether to look for a key too: in the first part, or after the method. */
  readonly takesKey?: boolean
  /** Ends the wait for a body that does not arrive. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Checks whether a multipart form starts with a field that overrides the method, or with a key. The rest of the body is not
 * read.
 *
 * Only the first parts count, as the parser reads them, and only the first `maxSize` bytes are checked. They stay in memory
 * until the new body is read. Bodies that are not multipart, or malformed, stay unchanged.
 *
 * @param body The body, which is locked from now on
 * @param contentType The `Content-Type` of the request
 * @returns The method, the key and the body to continue with
 * @throws {TypeError} If there is no body
 * @throws The reason of the signal, if it is aborted meanwhile
 */
export async function peekMethodOverride(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string | null,
  { maxSize = 8 * 1024, signal, takesKey = false }: PeekOptions = {},
): Promise<MethodOverride> {
  invariant(
    body instanceof ReadableStream,
    `peekMethodOverride() takes a body, not ${showValue(body)}. Call it only for a request that has one.`,
  )
  checkLimit('maxSize', maxSize)
  const { type, boundary } = ContentType.from(contentType)
  if (type !== 'multipart' || !boundary) return { method: null, key: null, body }

  const reader = body.getReader()
  const head: Uint8Array<ArrayBuffer>[] = []
  const find = createFinder(boundary, maxSize, takesKey)
  const onAbort = () => leaveSource(body, reader, signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })

  let found = nothing
  while (!found.isLast) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    if (done) break
    head.push(value)
    found = find(value)
  }
  signal?.removeEventListener('abort', onAbort)

  const { method, key, length } = found
  const rest = putBack(
    withoutStart(head, length),
    () => reader.read(),
    (reason) => leaveSource(body, reader, reason),
  )
  return { method, key, body: rest }
}

interface Finding {
  readonly method: OverrideMethod | null
  readonly key: string | null
  /** The number of bytes up to the boundary after the last field that was found. */
  readonly length: number
  /** Whether the rest cannot have another such field. */
  readonly isLast: boolean
}

const nothing: Finding = { method: null, key: null, length: 0, isLast: false }

/** Creates a function that takes the next chunk, and returns the result so far. */
function createFinder(
  boundary: string,
  maxSize: number,
  takesKey: boolean,
): (chunk: Uint8Array<ArrayBuffer>) => Finding {
  let decoder: TextDecoder
  let tokenizer: MultipartTokenizer | undefined
  let found = nothing
  let name: string | null = null
  let value = ''
  /** How many bytes the tokenizer got, and how many of them are before the end of the value. */
  let size = 0
  let length = 0

  /** Returns whether to look for the next token at once. */
  const readToken = (token: MultipartToken): boolean => {
    switch (token) {
      case 'part': {
        const { header } = tokenizer!
        name = header.filename === null ? header.name : null
        length = size - tokenizer!.rest
        value = ''
        decoder = new TextDecoder()
        const isMethod = name === methodField && found.length === 0
        return isMethod || (takesKey && name === onceField) || end()
      }
      case 'data':
        value += decoder.decode(tokenizer!.data, { stream: true })
        length += tokenizer!.data.length
        return true
      case 'end': {
        // The boundary starts after a line break.
        const behind = { ...found, length: length + 2 }
        if (name === onceField) found = { ...behind, key: value, isLast: true }
        else {
          const method = overrideMethod(value)
          if (method === undefined) return end()
          found = { ...behind, method, isLast: !takesKey }
        }
        return !found.isLast
      }
      case 'more':
        return size >= maxSize && end()
      case 'done':
        return end()
    }
  }
  const end = (): false => {
    found = { ...found, isLast: true }
    return false
  }

  return (chunk) => {
    try {
      tokenizer ??= new MultipartTokenizer(boundary, maxSize)
      const checked = chunk.subarray(0, maxSize - size)
      size += checked.length
      tokenizer.push(checked)
      while (readToken(tokenizer.next()));
    } catch {
      // The parser of the body reports the malformed part.
      end()
    }
    return found
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
