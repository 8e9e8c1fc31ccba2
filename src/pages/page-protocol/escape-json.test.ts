import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { escapeJson } from './escape-json.ts'

describe('escapeJson', () => {
  it.each(['</script>', '</Script>', '</script >', '</script/>', '<!--', '<script', ']]>', '&lt;'])(
    'hides %j in a value and in a key',
    (text) => {
      const value = { [text]: [text] }
      const escaped = escapeJson(JSON.stringify(value))
      expect(escaped).not.toMatch(/[<>&]/)
      expect(JSON.parse(escaped)).toEqual(value)
    },
  )

  it('escapes the line separators', () => {
    expect(escapeJson('"\u2028\u2029"')).toBe('"\\u2028\\u2029"')
  })

  it('writes lower-case escapes of four digits', () => {
    expect(escapeJson('"<>&"')).toBe('"\\u003c\\u003e\\u0026"')
  })

  it('creates each escape once, however many characters have one', () => {
    const codes = vi.spyOn(String.prototype, 'charCodeAt')
    escapeJson('<>&'.repeat(1_000))
    expect(codes.mock.calls.length).toBeLessThan(10)
    codes.mockRestore()
  })

  it('keeps the value of any JSON and leaves no special character', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value)
        const escaped = escapeJson(json)
        expect(escaped).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.stringify(JSON.parse(escaped))).toBe(json)
      }),
    )
  })
})
