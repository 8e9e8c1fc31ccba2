import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Contract, Schema } from '../contract/index.ts'
import { any, del, form, get, patch, post, put, route, type RouteMap } from '../routes/index.ts'
import { openapi } from './index.ts'
import { type OpenApiOperation } from './document.ts'

const info = { title: 'Shop', version: '1' }

function operation(routes: RouteMap, path: string, method: string): OpenApiOperation {
  return openapi(routes, info).paths[path]![method]!
}

function bodyOf(contract: Contract): OpenApiOperation['requestBody'] {
  return operation(route({ x: post('/x', contract) }), '/x', 'post').requestBody
}

describe('openapi', () => {
  it('describes each route with a method, in the order of the map', () => {
    const routes = route({
      books: {
        index: get('/books'),
        create: post('/books', { body: z.object({ title: z.string() }) }),
        show: get('/books/:slug'),
      },
      page: any('/about'),
      pattern: '/contact',
      hidden: get('/metrics', { hidden: true }),
    })
    const document = openapi(routes, info, { servers: [{ url: 'https://shop.example' }] })

    expect(document).toMatchObject({
      openapi: '3.1.0',
      info,
      servers: [{ url: 'https://shop.example' }],
    })
    expect(Object.keys(document.paths)).toEqual(['/books', '/books/{slug}'])
    expect(document.paths['/books']!['get']!.operationId).toBe('books.index')
    expect(document.paths['/books']!['post']!.operationId).toBe('books.create')
    expect(JSON.stringify(openapi(routes, info))).toBe(JSON.stringify(openapi(routes, info)))
  })

  it('has the description of the contract', () => {
    const describe = { summary: 'A', description: 'B', tags: ['c'], deprecated: true }
    const described = operation(route({ x: get('/x', { describe }) }), '/x', 'get')
    expect(described).toMatchObject(describe)
  })

  it('has the schemes of security, and says that any of them is enough', () => {
    const security = {
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    } as const
    const document = openapi(route({ x: get('/x') }), info, { security })
    expect(document.components).toEqual({ securitySchemes: security })
    expect(document.security).toEqual([{ bearer: [] }, { key: [] }])
  })

  it('needs nothing but a map', () => {
    expect(openapi({}, info)).toEqual({ openapi: '3.1.0', info, paths: {} })
  })
})

describe('paths', () => {
  const pathsOf = (pattern: string) => Object.keys(openapi(route({ x: get(pattern) }), info).paths)

  it('are written with braces, and texts are encoded', () => {
    expect(pathsOf('/books/:slug.:format')).toEqual(['/books/{slug}.{format}'])
    expect(pathsOf('/files/*path')).toEqual(['/files/{path}'])
    expect(pathsOf('/caf\u00e9/%7Bx%7D')).toEqual(['/caf%C3%A9/%7Bx%7D'])
  })

  it('are one for each way to leave out optional parts', () => {
    const { paths } = openapi(route({ show: get('/books(/:slug(.:format))') }), info)
    expect(Object.keys(paths)).toEqual(['/books', '/books/{slug}', '/books/{slug}.{format}'])
    expect(Object.values(paths).map(({ get }) => get!.operationId)).toEqual([
      'show',
      'show.2',
      'show.3',
    ])
    expect(paths['/books']!['get']!.parameters).toBeUndefined()
    expect(paths['/books/{slug}.{format}']!['get']!.parameters!.map(({ name }) => name)).toEqual([
      'slug',
      'format',
    ])
    expect(pathsOf('(/:lang)/promo')).toEqual(['/promo', '/{lang}/promo'])
    expect(pathsOf('/a(/b)(/c)(/d)')).toHaveLength(8)
  })

  it('share the names of their params, whatever the routes call them', () => {
    const routes = route({ show: get('/books/:slug'), update: put('/books/:id') })
    const { paths } = openapi(routes, info)
    expect(Object.keys(paths)).toEqual(['/books/{slug}'])
    expect(paths['/books/{slug}']!['put']!.parameters).toMatchObject([{ name: 'slug' }])
  })

  it('are refused with the name of the route if a document cannot have them', () => {
    const cases: [pattern: string, reason: string][] = [
      ['https://example.com/x', 'a path has no host'],
      ['/x?preview', 'a path has no search'],
      ['/x/*', 'its wildcard has no name. Name it, as in "*path"'],
      ['/a(/b)(/c)(/d)(/e)', 'its optional parts lead to 16 paths, and at most 8 are allowed'],
      [`/a${'(/b)'.repeat(40)}`, 'paths, and at most 8 are allowed'],
    ]
    for (const [pattern, reason] of cases) {
      const routes = route({ deep: { x: get(pattern) } })
      expect(() => openapi(routes, info)).toThrow('Cannot describe the route deep.x, GET "')
      expect(() => openapi(routes, info)).toThrow(reason)
      expect(openapi(route({ x: get(pattern, { hidden: true }) }), info).paths).toEqual({})
    }
  })

  it('are refused if two routes have the same one', () => {
    const routes = route({ a: get('/books/:id'), b: get('/books(/:slug)') })
    expect(() => openapi(routes, info)).toThrow(
      'Cannot describe the route b, GET "/books(/:slug)", in an OpenAPI document: a has the same method and path. Use hidden: true in the contract of one of them.',
    )
  })
})

