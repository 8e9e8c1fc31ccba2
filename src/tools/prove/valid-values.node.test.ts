import { type } from 'arktype'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Schema } from '../../router/contract/index.ts'
import { hostileValues, validValues } from './values.ts'

const tree: z.ZodType = z.object({
  name: z.string(),
  get children() {
    return z.array(tree)
  },
})

const schemas: Record<string, Schema> = {
  'texts with limits': z.object({ title: z.string().min(3).max(5), note: z.string().optional() }),
  numbers: z.object({ page: z.int().min(1).max(3), price: z.number().positive().multipleOf(0.5) }),
  'an exclusive range': z.object({ n: z.number().gt(1).lt(3) }),
  formats: z.object({ mail: z.email(), url: z.url(), day: z.iso.date(), id: z.uuid() }),
  patterns: z.object({
    slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    zip: z.string().regex(/^\d{5}$/),
  }),
  'a union by a member': z.discriminatedUnion('intent', [
    z.object({ intent: z.literal('rename'), title: z.string().min(1) }),
    z.object({ intent: z.literal('remove') }),
  ]),
  'lists and enums': z.object({
    tags: z
      .array(z.enum(['new', 'sale']))
      .min(1)
      .max(3),
  }),
  'null and nested objects': z.object({
    a: z.object({ b: z.object({ c: z.boolean().nullable() }) }),
  }),
  'a schema that contains itself': tree,
  'an intersection': z.object({ a: z.string() }).and(z.object({ b: z.int() })),
  'a record': z.record(z.string(), z.int()),
  arktype: type({ title: '1 <= string <= 5', 'pages?': 'number.integer > 0' }),
}

describe('valid values', () => {
  it.each(Object.entries(schemas))('are accepted: %s', async (_name, schema) => {
    const values = await validValues(schema)
    expect(values.length).toBeGreaterThan(0)
    for (const value of values) {
      expect(await schema['~standard'].validate(value)).not.toHaveProperty('issues.0')
    }
  })

  it('begin with the examples, and have both ends of a range', async () => {
    const schema = z.object({
      page: z.int().min(2).max(9),
      slug: z.string().meta({ examples: ['dune'] }),
    })
    const values = (await validValues(schema)) as z.infer<typeof schema>[]
    expect(values[0]!.slug).toBe('dune')
    expect(values.map(({ page }) => page)).toEqual(expect.arrayContaining([2, 9]))
  })

  it('do not exist for a schema that does not describe itself', async () => {
    const schema: Schema = {
      '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
    }
    expect(await validValues(schema)).toEqual([])
  })
})

describe('hostile values', () => {
  it('differ from a valid one in one place', () => {
    const schema = z.object({ page: z.int().min(1).max(9), tags: z.array(z.string().max(3)) })
    const changes = hostileValues(schema, { page: 1, tags: ['a'] })
    const byWhat = new Map(changes.map(({ what, value }) => [what, value]))
    expect(byWhat.get('without "page"')).toEqual({ tags: ['a'] })
    expect(byWhat.get('10 as "page", just outside of the allowed range')).toEqual({
      page: 10,
      tags: ['a'],
    })
    expect(byWhat.get('one character too many in "tags.0"')).toEqual({ page: 1, tags: ['aaaa'] })
    expect(JSON.stringify(byWhat.get('a member "__proto__"'))).toContain('"__proto__"')
  })
})
