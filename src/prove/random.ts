/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number
  pick<Item>(list: readonly Item[]): Item
}

/**
 * Creates random choices.
 *
 * @param seed A whole number from 0 to 2^32 - 1
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: short, and good enough to choose test values.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)

  return { below, pick: (list) => list[below(list.length)]! }
}
