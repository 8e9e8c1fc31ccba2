import { describe, expectTypeOf, it } from 'vitest'
import type { Schema } from '../contract/index.ts'
import type { FailureError } from '../contract/shared.ts'
import { any, get, post, route } from '../routes/index.ts'
import { createClient, type Problem } from './index.ts'

declare const Search: Schema<{ page?: number }, { page: number }>
declare const Needed: Schema<{ q: string }>
declare const NewBook: Schema<{ title: string; at?: Date }>
declare const Book: Schema<{ raw: string }, { slug: string; at: Date }>
declare const Missing: Schema<{ error: string }>
declare const Maybe: Schema<{ title: string } | undefined>

const routes = route({
  index: get('/books', { search: Search, returns: Book }),
  find: get('/find', { search: Needed }),
  show: get('/books/:slug', { params: Missing, returns: { 200: Book, 404: Missing } }),
  create: post('/books', { body: NewBook, returns: { 201: Book } }),
  maybe: post('/maybe', { body: Maybe }),
  plain: get('/plain'),
  optional: get('/a(/:b)'),
  page: any('/page'),
})
const client = createClient(routes, { baseUrl: '' })

describe('a call', () => {
  it('takes what the pattern and the contract need', () => {
    void client.plain()
    void client.plain({ headers: { A: '1' }, signal: AbortSignal.timeout(1) })
    void client.index()
    void client.index({ search: { page: 2 } })
    void client.optional()
    void client.optional({ params: { b: 'x' } })
    void client.show({ params: { slug: 'dune' } })
    void client.maybe()
    void client.create({ body: { title: 'Dune' } })

    // @ts-expect-error A number is needed.
    void client.index({ search: { page: 'x' } })
    // @ts-expect-error The search has a member that is required.
    void client.find()
    // @ts-expect-error The same.
    void client.find({ search: {} })
    // @ts-expect-error A param is missing.
    void client.show()
    // @ts-expect-error The body is missing.
    void client.create({})
    // @ts-expect-error A member of the body is missing.
    void client.create({ body: {} })
    // @ts-expect-error This route has no body.
    void client.plain({ body: {} })
    // @ts-expect-error There is no such route.
    void client.missing
    // @ts-expect-error A page has no method.
    void client.page()
  })
})

describe('a result', () => {
  it('has the data of its status, as JSON leaves it', async () => {
    const result = await client.create({ body: { title: 'Dune' } })
    if (result.status === 201) {
      expectTypeOf(result.data).toEqualTypeOf<{ slug: string; at: string }>()
      expectTypeOf(result.ok).toEqualTypeOf<true>()
    } else if (result.status === 422 || result.status === 415 || result.status === 400) {
      expectTypeOf(result.data).toEqualTypeOf<Problem>()
      expectTypeOf(result.errors).toEqualTypeOf<readonly FailureError[]>()
      expectTypeOf(result.ok).toEqualTypeOf<false>()
    } else {
      expectTypeOf(result.data).toEqualTypeOf<unknown>()
      expectTypeOf(result.errors).toEqualTypeOf<undefined>()
    }
    if (result.status === 500) expectTypeOf(result.data).toEqualTypeOf<unknown>()
    expectTypeOf(result.response).toEqualTypeOf<Response>()
    expectTypeOf(result.headers).toEqualTypeOf<Headers>()
    // @ts-expect-error There is no such status.
    void (result.status === 299)
  })

  it('has status 200 for a single schema', async () => {
    const result = await client.index()
    if (result.status === 200) expectTypeOf(result.data.slug).toEqualTypeOf<string>()
    if (result.status === 400) expectTypeOf(result.data).toEqualTypeOf<Problem>()
    if (result.status === 422) expectTypeOf(result.data).toEqualTypeOf<unknown>()
  })

  it('tells the problem of a status from what the app declares for it', async () => {
    const result = await client.show({ params: { slug: 'dune' } })
    if (result.status !== 404) return
    if (result.errors) expectTypeOf(result.data).toEqualTypeOf<Problem>()
    else expectTypeOf(result.data).toEqualTypeOf<{ error: string }>()
  })

  it('is unknown without a contract', async () => {
    const result = await client.plain()
    expectTypeOf(result.data).toEqualTypeOf<unknown>()
    expectTypeOf(result.ok).toEqualTypeOf<boolean>()
  })
})
