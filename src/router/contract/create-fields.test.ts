import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { html } from '../../http/html-template/index.ts'
import { countWork } from '../../internal/fixtures/count-work.fixture.ts'
import { readFieldSet } from './constraints.ts'
import { createFields } from './create-fields.ts'
import { inputOf, postForm } from './input.fixture.ts'
import { objectOf, schemaOf } from './schema.fixture.ts'
import type { Schema } from './contract.ts'
import { readShape } from './read-shape.ts'
import * as v from 'valibot'

interface Login {
  code: string
  hint: string
  more: { a: string }
}

/** The rules of one required property. */
function rulesOf(property: object, isRequired = true): unknown {
  const schema = schemaOf(objectOf({ a: property }, isRequired ? ['a'] : []))
  return (readFieldSet(readShape(schema)!) as Record<string, unknown>)['a']
}

describe('a field with a secret name', () => {
  const typeOf = (name: string, property: object = {}) => {
    const schema = schemaOf(objectOf({ [name]: { type: 'string', ...property } }, []))
    return (readFieldSet(readShape(schema)!) as Record<string, { type: string }>)[name]!.type
  }

  it.each(['password', 'newPassword', 'apiKey', 'pin'])('hides what is typed into %s', (name) => {
    expect(typeOf(name)).toBe('password')
    expect(typeOf(name, { writeOnly: true })).toBe('password')
  })

  it('shows the value if the schema gives the string another format', () => {
    expect(typeOf('password', { writeOnly: false })).toBe('text')
    expect(typeOf('otp', { autocomplete: 'one-time-code' })).toBe('text')
    expect(typeOf('token', { format: 'email' })).toBe('email')
    expect(typeOf('token', { enum: ['a', 'b'] })).toBe('text')
  })

  it('hides what the schema calls a password, whatever its name is', () => {
    expect(typeOf('word', { autocomplete: 'new-password' })).toBe('password')
    expect(typeOf('title')).toBe('text')
  })
})

