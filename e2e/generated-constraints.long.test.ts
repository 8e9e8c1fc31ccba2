import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { createFields } from '../src/router/contract/create-fields.ts'
import { decodeEntries } from '../src/router/contract/decode.ts'
import { objectOf, schemaOf } from '../src/router/contract/schema.fixture.ts'
import { readShape } from '../src/router/contract/read-shape.ts'
import type { Shape } from '../src/router/contract/shape.ts'
import { launchOptions } from './setup/browser.ts'

interface Case {
  readonly schema: object
  readonly shape: Shape
  /** The attributes of the field. */
  readonly attributes: string
  /** What a user types, or `on` for a checked box. */
  readonly text: string
}

/** What the browser would send, and whether it would. */
interface Verdict {
  /** `null` for a box that is not checked. */
  readonly sent: string | null
  readonly isValid: boolean
  readonly pattern: string
}

const bound = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -200, max: 200 }).map((value) => value / 10),
)
const length = fc.nat({ max: 6 })
const patterns = ['^a', 'b$', '^[a-z]+$', '^a|b$', 'x', '^\\d{2,4}$', '^[(]+$', '\\$', '^(?:a|b)*$']

const property: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.constantFrom(1, 2, 5, 0.5, 0.25, 0.1),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('string'),
      minLength: length,
      maxLength: length,
      pattern: fc.constantFrom(...patterns),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'uri', 'password') }),
  fc.constantFrom<object>(
    { type: 'boolean' },
    { const: true },
    { type: 'boolean', default: true },
    { anyOf: [{ type: 'number', minimum: 3 }, { type: 'null' }] },
    { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] },
    { type: ['integer', 'string'], minimum: 3 },
    { allOf: [{ type: 'integer', minimum: 3 }, { maximum: 9 }] },
    { type: 'string', minLength: 3, default: 'abc' },
    { type: 'integer', default: 4, minimum: 3 },
  ),
)

const text = fc.oneof(
  bound.map(String),
  fc.constantFrom(
    '',
    ' ',
    'a',
    'b',
    'ab',
    'abc',
    'xyz',
    '12',
    '123',
    '((',
    'a$',
    'on',
    '1e1',
    '.5',
  ),
  fc.constantFrom('2026-11-15', 'https://example.com/', 'a\tb', '\u00e9'),
  fc.string({ maxLength: 7 }),
)

/** Texts at the bounds of a schema and next to them. */
function textsNear(schema: object): string[] {
  const bounds = Object.values(schema).filter((value) => typeof value === 'number')
  return 'type' in schema && schema.type === 'string'
    ? bounds.flatMap((count) => ['a'.repeat(count), 'ab'.repeat(count), '1'.repeat(count)])
    : bounds
        .flatMap((value) => [value, value - 0.1, value + 0.1, Math.floor(value), value + 1])
        .map((value) => String(Number(value.toFixed(2))))
}

const cases: Case[] = fc
  .sample(fc.tuple(property, fc.boolean(), fc.option(bound), fc.tuple(text, text)), {
    numRuns: 2_000,
    seed: 13,
  })
  .flatMap(([own, isRequired, shown, texts]) => {
    const schema = objectOf({ a: own }, isRequired ? ['a'] : [])
    // What the field shows is where a browser begins to count steps.
    const values = shown === null ? undefined : { a: shown }
    const standard = schemaOf(schema)
    const fields = createFields(standard, { values }) as Fields
    const attributes = String(fields['a']!.attributes)
    const shape = readShape(standard)!
    return [...textsNear(own), ...texts].map((typed) => ({
      schema,
      shape,
      attributes,
      text: typed,
    }))
  })

type Fields = Record<string, { attributes: unknown }>

/** Runs in the page. Takes and returns JSON: the driver is slow with so many objects. */
function judge(given: string): string {
  const form = document.createElement('form')
  let last: string | undefined
  const fields = JSON.parse(given) as [attributes: string, text: string][]
  const verdicts = fields.map(([attributes, text]): Verdict => {
    // The texts of one field follow each other.
    if (attributes !== last) form.innerHTML = `<input ${attributes}>`
    last = attributes
    const input = form.elements[0] as HTMLInputElement
    if (input.type === 'checkbox') input.checked = text === 'on'
    else input.value = text
    const { value, minLength, maxLength } = input
    // A browser looks at lengths only after a user has typed.
    const isLong = maxLength >= 0 && value.length > maxLength
    const isShort = minLength >= 0 && value !== '' && value.length < minLength

    return {
      sent: new FormData(form).get('a') as string | null,
      isValid: form.checkValidity() && !isLong && !isShort,
      pattern: input.pattern,
    }
  })
  return JSON.stringify(verdicts)
}

it('never refuses what the schema accepts, in 2,000 generated fields', async () => {
  const browser = await chromium.launch(launchOptions())
  let verdicts: Verdict[]
  try {
    const page = await browser.newPage()
    const given = JSON.stringify(cases.map(({ attributes, text }) => [attributes, text]))
    verdicts = JSON.parse(await page.evaluate(judge, given)) as Verdict[]
  } finally {
    await browser.close()
  }

  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('uri', (value) => URL.canParse(value))
  ajv.addFormat('password', true)
  const accepted = cases.flatMap(({ schema, shape, attributes, text }, at) => {
    const { sent, isValid } = verdicts[at]!
    const entries: [string, string][] = sent === null ? [] : [['a', sent]]
    const { value, issues } = { value: undefined, ...decodeEntries(shape, entries, 'form') }
    const isAccepted = issues === undefined && ajv.validate(schema, { ...(value as object) })
    return isAccepted ? [{ schema: JSON.stringify(schema), attributes, text, sent, isValid }] : []
  })

  expect(cases.length).toBeGreaterThan(10_000)
  expect(accepted.length).toBeGreaterThan(2_000)
  expect(accepted.filter(({ isValid }) => !isValid)).toEqual([])
  expect(verdicts.filter(({ isValid }) => !isValid).length).toBeGreaterThan(2_000)
  const used = new Set(verdicts.map(({ pattern }) => pattern))
  for (const pattern of used) expect(() => new RegExp(pattern, 'v')).not.toThrow()
})
