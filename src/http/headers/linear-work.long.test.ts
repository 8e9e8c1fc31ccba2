import { describe, expect, it } from 'vitest'

import { countWork } from '../../internal/fixtures/count-work.fixture.ts'
import { slowTexts } from '../../internal/fixtures/slow-texts.fixture.ts'
import { expectLinearWork } from '../../internal/fixtures/linear-work.fixture.ts'
import {
  Accept,
  AcceptEncoding,
  AcceptLanguage,
  CacheControl,
  ContentDisposition,
  ContentRange,
  ContentType,
  Cookie,
  IfMatch,
  IfNoneMatch,
  IfRange,
  parseHttpDate,
  parseTokenList,
  Range,
  SetCookie,
  Vary,
} from './index.ts'

/** What a server does with each header: read it, ask it, write it. */
const readers: Record<string, (text: string) => void> = {
  Accept(text) {
    const accept = Accept.from(text)
    accept.getPreferred(['text/html', 'application/json', 'text/*'])
    String(accept)
  },
  AcceptEncoding(text) {
    const accept = AcceptEncoding.from(text)
    accept.getPreferred(['br', 'gzip', 'identity'])
    String(accept)
  },
  AcceptLanguage(text) {
    const accept = AcceptLanguage.from(text)
    accept.getPreferred(['en', 'de-CH', 'a-a-a'])
    accept.getWeight(text)
    String(accept)
  },
  CacheControl(text) {
    const control = CacheControl.from(text)
    String([control.private, control.maxAge, control])
  },
  ContentDisposition(text) {
    const disposition = ContentDisposition.from(text)
    String([disposition.filename, disposition])
  },
  ContentRange: (text) => void String(ContentRange.from(text)),
  ContentType: (text) => void String(ContentType.from(text)),
  Cookie(text) {
    const cookie = Cookie.from(text)
    for (const name of cookie.names()) cookie.get(name)
    String(cookie)
  },
  IfMatch(text) {
    const header = IfMatch.from(text)
    header.matches('"x"')
    String(header)
  },
  IfNoneMatch(text) {
    const header = IfNoneMatch.from(text)
    header.matches('W/"x"')
    String(header)
  },
  IfRange: (text) => void IfRange.from(text).matches({ etag: '"x"', lastModified: 0 }),
  parseHttpDate: (text) => void parseHttpDate(text),
  parseTokenList: (text) => void parseTokenList(text),
  Range(text) {
    const range = Range.from(text)
    range.resolve(1000)
    String(range)
  },
  SetCookie: (text) => void String(SetCookie.from(text)),
  Vary: (text) => void String(Vary.from(text)),
}

describe('countWork', () => {
  it('sees work that grows with the square of the length', () => {
    const quadratic = (text: string) => {
      for (let i = 0; i < text.length; i++) text.indexOf(',', i)
    }
    const workForHalf = countWork(() => quadratic(' '.repeat(1000)))
    const workForWhole = countWork(() => quadratic(' '.repeat(2000)))
    expect(workForWhole).toBeGreaterThan(3.5 * workForHalf)
  })
})

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each(slowTexts)('does linear work on $what', (shape) => expectLinearWork(shape, read))
})
