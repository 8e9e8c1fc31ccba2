import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countWork } from '../../internal/fixtures/count-work.fixture.ts'
import { decodeEntries } from './decode.ts'
import { inputOf, postForm, postJson } from './input.fixture.ts'
import { readShape } from './read-shape.ts'
import { plain } from './schema.fixture.ts'

type Entries = [string, string | File][]

const Part = z.object({ name: z.string(), count: z.int().optional() })
const Line = z.object({
  title: z.string(),
  gift: z.boolean(),
  tags: z.array(z.string()),
  parts: z.array(Part).optional(),
})
const Order = z.object({ lines: z.array(Line) })

function read(schema: z.ZodType, entries: Entries, source: 'form' | 'query' = 'form'): unknown {
  const decoded = decodeEntries(readShape(schema)!, entries, source)
  return 'value' in decoded
    ? plain(decoded.value)
    : decoded.issues.map(({ message, path }) => [path, message])
}

async function failureOf(body: z.ZodType, entries: Entries) {
  const { failure } = await inputOf({ body }, postForm(entries))
  return failure!
}

describe('a list of objects (RW-1, RW-2)', () => {
  it('has names with the index of the row, and rows nest', () => {
    expect(
      read(Order, [
        ['lines.0.title', 'Dune'],
        ['lines.0.gift', 'on'],
        ['lines.0.tags', 'a'],
        ['lines.0.tags', 'b'],
        ['lines.0.parts.0.name', 'x'],
        ['lines.0.parts.1.name', 'y'],
        ['lines.0.parts.1.count', '2'],
      ]),
    ).toEqual({
      lines: [
        {
          title: 'Dune',
          gift: true,
          tags: ['a', 'b'],
          parts: [{ name: 'x' }, { name: 'y', count: 2 }],
        },
      ],
    })
  })

  it('may have rows of several kinds, by a discriminator', () => {
    const schema = z.object({
      steps: z.array(
        z.discriminatedUnion('type', [
          z.object({ type: z.literal('wait'), seconds: z.int() }),
          z.object({ type: z.literal('say'), text: z.string() }),
        ]),
      ),
    })
    const entries: Entries = [
      ['steps.0.type', 'say'],
      ['steps.0.text', '5'],
      ['steps.1.type', 'wait'],
      ['steps.1.seconds', '5'],
    ]
    expect(read(schema, entries)).toEqual({
      steps: [
        { type: 'say', text: '5' },
        { type: 'wait', seconds: 5 },
      ],
    })
  })

  it('may contain itself', () => {
    interface Category {
      name: string
      below: Category[]
    }
    const Category: z.ZodType<Category> = z.object({
      name: z.string(),
      get below() {
        return z.array(Category)
      },
    })
    expect(
      read(Category, [
        ['name', 'a'],
        ['below.3.name', 'b'],
        ['below.3.below.0.name', 'c'],
      ]),
    ).toEqual({ name: 'a', below: [{ name: 'b', below: [{ name: 'c', below: [] }] }] })
  })

  it('is only for JSON if it is an array of arrays, a tuple or the whole body', async () => {
    const cell = z.object({ a: z.string() })
    for (const rows of [
      z.array(z.array(cell)),
      z.tuple([cell, cell]),
      z.array(z.union([cell, z.object({ b: z.string() })])),
      z.array(z.union([cell, z.string()])),
      z.array(cell.nullable()),
    ]) {
      expect(read(z.object({ rows }), [['rows.0.a', 'x']])).toEqual({})
    }
    await expect(inputOf({ body: z.array(cell) }, postForm([['0.a', 'x']]))).rejects.toMatchObject({
      status: 415,
    })
  })

  it('has indexes from 0 to 9999, and a larger one is a 400', async () => {
    expect(read(Order, [['lines.9999.title', 'a']])).toMatchObject({ lines: [{ title: 'a' }] })
    for (const index of ['10000', '4294967296', `1${'0'.repeat(400)}`]) {
      await expect(
        inputOf({ body: Order }, postForm([[`lines.${index}.title`, 'a']])),
      ).rejects.toMatchObject({ status: 400 })
    }
  })

  const notOfARow = 'was sent with a name that is not the name of a row, such as lines.0'

  it('has an issue for a segment that is not an index', () => {
    const others = [
      '01',
      '-1',
      '1e1',
      '',
      ' 1',
      '+1',
      '٣',
      'x',
      'length',
      '__proto__',
      'constructor',
    ]
    for (const segment of others) {
      const issue = [[['lines'], notOfARow]]
      expect(read(Order, [[`lines.${segment}.title`, 'a']])).toEqual(issue)
      expect(read(Order, [[`lines.${segment}`, 'a']])).toEqual(issue)
      expect(read(Order, [[`lines.${segment}.title`, 'a']], 'query')).toEqual(issue)
    }
    for (const segment of ['__proto__', 'constructor', 'prototype']) {
      expect(read(Order, [[`lines.0.${segment}.title`, 'a']])).toEqual({
        lines: [{ gift: false, tags: [] }],
      })
    }
    expect(({} as { title?: string }).title).toBe(undefined)
  })

  it('has an issue for its own name with a value, and for names in brackets', () => {
    for (const name of ['lines', 'lines[]', 'lines[0][title]', 'lines[0].title', 'lines[']) {
      expect(read(Order, [[name, 'x']])).toEqual([[['lines'], notOfARow]])
      expect(
        read(Order, [
          ['lines.0.title', 'a'],
          [name, 'x'],
        ]),
      ).toEqual([[['lines'], notOfARow]])
    }
    // An empty value says that there are no rows.
    expect(read(Order, [['lines', '']])).toEqual({ lines: [] })
    // Other names only begin with the same letters.
    for (const name of ['line', 'linesmen', 'x.lines', 'x[lines]', 'lines-x']) {
      expect(read(Order, [[name, 'x']])).toEqual({ lines: [] })
    }
  })

  it('has an issue for such names of a list in a row, and of a list of texts', () => {
    const issues = (entries: Entries) =>
      (read(Order, entries) as [unknown, string][]).map(([path]) => path)
    expect(issues([['lines.3.parts', 'x']])).toEqual([['lines', 0, 'parts']])
    expect(issues([['lines.3.parts.x.name', 'x']])).toEqual([['lines', 0, 'parts']])
    for (const name of ['tags[]', 'tags[0]', 'tags.0', 'tags.0.x']) {
      expect(issues([[`lines.3.${name}`, 'x']])).toEqual([['lines', 0, 'tags']])
    }
  })

  it('leaves names to another field whose name begins with the name of the list', () => {
    const schema = z.object({ lines: z.array(Part), 'lines.total': z.int() })
    expect(
      read(schema, [
        ['lines.0.name', 'a'],
        ['lines.total', '1'],
      ]),
    ).toEqual({
      lines: [{ name: 'a' }],
      'lines.total': 1,
    })
  })

  it('is never empty because of names that could not be read', () => {
    const segment = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('0', '00', '[0]', 'title'),
    )
    const rest = fc.array(segment, { maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom('.', '['), rest, (separator, segments) => {
        const name = `lines${separator}${segments.join('.')}`
        const result = read(Order, [[name, 'x']])
        expect(result).not.toEqual({ lines: [] })
      }),
    )
  })

  it('is refused with the name of the list if a client sends other names', async () => {
    const failure = await failureOf(Order, [['lines[0][title]', 'Dune']])
    expect(failure).toMatchObject({ status: 422, errors: [{ name: 'lines', message: notOfARow }] })
  })

  it('has names of at most 8 parts', () => {
    const nest = (levels: number): z.ZodType =>
      z.object(levels === 0 ? { x: z.string() } : { a: z.array(nest(levels - 1)) })
    const name = (levels: number) => `${'a.0.'.repeat(levels)}x`
    expect(JSON.stringify(read(nest(3), [[name(3), '1']]))).toContain('"x":"1"')
    expect(() => read(nest(4), [[name(4), '1']])).toThrow('more than 8 parts')
    expect(() => read(nest(4), [['a.0.a.0.a.0.a.0.', '1']])).toThrow('more than 8 parts')
  })
})

