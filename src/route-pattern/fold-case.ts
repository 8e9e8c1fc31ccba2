import type { Tokens } from './tokens.ts'

/** Converts the texts of tokens with {@link foldCase}. */
export function foldTokens(tokens: Tokens): Tokens {
  return tokens.map((token) => (token[0] === '=' ? foldCase(token) : token))
}

/** Converts text to lower case, character by character. The length and all offsets stay the same. */
export function foldCase(text: string): string {
  return text.replace(/[^\0-@[-`{-\x7f]/gu, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  })
}