describe('the rules of a field', () => {
  it.each<[string, object, object]>([
    [
      'a string',
      { type: 'string', minLength: 2, maxLength: 5 },
      { type: 'text', required: true, minLength: 2, maxLength: 5 },
    ],
    [
      'a string that may be empty',
      { type: 'string', maxLength: 5 },
      { type: 'text', maxLength: 5 },
    ],
    [
      'an email address',
      { type: 'string', format: 'email', pattern: '^a@b$' },
      { type: 'email', required: true, check: { pattern: ['^a@b$'] } },
    ],
    ['a URL', { type: 'string', format: 'uri' }, { type: 'url', required: true }],
    ['a date', { type: 'string', format: 'date' }, { type: 'date', required: true }],
    ['a password', { type: 'string', format: 'password' }, { type: 'password', secret: true }],
    ['a time', { type: 'string', format: 'date-time' }, { type: 'text' }],
    [
      'an anchored pattern',
      { type: 'string', pattern: '^[a-z]+$' },
      { type: 'text', required: true, pattern: '^[a-z]+$' },
    ],
    [
      'a pattern that is not anchored',
      { type: 'string', pattern: 'x' },
      { type: 'text', required: true, pattern: '[\\s\\S]*(?:x)[\\s\\S]*' },
    ],
    [
      'a pattern of alternatives',
      { type: 'string', pattern: '^a|b$' },
      { type: 'text', required: true, pattern: '[\\s\\S]*(?:^a|b$)[\\s\\S]*' },
    ],
    [
      'a pattern that ends in a dollar sign',
      { type: 'string', pattern: '^a\\$' },
      { type: 'text', required: true, pattern: '[\\s\\S]*(?:^a\\$)[\\s\\S]*' },
    ],
    [
      'a pattern that HTML cannot use',
      { type: 'string', pattern: '^[(]+$' },
      { type: 'text', required: true, check: { pattern: ['^[(]+$'] } },
    ],
    [
      'a pattern that means something else to HTML',
      { type: 'string', pattern: '^[a&&b]+$' },
      { type: 'text', required: true, check: { pattern: ['^[a&&b]+$'] } },
    ],
    [
      'an integer',
      { type: 'integer', minimum: 0.5, maximum: 9.5 },
      { type: 'number', required: true, step: 1, min: 1, max: 9 },
    ],
    [
      'an integer within its natural bounds',
      { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      { type: 'number', required: true, step: 1 },
    ],
    [
      'a number',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', required: true, step: 'any', min: 0 },
    ],
    [
      'a multiple',
      { type: 'number', multipleOf: 0.25, minimum: 0.3 },
      { type: 'number', required: true, step: 0.25, min: 0.5 },
    ],
    [
      'a multiple whose steps cannot be counted exactly',
      { type: 'number', multipleOf: 0.01, minimum: 1.1 },
      { type: 'number', required: true, step: 0.01, min: 1.1 },
    ],
    [
      'a number or null',
      { type: ['number', 'null'], minimum: 1 },
      { type: 'number', step: 'any', min: 1 },
    ],
    [
      'a number or null in a union',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
      { type: 'number', step: 1, min: 1 },
    ],
    ['a number or a text', { anyOf: [{ type: 'number' }, { type: 'string' }] }, { type: 'text' }],
    ['a boolean', { type: 'boolean' }, { type: 'checkbox' }],
    ['a box to agree to', { type: 'boolean', const: true }, { type: 'checkbox', required: true }],
    ['an enum', { enum: ['a', 'b'] }, { type: 'text', required: true, options: ['a', 'b'] }],
    ['an enum with an empty text', { enum: ['', 'b'] }, { type: 'text', options: ['', 'b'] }],
    [
      'an array of an enum',
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2 },
      { type: 'text', multiple: true, options: ['a', 'b'], check: { minItems: 1, maxItems: 2 } },
    ],
    [
      'a file',
      { type: 'string', format: 'binary', contentMediaType: 'image/png', maxLength: 9 },
      { type: 'file', required: true, accept: 'image/png', secret: true, check: { maxSize: 9 } },
    ],
    ['anything', {}, { type: 'text', required: true }],
    ['a default', { type: 'integer', default: 3 }, { type: 'number', step: 1, value: ['3'] }],
    [
      'all of several',
      { allOf: [{ type: 'string', minLength: 1 }, { maxLength: 4 }] },
      { type: 'text', required: true, minLength: 1, maxLength: 4 },
    ],
    [
      'an array of objects',
      { type: 'array', items: objectOf({ b: {} }) },
      { type: 'rows', row: { b: { type: 'text', required: true } } },
    ],
    [
      'words',
      {
        type: 'string',
        title: 'T',
        description: 'D',
        examples: ['E'],
        readOnly: true,
        autocomplete: 'name',
      },
      {
        type: 'text',
        label: 'T',
        description: 'D',
        placeholder: 'E',
        readOnly: true,
        autoComplete: 'name',
      },
    ],
  ])('are at most as strict as %s', (_, property, rules) => {
    expect(rulesOf(property)).toEqual(rules)
  })

  it('have the title of a value that is always null', () => {
    expect(rulesOf({ type: 'null', title: 'Reserved' })).toMatchObject({ label: 'Reserved' })
  })

  it('do not require what is optional', () => {
    expect(rulesOf({ type: 'integer' }, false)).toEqual({ type: 'number', step: 1 })
  })

  it('have only patterns that compile with the v flag', () => {
    for (const source of ['[a-z', '\\-', '^[^\\s@]+$', '(?<a>x)\\k<a>', '[&&]']) {
      const { pattern } = rulesOf({ type: 'string', pattern: source }) as { pattern?: string }
      if (pattern !== undefined) expect(() => new RegExp(pattern, 'v')).not.toThrow()
    }
  })
})

describe('the rules of an array that may be missing', () => {
  it('have no minimum: if nothing is chosen, it is absent', async () => {
    const array = { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 }
    expect(rulesOf(array, false)).toEqual({ type: 'text', multiple: true, options: ['a', 'b'] })
    const body = z.object({
      a: z
        .array(z.enum(['a', 'b']))
        .min(1)
        .optional(),
    })
    expect((await inputOf({ body }, postForm([]))).failure).toBeUndefined()
  })
})

