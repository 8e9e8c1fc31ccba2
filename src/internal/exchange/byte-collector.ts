type Bytes = Uint8Array<ArrayBuffer>

/**
 * Collects bytes that arrive in pieces. Uses little more memory than the bytes need.
 *
 * The client decides how small the pieces are. A piece is a view that keeps its whole buffer in memory. So a large piece
 * that fills most of its buffer is kept as it is, and other pieces are copied into blocks.
 */
export class ByteCollector {
  readonly #chunks: Bytes[] = []
  /** The only piece so far. Most fields of a form have one piece, which is not copied. */
  #only: Bytes | null = null
  #size = 0
  #block: Bytes = empty
  /** The part of the block that is not yet in a chunk. */
  #start = 0
  #end = 0

  /** Adds bytes, which must not change afterwards. */
  push(piece: Bytes): void {
    if (piece.length === 0) return

    if (this.#size === 0) {
      this.#only = piece
    } else {
      if (this.#only !== null) this.#add(this.#only)
      this.#only = null
      this.#add(piece)
    }
    this.#size += piece.length
  }

  /** All bytes so far, in order. */
  chunks(): Bytes[] {
    if (this.#only !== null) return [this.#only]
    this.#closeChunk()

    return this.#chunks
  }

  #add(piece: Bytes): void {
    if (piece.length >= minKept && piece.length * 1.5 >= piece.buffer.byteLength) {
      this.#closeChunk()
      this.#chunks.push(piece)
      return
    }

    for (let position = 0; position < piece.length;) {
      if (this.#end === this.#block.length) this.#openBlock()
      const room = this.#block.length - this.#end
      const fits =
        piece.length <= room && position === 0 ? piece : piece.subarray(position, position + room)
      this.#block.set(fits, this.#end)
      this.#end += fits.length
      position += fits.length
    }
  }

  #openBlock(): void {
    this.#closeChunk()
    // The new block has half of the current size. Together with the unused parts of kept pieces, it wastes at most that
    // size.
    this.#block = new Uint8Array(Math.min(Math.max(this.#size >> 1, minKept), maxBlock))
    this.#start = 0
    this.#end = 0
  }

  #closeChunk(): void {
    if (this.#end > this.#start) this.#chunks.push(this.#block.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}

/** Copies chunks into one separate buffer. */
export function concatenate(chunks: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let position = 0
  for (const chunk of chunks) {
    bytes.set(chunk, position)
    position += chunk.length
  }

  return bytes
}

const empty = new Uint8Array()
const minKept = 1024
const maxBlock = 64 * 1024