describe('the rows of a list (RW-3, RW-4)', () => {
  const empty = { gift: false, tags: [] }

  it('are all indexes that were sent, in numeric order and without gaps', () => {
    expect(
      read(Order, [
        ['lines.10.title', 'c'],
        ['lines.9.title', 'b'],
        ['lines.2.title', 'a'],
      ]),
    ).toMatchObject({ lines: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] })
  })

  it('include a row that was sent itself, or only with a name that the schema lacks', () => {
    expect(
      read(Order, [
        ['lines.0', ''],
        ['lines.4.other', 'x'],
        ['lines.7', 'x'],
      ]),
    ).toEqual({ lines: [empty, empty, empty] })
  })

  it('are no values for a name that was sent twice', () => {
    expect(
      read(Order, [
        ['lines.7.title', 'a'],
        ['lines.7.title', 'b'],
        ['lines.9', ''],
        ['lines.9', ''],
      ]),
    ).toEqual([
      [['lines', 0, 'title'], 'was sent more than once'],
      [['lines', 1], 'was sent more than once'],
    ])
  })

  it('are an empty list in a form if the list is required or has a default', () => {
    const schema = z.object({
      a: z.array(Part),
      b: z.array(Part).default([{ name: 'x' }]),
      c: z.array(Part).optional(),
      d: z.array(Part).nullable(),
    })
    expect(read(schema, [])).toEqual({ a: [], b: [], d: [] })
    expect(read(schema, [], 'query')).toEqual({})
    expect(
      read(schema, [
        ['a', ''],
        ['c', ''],
        ['d', ''],
      ]),
    ).toEqual({ a: [], b: [], d: null })
    expect(
      read(schema, [
        ['d', ''],
        ['d.0', ''],
      ]),
    ).toMatchObject({ d: [{}] })
  })

  it('make an optional object exist', () => {
    const schema = z.object({ order: z.object({ lines: z.array(Part) }).optional() })
    expect(read(schema, [['order.lines.0', '']])).toEqual({ order: { lines: [{}] } })
    expect(read(schema, [['order.title', '']])).toEqual({})
  })
})

