import { describe, expect, it } from 'vitest'
import {
  compareLines,
  createLine,
  generalize,
  isNoisy,
  noiseShare,
  showLine,
  type Line,
} from './templates.ts'

const page = (...texts: string[]) => texts.map((text) => createLine('text', text))
const shown = (...visits: string[][]) =>
  visits.map((visit) => page(...visit)).reduce((one, other) => generalize(one, other))

describe('the noise of a page', () => {
  it('is the words that differ between two visits, and nothing beside them', () => {
    const [line] = shown(
      ['Order 4711 was placed at 12:03:44 by Ada'],
      ['Order 9 was placed at 12:03:45 by Ada'],
    )
    expect(showLine(line!)).toBe('Order … was placed at … by Ada')
    expect(noiseShare([line!])).toBeCloseTo(2 / 8)
  })

  it('is a whole line that is not always there', () => {
    const lines = shown(['A', 'B', 'C'], ['C', 'A', 'B'])
    expect(lines.filter((line) => !isNoisy(line)).map(showLine)).toEqual(['A', 'B'])
  })

  it('is one part of a link', () => {
    const [line] = shown(
      ['Download [→ /file?token=a1&page=2]'],
      ['Download [→ /file?token=b2&page=2]'],
    )
    expect(showLine(line!)).toBe('Download [→ /file?…&page=2]')
  })
})

describe('two sides', () => {
  it('are equal with different noise, also if it has more or fewer words', () => {
    const old = shown(['Now: 12:03', 'Same'], ['Now: 12:04', 'Same'])
    expect(compareLines(old, shown(['Now: 12:05', 'Same'], ['Now: 12:06', 'Same']))).toEqual([])
    const long = shown(['Quote: to be', 'Same'], ['Quote: or not to be', 'Same'])
    expect(compareLines(long, shown(['Quote: to be', 'Same'], ['Quote: that is', 'Same']))).toEqual(
      [],
    )
  })

  it('differ in a word right beside noise', () => {
    const old = shown(['placed at 12:03 Ada'], ['placed at 12:04 Ada'])
    const now = shown(['placed at 12:05 Bob'], ['placed at 12:06 Bob'])
    expect(compareLines(old, now)).toEqual([
      { place: 'text', old: 'placed at … Ada', new: 'placed at … Bob' },
    ])
  })

  it('differ in a line that one of them lacks, also beside a list in random order', () => {
    const old = shown(['Title', 'A', 'B', 'End'], ['Title', 'B', 'A', 'End'])
    const now = shown(['A', 'B', 'End'], ['B', 'A', 'End'])
    expect(compareLines(old, now)).toEqual([{ place: 'text', old: 'Title', new: undefined }])
    expect(compareLines(now, old)).toEqual([{ place: 'text', old: undefined, new: 'Title' }])
  })

  it('differ once in a line that was replaced', () => {
    expect(compareLines(page('A', 'Ada', 'B'), page('A', 'Bob', 'B'))).toEqual([
      { place: 'text', old: 'Ada', new: 'Bob' },
    ])
  })

  it('may differ by a minute in lifetimes', () => {
    const cookie = (lifetime: number) => [createLine('cookie a', `Path=/ lifetime=${lifetime}`)]
    expect(compareLines(cookie(3600), cookie(3541))).toEqual([])
    expect(compareLines(cookie(3600), cookie(3539))).toHaveLength(1)
  })

  it('are compared in reasonable time if they have nothing in common', () => {
    const many = (word: string) => page(...Array.from({ length: 3000 }, (_, at) => `${word}${at}`))
    expect(compareLines(many('a'), many('b'))).toHaveLength(3000)
  })
})

it('a page with thousands of words of noise takes no more work than many pages', () => {
  let reads = 0
  const counted = (line: Line): Line => ({
    ...line,
    tokens: line.tokens.map(({ text, isOptional }) => ({
      isOptional,
      get text() {
        reads += 1
        return text
      },
    })),
  })
  const visit = (number: number) =>
    page(
      ...Array.from({ length: 150 }, (_, row) =>
        Array.from({ length: 40 }, (_, at) => {
          const hasNoise = (number * 7 + row * 13 + at * at * number) % 11 < 5
          return `word${row % 7}-${at % 10}${hasNoise ? ` ${number}-${row}-${at}` : ''}`
        }).join(' '),
      ),
    )
  const old = generalize(visit(1), visit(2)).map(counted)
  const now = generalize(visit(3), visit(4)).map(counted)
  compareLines(old, now)
  // It is about a million. Each line with each line, word by word, would be hundreds of millions.
  expect(reads).toBeLessThan(10_000_000)
})
