import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { encodeNames, toText } from '../routes/shared.ts'
import { collectTexts, decodeEntries, type Decoded, type EntrySource } from './decode.ts'
import type { Entries } from './sent-entries.ts'
import { objectOf, plain, schemaOf } from './schema.fixture.ts'
import { readShape } from './read-shape.ts'

type Entry = [string, string | File]

function read(schema: object, entries: Entries, source: EntrySource = 'form', output?: object) {
  const decoded: Decoded = decodeEntries(readShape(schemaOf(schema, output))!, entries, source)
  return 'value' in decoded
    ? { value: plain(decoded.value) }
    : { issues: decoded.issues.map(({ path, message }) => [path, message]) }
}

/** What the texts of one required field become. */
function field(property: object, ...values: (string | File)[]): unknown {
  const entries = values.map((value): Entry => ['x', value])
  const decoded = read(objectOf({ x: property }), entries)
  return 'issues' in decoded ? decoded.issues : (decoded.value as { x?: unknown }).x
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
const file = { type: 'string', format: 'binary', contentEncoding: 'binary' }
const image = new File(['bytes'], 'dune.png', { type: 'image/png' })
const noFile = new File([], '', { type: 'application/octet-stream' })

describe('the value of a string', () => {
  const cases: readonly [name: string, property: object, sent: string, value: unknown][] = [
    ['null: an empty text', { type: ['number', 'null'] }, '', null],
    [
      'null: an empty text, where the alternatives are listed',
      { anyOf: [text, { type: 'null' }] },
      '',
      null,
    ],
    ['null: an empty text, where null is a member', { enum: ['a', null] }, '', null],
    ['null: other text is converted by the other types', { type: ['number', 'null'] }, '7', 7],
    ['null: other text stays a text', { type: ['string', 'null'] }, 'null', 'null'],
    ['enum: a text', { enum: ['a', 'b'] }, 'b', 'b'],
    ['enum: a number', { enum: [1, 2] }, '2', 2],
    ['enum: a text before a number of the same spelling', { enum: [1, '1'] }, '1', '1'],
    ['enum: a number before a boolean', { enum: [1, true] }, '1', 1],
    ['enum: a boolean by its spelling', { enum: ['x', true] }, 'on', true],
    ['enum: false by its spelling', { enum: [3, false] }, 'off', false],
    ['enum: a number in another spelling', { enum: [1, 2] }, '1.0', 1],
    ['enum: an empty member', { enum: ['', 'a'] }, '', ''],
    ['enum: not a member', { enum: [1, 2] }, 'x', 'x'],
    ['const: a checkbox to agree to', { const: true }, 'on', true],
    ['const: the other boolean stays what it says', { const: true }, 'off', false],
    ['const: members of several alternatives', { anyOf: [{ const: 1 }, { const: 'b' }] }, '1', 1],
    ['enum: texts beside a number', { anyOf: [{ type: 'string', enum: ['all'] }, number] }, '3', 3],
    ['enum: texts beside a boolean', { anyOf: [{ const: 'all' }, boolean] }, 'on', true],
    ['enum: empty, where texts are allowed', { type: 'string', enum: ['a'] }, '', ''],
    ['string: as it is', text, ' Dune ', ' Dune '],
    ['string: line breaks', text, 'a\r\nb\nc\rd', 'a\nb\nc\rd'],
    ['string: before a number', { type: ['number', 'string'] }, '1', '1'],
    ['string: before a boolean', { anyOf: [boolean, text] }, 'true', 'true'],
    [
      'string: with a format',
      { type: 'string', format: 'email' },
      'ada@example.com',
      'ada@example.com',
    ],
    ['integer', integer, '42', 42],
    ['integer: negative', integer, '-42', -42],
    ['integer: spaces around it', integer, ' \t\n\f\r42 ', 42],
    ['integer: not a space of ASCII', integer, '\u00a042', '\u00a042'],
    ['integer: a vertical tab', integer, '\v42', '\v42'],
    ['integer: the largest', integer, '9007199254740991', 9007199254740991],
    ['integer: one more than the largest', integer, '9007199254740992', '9007199254740992'],
    ['integer: one less than the smallest', integer, '-9007199254740992', '-9007199254740992'],
    ['integer: a fraction is for the validator to refuse', integer, '1.5', 1.5],
    ['number: a fraction', number, '1.5', 1.5],
    ['number: a fraction without a whole part', number, '.5', 0.5],
    ['number: an exponent', number, '1e3', 1000],
    ['number: an exponent with a sign', number, '1.5E-3', 0.0015],
    ['number: beyond the largest integer', number, '9007199254740993', 9007199254740992],
    ['number: no digits after the point', number, '1.', '1.'],
    ['number: a plus sign', number, '+1', '+1'],
    ['number: hexadecimal', number, '0x10', '0x10'],
    ['number: separators', number, '1,000', '1,000'],
    ['number: Infinity', number, 'Infinity', 'Infinity'],
    ['number: NaN', number, 'NaN', 'NaN'],
    ['number: too large to be finite', number, '1e999', '1e999'],
    ['number: 64 characters', number, `0.${'1'.repeat(62)}`, Number(`0.${'1'.repeat(62)}`)],
    ['number: 65 characters', number, `0.${'1'.repeat(63)}`, `0.${'1'.repeat(63)}`],
    ['number: other digits', number, '١', '١'],
    ['number or boolean: true', { type: ['number', 'boolean'] }, 'true', true],
    ['number or boolean: false', { type: ['number', 'boolean'] }, 'false', false],
    ['number or boolean: 1', { type: ['number', 'boolean'] }, '1', 1],
    ['number or boolean: on', { type: ['number', 'boolean'] }, 'on', 'on'],
    ['boolean: on', boolean, 'on', true],
    ['boolean: true', boolean, 'true', true],
    ['boolean: 1', boolean, '1', true],
    ['boolean: off', boolean, 'off', false],
    ['boolean: false', boolean, 'false', false],
    ['boolean: 0', boolean, '0', false],
    ['boolean: other text', boolean, 'yes', 'yes'],
    ['boolean: another case', boolean, 'TRUE', 'TRUE'],
    ['anything: as it came', {}, 'a\r\nb', 'a\r\nb'],
    ['a reference within the document', { $ref: '#/$defs/Pages' }, '7', '7'],
    ['a reference to another document', { $ref: 'https://example.com/pages' }, '7', '7'],
  ]

  for (const [name, property, sent, value] of cases) {
    it(name, () => expect(field(property, sent)).toEqual(value))
  }

  it('follows the definition that a reference names', () => {
    const schema = {
      ...objectOf({ pages: { $ref: '#/$defs/Pages' }, odd: { $ref: '#/$defs/a~1b%20c' } }),
      $defs: { Pages: integer, 'a/b c': boolean },
    }
    expect(
      read(schema, [
        ['pages', '7'],
        ['odd', 'on'],
      ]),
    ).toEqual({ value: { pages: 7, odd: true } })
  })

  it('keeps line breaks of a query', () => {
    expect(read(objectOf({ x: text }), [['x', 'a\r\nb']], 'query')).toEqual({
      value: { x: 'a\r\nb' },
    })
  })
})

describe('a file', () => {
  it('is accepted by a binary string', () => expect(field(file, image)).toBe(image))
  it('is absent if the file input was empty', () => expect(field(file, noFile)).toBe(undefined))
  it('is not a string', () => expect(field(file, 'dune.png')).toBe('dune.png'))
  it('is accepted by a schema for anything', () => expect(field({}, image)).toBe(image))
  it('is absent for a schema for anything if the file input was empty', () => {
    expect(field({}, noFile)).toBe(undefined)
  })
  it('stays a file where a string is expected', () => expect(field(text, image)).toBe(image))
  it('stays a file where a number is expected', () => expect(field(integer, image)).toBe(image))
  it('is one item of an array of files', () => {
    expect(field({ type: 'array', items: file }, image, noFile, image)).toEqual([image, image])
  })
})

describe('an array', () => {
  const cases: readonly [name: string, property: object, sent: string[], value: unknown][] = [
    ['has all entries of its name', { type: 'array', items: text }, ['a', 'b'], ['a', 'b']],
    ['of one entry', { type: 'array', items: integer }, ['1'], [1]],
    ['converts each item', { type: 'array', items: integer }, ['1', 'x', '3'], [1, 'x', 3]],
    ['leaves empty entries out', { type: 'array', items: text }, ['', 'a', ''], ['a']],
    [
      'converts by position',
      { type: 'array', prefixItems: [text, integer], items: boolean },
      ['1', '2', 'on'],
      ['1', 2, true],
    ],
    [
      'keeps the positions of a tuple, also of empty entries',
      { type: 'array', prefixItems: [text, integer], items: integer },
      ['', '2', '', '3'],
      ['', 2, 3],
    ],
    [
      'has null for an empty entry of a tuple that allows it',
      { type: 'array', prefixItems: [{ type: ['integer', 'null'] }, integer] },
      ['', '2'],
      [null, 2],
    ],
    ['of anything', { type: 'array' }, ['1'], ['1']],
    ['or null', { type: ['array', 'null'], items: integer }, ['1'], [1]],
    ['or null: an empty text', { type: ['array', 'null'], items: integer }, [''], null],
    ['or null: several empty texts', { type: ['array', 'null'], items: text }, ['', ''], []],
    [
      'or a text: one entry is the text',
      { anyOf: [text, { type: 'array', items: text }] },
      ['a'],
      'a',
    ],
    [
      'or a text: several entries are the array',
      { anyOf: [text, { type: 'array', items: text }] },
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      'of arrays is only for JSON',
      { type: 'array', items: { type: 'array', items: text } },
      ['x'],
      'x',
    ],
  ]

  for (const [name, property, sent, value] of cases) {
    it(name, () => expect(field(property, ...sent)).toEqual(value))
  }

  it('has at most 1,000 items', () => {
    const items = (count: number) => Array.from({ length: count }, () => 'a')
    expect(field({ type: 'array', items: text }, ...items(1_000))).toHaveLength(1_000)
    expect(() => field({ type: 'array', items: text }, ...items(1_001))).toThrow(
      'more than 1000 items',
    )
  })
})

describe('an object', () => {
  const address = objectOf({ city: text, zip: integer })

  it('has dotted names', () => {
    expect(
      read(objectOf({ address }), [
        ['address.city', 'Rome'],
        ['address.zip', '7'],
      ]),
    ).toEqual({
      value: { address: { city: 'Rome', zip: 7 } },
    })
  })

  it('exists only if one of its names was sent', () => {
    const schema = objectOf({ address, title: text }, ['title'])
    expect(read(schema, [['title', 'a']])).toEqual({ value: { title: 'a' } })
    expect(
      read(schema, [
        ['title', 'a'],
        ['address.country', 'x'],
      ]),
    ).toEqual({ value: { title: 'a' } })
    expect(
      read(schema, [
        ['title', 'a'],
        ['address.zip', ''],
      ]),
    ).toEqual({
      value: { title: 'a', address: {} },
    })
  })

  it('exists if it is required', () => {
    expect(read(objectOf({ address: objectOf({ city: text, isHome: boolean }) }), [])).toEqual({
      value: { address: { isHome: false } },
    })
  })

  it('is not read from its own name, only from its properties', () => {
    expect(read(objectOf({ address }, []), [['address', 'Rome']])).toEqual({ value: {} })
  })

  it('may be null, which is an empty string', () => {
    const schema = objectOf({ address: { anyOf: [address, { type: 'null' }] } })
    expect(read(schema, [['address', '']])).toEqual({ value: { address: null } })
    expect(read(schema, [['address', 'Rome']])).toEqual({ value: { address: {} } })
    const both: Entry[] = [
      ['address', ''],
      ['address.zip', '7'],
    ]
    expect(read(schema, both)).toEqual({ value: { address: { zip: 7 } } })
  })

  it('may be a string as well', () => {
    const either = { anyOf: [text, address] }
    expect(field(either, 'Rome')).toBe('Rome')
    expect(read(objectOf({ x: either }), [['x.zip', '1']])).toEqual({ value: { x: { zip: 1 } } })
  })

  it('may have a dot in the name of a property', () => {
    expect(read(objectOf({ 'a.b': integer }), [['a.b', '1']])).toEqual({ value: { 'a.b': 1 } })
  })

  it('joins the properties of allOf', () => {
    const schema = {
      allOf: [objectOf({ a: integer }), { $ref: '#/$defs/B' }, objectOf({ a: { minimum: 1 } })],
      $defs: { B: objectOf({ b: boolean }) },
    }
    expect(read(schema, [['a', '1']])).toEqual({ value: { a: 1, b: false } })
  })

  it('of any names is only for JSON', () => {
    const record = { type: 'object', additionalProperties: integer }
    expect(read(objectOf({ x: record }), [['x.a', '1']])).toEqual({ value: {} })
  })

  it('never reads a name that the schema does not have', () => {
    const names = [
      '__proto__',
      '__proto__.x',
      'constructor.prototype.x',
      'b[length]',
      'a.length',
      'toString',
    ]
    const decoded = read(
      objectOf({ a: { type: 'array', items: text } }, []),
      names.map((name): Entry => [name, '1']),
    )
    expect(decoded).toEqual({ value: {} })
    expect(({} as { x?: unknown }).x).toBe(undefined)
  })
})

describe('a union of objects', () => {
  const rename = objectOf({ intent: { const: 'rename' }, title: text, pages: integer })
  const remove = objectOf({ intent: { type: 'string', enum: ['remove'] }, sure: boolean })

  for (const keyword of ['anyOf', 'oneOf']) {
    it(`with a discriminator is the variant that it names (${keyword})`, () => {
      const schema = { [keyword]: [rename, remove] }
      expect(
        read(schema, [
          ['intent', 'rename'],
          ['pages', '7'],
          ['sure', 'on'],
        ]),
      ).toEqual({
        value: { intent: 'rename', pages: 7 },
      })
      expect(read(schema, [['intent', 'remove']])).toEqual({
        value: { intent: 'remove', sure: false },
      })
    })
  }

  it('is not converted if no variant is named', () => {
    const schema = { anyOf: [rename, remove] }
    expect(
      read(schema, [
        ['intent', 'other'],
        ['pages', '7'],
      ]),
    ).toEqual({ value: { intent: 'other' } })
    expect(read(schema, [['pages', '7']])).toEqual({ value: {} })
  })

  it('refuses two discriminators', () => {
    expect(
      read({ anyOf: [rename, remove] }, [
        ['intent', 'rename'],
        ['intent', 'remove'],
      ]),
    ).toEqual({
      issues: [[['intent'], 'was sent more than once']],
    })
  })

  it('may have a number as the discriminator', () => {
    const one = objectOf({ version: { const: 1 }, a: integer })
    const two = objectOf({ version: { const: 2 }, b: integer })
    expect(
      read({ oneOf: [one, two] }, [
        ['version', '2'],
        ['b', '3'],
      ]),
    ).toEqual({
      value: { version: 2, b: 3 },
    })
  })

  it('may be a property, with more properties beside it', () => {
    const schema = objectOf({
      x: { allOf: [objectOf({ id: integer }), { oneOf: [rename, remove] }] },
    })
    expect(
      read(schema, [
        ['x.id', '1'],
        ['x.intent', 'remove'],
      ]),
    ).toEqual({
      value: { x: { id: 1, intent: 'remove', sure: false } },
    })
  })

  it('without a discriminator is only for JSON', () => {
    const schema = objectOf({ x: { anyOf: [objectOf({ a: text }), objectOf({ b: text })] } })
    expect(read(schema, [['x.a', '1']])).toEqual({ value: {} })
  })

  it('may contain itself', () => {
    const schema = {
      oneOf: [
        objectOf({ left: { $ref: '#' }, kind: { const: 'add' } }),
        objectOf({ value: integer, kind: { const: 'number' } }),
      ],
    }
    expect(
      read(schema, [
        ['kind', 'add'],
        ['left.kind', 'number'],
        ['left.value', '7'],
      ]),
    ).toEqual({ value: { kind: 'add', left: { kind: 'number', value: 7 } } })
  })
})

describe('a name that was not sent', () => {
  const withDefaults = objectOf(
    {
      required: boolean,
      list: { type: 'array', items: text },
      on: { ...boolean, default: true },
      tags: { type: 'array', items: text, default: ['a'] },
      maybe: boolean,
      others: { type: 'array', items: text },
      title: text,
    },
    ['required', 'list', 'title'],
  )

  it('is false or empty in a form where the schema requires or fills in a value', () => {
    expect(read(withDefaults, [])).toEqual({
      value: { required: false, list: [], on: false, tags: [] },
    })
  })

  it('is absent in a query, so that defaults apply', () => {
    expect(read(withDefaults, [], 'query')).toEqual({ value: {} })
  })

  it('has a default if only the output requires it', () => {
    const input = objectOf({ on: boolean, a: objectOf({ on: boolean }, []) }, [])
    const output = objectOf({ on: boolean, a: objectOf({ on: boolean }) }, ['on'])
    expect(read(input, [['a.x', '']], 'form', output)).toEqual({ value: { on: false } })
    expect(read(input, [], 'form', input)).toEqual({ value: {} })
  })

  it('is absent for an array that only JSON can express', () => {
    const nested = { type: 'array', items: { type: 'array', items: text } }
    expect(read(objectOf({ x: nested }), [])).toEqual({ value: {} })
  })
})

describe('a missing box', () => {
  it('is not false if a string is also allowed', () => {
    expect(read(objectOf({ x: { enum: ['a', true] } }), [])).toEqual({ value: {} })
    expect(read(objectOf({ x: { const: true } }), [])).toEqual({ value: { x: false } })
    expect(read(objectOf({ x: { type: ['boolean', 'null'] } }), [])).toEqual({
      value: { x: false },
    })
  })
})

describe('an empty string', () => {
  const properties = {
    nullable: { type: ['string', 'null'] },
    text,
    integer,
    boolean,
    any: {},
    list: { type: 'array', items: text },
  }
  const entries = Object.keys(properties).map((name): Entry => [name, ''])

  for (const source of ['form', 'query'] as const) {
    it(`is null, then a required text, else absent (${source})`, () => {
      expect(read(objectOf(properties), entries, source)).toEqual({
        value: { nullable: null, text: '', list: [] },
      })
      expect(read(objectOf(properties, []), entries, source)).toEqual({
        value: { nullable: null, list: [] },
      })
    })
  }
})

describe('a name that was sent twice', () => {
  for (const source of ['form', 'query'] as const) {
    it(`is an issue, unless it is an array or a boolean (${source})`, () => {
      const twice = (name: string): Entry[] => [
        [name, '0'],
        [name, 'on'],
      ]
      const schema = objectOf({
        a: text,
        b: integer,
        c: {},
        d: boolean,
        e: { type: 'array', items: text },
      })
      expect(read(schema, [...twice('a'), ...twice('b'), ...twice('c')], source)).toEqual({
        issues: [
          [['a'], 'was sent more than once'],
          [['b'], 'was sent more than once'],
          [['c'], 'was sent more than once'],
        ],
      })
      expect(read(objectOf({ d: boolean }), twice('d'), source)).toEqual({ value: { d: true } })
      expect(read(objectOf({ e: { type: 'array', items: text } }), twice('e'), source)).toEqual({
        value: { e: ['0', 'on'] },
      })
    })
  }

  it('names the path of a nested field', () => {
    expect(
      read(objectOf({ a: objectOf({ b: text }) }), [
        ['a.b', '1'],
        ['a.b', '2'],
      ]),
    ).toEqual({
      issues: [[['a', 'b'], 'was sent more than once']],
    })
  })
})

describe('limits', () => {
  it('reads 1,000 names, and refuses one more', () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, i): Entry => [`n${i}`, '1'])
    expect(read(objectOf({ n999: integer }), entries(1_000))).toEqual({ value: { n999: 1 } })
    expect(() => read(objectOf({ n1: integer }), entries(1_001))).toThrow('more than 1000 names')
  })

  it('reads names of 8 parts, and refuses longer ones that the schema has', () => {
    const nest = (depth: number): object =>
      depth === 0 ? integer : objectOf({ a: nest(depth - 1) }, [])
    const name = (depth: number) => Array.from({ length: depth }, () => 'a').join('.')
    expect(JSON.stringify(read(nest(8), [[name(8), '1']]))).toContain('"a":1')
    expect(() => read(nest(9), [[name(9), '1']])).toThrow('more than 8 parts')
    expect(read(nest(1), [[name(100_000), '1']])).toEqual({ value: {} })
  })

  it('ends a schema that contains itself where nothing more was sent', () => {
    const schema = objectOf({ name: text, left: { $ref: '#' } })
    expect(
      read(schema, [
        ['name', 'a'],
        ['left.name', 'b'],
      ]),
    ).toEqual({
      value: { name: 'a', left: { name: 'b' } },
    })
  })

  it('ends after 10,000 fields, however a schema repeats itself', () => {
    const schema = {
      ...objectOf({ a: { $ref: '#/$defs/D0' } }),
      $defs: Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `D${i}`,
          i === 19
            ? integer
            : objectOf({ a: { $ref: `#/$defs/D${i + 1}` }, b: { $ref: `#/$defs/D${i + 1}` } }),
        ]),
      ),
    }
    expect(() => read(schema, [])).toThrow('more than 10000 fields')
  })

  it('refuses a request that causes too much work with a 400', () => {
    const entries = Array.from({ length: 1_001 }, (_, i): Entry => [`n${i}`, '1'])
    try {
      read(objectOf({ a: text }), entries)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ name: 'RequestError', status: 400 })
    }
  })

  it('survives arrays, unions and references of themselves', () => {
    for (const schema of [
      { type: 'array', items: { $ref: '#' } },
      { anyOf: [{ $ref: '#' }, text] },
      { $ref: '#' },
      { allOf: [{ $ref: '#' }, objectOf({ a: integer })] },
      objectOf({ a: { allOf: [{ $ref: '#' }, objectOf({ a: { title: 'x' } })] } }),
      { ...objectOf({ a: { $ref: '#/$defs/A' } }), $defs: { A: { $ref: '#/$defs/A' } } },
      {
        ...objectOf({ a: { $ref: '#/$defs/A' } }),
        $defs: { A: { type: 'array', items: { $ref: '#/$defs/A', title: 'x' } } },
      },
    ]) {
      expect(read(schema, [['a', '1']])).toHaveProperty('value')
    }
  })

  it('does work in proportion to what was sent', () => {
    const work = (count: number) => {
      let reads = 0
      const properties = Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`n${i}`, integer]),
      )
      const entries = Array.from({ length: count }, (_, i): Entry => [`n${i}`, '1'])
      const counted = new Proxy(entries, {
        get(target, name, receiver) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
          return Reflect.get(target, name, receiver) as unknown
        },
      })
      read(objectOf(properties), counted)
      return reads
    }
    expect(work(100)).toBe(100)
    expect(work(1_000)).toBe(1_000)
  })
})

