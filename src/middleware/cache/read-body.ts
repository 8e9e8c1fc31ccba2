import { bytesOf, knownBody } from '../../internal/exchange/known-body.ts'
import { readLimited } from '../../internal/exchange/peek-body.ts'
import { isBun } from '../../internal/process/runtime.ts'

/** The largest body that is stored: 2 MiB. */
const maxBody = 2 * 1024 * 1024

/** A body in memory, and its type if the headers of the response do not have it. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer> | null
  readonly type?: string
}

/** The reason why a body is not stored. */
interface UnreadBody {
  readonly kind: 'failed' | 'other'
  readonly why: string
}

/**
 * Reads a body to store it.
 *
 * @param ms The most milliseconds that reading may take
 * @returns The body, or the reason why it is not stored
 */
export async function readBody(response: Response, ms: number): Promise<ReadBody | UnreadBody> {
  const known = knownBody(response)
  if (known !== null) return check(bytesOf(known))
  if (response.body === null) return { bytes: null }
  if (!isBun || response.headers.has('Content-Type')) return readStream(response.body, ms)

  // Bun adds the type of a text body only when it sends the response. Its `Blob` already has the
  // type.
  const blob = await response.blob()
  const body = check(new Uint8Array(await blob.arrayBuffer()))
  return 'why' in body ? body : { ...body, type: blob.type }
}

async function readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  ms: number,
): Promise<ReadBody | UnreadBody> {
  const bytes = await readLimited(stream, maxBody, ms)
  if (bytes === 'large') return tooLarge
  if (bytes !== 'late') return { bytes }

  return { kind: 'failed', why: `reading its body took more than ${ms / 1000} s` }
}

function check(bytes: Uint8Array<ArrayBuffer>): ReadBody | UnreadBody {
  return bytes.length > maxBody ? tooLarge : { bytes }
}

const tooLarge: UnreadBody = { kind: 'other', why: 'its body has more than 2 MiB' }
