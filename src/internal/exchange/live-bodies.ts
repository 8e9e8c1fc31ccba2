/** Bodies that are still being made when they are sent, so that compressing them must not hold anything back. */
export const liveBodies: WeakSet<ReadableStream> = new WeakSet()

/** Bodies with inline code of React but without a nonce. The developer is warned if a policy blocks it. */
export const inlineBodies: WeakSet<ReadableStream> = new WeakSet()

/** Says of a body that passes another one on what is known of the other. */
export function passMarks(from: ReadableStream, to: ReadableStream): void {
  for (const marked of [liveBodies, inlineBodies]) if (marked.has(from)) marked.add(to)
}