describe('params', () => {
  it('are texts, or what the contract says', () => {
    const contract = { params: z.object({ id: z.int(), lang: z.enum(['en', 'de']) }) }
    const routes = route({ plain: get('/a/:id'), typed: get('/b/:id/:lang/:other', contract) })
    expect(operation(routes, '/a/{id}', 'get').parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ])
    expect(operation(routes, '/b/{id}/{lang}/{other}', 'get').parameters).toMatchObject([
      { name: 'id', schema: { type: 'integer' } },
      { name: 'lang', schema: { type: 'string', enum: ['en', 'de'] } },
      { name: 'other', schema: {} },
    ])
  })
})

describe('the query', () => {
  function query(search: Schema) {
    const { parameters = [] } = operation(route({ x: get('/x', { search }) }), '/x', 'get')
    return Object.fromEntries(
      parameters.map(({ name, required, schema }) => [name, { required, schema }]),
    )
  }

  it('has the names that are sent', () => {
    const search = z.object({
      q: z.string(),
      page: z.int().min(1).default(1),
      tag: z.array(z.string()).optional(),
      near: z.object({ lat: z.number(), note: z.string().optional() }),
      range: z.object({ from: z.number() }).optional(),
      year: z.number().nullable(),
      list: z.array(z.object({ a: z.string() })).optional(),
    })
    const found = query(search)
    expect(Object.keys(found)).toEqual([
      'q',
      'page',
      'tag',
      'near.lat',
      'near.note',
      'range.from',
      'year',
    ])
    expect(found['q']).toEqual({ required: true, schema: { type: 'string' } })
    expect(found['page']).toMatchObject({ required: false, schema: { default: 1, minimum: 1 } })
    expect(found['tag']).toMatchObject({ required: false, schema: { type: 'array' } })
    expect(found['near.lat']!.required).toBe(true)
    expect(found['near.note']!.required).toBe(false)
    expect(found['range.from']!.required).toBe(false)
  })

  it('has the names of all variants of a union', () => {
    const found = query(
      z.discriminatedUnion('by', [
        z.object({ by: z.literal('year'), value: z.number() }),
        z.object({ by: z.literal('title'), value: z.string(), exact: z.boolean() }),
      ]),
    )
    expect(found).toEqual({
      by: {
        required: true,
        schema: {
          anyOf: [
            { type: 'string', const: 'year' },
            { type: 'string', const: 'title' },
          ],
        },
      },
      value: { required: false, schema: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
      exact: { required: false, schema: { type: 'boolean' } },
    })
  })

  it('ends where a schema contains itself', () => {
    const Tree = z.object({
      name: z.string(),
      get child() {
        return Tree.optional()
      },
    })
    expect(Object.keys(query(Tree))).toEqual(['name'])
  })

  it('is left out if its schema has no JSON Schema', () => {
    expect(query(v.object({ q: v.string() }))).toEqual({})
  })
})

describe('the body', () => {
  const NewBook = z.object({
    title: z.string(),
    isNew: z.boolean(),
    tags: z.array(z.string()),
    address: z.object({ city: z.string() }),
  })

  it('has a schema for each type that is accepted', () => {
    const { required, content } = bodyOf({ body: NewBook })!
    expect(required).toBe(true)
    expect(Object.keys(content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    expect(content['application/json']!.schema).toMatchObject({
      required: ['title', 'isNew', 'tags', 'address'],
    })
    const { properties, required: names } = content['multipart/form-data']!.schema
    expect(Object.keys(properties as object)).toEqual(['title', 'isNew', 'tags', 'address.city'])
    // A form does not send an empty box, and no list of which nothing is chosen.
    expect(names).toEqual(['title', 'address.city'])
  })

  it('has only the types of `accepts`', () => {
    const typesOf = (contract: Contract) => Object.keys(bodyOf(contract)!.content)
    expect(typesOf({ body: NewBook, accepts: ['json'] })).toEqual(['application/json'])
    expect(typesOf({ body: NewBook, accepts: ['form'] })).toEqual([
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    expect(typesOf({ body: z.array(NewBook) })).toEqual(['application/json'])
  })

  it('with a file is multipart', () => {
    const { content } = bodyOf({ body: z.object({ cover: z.file(), title: z.string() }) })!
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(content['multipart/form-data']!.schema).toMatchObject({
      properties: { cover: { type: 'string', format: 'binary' } },
      required: ['cover', 'title'],
    })
    const optional = bodyOf({ body: z.object({ cover: z.file().optional() }) })!
    expect(Object.keys(optional.content)).toHaveLength(3)
  })

  it('may be missing if the schema takes nothing', () => {
    expect(bodyOf({ body: NewBook.optional() })!.required).toBe(false)
    const throwing = z.any().transform(() => {
      throw new Error('no database')
    })
    expect(bodyOf({ body: throwing })!.required).toBe(true)
    const rejecting = z.any().refine(() => Promise.reject(new Error('no database')))
    expect(bodyOf({ body: rejecting })!.required).toBe(true)
  })

  it('of a schema that does not describe itself can be anything', () => {
    const { content } = bodyOf({ body: v.object({ title: v.string() }) })!
    expect(Object.values(content)).toEqual([{ schema: {} }, { schema: {} }, { schema: {} }])
  })

  it('is described by each library', () => {
    for (const body of [
      z.object({ title: z.string() }),
      toStandardJsonSchema(v.object({ title: v.string() })),
    ]) {
      expect(bodyOf({ body, accepts: ['json'] })!.content).toEqual({
        'application/json': {
          schema: {
            type: 'object',
            properties: { title: { type: 'string' } },
            required: ['title'],
          },
        },
      })
    }
  })
})

describe('responses', () => {
  const responses = (contract: Contract, method = post) =>
    operation(route({ x: method('/x/:id', contract) }), '/x/{id}', method('/').method.toLowerCase())
      .responses
  const Book = z.object({ slug: z.string(), at: z.string().default('') })
  const problem = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  }

  it('come from `returns`', () => {
    const schema = {
      type: 'object',
      properties: { slug: { type: 'string' }, at: { type: 'string', default: '' } },
      required: ['slug', 'at'],
    }
    expect(responses({ returns: Book })).toEqual({
      200: { description: 'OK', content: { 'application/json': { schema } } },
    })
    expect(responses({ returns: { 201: Book, 204: z.undefined() } })).toEqual({
      201: { description: 'Created', content: { 'application/json': { schema } } },
      204: { description: 'No Content' },
    })
  })

  it('have the problems that the contract can cause', () => {
    expect(responses({}, get as never)).toEqual({ default: { description: 'Any other response' } })
    expect(
      responses({ params: z.object({ id: z.int() }), search: z.object({}), returns: Book }),
    ).toMatchObject({
      400: { description: 'Bad Request', content: problem },
      404: { description: 'Not Found', content: problem },
    })
    expect(responses({ body: z.object({}) })).toEqual({
      400: { description: 'Bad Request', content: problem },
      415: { description: 'Unsupported Media Type', content: problem },
      422: { description: 'Unprocessable Content', content: problem },
      default: { description: 'Any other response' },
    })
  })

  it('have both if the app declares the status of a problem', () => {
    const contract = { params: z.object({ id: z.int() }), returns: { 200: Book, 404: z.string() } }
    expect(responses(contract)[404]!.content).toEqual({
      'application/json': { schema: { type: 'string' } },
      ...problem,
    })
  })
})

describe('components', () => {
  const Category = z.object({
    name: z.string(),
    get children() {
      return z.array(Category)
    },
  })
  const Author = z.object({ name: z.string() }).meta({ id: 'Author' })
  const Book = z.object({ title: z.string(), author: Author }).meta({ id: 'Book' })

  it('have the schemas with an id, once', () => {
    const document = openapi(
      route({
        list: get('/books', { returns: z.array(Book) }),
        show: get('/books/:id', { returns: Book }),
        create: post('/books', { body: Book, returns: { 201: Book }, accepts: ['json'] }),
      }),
      info,
    )
    const ref = { $ref: '#/components/schemas/Book' }
    expect(document.paths['/books']!['get']!.responses[200]!.content).toEqual({
      'application/json': { schema: { type: 'array', items: ref } },
    })
    expect(document.paths['/books/{id}']!['get']!.responses[200]!.content).toEqual({
      'application/json': { schema: ref },
    })
    expect(document.paths['/books']!['post']!.requestBody!.content).toEqual({
      'application/json': { schema: ref },
    })
    const { Problem, ...others } = document.components!.schemas!
    expect(Problem).toBeDefined()
    expect(others).toEqual({
      Book: {
        type: 'object',
        properties: { title: { type: 'string' }, author: { $ref: '#/components/schemas/Author' } },
        required: ['title', 'author'],
      },
      Author: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    })
  })

  it('have schemas that contain themselves', () => {
    const document = openapi(
      route({
        a: post('/a', { body: Category, accepts: ['json'] }),
        b: post('/b', { body: Category, accepts: ['json'] }),
        c: post('/c', { body: z.object({ top: Category }), accepts: ['json'] }),
      }),
      info,
    )
    const schemas = document.components!.schemas!
    expect(Object.keys(schemas)).toEqual(['a.body', 'Problem', '__schema0'])
    expect(schemas['a.body']).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/a.body' } } },
    })
    expect(schemas['__schema0']).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/__schema0' } } },
    })
    for (const path of ['/a', '/b']) {
      expect(document.paths[path]!['post']!.requestBody!.content['application/json']).toEqual({
        schema: { $ref: '#/components/schemas/a.body' },
      })
    }
  })

  it('have other names if two schemas with one name differ', () => {
    const Other = z.object({ pages: z.int() }).meta({ id: 'Other Book/1' })
    const Same = z.object({ pages: z.string() })
    const described = (schema: object): Schema =>
      ({
        '~standard': {
          version: 1,
          vendor: 'x',
          validate: (value: unknown) => ({ value }),
          jsonSchema: { input: () => schema, output: () => schema },
        },
      }) satisfies Schema
    const first = described({ id: 'X', type: 'string' })
    const second = described({ id: 'X', type: 'number' })
    const schemas = openapi(
      route({
        a: get('/a', { returns: first }),
        b: get('/b', { returns: second }),
        c: get('/c', { returns: described({ id: 'X', type: 'number' }) }),
        d: get('/d', { returns: Other }),
        e: get('/e', { returns: Same }),
      }),
      info,
    ).components!.schemas!
    expect(Object.keys(schemas)).toEqual(['X', 'X_2', 'Other_Book_1'])
    expect(schemas['X_2']).toEqual({ type: 'number' })
  })

  it('do not change data that looks like a schema', () => {
    const value = { $ref: '#', id: 'Book', $defs: 1 }
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        id: { type: 'string' },
        $ref: { const: value },
        $defs: { enum: [value], default: value },
        gone: { $ref: 'https://example.com/x', description: 'elsewhere' },
        __proto: { not: false, items: true },
      },
      $defs: { Unused: {} },
    }
    const body: Schema = {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: (given) => ({ value: given }),
        jsonSchema: { input: () => schema },
      },
    }
    expect(bodyOf({ body, accepts: ['json'] })!.content['application/json']!.schema).toEqual({
      type: 'object',
      properties: { ...schema.properties, gone: { description: 'elsewhere' } },
    })
  })
})

it('describes forms and routes of every method', () => {
  const routes = route({
    login: form('login', { contract: { body: z.object({ name: z.string() }) } }),
    books: { update: patch('/books/:id'), destroy: del('/books/:id') },
  })
  const { paths } = openapi(routes, info)
  expect(Object.keys(paths['/login']!)).toEqual(['get', 'post'])
  expect(Object.keys(paths['/books/{id}']!)).toEqual(['patch', 'delete'])
})
