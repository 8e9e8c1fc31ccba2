import { ignoreRejection } from '../internal/ignore-rejection.ts'
/** A body that brings deferred values. It is only made as it is read. */
export interface LateBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Ends it with an error, because nothing will read it. */
  fail(error: Error): void
}

/** Creates a {@link LateBody}. `cancel` is called if its reader leaves or if it fails. */
export function createLateBody(source: {
  pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void>
  cancel(reason: unknown): Promise<void>
}): LateBody {
  let controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const start = (given: typeof controller): void => void (controller = given)
  return {
    stream: new ReadableStream({ start, ...source }, { highWaterMark: 0 }),
    fail(error) {
      controller.error(error)
      ignoreRejection(source.cancel(error))
    },
  }
}
