import { describe, expect, it } from 'vitest'

import { countWork } from './count-work.fixture.ts'
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

/** What has made parsers slow, repeated to a length. The number is different in each, for texts of distinct items. */
const units: [name: string, unit: (index: number) => string, start?: string][] = [
  ['spaces', () => ' '],
  ['tabs', () => '\t'],
  ['commas', () => ','],
  ['commas and spaces', () => ' ,'],
  ['semicolons', () => ';'],
  ['semicolons and spaces', () => '; '],
  ['quotes', () => '"'],
  ['quotes and commas', () => '",'],
  ['quotes and semicolons', () => '";'],
  ['backslashes in quotes', () => '\\', 'a/b;c="'],
  ['escaped quotes', () => '\\"', 'a/b;c="'],
  ['equals signs', () => '='],
  ['slashes', () => '/'],
  ['dashes', () => '-'],
  ['letters', () => 'a'],
  ['digits', () => '1'],
  ['percent signs', () => '%', "attachment; filename*=UTF-8''"],
  ['percent-encoded bytes', () => '%41', "attachment; filename*=ISO-8859-1''"],
  ['apostrophes', () => "'", 'attachment; filename*=UTF-8'],
  ['language subtags', () => 'a-'],
  ['spaces after a media type', () => ' ', 'text/html'],
  ['distinct parameters', (index) => `;p${index}=v`, 'text/html'],
  ['equal parameters', () => ';p="v"', 'text/html'],
  ['weights', () => ';q=0.5', 'text/html'],
  ['a long weight', () => '0', 'text/html;q=0.'],
  ['distinct media types', (index) => `a/b${index};q=0.5,`],
  ['equal media types', () => 'a/b;q=0.5,'],
  ['distinct languages', (index) => `a${index}-b,`],
  ['distinct tokens', (index) => `t${index},`],
  ['entity tags', () => '"a",'],
  ['distinct entity tags', (index) => `W/"${index}",`],
  ['open entity tags', () => 'W/"'],
  ['weak marks', () => 'W/'],
  ['ranges', () => '0-1,', 'bytes='],
  ['open ranges', () => '-,', 'bytes='],
  ['distinct cookies', (index) => `c${index}=v;`],
  ['equal cookies', () => 'c=v;'],
  ['distinct attributes', (index) => `;x${index}=v`, 'a=b'],
  ['field names in a directive', () => 'a,', 'private="'],
  ['names of Object.prototype', () => '__proto__=constructor;'],
]

function textOf(length: number, unit: (index: number) => string, start: string): string {
  const parts = [start]
  let total = start.length
  for (let index = 0; total < length; index++) {
    const part = unit(index)
    parts.push(part)
    total += part.length
  }
  return parts.join('').slice(0, length)
}

const LENGTH = 65_536

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
  it.each(units.map(([name, unit, start = '']) => [name, unit, start] as const))(
    'does linear work on 64 kB of %s',
    (_, unit, start) => {
      const quarter = textOf(LENGTH / 4, unit, start)
      const whole = textOf(LENGTH, unit, start)

      const workForQuarter = countWork(() => read(quarter))
      const workForWhole = countWork(() => read(whole))

      expect(workForWhole).toBeLessThan(80 * LENGTH)
      expect(workForWhole).toBeLessThan(5 * workForQuarter + 1000)
    },
  )
})