describe('a changed Object.prototype', () => {
  const prototype = Object.prototype as Record<string, unknown>
  afterEach(() => {
    for (const name of ['role', 'default', 'type', 'enum', '$ref', 'values', 'below']) {
      delete prototype[name]
    }
  })

  it('gives no values to a form, and no rules to a schema', () => {
    prototype['role'] = 'admin'
    prototype['default'] = 'x'
    prototype['type'] = 'null'
    prototype['enum'] = ['x']
    prototype['$ref'] = '#'
    const decoded = decodeEntries(
      readShape(schemaOf(objectOf({ role: text, any: {} }, [])))!,
      [['any', '7']],
      'form',
    )
    const { value } = decoded as { value: Record<string, unknown> }
    expect(value['role']).toBe(undefined)
    expect(Object.keys(value)).toEqual(['any'])
    expect(value['any']).toBe('7')
  })

  it('sends no names', () => {
    const shape = readShape(schemaOf(objectOf({ role: text, inner: objectOf({ a: text }) }, [])))!
    prototype['values'] = ['admin']
    prototype['below'] = new Map([['role', { values: ['admin'] }]])
    const decoded = decodeEntries(shape, [['inner.b', '1']], 'form') as { value: object }
    const empty = decodeEntries(shape, [], 'form') as { value: object }
    expect([Object.keys(decoded.value), Object.keys(empty.value)]).toEqual([[], []])
    expect(prototype['values']).toEqual(['admin'])
  })
})

