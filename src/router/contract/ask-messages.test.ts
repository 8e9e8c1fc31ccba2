import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { FieldRules, FieldTree } from '../../internal/forms/fields.ts'
import { readFields, readMessages } from './page-contract.ts'
import { readContract } from './read-contract.ts'
import type { Schema } from './contract.ts'
import * as v from 'valibot'

/** The messages that a browser gets for the fields of a body. */
async function ask(body: Schema): Promise<Record<string, FieldRules['messages']>> {
  const contract = readContract({ body }, 'POST "/x"')
  const fields = await readMessages(contract, readFields(contract, 'x'))
  return Object.fromEntries(
    Object.entries(fields.body as FieldTree).map(([name, { messages }]) => [
      name,
      messages as FieldRules['messages'],
    ]),
  )
}

/** Created here, because workerd allows generated code only while a module starts. */
const arktype = type({ title: '2 <= string <= 5' })

describe('the messages of a schema', () => {
  it('are known for each rule of HTML, as their author wrote them', async () => {
    const messages = await ask(
      z.object({
        name: z.string().trim().min(1, 'Enter a name').max(80, 'At most 80'),
        code: z
          .string()
          .min(3, 'At least 3')
          .regex(/^[a-z]+$/, 'Only letters'),
        email: z.email('Enter an address').max(200),
        site: z.url('Enter a link'),
        age: z.int('Enter your age').min(18, 'From 18').max(120, 'Up to 120'),
        price: z.number('Enter a price').multipleOf(0.5, 'In steps of 50 cents'),
        born: z.iso.date('Enter a day'),
        size: z.enum(['s', 'l'], 'Choose a size'),
        terms: z.literal(true, 'Agree to the terms'),
      }),
    )
    expect(messages).toEqual({
      name: { valueMissing: 'Enter a name', tooLong: 'At most 80' },
      code: { valueMissing: 'At least 3', tooShort: 'At least 3', patternMismatch: 'Only letters' },
      email: expect.objectContaining({
        valueMissing: 'Enter an address',
        typeMismatch: 'Enter an address',
      }),
      site: { valueMissing: 'Enter a link', typeMismatch: 'Enter a link' },
      age: {
        valueMissing: 'Enter your age',
        badInput: 'Enter your age',
        rangeUnderflow: 'From 18',
        rangeOverflow: 'Up to 120',
        stepMismatch: 'Enter your age',
      },
      price: {
        valueMissing: 'Enter a price',
        badInput: 'Enter a price',
        stepMismatch: 'In steps of 50 cents',
      },
      born: expect.objectContaining({ valueMissing: 'Enter a day', badInput: 'Enter a day' }),
      size: { valueMissing: 'Choose a size' },
      terms: { valueMissing: 'Agree to the terms' },
    })
  })

  it('are known for each pattern of a password', async () => {
    const { secret } = await ask(
      z.object({
        secret: z
          .string()
          .min(8, 'At least 8')
          .regex(/[a-z]/, 'A small letter')
          .regex(/[A-Z]/, 'A capital letter')
          .regex(/\d/, 'A digit')
          .meta({ format: 'password' }),
      }),
    )
    expect(secret).toEqual({
      valueMissing: expect.any(String),
      tooShort: 'At least 8',
      '[a-z]': 'A small letter',
      '[A-Z]': 'A capital letter',
      '\\d': 'A digit',
    })
  })

  it('are known for lists and files, which a browser has no words for, even if the author wrote none', async () => {
    const messages = await ask(
      z.object({
        genres: z
          .array(z.enum(['a', 'b', 'c']))
          .min(1, 'Choose a genre')
          .max(2, 'At most two'),
        sizes: z.array(z.enum(['s', 'l'])).min(1),
        photo: z.file().max(5_000_000, 'At most 5 MB').optional(),
        papers: z.array(z.file().min(10, 'Too empty')).max(1_000_000),
      }),
    )
    expect(messages).toEqual({
      genres: { minItems: 'Choose a genre', maxItems: 'At most two' },
      sizes: { minItems: expect.stringContaining('Too small') },
      photo: { maxSize: 'At most 5 MB' },
      papers: { minSize: 'Too empty' },
    })
  })

  it('leave the words to the browser if the author wrote none, with each library', async () => {
    const none = { title: undefined, pages: undefined }
    expect(await ask(z.object({ title: z.string().min(2).max(5), pages: z.int().min(1) }))).toEqual(
      none,
    )
    const valibot = v.object({
      title: v.pipe(v.string(), v.minLength(2), v.maxLength(5)),
      pages: v.pipe(v.number(), v.integer(), v.minValue(1)),
    })
    expect(await ask(toStandardJsonSchema(valibot))).toEqual(none)
    const { title } = await ask(arktype)
    expect(title).not.toHaveProperty('tooLong')
  })

  it("are the author's messages with each library", async () => {
    const valibot = v.object({ title: v.pipe(v.string(), v.minLength(1, 'Enter a title')) })
    expect(await ask(toStandardJsonSchema(valibot))).toEqual({
      title: { valueMissing: 'Enter a title' },
    })
  })

  it('are not used if they depend on the value', async () => {
    const messages = await ask(
      z.object({
        title: z.string().max(5, { error: ({ input }) => `${String(input)} is too long` }),
      }),
    )
    expect(messages).toEqual({ title: undefined })
  })

  it('are known for each variant of a union and for nested objects', async () => {
    const contract = readContract(
      {
        body: z.discriminatedUnion('intent', [
          z.object({ intent: z.literal('a'), title: z.string().min(1, 'A needs a title') }),
          z.object({
            intent: z.literal('b'),
            address: z.object({ city: z.string().min(1, 'Enter a city') }),
          }),
        ]),
      },
      'POST "/x"',
    )
    const fields = await readMessages(contract, readFields(contract, 'x'))
    expect(fields.body).toMatchObject({
      by: 'intent',
      of: {
        a: { title: { messages: { valueMissing: 'A needs a title' } } },
        b: { address: { city: { messages: { valueMissing: 'Enter a city' } } } },
      },
    })
  })

  it('are asked for with a refinement that waits or throws', async () => {
    const isFree = vi.fn(async (text: string) => text !== 'taken')
    expect(
      await ask(z.object({ name: z.string().min(1, 'Enter a name').refine(isFree, 'Taken') })),
    ).toEqual({ name: { valueMissing: 'Enter a name' } })
    const failing = z
      .string()
      .min(1, 'Enter a name')
      .refine(() => {
        throw new Error('no database')
      })
    expect(await ask(z.object({ name: failing }))).toEqual({ name: undefined })
  })

  it('cost a number of validations that grows with the rules of one field, and not with the number of fields', async () => {
    const validations = async (count: number) => {
      const called = vi.fn(() => true)
      const names = Array.from({ length: count }, (_, i) => `n${i}`)
      const field = z.string().min(2, 'short').max(9, 'long')
      const shape = Object.fromEntries(names.map((name) => [name, field]))
      await ask(z.preprocess((value) => (called(), value), z.object(shape)).pipe(z.object(shape)))
      return called.mock.calls.length
    }
    expect(await validations(100)).toBe(await validations(1))
  })
})
