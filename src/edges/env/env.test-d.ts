import { describe, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { env } from './index.ts'

describe('the types of env()', () => {
  it('are the output of the schema', () => {
    const source = { PORT: '3000', NAME: 'shop' }
    const settings = env(z.object({ PORT: z.coerce.number(), NAME: z.string() }), source)
    expectTypeOf(settings).toEqualTypeOf<Readonly<{ PORT: number; NAME: string }>>()
    // @ts-expect-error The result does not change.
    void (() => (settings.PORT = 1))
  })

  it('refuse a schema of something else than an object', () => {
    // @ts-expect-error Variables are an object.
    void (() => env(z.string()))
  })
})
