import { describe, expect, it } from 'vitest'
import { readContract } from './read-contract.ts'
import type { Schema } from './contract.ts'
import { objectOf, schemaOf } from './schema.fixture.ts'

const text = { type: 'string' }
const any = schemaOf({})
const read = (contract: unknown) => () => readContract(contract, 'POST "/books"')

describe('readContract', () => {
  it('refuses members that a contract does not have', () => {
    expect(read({ boddy: any })).toThrow(
      new TypeError(
        'Cannot use "boddy" in the contract of POST "/books": use params, search, body, returns, accepts, describe or hidden',
      ),
    )
    expect(read(null)).toThrow('Cannot use null as the contract of POST "/books"')
  })

  it('refuses what is not a schema', () => {
    expect(read({ body: {} })).toThrow('Cannot use {} as the body of POST "/books"')
    expect(read({ search: () => true })).toThrow('as the search of POST "/books"')
    expect(read({ returns: { 201: {} } })).toThrow(
      'as the response with status 201 of POST "/books"',
    )
    expect(read({ returns: { ok: any } })).toThrow('Cannot use "ok" in `returns` of POST "/books"')
  })

  it('takes a schema that is a function', () => {
    const schema: Schema = Object.assign(() => {}, any)
    expect(read({ body: schema })).not.toThrow()
  })

  it('reads every member', () => {
    const contract = {
      params: any,
      search: any,
      body: any,
      returns: { 201: any, 404: any },
      accepts: ['json'],
      describe: { summary: 'x' },
      hidden: true,
    }
    const { parts, accepts, returns } = readContract(contract, 'POST "/books"')
    expect(parts.map(({ name }) => name)).toEqual(['params', 'search', 'body'])
    expect(accepts).toEqual(['json'])
    expect([...returns.keys()]).toEqual([201, 404])
    expect([...readContract({ returns: any }, 'GET "/"').returns.keys()]).toEqual([200])
  })

  it('refuses names that the framework uses', () => {
    const withName = (name: string) => schemaOf(objectOf({ [name]: text }))
    expect(read({ search: withName('_data') })).toThrow(
      'Cannot use the name "_data" in the search of POST "/books"',
    )
    expect(read({ search: withName('_wait') })).toThrow('Cannot use the name "_wait"')
    expect(read({ body: withName('_method') })).toThrow('Cannot use the name "_method" in the body')
    expect(
      read({
        body: schemaOf({
          oneOf: [objectOf({ a: { const: 1 }, _method: text }), objectOf({ a: { const: 2 } })],
        }),
      }),
    ).toThrow('Cannot use the name "_method"')
    expect(read({ body: withName('_method'), accepts: ['json'] })).not.toThrow()
    expect(read({ body: withName('_data'), search: withName('_method') })).not.toThrow()
    expect(read({ search: schemaOf(objectOf({ a: objectOf({ _data: text }) })) })).not.toThrow()
  })

  it('refuses unknown types, and an empty list of types', () => {
    for (const accepts of [[], ['xml'], 'json']) {
      expect(read({ body: any, accepts })).toThrow('as `accepts` of POST "/books"')
    }
  })

  it('refuses a form for a body that a form cannot express', () => {
    const body = schemaOf({ type: 'array', items: objectOf({ a: text }) })
    expect(read({ body, accepts: ['form'] })).toThrow(
      'Cannot accept a form as the body of POST "/books"',
    )
    expect(readContract({ body }, 'POST "/"').accepts).toEqual(['json'])
  })

  it('refuses a search that is not an object with names', () => {
    const search = schemaOf({ type: 'object', additionalProperties: text })
    expect(read({ search })).toThrow('Cannot use the search schema of POST "/books"')
  })

  it('reads the JSON Schema of a schema once', () => {
    let reads = 0
    const schema = schemaOf({})
    const counted: Schema = {
      '~standard': {
        ...schema['~standard'],
        jsonSchema: { input: () => ((reads += 1), objectOf({ a: text })) },
      },
    }
    readContract({ body: counted }, 'POST "/a"')
    readContract({ body: counted, search: counted }, 'POST "/b"')
    expect(reads).toBe(1)
  })
})
