/** What became of bytes while something ran. */
interface Copies {
  /** How many arrays were made of other arrays. */
  views: number
  /** How many bytes were copied from one array to another. */
  bytes: number
}

/** Counts the arrays of bytes that `run` makes of others, and the bytes that it copies. */
export async function countCopies(run: () => Promise<unknown>): Promise<Copies> {
  const copies: Copies = { views: 0, bytes: 0 }
  const original = { set: prototype.set, slice: prototype.slice, subarray: prototype.subarray }

  prototype.set = function set(source, offset) {
    copies.bytes += source.length
    original.set.call(this, source, offset)
  }
  prototype.slice = function slice(start, end) {
    const result = original.slice.call(this, start, end)
    copies.views += 1
    copies.bytes += result.length
    return result
  }
  prototype.subarray = function subarray(start, end) {
    copies.views += 1
    return original.subarray.call(this, start, end)
  }

  try {
    await run()
  } finally {
    Object.assign(prototype, original)
  }

  return copies
}

const prototype = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array
