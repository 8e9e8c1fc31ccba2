import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { objectOf, schemaOf } from '../contract/schema.fixture.ts'
import type { Schema } from '../contract/index.ts'
import { createRouter } from '../fetch-router/index.ts'
import { get, post, route } from '../routes/index.ts'
import { openapi } from './index.ts'

const ajv = new Ajv2020({ strict: false })

const leaf: fc.Arbitrary<object> = fc.constantFrom(
  { type: 'string' },
  { type: 'string', minLength: 1 },
  { type: 'integer', minimum: 1 },
  { type: 'boolean' },
  { type: 'boolean', default: true },
  { type: 'integer', default: 3 },
  { type: 'array', items: { type: 'integer' } },
  { anyOf: [{ type: 'number' }, { type: 'null' }] },
  { enum: ['a', 'b'] },
  { $ref: '#/$defs/Name' },
)

function object(properties: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), properties, { noNullPrototype: true }),
      fc.subarray(['a', 'b', 'c']),
    )
    .map(([own, required]) =>
      objectOf(
        own,
        required.filter((name) => Object.hasOwn(own, name)),
      ),
    )
}

const union = fc.tuple(object(leaf), object(leaf)).map((objects) => ({
  anyOf: objects.map((own, i) => {
    const { properties, required } = own as { properties: object; required: string[] }
    const by = { by: { const: `v${i}` } }
    return { type: 'object', properties: { ...by, ...properties }, required: ['by', ...required] }
  }),
}))

const root = fc
  .oneof(object(fc.oneof(leaf, object(leaf), union)), union)
  .map((schema) => ({ ...schema, $defs: { Name: { type: 'string', maxLength: 3 } } }))

const names = ['a', 'b', 'c'].flatMap((name) => [name, `${name}.a`, `${name}.b`, `${name}.c`])
const variants = ['by', 'a.by', 'b.by', 'c.by']
const entries = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom('3', 'a', 'on', '')), {
      selector: ([name]) => name,
      minLength: 4,
    }),
    fc.array(fc.tuple(fc.constantFrom(...variants), fc.constantFrom('v0', 'v1')), { maxLength: 3 }),
  )
  .map((parts) => parts.flat())

/** A schema that accepts what ajv accepts. */
function schemaBy(schema: object): Schema {
  const validate = ajv.compile(schema)
  const { jsonSchema, ...standard } = schemaOf(schema)['~standard']
  return {
    '~standard': {
      ...standard,
      jsonSchema,
      validate: (value) =>
        validate(JSON.parse(JSON.stringify(value))) ? { value } : { issues: [{ message: 'no' }] },
    },
  }
}

function valueAt(value: unknown, name: string): unknown {
  return name.split('.').reduce((inner, key) => (inner as Record<string, unknown>)?.[key], value)
}

/** Compiles a schema of the document, with its components at hand. */
function compile(document: object, schema: object): (value: unknown) => boolean {
  return ajv.compile({ ...document, ...schema }) as (value: unknown) => boolean
}

const info = { title: 'x', version: '1' }
const address = 'https://example.com/x'
const lists = fc.array(entries, { minLength: 10, maxLength: 10 })

describe('what the router accepts fits the document', () => {
  it('for a query', async () => {
    let accepted = 0
    const property = fc.asyncProperty(root, lists, async (schema, requests) => {
      const routes = route({ x: get('/x', { search: schemaBy(schema) }) })
      const document = openapi(routes, info)
      const { parameters = [] } = document.paths['/x']!['get']!
      const checks = parameters.map(({ schema: own, ...rest }) => ({
        ...rest,
        check: compile(document, own),
      }))
      const router = createRouter()
      let found: unknown
      router.map(routes.x, ({ input }) => {
        found = input.search
        return new Response()
      })

      for (const sent of requests) {
        const { ok } = await router.fetch(`${address}?${new URLSearchParams(sent)}`)
        if (!ok) continue
        accepted += 1
        for (const { name, required, check } of checks) {
          if (required) expect(sent.map(([key]) => key)).toContain(name)
          const value = valueAt(found, name)
          if (value !== undefined) expect([name, value, check(value)]).toEqual([name, value, true])
        }
      }
    })
    await fc.assert(property, { numRuns: 60, seed: 7 })
    expect(accepted).toBeGreaterThan(60)
  })

  it('for a form', async () => {
    let accepted = 0
    const property = fc.asyncProperty(root, lists, async (schema, requests) => {
      const routes = route({ x: post('/x', { body: schemaBy(schema) }) })
      const document = openapi(routes, info)
      const { content } = document.paths['/x']!['post']!.requestBody!
      const asForm = compile(document, content['multipart/form-data']!.schema)
      const asJson = compile(document, content['application/json']!.schema)
      const router = createRouter()
      let found: unknown
      router.map(routes.x, ({ input }) => {
        found = input.body
        return new Response()
      })

      for (const sent of requests) {
        const body = new URLSearchParams(sent)
        const { ok } = await router.fetch(address, { method: 'POST', body })
        if (!ok) continue
        accepted += 1
        const values = sent.map(([name]): [string, unknown] => [name, valueAt(found, name)])
        const form = Object.fromEntries(values.filter(([, value]) => value !== undefined))
        const json: unknown = JSON.parse(JSON.stringify(found))
        expect([form, asForm(form)]).toEqual([form, true])
        expect([json, asJson(json)]).toEqual([json, true])
      }
    })
    await fc.assert(property, { numRuns: 60, seed: 7 })
    expect(accepted).toBeGreaterThan(60)
  })
})
