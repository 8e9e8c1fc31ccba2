/** The words of a page, apart from those that differ each time, such as a nonce. */
export interface Shown {
  readonly words: readonly string[]
  /** The positions of words that differ each time. */
  readonly varies: ReadonlySet<number>
}

/**
 * Compares two responses to the same request.
 *
 * @returns The words that stay the same, or `undefined` if the whole page differs each time
 */
export function readShown(first: string, second: string): Shown | undefined {
  const words = wordsOf(first)
  const others = wordsOf(second)
  if (words.length !== others.length) return undefined

  const varies = new Set<number>()
  for (const [i, word] of words.entries()) if (word !== others[i]) varies.add(i)
  return varies.size < words.length ? { words, varies } : undefined
}

/** Whether a later response shows the same. */
export function showsSame({ words, varies }: Shown, text: string, ignoresNumbers = false): boolean {
  const others = wordsOf(text)
  const plain = (word: string): string => (ignoresNumbers ? word.replace(/\d+/g, '0') : word)
  return (
    words.length === others.length &&
    words.every((word, i) => varies.has(i) || plain(word) === plain(others[i]!))
  )
}

/** The words of a text, without tags and quotes around them. */
export function wordsOf(text: string): string[] {
  return text.match(/[^\s"'<>]+/g) ?? []
}