describe('the limits of lists (RW-5)', () => {
  const rows = (count: number, create: (index: number) => string): Entries =>
    Array.from({ length: count }, (_, index) => [create(index), ''])

  it('are 1,000 names and 1,000 rows', () => {
    expect(
      read(
        Order,
        rows(1_000, (i) => `lines.${i}`),
      ),
    ).toHaveProperty('lines.length', 1_000)
    expect(() =>
      read(
        Order,
        rows(1_001, (i) => `lines.${i}`),
      ),
    ).toThrow('more than 1000 names')
    expect(() =>
      read(
        Order,
        rows(501, (i) => `lines.${i}.parts.0`),
      ),
    ).toThrow('more than 1000 rows')
  })

  it('are 10,000 fields', () => {
    const wide = z.object(
      Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`n${i}`, z.string()])),
    )
    expect(() =>
      read(
        z.object({ lines: z.array(wide) }),
        rows(1_000, (i) => `lines.${i}`),
      ),
    ).toThrow('more than 10000 fields')
  })

  it('leave 1,000 names in rows as cheap as flat ones, whatever their indexes are', () => {
    const fields = Array.from({ length: 10 }, (_, i) => `field${i}`)
    const flat = Array.from({ length: 1_000 }, (_, i) => `row${i % 100}field${i}`)
    const schemaOf = (names: string[]) =>
      z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
    const list = readShape(z.object({ lines: z.array(schemaOf(fields)) }))!
    const single = readShape(schemaOf(flat))!
    const entriesOf = (names: string[]): Entries => names.map((name) => [name, 'x'])
    const cost = (shape: typeof list, entries: Entries): number => {
      decodeEntries(shape, entries, 'form') // What is read once does not count.
      return countWork(() => decodeEntries(shape, entries, 'form'))
    }

    const most = cost(single, entriesOf(flat)) * 1.5
    for (const index of [
      (at: number) => at,
      (at: number) => 99 - at,
      (at: number) => (at * 7919) % 9_973,
    ]) {
      const names = Array.from({ length: 100 }, (_, at) =>
        fields.map((field) => `lines.${index(at)}.${field}`),
      )
      expect(cost(list, entriesOf(names.flat()))).toBeLessThan(most)
    }
  })
})

