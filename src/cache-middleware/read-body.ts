import { concatenate } from '../internal/byte-collector.ts'
import { bytesOf, knownBody } from '../internal/exchange/known-body.ts'
import { ignoreRejection } from '../internal/ignore-rejection.ts'
import { isBun } from '../internal/runtime.ts'

/** The largest body that is stored: 2 MiB. */
const maxBody = 2 * 1024 * 1024

/** A body in memory, and its type if the headers of the response do not have it. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer> | null
  readonly type?: string
}

/** Why a body is not stored. */
interface UnreadBody {
  readonly kind: 'failed' | 'other'
  readonly why: string
}

/**
 * Reads a body that is to be stored.
 *
 * @param ms How long reading it may take
 * @returns The body, or why it is not stored
 */
export async function readBody(response: Response, ms: number): Promise<ReadBody | UnreadBody> {
  const known = knownBody(response)
  if (known !== null) return check(bytesOf(known))
  if (response.body === null) return { bytes: null }
  if (!isBun || response.headers.has('Content-Type')) return readStream(response.body, ms)

  // Bun adds the type of a text only when it sends the response, and a `Blob` knows it.
  const blob = await response.blob()
  const body = check(new Uint8Array(await blob.arrayBuffer()))
  return 'why' in body ? body : { ...body, type: blob.type }
}

async function readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  ms: number,
): Promise<ReadBody | UnreadBody> {
  const reader = stream.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ignoreRejection(reader.cancel())
  }, ms)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) {
        return { kind: 'failed', why: `reading its body took more than ${ms / 1000} s` }
      }
      if (done) break
      chunks.push(value)
      length += value.length
      if (length <= maxBody) continue

      ignoreRejection(reader.cancel())
      return tooLarge
    }
  } finally {
    clearTimeout(timer)
  }

  return { bytes: concatenate(chunks) }
}

function check(bytes: Uint8Array<ArrayBuffer>): ReadBody | UnreadBody {
  return bytes.length > maxBody ? tooLarge : { bytes }
}

const tooLarge: UnreadBody = { kind: 'other', why: 'its body has more than 2 MiB' }
