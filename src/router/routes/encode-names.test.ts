import { describe, expect, it } from 'vitest'
import { encodeNames, toText } from './encode-names.ts'

function encode(value: object): [string, string][] {
  const entries: [string, string][] = []
  encodeNames(value, (name, item) => entries.push([name, toText(name, item)]))
  return entries
}

describe('encodeNames', () => {
  it('writes what a form would send', () => {
    const date = new Date(0)
    expect(
      encode({
        a: 'x',
        b: 1.5,
        c: true,
        d: null,
        e: undefined,
        f: { g: [1, 2], h: {} },
        i: date,
        j: 5n,
      }),
    ).toEqual([
      ['a', 'x'],
      ['b', '1.5'],
      ['c', 'true'],
      ['d', ''],
      ['f.g', '1'],
      ['f.g', '2'],
      ['i', '1970-01-01T00:00:00.000Z'],
      ['j', '5'],
    ])
  })

  it('writes the rows of a list by index, and each row itself, because it may have no values', () => {
    const parts = [{ name: 'x' }]
    expect(
      encode({ lines: [{ title: 'a', tags: [1, 2] }, {}, { parts, gift: undefined }] }),
    ).toEqual([
      ['lines.0', ''],
      ['lines.0.title', 'a'],
      ['lines.0.tags', '1'],
      ['lines.0.tags', '2'],
      ['lines.1', ''],
      ['lines.2', ''],
      ['lines.2.parts.0', ''],
      ['lines.2.parts.0.name', 'x'],
    ])
  })

  it('does not read inherited names', () => {
    expect(encode(Object.create({ a: 1 }) as object)).toEqual([])
  })

  it('refuses what forms cannot express', () => {
    for (const value of [[[1]], new Map(), new Blob([]), Symbol('x'), () => {}]) {
      expect(() => encode({ x: value })).toThrow(
        'as "x": use a string, a number, a boolean or null',
      )
    }
  })
})
