import { describe, expect, it } from 'vitest'

import { domainToUnicode } from './domain-to-unicode.ts'

describe('domainToUnicode', () => {
  it.each([
    'bücher.example',
    '例え.テスト',
    'faß.de',
    'π.gr',
    '☕.example',
    '😀.example',
    'a.bé.c-d.com',
    'ドメイン名例.jp',
  ])('gives back %s from what a URL makes of it', (host) => {
    expect(domainToUnicode(new URL(`https://${host}`).hostname)).toBe(host)
  })

  it('is lower case', () => {
    expect(domainToUnicode('Example.COM')).toBe('example.com')
    expect(domainToUnicode('BÜCHER.example')).toBe('bücher.example')
  })

  it('leaves a label that is too long for a name as it is', () => {
    const label = `xn--${'a'.repeat(60)}`
    expect(domainToUnicode(label)).toBe(label)
  })

  it.each(['xn--', 'xn--ü', 'xn--a-!!', 'xn--99999999', 'xn--zzzzzzzzzzzz', 'xn--a-'])(
    'leaves %s, which no encoder writes, as it is or reads plain text from it',
    (label) => {
      expect(['a', '', label]).toContain(domainToUnicode(label))
    },
  )
})
