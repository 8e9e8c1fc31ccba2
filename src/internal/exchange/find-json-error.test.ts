import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './body-text.ts'
import { hostileMembers } from '../fixtures/hostile-shapes.fixture.ts'
import { expectLinearWork } from '../fixtures/linear-work.fixture.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  it.each([
    ['', 0],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ["{'a':1}", 1],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{"a":tru}', 5],
    ['{"a":"b', 7],
    ['"a\nb"', 2],
    [String.raw`"\q"`, 1],
    ['01', 1],
    ['[1]]', 3],
    ['{"a":1', 6],
    ['{"a":1}x', 7],
    ['[}', 1],
    [']', 0],
  ])('finds the mistake in %j at %d', (text, index) => {
    expect(isJson(text)).toBe(false)
    expect(findJsonError(text)).toBe(index)
  })

  it('finds a place before which the text can still become JSON', () => {
    const piece = fc.constantFrom(
      ...'{}[],:"\\u00e9 \n-1.0eE+truefalsn',
      '"a":',
      'null',
      '"a"',
      '[1,',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        fc.pre(!isJson(text))
        const index = findJsonError(text)
        expect(index).toBeGreaterThanOrEqual(0)
        expect(index).toBeLessThanOrEqual(text.length)
        // What comes after the mistake does not matter.
        if (index < text.length) expect(findJsonError(`${text}x`)).toBe(index)
      }),
    )
  })

  it('goes through JSON to its end', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(findJsonError(json)).toBe(json.length)
      }),
    )
  })

  it.each(hostileMembers)('does linear work on $what', (shape) =>
    expectLinearWork(shape, (member) => findJsonError(`{${member}`)),
  )
})
