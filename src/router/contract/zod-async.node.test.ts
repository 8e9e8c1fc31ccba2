import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { validate } from './validate.ts'

const unhandled = vi.fn()
process.on('unhandledRejection', unhandled)
afterAll(() => {
  process.off('unhandledRejection', unhandled)
})

describe('an asynchronous schema of zod', () => {
  const lookup = vi.fn(async (title: string) => {
    if (title === 'broken') throw new Error('database')
    return title !== 'taken'
  })
  const Title = z.string().refine(lookup, 'Taken')
  const schemas: [string, z.ZodType][] = [
    ['in an object', z.object({ title: Title })],
    ['in a union', z.union([z.object({ title: Title }), z.object({ other: z.int() })])],
    ['in a nested object', z.object({ title: Title }).and(z.object({}))],
  ]

  it.each(schemas)('runs once, and a rejection is an error of the app: %s', async (_, schema) => {
    lookup.mockClear()
    expect(await validate(schema, { title: 'Dune' }, 'body')).toEqual({ value: { title: 'Dune' } })
    expect(lookup).toHaveBeenCalledOnce()
    const refused = await validate(schema, { title: 'taken' }, 'body')
    expect(refused.issues).toHaveLength(1)

    await expect((async () => validate(schema, { title: 'broken' }, 'body'))()).rejects.toThrow(
      'The body threw',
    )
    await new Promise((resolve) => setTimeout(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })

  it('stays synchronous if it has no code of the app', () => {
    const schema = z.object({ a: z.string().trim().min(1), b: z.array(z.int()).default([]) })
    expect(validate(schema, { a: ' x ' }, 'body')).toEqual({ value: { a: 'x', b: [] } })
  })
})