describe('createFields', () => {
  const NewBook = z.object({
    title: z.string().min(1).max(8),
    fiction: z.boolean().default(true),
    genre: z.enum(['a', 'b']),
    password: z.string(),
    address: z.object({ city: z.string().optional() }),
  })

  it('writes the attributes for html, with escaped values', () => {
    const { title, fiction, genre, address } = createFields(NewBook, { values: { title: '"<b>' } })
    expect(String(html`<input ${title.attributes} />`)).toBe(
      '<input id="title" name="title" type="text" minlength="1" maxlength="8" required value="&quot;&lt;b&gt;" />',
    )
    expect(String(fiction.attributes)).toBe('id="fiction" name="fiction" type="checkbox" checked')
    expect(genre.options).toEqual(['a', 'b'])
    expect(address.city.name).toBe('address.city')
  })

  it('shows a failure: the errors and what was typed, but no secrets', async () => {
    const { failure } = await inputOf(
      { body: NewBook },
      postForm([
        ['title', ''],
        ['genre', 'z'],
        ['password', 'hunter2'],
        ['address.city', 'Rom'],
      ]),
    )
    const fields = createFields(NewBook, { failure })
    expect(fields.title.errors).toHaveLength(1)
    expect(String(fields.title.attributes)).toContain(
      'aria-invalid="true" aria-describedby="title-error"',
    )
    expect([fields.genre.value, fields.address.city.value, fields.password.value]).toEqual([
      'z',
      'Rom',
      '',
    ])
    // An unchecked box that is checked by default stays unchecked.
    expect(String(fields.fiction.attributes)).not.toContain('checked"')
    expect(String(fields.fiction.attributes)).toBe('id="fiction" name="fiction" type="checkbox"')
  })

  it('shows nothing that is in a secret', () => {
    const text = { type: 'string' }
    const login = {
      ...objectOf({ code: text, hint: { ...text, writeOnly: false }, more: objectOf({ a: text }) }),
      writeOnly: true,
    }
    const schema = schemaOf(objectOf({ login })) as Schema<{ login: Login }>
    const values = { login: { code: 'hunter2', hint: 'a colour', more: { a: 'hunter3' } } }
    const fields = createFields(schema, { values }).login
    expect([fields.code.value, fields.hint.value, fields.more.a.value]).toEqual([
      '',
      'a colour',
      '',
    ])
  })

  it('says that a file that was sent has to be chosen again', () => {
    const Cover = z.object({ title: z.string(), cover: z.file().optional() })
    const error = { in: 'body' as const, name: 'title', path: ['title'], message: 'Taken' }
    const failure = { status: 422, errors: [error], files: ['cover'] }
    expect(createFields(Cover, { failure }).cover.errors).toEqual(['Choose the file again'])
    const wrong = { ...error, name: 'cover', message: 'Too large' }
    const both = createFields(Cover, { failure: { ...failure, errors: [wrong] } })
    expect(both.cover.errors).toEqual(['Too large'])
  })

  it('takes a failure that is written by hand', () => {
    const failure = {
      status: 422,
      errors: [{ in: 'body' as const, name: 'title', path: ['title'], message: 'Taken' }],
    }
    expect(createFields(NewBook, { failure, values: { title: 'Dune' } }).title).toMatchObject({
      errors: ['Taken'],
      value: 'Dune',
    })
  })

  it('shows nothing for a value that is missing, whatever the name of the field', () => {
    const names = ['constructor', 'toString', 'valueOf', '__proto__', 'title']
    const schema = schemaOf(
      objectOf(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), []),
    )
    const valuesOf = (values: unknown): unknown[] => {
      const fields = createFields(schema, { values }) as Record<string, { value: string }>
      return names.map((name) => fields[name]!.value)
    }
    for (const values of [{}, { a: 1 }, null, 'text', 1, [], new URLSearchParams()]) {
      expect(valuesOf(values)).toEqual(['', '', '', '', ''])
    }
    const own = Object.fromEntries(names.map((name) => [name, `my ${name}`]))
    expect(valuesOf(own)).toEqual(Object.values(own))
    expect(valuesOf(Object.assign(Object.create(null), { title: 'Dune' })).at(-1)).toBe('Dune')
    class Book {
      get title(): string {
        return 'Dune'
      }
    }
    expect(valuesOf(new Book())).toEqual(['', '', '', '', 'Dune'])
  })

  it('has the fields of one variant of a union', () => {
    const body = z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('rename'), title: z.string() }),
      z.object({ intent: z.literal('remove') }),
    ])
    expect(Object.keys(createFields(body, { form: 'remove' }))).toEqual(['intent'])
    expect(() => createFields(body)).toThrow('Pass a form: "rename", "remove"')
    expect(() => createFields(body, { form: 'constructor' })).toThrow(
      'Cannot use the form "constructor". Pass a form: "rename", "remove"',
    )
  })

  it('has the rows of a list, with their errors, and buttons that add and remove them', async () => {
    const body = z.object({
      lines: z
        .array(z.object({ title: z.string().min(1, 'Enter a title'), pin: z.string() }))
        .min(2, 'Add lines')
        .max(3),
    })
    const begun = createFields(body)
    expect(begun.lines.rows.map(({ key }) => key)).toEqual([0, 1])
    expect(
      createFields(body, { values: { lines: [{ title: 'a' }] } }).lines.rows[0]!.fields.title.value,
    ).toBe('a')

    const { failure } = await inputOf(
      { body },
      postForm([
        ['lines.3.title', ''],
        ['lines.3.pin', '1234'],
      ]),
    )
    const { lines } = createFields(body, { failure: failure! })
    expect([lines.errors, lines.errorId]).toEqual([['Add lines'], 'lines-error'])
    const [row] = lines.rows
    expect(row!.fields.title.errors).toEqual(['Enter a title'])
    expect(String(row!.fields.pin.attributes)).not.toContain('1234')
    expect(String(row!.hidden)).toBe('type="hidden" name="lines.3" value=""')
    expect(String(row!.remove)).toBe('name="_rows" value="-lines.3" formnovalidate')
    expect(String(lines.add)).toBe('name="_rows" value="+lines" formnovalidate')

    const pressed = await inputOf(
      { body },
      postForm([
        ['lines.3.title', 'a'],
        ['_rows', '+lines'],
      ]),
    )
    const shown = createFields(body, { failure: pressed.failure! }).lines
    expect(shown.rows.map(({ key, fields }) => [key, fields.title.value])).toEqual([
      [3, 'a'],
      [4, ''],
    ])
    expect(String(shown.rows[1]!.fields.title.attributes)).toContain('autofocus')
    expect(String(shown.rows[0]!.fields.title.attributes)).not.toContain('autofocus')
  })

  it('has work that grows with the rows that were sent, and not faster, also for lists in rows', async () => {
    const Part = z.object({ name: z.string() })
    const body = z.object({ lines: z.array(z.object({ parts: z.array(Part).optional() })) })
    const workFor = async (count: number): Promise<number> => {
      const entries = Array.from({ length: count }, (_, at): [string, string] => [
        `lines.${at}.parts.0`,
        '',
      ])
      const { failure } = await inputOf({ body }, postForm(entries))
      return countWork(() => createFields(body, { failure: failure! }))
    }

    await workFor(10) // What is read once does not count.
    expect(await workFor(400)).toBeLessThan(2.5 * (await workFor(200)))
  })

  it('throws for a field that only JSON can express', () => {
    const fields = createFields(z.object({ rows: z.array(z.array(z.string())) }))
    expect(() => fields.rows).toThrow(
      'Cannot use the field "rows": its value has no field in this form',
    )
  })
})

