import type { Random } from './random.ts'

/**
 * Writes a text that a regular expression probably matches. It knows classes, groups, alternatives and quantifiers.
 * Lookarounds and back references are skipped, so the text has to be checked.
 */
export function matchingText(source: string, random: Random): string {
  let at = 0
  return alternatives()

  function alternatives(): string {
    const texts = [sequence()]
    while (source[at] === '|') {
      at += 1
      texts.push(sequence())
    }
    return random.pick(texts)
  }

  function sequence(): string {
    let text = ''
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const write = atom()
      const count = quantifier()
      for (let i = 0; i < count; i++) text += write()
    }
    return text
  }

  function atom(): () => string {
    const character = source[at++]!
    if (character === '^' || character === '$') return () => ''
    if (character === '.') return () => random.pick(letters)
    if (character === '[') return charactersOf(readClass())
    if (character === '\\') return escaped(source[at++] ?? '')
    if (character !== '(') return () => character

    const prefix = /^\?(?::|<?[=!]|<\w+>)/.exec(source.slice(at))?.[0] ?? ''
    at += prefix.length
    const text = alternatives()
    at += 1 // The closing bracket.
    return () => (/[=!]$/.test(prefix) ? '' : text)
  }

  function escaped(letter: string): () => string {
    if (letter === 'b' || letter === 'B') return () => ''
    const set = sets[letter]
    return set === undefined ? () => letter : charactersOf([...set])
  }

  function readClass(): string[] {
    const isNegated = source[at] === '^'
    if (isNegated) at += 1
    const found: string[] = []
    while (at < source.length && source[at] !== ']') {
      const first = classCharacter()
      if (source[at] === '-' && source[at + 1] !== ']' && first.length === 1) {
        at += 1
        const [last] = classCharacter()
        for (let code = first[0]!.charCodeAt(0); code <= last!.charCodeAt(0); code++) {
          found.push(String.fromCharCode(code))
        }
      } else found.push(...first)
    }
    at += 1
    return isNegated ? letters.filter((letter) => !found.includes(letter)) : found
  }

  function classCharacter(): string[] {
    const character = source[at++]!
    if (character !== '\\') return [character]
    const letter = source[at++] ?? ''
    return [...(sets[letter] ?? letter)]
  }

  function charactersOf(list: readonly string[]): () => string {
    return () => (list.length === 0 ? '' : random.pick(list))
  }

  function quantifier(): number {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at))
    if (found === null) return 1
    at += found[0].length
    const [text, least, range, most] = found
    if (text.startsWith('*')) return random.below(4)
    if (text.startsWith('+')) return 1 + random.below(4)
    if (text.startsWith('?')) return random.below(2)
    const start = Number(least)
    if (range === undefined) return start
    return start + random.below(most ? Number(most) - start + 1 : 4)
  }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']

const sets: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789_',
  s: ' ',
  D: 'abc',
  W: '-!',
  S: 'abc123',
  n: '\n',
  r: '\r',
  t: '\t',
}
