import { endMark, foreignLinks, mark } from './bait.ts'
import { longUrlText } from './write-values.ts'

/** Texts that are often read as something else. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  '0x10',
  'NaN',
  '9007199254740993',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'é\u{1F4DA}',
  "'",
  mark,
  endMark,
  ...foreignLinks,
]

export const textsOfUnknown: readonly string[] = ['', 'abc', '-1', '1e400', '__proto__']

/** Names of queries that many apps read. */
export const commonNames: readonly string[] = ['q', 'page', 'id', 'sort', 'limit']

/** Percent-encoding that is broken, or that hides something. */
export const rawTexts: readonly (readonly [what: string, text: string])[] = [
  ['with a broken percent sign in', '%'],
  ['with a broken escape in', '%zz'],
  ['with a lone surrogate in', '%ED%A0%80'],
  ['with a NUL character in', 'a%00b'],
  ['with bytes that are not UTF-8 in', '%ff%fe'],
  ['with encoded slashes in', '..%2f..%2fa'],
  ['with line breaks in', 'a%0d%0aSet-Cookie:x=1'],
  ['with 4 KiB of text in', longUrlText],
]