describe('a field whose rule the browser cannot check as the schema does', () => {
  const Slug = z.object({
    flagged: z.string().regex(/^[a-z]+$/i),
    several: z
      .string()
      .regex(/^[a-z]+$/i)
      .regex(/^a/),
    plain: z.string().regex(/^[a-z]+$/),
    caught: z
      .string()
      .min(3)
      .regex(/^[a-z]+$/)
      .catch('none'),
    email: z.email().catch('nobody@example.com'),
  })
  const attributesOf = (name: keyof z.infer<typeof Slug>) =>
    String(createFields(Slug)[name].attributes)

  it('has no pattern if the regular expression has a flag', () => {
    expect(attributesOf('flagged')).not.toContain('pattern')
    expect(attributesOf('several')).toContain('pattern="[\\s\\S]*(?:^a)[\\s\\S]*"')
    expect(attributesOf('plain')).toContain('pattern="^[a-z]+$"')
  })

  it('has no rules if .catch() replaces what does not fit', () => {
    expect(attributesOf('caught')).not.toMatch(/pattern|length|required/)
    expect(attributesOf('email')).toContain('type="text"')
  })

  it('has no pattern for a regular expression with a flag of valibot', () => {
    const schema = toStandardJsonSchema(
      v.object({ flagged: v.pipe(v.string(), v.regex(/^[a-z]+$/i)) }),
    )
    expect(String(createFields(schema).flagged.attributes)).not.toContain('pattern')
  })

  it('has no rules if fallback() of valibot replaces what does not fit', () => {
    const Slug = v.fallback(v.pipe(v.string(), v.minLength(3), v.regex(/^[a-z]+$/)), 'none')
    const schema = toStandardJsonSchema(
      v.object({ own: Slug, optional: v.optional(Slug), nullable: v.nullable(Slug) }),
    )
    const fields = createFields(schema)
    for (const { attributes } of [fields.own, fields.optional, fields.nullable]) {
      expect(String(attributes)).not.toMatch(/pattern|length|required/)
    }
  })
})
