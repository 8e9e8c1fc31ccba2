/**
 * Bytes to search in: a `Buffer` over the same memory where there is one, whose search is several times faster than
 * anything written in JavaScript.
 */
export function toSearchable(bytes: Uint8Array): Uint8Array {
  return hasBuffer ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes
}

const hasBuffer = typeof Buffer === 'function'

/**
 * Finds `needle` in what {@link toSearchable} returned, at or after `from`; -1 if it is not there.
 *
 * Only for a needle whose beginnings do not overlap, such as a multipart delimiter: its first byte is nowhere else in it.
 */
export const searchBytes: (bytes: Uint8Array, needle: Uint8Array, from: number) => number =
  hasBuffer ? (bytes, needle, from) => (bytes as Buffer).indexOf(needle, from) : searchPortably

/**
 * The search without `Buffer`. It looks by hand where the first byte is, and jumps to the next first byte from time to time: where there
 * are many of them, calling the native search for each takes longer than looking.
 */
export function searchPortably(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  const last = bytes.length - needle.length

  for (let start = from; start !== -1 && start <= last;) {
    const found = searchNear(bytes, needle, start, Math.min(start + 63, last))
    if (found !== -1) return found

    start = bytes.indexOf(needle[0]!, start + 64)
  }

  return -1
}

/** Finds `needle` at one of the positions `from` to `to`, by hand. It is linear: nothing that matched can be the start of another match. */
export function searchNear(
  bytes: Uint8Array,
  needle: Uint8Array,
  from: number,
  to: number,
): number {
  const { length } = needle
  const first = needle[0]

  for (let start = from; start <= to; start += 1) {
    if (bytes[start] !== first) continue

    let matched = 1
    while (matched < length && bytes[start + matched] === needle[matched]) matched += 1
    if (matched === length) return start

    start += matched - 1
  }

  return -1
}
