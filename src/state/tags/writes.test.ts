import { describe, expect, it } from 'vitest'
import { Writes, writes, type WritesContext } from './index.ts'

function createContext(): WritesContext {
  let stored: Writes | undefined
  return {
    has: () => stored !== undefined,
    get: () => stored,
    set: (_key, value) => {
      stored = value
    },
  }
}

describe('writes', () => {
  it('adds tags to the request, each once', () => {
    const context = createContext()
    writes(context, 'books')
    writes(context, 'book:dune', 'books')
    writes(context)
    expect([...context.get(Writes)!.tags]).toEqual(['books', 'book:dune'])
  })

  it('never declares that nothing else was written', () => {
    const context = createContext()
    writes(context, 'books')
    expect(context.get(Writes)!.isDeclared).toBe(false)
  })

  it.each([[''], ['a,b'], ['a\n'], ['a\u0000'], ['\u0085'], ['x'.repeat(129)]])(
    'refuses %j',
    (tag) => {
      const context = createContext()
      expect(() => writes(context, tag)).toThrow(TypeError)
      expect(() => writes(context, tag)).toThrow('as a tag in writes()')
    },
  )

  it('takes 128 characters, and any script', () => {
    const context = createContext()
    writes(context, 'x'.repeat(128), 'книга 1')
    expect(context.get(Writes)!.tags.size).toBe(2)
  })

  it('takes 64 tags in one request, and adds none of a list that is too long', () => {
    const context = createContext()
    writes(context, ...Array.from({ length: 63 }, (_, i) => `tag ${i}`))
    expect(() => writes(context, 'a', 'b')).toThrow('a request may write 64 tags')
    expect(context.get(Writes)!.tags.size).toBe(63)
    writes(context, 'a', 'tag 0')
    expect(context.get(Writes)!.tags.size).toBe(64)
  })
})
