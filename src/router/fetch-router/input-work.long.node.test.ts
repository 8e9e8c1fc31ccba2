import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createFields, createProblemResponse, type Schema } from '../contract/index.ts'
import { countWorkOf } from '../../internal/fixtures/count-work.fixture.ts'
import { hostileMembers, hostilePairs } from '../../internal/fixtures/hostile-shapes.fixture.ts'
import { expectLinearWork } from '../../internal/fixtures/linear-work.fixture.ts'
import { json } from '../../http/response/index.ts'
import { get, post } from '../routes/index.ts'
import { createRouter, type Router } from './index.ts'

/** Counts the work while a request is handled. */
async function countWork(send: () => Promise<Response>, status: number): Promise<number> {
  let response: Response | undefined
  const work = await countWorkOf(async () => (response = await send()))
  expect(response?.status).toBe(status)

  return work
}

const flat = (count: number) =>
  z.object(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, z.int()])))
const nested = (count: number) =>
  z.object({ a: z.object({ b: flat(count) }), tags: z.array(z.string()).optional() })

describe('input of 1,000 names takes ten times the work of 100', () => {
  it.each<[string, (count: number) => z.ZodObject, (i: number) => string, string, number]>([
    ['a flat form', flat, (i) => `n${i}`, '1', 200],
    ['a nested form', nested, (i) => `a.b.n${i}`, '1', 200],
    ['values that are refused', flat, (i) => `n${i}`, 'x', 422],
    ['names that the schema does not have', () => flat(1), (i) => `x${i}`, '1', 422],
    ['deep names that the schema does not have', () => flat(1), (i) => `n0.${i}.a`, '1', 422],
    ['one name', () => z.object({ tag: z.array(z.string()) }), () => 'tag', '1', 200],
    ['secrets', flat, (i) => `n${i}.password`, 'x', 422],
  ])('%s', async (_, schema, nameOf, value, status) => {
    const work = async (count: number): Promise<number> => {
      const router = createRouter()
      router.map(post('/form', { body: schema(count) }), () => json(null))
      const pairs = Array.from({ length: count }, (_, i) => [nameOf(i), value] as [string, string])
      const send = () =>
        router.fetch('https://example.com/form', {
          method: 'POST',
          body: new URLSearchParams(pairs),
        })
      await send() // The schema is read once.
      return countWork(send, status)
    }
    const [some, many] = [await work(100), await work(1_000)]
    expect(some).toBeGreaterThan(50)
    expect(many / some).toBeLessThan(15)
  })

  it('a query', async () => {
    const work = async (count: number): Promise<number> => {
      const router = createRouter()
      router.map(get('/list', { search: flat(count) }), () => json(null))
      const query = Array.from({ length: count }, (_, i) => `n${i}=1`).join('&')
      const send = () => router.fetch(`https://example.com/list?${query}`)
      await send()
      return countWork(send, 200)
    }
    expect((await work(1_000)) / (await work(100))).toBeLessThan(15)
  })
})

const Book = z.object({
  title: z.string().min(1).max(5),
  items: z.array(z.number()).max(3),
  token: z.array(z.string()).optional(),
  password: z.string().max(5),
  a: z.object({ a: z.object({ a: z.string() }) }).optional(),
})
const Tree = z.object({
  title: z.int(),
  get a() {
    return z.union([Tree, z.null()]).optional()
  },
})
const Either = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a'), title: z.string().max(5), password: z.int() }),
  z.object({ kind: z.literal('b'), items: z.array(z.int()), token: z.array(z.int()) }),
])

/** A schema that refuses everything, with more messages than are sent, and with the value in all of them. */
function quoting(input: object): Schema {
  const validate = (value: unknown) => {
    const quoted = JSON.stringify(value)
    const issue = (_: unknown, index: number) => ({
      message: `Cannot use ${index}: ${quoted}`,
      path: ['items', index],
    })
    return { issues: Array.from({ length: 100 }, issue) }
  }
  const jsonSchema = { input: () => input, output: () => input }
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }
}

/** Schemas that refuse almost everything, each in its way. */
const schemas: Record<string, Schema<any, unknown>> = {
  'a schema of zod': Book,
  'a strict schema of zod': z.strictObject(Book.shape),
  'a union': Either,
  'a schema that contains itself': Tree,
  'a schema with the value in its messages': quoting(z.toJSONSchema(Book)),
  'a schema that says nothing about names': quoting({}),
}

function createApp(schema: Schema<any, unknown>): Router {
  const router = createRouter({
    // What a page does with a refused form, too.
    onInvalid: (_, failure) => {
      createFields(schema, { failure, form: 'a' })
      return createProblemResponse(failure)
    },
  })
  router.map(post('/form', { body: schema }), () => json(null))
  router.map(get('/list', { search: schema }), () => json(null))
  return router
}

describe.each(Object.entries(schemas))('the work to refuse a request by %s', (_, schema) => {
  const router = createApp(schema)
  const submit = (type: string, body: string): Promise<Response> =>
    router.fetch('https://example.com/form', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })

  it.each(hostileMembers)('grows no faster than JSON with $what', (shape) =>
    expectLinearWork(shape, (member) =>
      submit('application/json', `{"kind":"a","title":"",${member}}`),
    ),
  )

  it.each(hostilePairs)('grows no faster than a form with $what', (shape) =>
    expectLinearWork(shape, (pairs) =>
      submit('application/x-www-form-urlencoded', `kind=a&items=x&${pairs}`),
    ),
  )

  it.each(hostilePairs)('grows no faster than a query with $what', (shape) =>
    expectLinearWork(shape, (pairs) =>
      router.fetch(`https://example.com/list?kind=a&items=x&${pairs}`),
    ),
  )
})
