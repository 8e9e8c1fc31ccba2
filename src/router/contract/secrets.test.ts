import { afterEach, describe, expect, it, vi } from 'vitest'
import { objectOf, schemaOf } from './schema.fixture.ts'
import { collectSecrets } from './secrets.ts'
import { readShape } from './read-shape.ts'

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
    expect(reads.mock.calls.length).toBeLessThan(3)
  })

  it('does not read a long name for each name or item below it', () => {
    const tests = vi.spyOn(RegExp.prototype, 'test')
    const long = 'x'.repeat(10_000)
    collectSecrets({ [long]: many, [`${long}y`]: Array(500).fill(0) }, undefined)
    expect(tests.mock.calls.length).toBeLessThanOrEqual(2 * 502)
    expect(Math.max(...tests.mock.calls.map(([name]) => name.length))).toBeLessThan(200)
  })

  it('stops when there are more secrets than messages are searched for', () => {
    const tokens = Array.from({ length: 10_000 }, (_, i) => `token ${i}`)
    expect(collectSecrets({ token: tokens }, undefined).size).toBe(101)
  })

  it('looks at a name once, however many objects of a list have it', () => {
    const tests = vi.spyOn(RegExp.prototype, 'test')
    const books = Array.from({ length: 1_000 }, () => ({ title: 'Dune', about: { otp: '123' } }))
    expect(collectSecrets({ books }, undefined)).toEqual(new Set(['123']))
    expect(tests.mock.calls.length).toBeLessThan(20)
  })

  it('looks at 10,000 names, and treats all others as secrets', () => {
    const tests = vi.spyOn(RegExp.prototype, 'test')
    const entries = Array.from({ length: 50_000 }, (_, i) => [`x${i}`, i < 10_000 ? 'a' : 'b'])
    expect(collectSecrets(Object.fromEntries(entries), undefined)).toEqual(new Set(['b']))
    expect(tests.mock.calls.length).toBeLessThanOrEqual(20_000)
  })

  it('decides for a list and not for its items', () => {
    const list = (writeOnly: boolean) => ({ type: 'array', items: text, writeOnly })
    const shape = readShape(schemaOf(objectOf({ tokens: list(true), otp: list(false) })))!
    const secrets = collectSecrets({ tokens: ['hunter2'], otp: ['Dune'] }, shape)
    expect(secrets).toEqual(new Set(['hunter2']))
  })

  it('finds names of two parts, and dots in a key', () => {
    const shape = readShape(schemaOf(objectOf({ 'a.b': { ...text, writeOnly: true } })))!
    const sent = { card: { number: '4111' }, 'a.b': 'hunter2', a: { b: 'Dune' } }
    expect(collectSecrets(sent, shape)).toEqual(new Set(['4111', 'hunter2']))
  })
})
