import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cache } from '../../middleware/cache/index.ts'
import { createRouter } from '../../router/fetch-router/index.ts'
import { createMemoryStorage } from '../storage/index.ts'
import { tag, writes } from './index.ts'
import { checkTags } from './shared.ts'

describe('tag', () => {
  it('joins a name and its parts as one would by hand', () => {
    expect(tag('books')).toBe('books')
    expect(tag('book', 'dune')).toBe('book:dune')
    expect(tag('order', 7, 12n)).toBe('order:7:12')
  })

  it('encodes what a tag cannot contain, and what separates parts', () => {
    expect(tag('book', 'a,b')).toBe('book:a=2Cb')
    expect(tag('a', 'b:c')).not.toBe(tag('a', 'b', 'c'))
    expect(tag('a', '=2C')).not.toBe(tag('a', ','))
  })

  it('is a valid tag for any text, and another one for another text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 200 }))
    fc.assert(
      fc.property(text, text, (one, other) => {
        const first = tag('book', one)
        expect(checkTags('a test', [first])).toEqual([first])
        expect(decodeURIComponent(first)).toBe(first)
        const isSame = one.toWellFormed() === other.toWellFormed()
        expect(tag('book', other) === first).toBe(isSame)
      }),
    )
  })

  it('has at most 128 characters, and differs at its end', () => {
    const long = 'x'.repeat(100_000)
    expect(tag('book', long)).toHaveLength(128)
    expect(tag('book', long)).not.toBe(tag('book', `${long}y`))
  })

  it('refuses a part that is missing', () => {
    const parts = [undefined] as unknown as string[]
    expect(() => tag('cart', ...parts)).toThrow('Cannot use undefined as a part of a tag')
  })

  it.each(['/books/a%2Cb', '/books/%00', `/books/${'x'.repeat(200)}`, '/books/gr%C3%BCn'])(
    'names the book of %s in a cache, and a write drops it',
    async (path) => {
      let title = 'Dune'
      const router = createRouter({
        middleware: [cache({ storage: createMemoryStorage(), routes: ['/books/*'] })],
      })
      router.get('/books/:slug', ({ params }) => {
        const headers = { 'Cache-Control': 's-maxage=60', 'Cache-Tag': tag('book', params.slug) }
        return Response.json(title, { headers })
      })
      router.put('/books/:slug', async (context) => {
        title = await context.text()
        writes(context, tag('book', context.params.slug))
        return new Response(null, { status: 204 })
      })
      const read = async (): Promise<unknown> =>
        (await router.fetch(`https://example.com${path}`)).json()

      expect(await read()).toBe('Dune')
      title = 'not read'
      expect(await read()).toBe('Dune')
      const put = { method: 'PUT', body: 'Emma' }
      expect((await router.fetch(`https://example.com${path}`, put)).status).toBe(204)
      expect(await read()).toBe('Emma')
    },
  )
})
