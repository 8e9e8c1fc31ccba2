import { concatenate } from '../byte-collector.ts'
import { ignoreRejection } from '../ignore-rejection.ts'

/**
 * Reads a stream that may have no end.
 *
 * @param maxBytes How many bytes it may have
 * @param ms How long reading it may take
 * @returns Its bytes, or why it was cancelled
 */
export async function readLimited(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  ms: number,
): Promise<Uint8Array<ArrayBuffer> | 'large' | 'late'> {
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
      if (isLate) return 'late'
      if (done) return concatenate(chunks)
      chunks.push(value)
      length += value.length
      if (length <= maxBytes) continue

      ignoreRejection(reader.cancel())
      return 'large'
    }
  } finally {
    clearTimeout(timer)
  }
}
