import { describe, expect, it } from 'vitest'
import {
  addressOf,
  createContextKey,
  routeOf,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { redirect, text } from '../../http/response/index.ts'
import { route, post } from '../../router/routes/index.ts'
import { createTestContext } from './index.ts'

const routes = route({ book: '/books/:slug(.:format)', rename: post('/books/:slug') })
const User = createContextKey<string>()

function show({ params, url }: RequestContext<{ slug: string; format: string | undefined }>) {
  return text(`${params.slug} ${params.format ?? 'html'} ${url.pathname}`)
}

describe('createTestContext', () => {
  it('gives a handler the params of its route, and the URL that has them', async () => {
    const context = createTestContext(routes.book, { params: { slug: 'dune' } })
    expect(await (await show(context)).text()).toBe('dune html /books/dune')
    expect(context.request.url).toBe('http://localhost/books/dune')
    expect(routeOf(context)).toEqual({ pattern: '/books/:slug(.:format)', kind: 'route' })
  })

  it('sends the method of the route and the body', async () => {
    const rename = async ({ request, params }: RequestContext<{ slug: string }>) => {
      const form = await request.formData()
      return redirect(`/books/${params.slug}?was=${String(form.get('title'))}`, 303)
    }
    const body = new URLSearchParams({ title: 'Emma' })
    const context = createTestContext(routes.rename, { params: { slug: 'dune' }, body })
    expect(context.method).toBe('POST')
    expect((await rename(context)).headers.get('Location')).toBe('/books/dune?was=Emma')
  })

  it('takes a pattern, and a URL for what a pattern does not say', () => {
    const context = createTestContext('/files/*', {
      url: 'https://example.com/files/a?page=2',
      method: 'DELETE',
      headers: { Accept: 'text/plain' },
    })
    expect([context.method, context.url.search]).toEqual(['DELETE', '?page=2'])
    expect(context.headers.get('Accept')).toBe('text/plain')
    expect(() => createTestContext('/files/*')).toThrow('nameless wildcard')
  })

  it('has values that the test sets in place of middleware', () => {
    const context = createTestContext('/')
    expect(context.get(User)).toBeUndefined()
    context.set(User, 'Ada')
    expect([context.get(User), addressOf(context)]).toEqual(['Ada', '127.0.0.1'])
  })

  it('has the input of a contract only if the test gives it', () => {
    const context = createTestContext('/')
    expect(() => (context as unknown as { input: unknown }).input).toThrow('has no contract')
  })
})
