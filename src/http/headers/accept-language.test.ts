import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { headerText } from './header-text.fixture.ts'
import { AcceptLanguage } from './index.ts'

describe('AcceptLanguage', () => {
  it.each([
    ['de-CH, de;q=0.9, en;q=0.8', 'de-CH', 1],
    ['de-CH, de;q=0.9, en;q=0.8', 'de-ch', 1],
    ['de-CH, de;q=0.9, en;q=0.8', 'de-AT', 0.9],
    ['de-CH, de;q=0.9, en;q=0.8', 'de', 0.9],
    ['de-CH, de;q=0.9, en;q=0.8', 'de-CH-1996', 1],
    ['de-CH, de;q=0.9, en;q=0.8', 'fr', 0],
    ['en-GB;q=0.8, en-US;q=0.9, *;q=0.5', 'en', 0.9],
    ['en-GB, *;q=0.5', 'fr', 0.5],
    ['en;q=0.1, en-GB', 'en-GB', 1],
    ['en, en-GB;q=0.1', 'en-GB', 0.1],
    ['en-GB', 'eng', 0],
    ['eng', 'en', 0],
    ['en;q=0, *', 'en', 0],
    ['de;q=0.5, fr', '*', 1],
    ['de', 'not a language', 0],
    ['', 'anything', 1],
    [null, 'de', 1],
  ])('in %j gives %j the weight %j', (header, language, weight) => {
    const accept = AcceptLanguage.from(header)
    expect(accept.getWeight(language)).toBe(weight)
    expect(accept.accepts(language)).toBe(weight > 0)
  })

  it('returns the candidate as the caller spells it', () => {
    const accept = AcceptLanguage.from('de-ch, en;q=0.5')
    expect(accept.getPreferred(['en', 'de-CH'])).toBe('de-CH')
    expect(accept.getPreferred(['fr'])).toBe(null)
    expect(AcceptLanguage.from(null).getPreferred(['en', 'de'])).toBe('en')
  })

  it('prefers a language that the header lists to a variant of the same weight', () => {
    expect(AcceptLanguage.from('en').getPreferred(['en-US', 'en'])).toBe('en')
    expect(AcceptLanguage.from('en').getPreferred(['en', 'en-US'])).toBe('en')
    expect(AcceptLanguage.from('*, de').getPreferred(['fr', 'de'])).toBe('de')
    expect(AcceptLanguage.from('en-GB, fr').getPreferred(['en', 'fr'])).toBe('fr')
    expect(AcceptLanguage.from('en, de').getPreferred(['de', 'en-US', 'en'])).toBe('de')
    expect(AcceptLanguage.from('en').getPreferred(['en-US', 'en-GB'])).toBe('en-US')
    expect(AcceptLanguage.from('en;q=0').getPreferred(['en-US', 'en'])).toBe(null)
  })

  it.each(['1-a', 'a--b', '-', 'a-', 'abcdefghi', 'a_b', 'é', '*-CH', '__proto__'])(
    'leaves %j out',
    (header) => {
      expect(AcceptLanguage.from(header).size).toBe(0)
    },
  )

  it('lists languages and can be edited', () => {
    const accept = AcceptLanguage.from('en;q=0.5, DE-ch, *;q=0.1')
    expect(accept.languages).toEqual(['de-ch', 'en', '*'])
    accept.set('fr').delete('*')
    expect(String(accept)).toBe('de-ch,fr,en;q=0.5')
    expect(() => accept.set('a b')).toThrow(TypeError)
  })

  it('writes what it read from any text in a way that reads the same', () => {
    fc.assert(
      fc.property(headerText, (text) => {
        const accept = AcceptLanguage.from(text)
        expect([...AcceptLanguage.from(String(accept))]).toEqual([...accept])
      }),
    )
  })
})
