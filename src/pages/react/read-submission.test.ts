import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SubmissionOptions, readSubmission } from './read-submission.ts'

class FakeElement {
  readonly localName: string = 'p'
}
class FakeForm extends FakeElement {
  override readonly localName = 'form'
}
beforeAll(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLFormElement', FakeForm)
})
afterAll(() => vi.unstubAllGlobals())

const read = (target: unknown, options: SubmissionOptions = {}) =>
  readSubmission(target, { method: 'post', ...options }, '/here')

const json = { encType: 'application/json' }
const text = { encType: 'text/plain' }

describe('readSubmission', () => {
  it('reads fields from an object, entries or nothing', () => {
    const fields = (target: unknown) => [...read(target).formData!]
    expect(fields({ a: 1, b: ['x', 'y'] })).toEqual([
      ['a', '1'],
      ['b', 'x'],
      ['b', 'y'],
    ])
    expect(fields(new URLSearchParams('a=1&a=2'))).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
    expect(fields(null)).toEqual([])
    expect(fields(undefined)).toEqual([])
  })

  it.each([
    [{ a: [1, null] }],
    [[1, { b: 2 }]],
    [7],
    [false],
    [null],
    [{ at: new Date(0) }],
    [Object.create(null)],
  ])('reads %j as JSON', (value) => {
    expect(read(value, json)).toEqual({ action: '/here', method: 'post', json: value })
  })

  it('takes a string for JSON text', () => {
    expect(read('{"a":1}', json).json).toEqual({ a: 1 })
    expect(() => read('hello', json)).toThrow(SyntaxError)
  })

  it('reads a string as text', () => {
    expect(read('hello', text)).toEqual({ action: '/here', method: 'post', text: 'hello' })
    expect(read('', { encType: 'Text/Plain' }).text).toBe('')
  })

  it('leaves entries as text/plain to the form encoding', () => {
    const submission = read(new URLSearchParams('a=1'), text)
    expect([...submission.formData!]).toEqual([['a', '1']])
    expect(submission.encType).toBe('text/plain')
  })

  it.each([
    ['another encoding', { a: 1 }, 'application/xml', 'encType "application/xml"'],
    ['an empty-looking encoding', { a: 1 }, ' ', 'encType " "'],
    ['a form as JSON', new FakeForm(), json.encType, 'a form as application/json'],
    ['entries as JSON', new FormData(), json.encType, 'a form as application/json'],
    ['undefined as JSON', undefined, json.encType, 'undefined as application/json'],
    ['a function as JSON', () => {}, json.encType, 'it is a function'],
    ['a Map inside JSON', { tags: new Map() }, json.encType, '"tags" is an instance of Map'],
    ['a BigInt in JSON', { n: 1n }, json.encType, '"n" is a BigInt'],
    ['an object as text', { a: 1 }, text.encType, 'as text/plain: pass a string'],
    ['an array as text', ['a'], text.encType, 'an array as text/plain'],
    ['a string as fields', 'hello', undefined, 'a value of type string as fields: set encType'],
    ['a number as fields', 1, 'multipart/form-data', 'type number as multipart/form-data'],
    ['an array as fields', [1], undefined, 'an array as fields'],
    ['another element', new FakeElement(), undefined, 'Cannot submit <p>'],
  ])('refuses %s', (_, target, encType, expected) => {
    expect(() => read(target, { encType })).toThrow(expected)
  })

  it('refuses a cycle before anything is sent', () => {
    const value: Record<string, unknown> = {}
    value['self'] = value
    expect(() => read(value, json)).toThrow(TypeError)
  })
})