describe('collectTexts', () => {
  it('returns strings and files by name, and repeated names as arrays', () => {
    expect(
      plain(
        collectTexts([
          ['a', '1'],
          ['b', image],
          ['a', '2'],
          ['a', '3'],
        ]),
      ),
    ).toEqual({
      a: ['1', '2', '3'],
      b: image,
    })
  })

  it('leaves out __proto__, and names after the first 1,000', () => {
    const entries = Array.from({ length: 1_002 }, (_, i): Entry => [
      i === 0 ? '__proto__' : `n${i}`,
      '1',
    ])
    const texts = collectTexts(entries) as object
    expect(Object.keys(texts)).toHaveLength(1_000)
    expect(Object.getPrototypeOf(texts)).toBe(null)
    expect(Object.hasOwn(texts, 'n1000')).toBe(true)
    expect(Object.hasOwn(texts, 'n1001')).toBe(false)
  })
})

describe('names that are encoded', () => {
  interface Case {
    readonly schema: object
    readonly value: fc.Arbitrary<unknown>
  }

  const scalar: fc.Arbitrary<Case> = fc.constantFrom<Case[]>(
    {
      schema: text,
      value: fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\r\n', '\n')),
    },
    { schema: integer, value: fc.maxSafeInteger() },
    {
      schema: number,
      value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
    },
    { schema: boolean, value: fc.boolean() },
    { schema: { enum: ['a', 1, true, null] }, value: fc.constantFrom('a', 1, true, null) },
    { schema: { type: ['number', 'null'] }, value: fc.option(fc.integer()) },
    { schema: { anyOf: [boolean, integer] }, value: fc.oneof(fc.boolean(), fc.integer()) },
    {
      schema: { anyOf: [{ type: 'string', const: 'all' }, number] },
      value: fc.oneof(fc.constant('all'), fc.integer()),
    },
  )
  const array: fc.Arbitrary<Case> = fc.constantFrom<Case[]>(
    { schema: { type: 'array', items: integer }, value: fc.array(fc.maxSafeInteger()) },
    {
      schema: { type: 'array', items: text },
      value: fc.array(fc.string({ minLength: 1 }).map((value) => value.replaceAll('\r\n', '\n'))),
    },
  )
  const { value: root } = fc.letrec<{ value: Case; object: Case; list: Case; nullable: Case }>(
    (tie) => ({
      value: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        scalar,
        array,
        tie('object'),
        tie('list'),
        tie('nullable'),
      ),
      list: (tie('object') as fc.Arbitrary<Case>).map(({ schema, value }) => ({
        schema: { type: 'array', items: schema },
        value: fc.array(value, { maxLength: 3 }),
      })),
      nullable: fc.oneof({ maxDepth: 4 }, array, tie('object'), tie('list')).map((inner) => {
        const { schema, value } = inner as Case
        return { schema: { anyOf: [schema, { type: 'null' }] }, value: fc.option(value) }
      }),
      object: fc
        .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('value') as fc.Arbitrary<Case>, {
          minKeys: 1,
          maxKeys: 4,
        })
        .map((cases) => ({
          schema: objectOf(
            Object.fromEntries(Object.entries(cases).map(([key, { schema }]) => [key, schema])),
          ),
          value: fc.record(
            Object.fromEntries(Object.entries(cases).map(([key, { value }]) => [key, value])),
          ),
        })),
    }),
  )

  it('decode to what was encoded', () => {
    const object = root.filter(({ schema }) => 'properties' in schema)
    fc.assert(
      fc.property(
        object.chain(({ schema, value }) =>
          value.map((value) => ({ schema, value: toPlain(value) })),
        ),
        ({ schema, value }) => {
          expect(read(schema, encode(value as object))).toEqual({ value })
        },
      ),
      { numRuns: 300 },
    )
  })

  function encode(value: object): Entry[] {
    const entries: Entry[] = []
    encodeNames(value, (name, item) => entries.push([name, toText(name, item)]))
    return entries
  }

  /** Fast-check makes some objects without a prototype. */
  function toPlain(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value))
  }
})

