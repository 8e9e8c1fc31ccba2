import { afterEach, describe, expect, it, vi } from 'vitest'
import { objectOf, schemaOf } from './schema.fixture.ts'
import { collectSecrets } from './secrets.ts'
import { readShape } from './shape.ts'

const text = { type: 'string' }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('collectSecrets', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]))

  it('does not go through all properties of the schema for each name that was sent', () => {
    const variants = ['a', 'b'].map((kind) => objectOf({ kind: { const: kind }, [kind]: text }))
    const shape = readShape(schemaOf({ oneOf: variants }))!
    const reads = vi.spyOn(shape.object!.variants as Map<string, never>, 'values')
    expect(collectSecrets({ ...many, pin: 'hunter2' }, shape)).toEqual(new Set(['hunter2']))
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('does not read a long name again for each name below it', () => {
    const tests = vi.spyOn(RegExp.prototype, 'test')
    collectSecrets({ ['x'.repeat(10_000)]: many }, undefined)
    const lengths = tests.mock.calls.map(([name]) => name.length)
    expect(lengths.filter((length) => length > 1_000)).toEqual([10_000])
    expect(lengths).toHaveLength(501)
  })

  it('finds names of two parts, and dots in a key', () => {
    const shape = readShape(schemaOf(objectOf({ 'a.b': { ...text, writeOnly: true } })))!
    const sent = { card: { number: '4111' }, 'a.b': 'hunter2', a: { b: 'Dune' } }
    expect(collectSecrets(sent, shape)).toEqual(new Set(['4111', 'hunter2']))
  })
})
