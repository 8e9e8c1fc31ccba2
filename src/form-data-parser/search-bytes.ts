/**
 * Bytes to search in: a `Buffer` over the same memory where there is one, whose search is several times faster than
 * anything written in JavaScript.
 */
export function toSearchable(bytes: Uint8Array): Uint8Array {
  return hasBuffer ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes
}

export const hasBuffer: boolean = typeof Buffer === 'function'

/**
 * Finds `needle` in what {@link toSearchable} returned, at or after `from`; -1 if it is not there.
 *
 * Only for a needle whose beginnings do not overlap, such as a multipart delimiter: its first byte is nowhere else in it.
 */
export const searchBytes: (bytes: Uint8Array, needle: Uint8Array, from: number) => number =
  hasBuffer ? (bytes, needle, from) => (bytes as Buffer).indexOf(needle, from) : searchPortably

/** The search without `Buffer`. */
export function searchPortably(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  return searchNear(bytes, needle, from, bytes.length - needle.length)
}

/** A text with one character for each byte; those below 0x80 are what they are in ASCII. */
export function decodeBytes(bytes: Uint8Array, start: number, end: number): string {
  return hasBuffer
    ? (bytes as Buffer).toString('latin1', start, end)
    : new TextDecoder('latin1').decode(bytes.subarray(start, end))
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