describe('any schema and any names', () => {
  const parts = [
    'a',
    'b',
    '0',
    '1',
    '7',
    '01',
    '-1',
    '1e3',
    '9999',
    '10000',
    '__proto__',
    '',
    'length',
  ]
  const name = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 10 })
    .map((segments) => segments.join('.'))
  const leaves: object[] = [
    {},
    text,
    integer,
    boolean,
    file,
    { type: ['array', 'null'] },
    { $ref: '#' },
    { $ref: '#/$defs/a' },
    { $ref: 'elsewhere' },
    { enum: [1, 'a', null, {}, []] },
    { const: true },
  ]
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...leaves),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(
            fc.constantFrom('a', 'b', 'a.b', '__proto__', ''),
            tie('schema'),
          ),
          required: fc.subarray(['a', 'b', 'a.b']),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      ...['anyOf', 'oneOf', 'allOf'].map((name) =>
        fc.record({ [name]: fc.array(tie('schema'), { maxLength: 3 }) }),
      ),
    ),
  }))

  it('end with a value, issues or a 400', () => {
    const entries = fc.array(
      fc.tuple(name, fc.oneof(fc.string(), fc.constantFrom('', '1', 'on'))),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(schema, schema, entries, (root, definition, sent) => {
        for (const source of ['form', 'query'] as const) {
          try {
            read({ ...root, $defs: { a: definition } }, sent, source)
          } catch (error) {
            expect(error).toMatchObject({ status: 400 })
          }
        }
        expect(({} as { a?: unknown }).a).toBe(undefined)
      }),
      { numRuns: 500 },
    )
  })
})