describe('the errors of rows (RW-6)', () => {
  const Strict = z.object({
    lines: z
      .array(
        z.object({
          title: z.string().min(1, 'Enter a title'),
          parts: z.array(Part).max(1, 'Too many'),
        }),
      )
      .max(2, 'At most 2'),
  })

  it('have the position as their path, and the sent name', async () => {
    const { errors } = await failureOf(Strict, [
      ['lines.3.title', 'a'],
      ['lines.7.title', ''],
      ['lines.7.parts.2.name', 'a'],
      ['lines.7.parts.5.name', 'a'],
    ])
    expect(errors.map(({ name, path, message }) => [name, path, message])).toEqual([
      ['lines.7.title', ['lines', 1, 'title'], 'Enter a title'],
      ['lines.7.parts', ['lines', 1, 'parts'], 'Too many'],
    ])
  })

  it('have the same names if the indexes have no gaps', async () => {
    const { errors } = await failureOf(Strict, [['lines.0.title', '']])
    expect(errors).toMatchObject([{ name: 'lines.0.title', path: ['lines', 0, 'title'] }])
  })

  it('have the sent name if a name was sent twice', async () => {
    const { errors } = await failureOf(Strict, [
      ['lines.7.title', 'a'],
      ['lines.7.title', 'b'],
    ])
    expect(errors).toMatchObject([{ name: 'lines.7.title', path: ['lines', 0, 'title'] }])
  })

  it('keep the rows that were typed, also those without a value that may be shown', async () => {
    const body = z.object({
      users: z.array(z.object({ password: z.string().min(9), photo: z.file() })),
    })
    const { values } = await failureOf(body, [
      ['users.2.password', 'short'],
      ['users.4.photo', new File(['x'], 'x.png')],
      ['users.6.other', 'x'],
    ])
    expect(values).toEqual({ 'users.2': [''], 'users.4': [''], 'users.6': [''] })
  })

  it('drop a row of a search that does not fit, by its sent name', async () => {
    const { readInput } = await import('./read-input.ts')
    const { readContract } = await import('./read-contract.ts')
    const search = z.object({ sort: z.array(z.object({ by: z.enum(['a', 'b']) })).default([]) })
    const source = {
      params: {},
      searchParams: new URLSearchParams('sort.3.by=a&sort.5.by=x&sort.9.by=b'),
    } as never
    const result = await readInput(readContract({ search }, 'test'), source, {
      isLenient: true,
    })
    // The row that is left without its only value does not fit either.
    expect(result.input ?? result.failure).toMatchObject({
      search: { sort: [{ by: 'a' }, { by: 'b' }] },
    })
  })
})

