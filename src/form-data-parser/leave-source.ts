type Source = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Stops reading a body whose rest is not wanted. A read that is pending settles.
 *
 * The source is cancelled, unless it is a byte stream. Those are bodies of servers, which throw away by themselves what nobody
 * has read, and on Node of a `Request` with a `FormData`: its parts are pushed into the stream by a loop whose errors nobody
 * catches, and if the stream was cancelled meanwhile, they end the process.
 */
export function leaveSource(
  source: Source,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  reason: unknown,
): void {
  let owner: Pick<Source, 'cancel'> = source
  try {
    reader.releaseLock()
  } catch {
    owner = reader // some runtimes keep a reader that waits
  }
  if (isByteStream(source)) return

  // The source may have failed by itself; there is nothing left to do about that.
  owner.cancel(reason).catch(() => {})
}

/** `false` also for a stream that is still locked. */
function isByteStream(stream: ReadableStream): boolean {
  try {
    stream.getReader({ mode: 'byob' }).releaseLock()

    return true
  } catch {
    return false // no other stream has such readers
  }
}
