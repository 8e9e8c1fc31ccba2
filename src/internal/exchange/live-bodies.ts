/** Bodies that are still being made when they are sent, so that compressing them must not hold anything back. */
export const liveBodies: WeakSet<ReadableStream> = new WeakSet()
