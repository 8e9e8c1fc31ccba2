import * as fc from 'fast-check'

/** Texts made of what header grammars care about, so that most of them get past the first character of a parser. */
export const headerText: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(
    ...' \t",;=/*-+.\\%\'W019abqxé\x01\x7F',
    'bytes',
    'q=',
    "UTF-8''",
    'a/b',
    'GMT',
  ),
  maxLength: 40,
})
