import { describe, expect, it } from 'vitest'
import { createRouter, routeOf, type RouterOptions } from './index.ts'
import { type MatchedRoute } from './context-types.ts'

/** What `routeOf` says before and after `next()` of the router's middleware. */
async function watch(
  path: string,
  options: RouterOptions = {},
): Promise<(MatchedRoute | undefined)[]> {
  const seen: (MatchedRoute | undefined)[] = []
  const router = createRouter({
    ...options,
    middleware: [
      async (context, next) => {
        seen.push(routeOf(context))
        const response = await next()
        seen.push(routeOf(context))
        return response
      },
    ],
  })
  router.get('/books/:slug', () => new Response())
  router.mount('/admin', (section) => {
    section.get('/orders/:id', () => new Response())
  })
  await router.fetch(`https://example.com${path}`)
  return seen
}

describe('routeOf', () => {
  it('is undefined before a match, and the pattern afterwards', async () => {
    expect(await watch('/books/dune?page=2')).toEqual([
      undefined,
      { pattern: '/books/:slug', kind: 'route' },
    ])
  })

  it('is the whole pattern of a mounted route', async () => {
    expect((await watch('/admin/orders/7')).at(-1)).toEqual({
      pattern: '/admin/orders/:id',
      kind: 'route',
    })
  })

  it('is undefined for a URL that nothing matches, also with a default handler', async () => {
    expect(await watch('/none')).toEqual([undefined, undefined])
    expect(await watch('/none', { defaultHandler: () => new Response() })).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is known to the handler', async () => {
    const router = createRouter()
    router.get('/:id', (context) => Response.json(routeOf(context)))
    const response = await router.fetch('https://example.com/7')
    expect(await response.json()).toEqual({ pattern: '/:id', kind: 'route' })
  })
})