describe('hostile rows', () => {
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('lines', 'title', 'parts', 'name', 'gift', 'tags') },
    { weight: 4, arbitrary: fc.nat({ max: 12 }).map(String) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '__proto__',
        'constructor',
        'length',
        '01',
        '-0',
        '9999',
        '10000',
        '1e9',
        '',
      ),
    },
  )
  const name = fc.array(segment, { minLength: 1, maxLength: 10 }).map((list) => list.join('.'))
  const entries = fc.array(fc.tuple(name, fc.constantFrom('', 'a', 'on', '1')), { maxLength: 40 })

  it('are a value of the schema, issues or a 400, and have only the names of the schema', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (sent) => {
        let result
        try {
          result = await inputOf({ body: Order }, postForm(sent))
        } catch (error) {
          expect(error).toMatchObject({ status: 400 })
          return
        }
        expect(({} as Record<string, unknown>)['title']).toBe(undefined)
        for (const { name, path } of result.failure?.errors ?? []) {
          // A path has positions, and a name is one that was sent, or a missing one beside it.
          expect(path.length).toBe(name === '' ? 0 : name.split('.').length)
          const row = /^(?:lines\.\d+(?:\.parts\.\d+)?)?/.exec(name)![0]
          expect(row === '' || sent.some(([one]) => one === row || one.startsWith(`${row}.`))).toBe(
            true,
          )
        }
        const { lines } = (result.input?.body ?? { lines: [] }) as z.infer<typeof Order>
        const indexes = new Set(
          sent.flatMap(([one]) => /^lines\.(0|[1-9]\d{0,3})(?:\.|$)/.exec(one)?.[1] ?? []),
        )
        if (result.input) expect(lines).toHaveLength(indexes.size)
      }),
      { numRuns: 500 },
    )
  })

  it('are read in any order, with any gaps, as the JSON body', async () => {
    const value = fc.record({
      lines: fc.array(
        fc.record({
          title: fc.string().map((text) => text.replaceAll('\r\n', '\n')),
          gift: fc.boolean(),
          tags: fc.array(fc.string({ minLength: 1 }).map((text) => text.replaceAll('\r\n', '\n'))),
          parts: fc.array(fc.record({ name: fc.constantFrom('x', 'y') }), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
        { maxLength: 6 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.array(fc.nat({ max: 999 }), { minLength: 6, maxLength: 6 }),
        async (order, steps) => {
          let last = -1
          const lines = order.lines.map((line, at) => ({ line, index: (last += 1 + steps[at]!) }))
          const sent = lines
            .toReversed()
            .flatMap(({ line, index }): Entries => [
              [`lines.${index}.title`, line.title],
              ...(line.gift ? ([[`lines.${index}.gift`, 'on']] as Entries) : []),
              ...line.tags.map((tag): Entries[0] => [`lines.${index}.tags`, tag]),
              ...line.parts.map((part, at): Entries[0] => [
                `lines.${index}.parts.${at * 3}.name`,
                part.name,
              ]),
            ])
          const form = await inputOf({ body: Order }, postForm(sent))
          const json = await inputOf({ body: Order }, postJson(order))
          expect(form.input).toEqual(json.input)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('secrets in rows', () => {
  const hidden: Record<string, unknown> = { writeOnly: true }
  const schema = z.object({
    users: z.array(
      z.object({
        name: z.string(),
        password: z.string(),
        hint: z.string().meta(hidden),
        keys: z.array(z.object({ apiKey: z.string() })),
      }),
    ),
    card: z.array(z.object({ number: z.string() })),
    vault: z.array(z.object({ note: z.string() })).meta(hidden),
  })
  /** Refuses everything, with all values in the message. */
  const body = schema.superRefine((value, context) => {
    context.addIssue({ code: 'custom', message: `No: ${JSON.stringify(value)}` })
    for (const user of value.users) {
      for (const text of Object.values(user))
        context.addIssue({ code: 'custom', message: `No ${String(text)}` })
    }
  })
  const secret = fc.stringMatching(/^[A-Z]{12}$/)
  const value = fc.record({
    users: fc.array(
      fc.record({
        name: fc.constant('ada'),
        password: secret,
        hint: secret,
        keys: fc.array(fc.record({ apiKey: secret }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    card: fc.array(fc.record({ number: secret }), { maxLength: 2 }),
    vault: fc.array(fc.record({ note: secret }), { maxLength: 2 }),
  })

  it('are in no message and no value, of a form and of JSON', async () => {
    const { encodeNames, toText } = await import('../routes/shared.ts')
    await fc.assert(
      fc.asyncProperty(value, fc.nat({ max: 9 }), async (sent, gap) => {
        const entries: Entries = []
        encodeNames(sent, (name, item) => {
          entries.push([
            name.replaceAll(/\d+/g, (index) => String(+index * (gap + 1))),
            toText(name, item),
          ])
        })
        for (const request of [postForm(entries), postJson(sent)]) {
          const { failure } = await inputOf({ body }, request)
          expect(failure!.errors.length).toBeGreaterThan(0)
          expect(JSON.stringify(failure)).not.toMatch(/[A-Z]{12}/)
        }
        const { failure } = await inputOf({ body }, postForm(entries))
        expect(failure!.values).toMatchObject({ 'users.0.name': ['ada'] })
      }),
      { numRuns: 50 },
    )
  })
})
