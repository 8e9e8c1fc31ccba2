import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { escapeHtml } from './escape-html.ts'

describe('escapeHtml', () => {
  it('escapes the six characters that mean something in HTML', () => {
    expect(escapeHtml('&<>"\'`')).toBe('&amp;&lt;&gt;&quot;&#39;&#96;')
  })

  it('leaves everything else as it is', () => {
    expect(escapeHtml('Größe = 3 / 4 \u2028 \0 😀')).toBe('Größe = 3 / 4 \u2028 \0 😀')
  })

  it('escapes what is escaped already once more', () => {
    expect(escapeHtml('&lt;')).toBe('&amp;lt;')
  })

  it('leaves no special character and loses nothing, for any text', () => {
    const entities: Record<string, string> = {
      '&amp;': '&',
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&#39;': "'",
      '&#96;': '`',
    }
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'&<>"\'`#;lt'), fc.string()) })
    fc.assert(
      fc.property(text, (text) => {
        const escaped = escapeHtml(text)
        expect(escaped).not.toMatch(/[<>"'`]/)
        expect(
          escaped.replace(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => entities[entity]!),
        ).toBe(text)
        expect(escaped.replace(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&')
      }),
    )
  })
})
