import { type } from 'arktype'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { env } from './index.ts'

afterEach(() => {
  delete process.env['SHOP_NAME']
})

it('reads process.env by default, at the time of the call', () => {
  const schema = z.object({ SHOP_NAME: z.string() })
  expect(() => env(schema)).toThrow('- SHOP_NAME is not set, or is empty')
  process.env['SHOP_NAME'] = 'Quire Books'
  expect(env(schema)).toEqual({ SHOP_NAME: 'Quire Books' })
  process.env['SHOP_NAME'] = 'Other Books'
  expect(env(schema)).toEqual({ SHOP_NAME: 'Other Books' })
})

// On Node, because arktype compiles its schemas, and Workers do not allow that.
it('reads and refuses with a schema of arktype, without a value', () => {
  const schema = type({ KEY: 'string.email' })
  expect(env(schema, { KEY: 'ada@example.com' }).KEY).toBe('ada@example.com')
  expect(() => env(schema, { KEY: 'p4ssw0rd' })).toThrow(/- KEY: (?!.*p4ss)/)
})
