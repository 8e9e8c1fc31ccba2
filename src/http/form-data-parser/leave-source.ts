type Source = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Stops reading a body. A pending read settles.
 *
 * The source is cancelled unless it is a byte stream. The body of a server is a byte stream, and the server itself discards
 * the rest. On Node, the body of a `Request` made from a `FormData` is a byte stream too. If that is cancelled, the loop
 * that writes its parts throws an uncaught error, which ends the process.
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
    owner = reader // Some runtimes do not release a reader with a pending read.
  }
  if (isByteStream(source)) return

  // The source may already have failed.
  owner.cancel(reason).catch(() => {})
}

/** Also returns `false` for a stream that is still locked. */
function isByteStream(stream: ReadableStream): boolean {
  try {
    stream.getReader({ mode: 'byob' }).releaseLock()

    return true
  } catch {
    return false // Only byte streams have such readers.
  }
}
