import type { Tokens } from './tokens.ts'

/** The tokens with their texts as {@link foldCase} has them. */
export function foldTokens(tokens: Tokens): Tokens {
  return tokens.map((token) => (token[0] === '=' ? foldCase(token) : token))
}

/** Lower case at the same length, character by character: offsets stay what they are. */
export function foldCase(text: string): string {
  return text.replace(/[^\0-@[-`{-\x7f]/gu, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  })
}
