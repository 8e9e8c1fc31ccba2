import { describe, expect, it } from 'vitest'
import { createRouter, RequestContext } from '../fetch-router/index.ts'
import { text } from '../response/index.ts'
import { Writes, writes } from './index.ts'

function createContext(): RequestContext {
  return new RequestContext(new Request('https://example.com/'))
}

describe('writes', () => {
  it('adds tags that middleware can read, each once', async () => {
    const seen: unknown[] = []
    const router = createRouter({
      middleware: [
        async (context, next) => {
          const response = await next()
          seen.push(context.get(Writes)?.tags)
          return response
        },
      ],
    })
    router.post('/', (context) => {
      writes(context, 'books', 'book:dune')
      writes(context, 'books', 'book:emma')
      return text('ok')
    })
    router.get('/', () => text('ok'))
    await router.fetch('https://example.com/', { method: 'POST' })
    await router.fetch('https://example.com/')
    expect(seen).toEqual([['books', 'book:dune', 'book:emma'], undefined])
  })

  it('accepts tags of 1 to 128 characters', () => {
    const context = createContext()
    writes(context, 'a', 'x'.repeat(128), 'Ä ö:/%#"')
    expect(context.get(Writes)!.tags).toHaveLength(3)
  })

  it('refuses any other tag, with the value', () => {
    const context = createContext()
    for (const tag of [
      '',
      'x'.repeat(129),
      'a,b',
      'a\nb',
      'a\u0000',
      'a\u007f',
      'a\u0085',
      5,
      null,
    ]) {
      expect(() => writes(context, tag as string)).toThrow(TypeError)
    }
    expect(() => writes(context, 'a,b')).toThrow(
      'writes() takes tags of 1 to 128 characters without control characters and commas, not "a,b"',
    )
    expect(context.get(Writes)!.tags).toEqual([])
  })

  it('refuses more than 64 tags in one request', () => {
    const context = createContext()
    const tags = Array.from({ length: 64 }, (_, i) => `tag ${i}`)
    writes(context, ...tags)
    writes(context, 'tag 0')
    expect(() => writes(context, 'one more')).toThrow('writes() takes at most 64 tags, not 65')
    expect(context.get(Writes)!.tags).toEqual(tags)
  })
})
