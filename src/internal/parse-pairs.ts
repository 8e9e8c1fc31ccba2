/** Shorter texts are parsed as they are: nothing in them can take long. */
const shortLength = 2_048

/**
 * Parses the pairs of a query or an urlencoded form, as `new URLSearchParams()` does.
 *
 * Node searches the whole rest of the text for each pair without an equals sign, so these pairs get one.
 *
 * @param text The pairs, without a question mark in front
 */
export function parsePairs(text: string): URLSearchParams {
  const isShort = text.length <= shortLength
  const pairs = isShort ? text : text.split('&').map(withSign).join('&')
  // A question mark at the start would be taken for the beginning of a query. It is part of a name.
  return new URLSearchParams(pairs.startsWith('?') ? `&${pairs}` : pairs)
}

function withSign(pair: string): string {
  return pair === '' || pair.includes('=') ? pair : `${pair}=`
}
