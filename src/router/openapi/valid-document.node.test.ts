import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { get, post, put, resources, route } from '../routes/index.ts'
import { openapi } from './index.ts'

const Category = z.object({
  name: z.string(),
  get children() {
    return z.array(Category)
  },
})
const Book = z.object({ slug: z.string(), at: z.date().nullable() }).meta({ id: 'Book' })

const routes = route({
  books: {
    index: get('/books(.:format)', {
      params: z.object({ format: z.enum(['json', 'xml']).optional() }),
      search: z.object({
        page: z.int().min(1).max(100).default(1),
        near: z.object({ lat: z.number().nullable() }).optional(),
        tags: z.array(z.enum(['a', 'b'])).optional(),
      }),
      returns: z.array(Book),
      describe: { summary: 'Books', description: 'All of them', tags: ['books'], deprecated: true },
    }),
    create: post('/books', {
      body: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('paper'), pages: z.int() }),
        z.object({ kind: z.literal('file'), upload: z.file().mime('application/pdf').max(1_000) }),
      ]),
      returns: { 201: Book, 409: z.object({ error: z.string() }) },
    }),
    upload: put('/books/:slug/cover', {
      body: z.object({ cover: z.file() }),
      returns: { 204: z.undefined() },
    }),
  },
  categories: post('/categories', { body: Category, returns: Category }),
  deep: post('/deep', {
    body: z.object({ top: Category, record: z.record(z.string(), z.number()) }),
  }),
  files: get('/files/*path'),
  valibot: post('/valibot', {
    body: toStandardJsonSchema(v.object({ a: v.nullable(v.string()) })),
  }),
  bare: post('/bare', { body: v.object({ a: v.string() }), returns: v.string() }),
  arktype: post('/arktype', { body: type({ 'a?': 'string', b: 'number | null' }) }),
  plain: resources('plain'),
})

const info = { title: 'Shop', version: '1', license: { name: 'MIT' } }
const document = openapi(routes, info, {
  servers: [{ url: 'https://shop.example/v1' }],
  security: { token: { type: 'http', scheme: 'bearer' } },
})

it('is a document that tools accept', async () => {
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  const { valid, errors } = await new Validator().validate(copy)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

it('shows what a schema of arktype takes', () => {
  const { content } = document.paths['/arktype']!['post']!.requestBody!
  expect(content['application/json']!.schema).toMatchObject({
    type: 'object',
    required: ['b'],
    properties: { a: { type: 'string' } },
  })
})

it('has only references that lead somewhere, and schemas that work', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'https://example.com/document', ...document })
  const pointer = '#/paths/~1categories/post/requestBody/content/application~1json/schema'
  const validate = ajv.getSchema(`https://example.com/document${pointer}`)!
  expect(validate({ name: 'a', children: [{ name: 'b', children: [] }] })).toBe(true)
  expect(validate({ name: 'a', children: [{ name: 'b' }] })).toBe(false)

  const text = JSON.stringify(document)
  const names = Object.keys(document.components!.schemas!)
  const refs = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, ref]) => ref!)
  expect(refs.length).toBeGreaterThan(5)
  for (const ref of refs) {
    expect(names.map((name) => `#/components/schemas/${name}`)).toContain(ref)
  }
  expect(text).not.toContain('$schema')
  expect(text).not.toContain('$defs')
})
