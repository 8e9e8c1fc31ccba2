// Only types are checked: nothing here runs.
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import type { ContractInput, Failure, InputOf, OutputOf, Schema } from '../contract/index.ts'
import { any, form, get, post, resource, resources, route, type Route } from '../routes/index.ts'
import {
  createAction,
  createContextKey,
  createController,
  createRouter,
  type ContextEntry,
  type Middleware,
} from './index.ts'

const Book = z.object({ slug: z.string(), title: z.string() })
const NewBook = z.object({ title: z.string().trim().min(1), pages: z.int().default(1) })
const Search = z.object({ page: z.int().min(1).default(1), q: z.string().optional() })
const Needed = z.object({ q: z.string() })
const response = new Response()

const routes = route({
  books: {
    index: get('/books', { search: Search, returns: z.array(Book) }),
    create: post('/books', { body: NewBook, returns: { 201: Book } }),
    show: get('/books/:slug', { params: z.object({ slug: z.string().transform(Number) }) }),
    plain: get('/plain'),
  },
  find: get('/find/:genre', { search: Needed }),
  all: any('/all', { search: Search, body: NewBook }),
})

// A route has its contract, and keeps it in a map.
type SearchContract = { readonly search: typeof Needed }
expectTypeOf(routes.find).toEqualTypeOf<Route<'GET', '/find/:genre', SearchContract>>()
expectTypeOf(routes.books.plain).toEqualTypeOf<Route<'GET', '/plain'>>()
expectTypeOf(routes.all.method).toEqualTypeOf<'ANY'>()

// What schemas take and give, for each library and for one that is written by hand.
const valibot = v.object({ pages: v.optional(v.number(), 1) })
const arktype = type({ pages: 'number = 1' })
expectTypeOf<InputOf<typeof NewBook>>().toEqualTypeOf<{
  title: string
  pages?: number | undefined
}>()
expectTypeOf<OutputOf<typeof NewBook>>().toEqualTypeOf<{ title: string; pages: number }>()
expectTypeOf<OutputOf<typeof valibot>>().toEqualTypeOf<{ pages: number }>()
const wrapped = toStandardJsonSchema(valibot)
expectTypeOf<OutputOf<typeof wrapped>>().toEqualTypeOf<{ pages: number }>()
expectTypeOf<OutputOf<typeof arktype>>().toEqualTypeOf<{ pages: number }>()
expectTypeOf<InputOf<typeof arktype>>().toEqualTypeOf<{ pages?: number }>()
expectTypeOf<InputOf<Schema<string, number>>>().toEqualTypeOf<string>()
expectTypeOf<OutputOf<Schema<string, number>>>().toEqualTypeOf<number>()
expectTypeOf<ContractInput<{ body: Schema<string, number>; hidden: true }>>().toEqualTypeOf<{
  readonly body: number
}>()

// Handlers see the input, and middleware stays what it was.
const User = createContextKey<string | null>(null)
declare function needUser(): Middleware<ContextEntry<typeof User, string>>
const router = createRouter()

router.map(routes.books, {
  middleware: [needUser()],
  actions: {
    index({ input, get }) {
      expectTypeOf(input).toEqualTypeOf<{
        readonly search: { page: number; q?: string | undefined }
      }>()
      expectTypeOf(get(User)).toEqualTypeOf<string>()
      // @ts-expect-error the contract has no body
      void input.body
      return response
    },
    create: {
      middleware: [needUser()],
      handler({ input, get }) {
        expectTypeOf(input.body).toEqualTypeOf<{ title: string; pages: number }>()
        expectTypeOf(get(User)).toEqualTypeOf<string>()
        return response
      },
      invalid(context, failure) {
        expectTypeOf(failure).toEqualTypeOf<Failure>()
        expectTypeOf(context.get(User)).toEqualTypeOf<string>()
        // @ts-expect-error there is no input yet
        void context.input
        return response
      },
    },
    show({ input, params }) {
      expectTypeOf(input.params.slug).toEqualTypeOf<number>()
      expectTypeOf(params.slug).toEqualTypeOf<string>()
      return response
    },
    plain(context) {
      // @ts-expect-error there is no contract
      void context.input
      return response
    },
  },
})
router.post(routes.books.create, ({ input }) => {
  expectTypeOf(input.body.pages).toEqualTypeOf<number>()
  return response
})
router.post(routes.all, ({ input }) => {
  expectTypeOf(input.body.pages).toEqualTypeOf<number>()
  return response
})
router.map(routes.find, ({ input, params }) => new Response(input.search.q + params.genre))
router.mount('/shop', (shop) => shop.map(routes.find, ({ input }) => new Response(input.search.q)))
createAction(routes.find, ({ input }) => new Response(input.search.q))
createController(routes.books, {
  actions: {
    index: ({ input }) => new Response(String(input.search.page)),
    create: ({ input }) => new Response(input.body.title),
    show: () => response,
    plain: () => response,
  },
})
createRouter({
  checkReturns: true,
  onInvalid(context, failure) {
    expectTypeOf(failure).toEqualTypeOf<Failure>()
    return new Response(context.method)
  },
})

// Links have the search that the schema takes.
routes.books.index.href()
routes.books.index.href(null, { search: { page: 2 } })
routes.books.index.href(null, { search: {} })
routes.books.index.href(null, { searchParams: { page: 2 } })
// @ts-expect-error a page is a number
routes.books.index.href(null, { search: { page: 'x' } })
// @ts-expect-error there is no such search
routes.books.index.href(null, { search: { pages: 2 } })
routes.find.href({ genre: 'x' }, { search: { q: 'dune' }, baseURL: 'https://example.com' })
// @ts-expect-error `q` is required
routes.find.href({ genre: 'x' })
// @ts-expect-error `q` is required
routes.find.href({ genre: 'x' }, { search: {} })
// @ts-expect-error the param is required
routes.find.href(null, { search: { q: 'dune' } })
// @ts-expect-error a route without a contract has no search
routes.books.plain.href(null, { search: { page: 2 } })

// Forms and resources.
const login = form('login', { contract: { search: Search, body: NewBook, accepts: ['form'] } })
expectTypeOf(login.index.contract!.search).toEqualTypeOf<typeof Search>()
// @ts-expect-error only the action has a body
void login.index.contract!.body.parse
router.map(route({ login }).login, {
  actions: {
    index: ({ input }) => new Response(String(input.search.page)),
    action: ({ input }) => new Response(input.body.title + input.search.page),
  },
})
const plainForm = form('login')
expectTypeOf(plainForm.index).toEqualTypeOf<Route<'GET', '/login'>>()
const books = resources('books', {
  only: ['index', 'create'],
  names: { create: 'add' },
  contracts: { create: { body: NewBook } },
})
router.map(books, {
  actions: { index: () => response, add: ({ input }) => new Response(input.body.title) },
})
const account = resource('account', { only: ['update'], contracts: { update: { body: NewBook } } })
router.map(account, { actions: { update: ({ input }) => new Response(input.body.title) } })

// Mistakes are named.
// @ts-expect-error a contract has no `boddy`
post('/x', { boddy: NewBook })
// @ts-expect-error a contract has no `boddy`
post('/x', { body: NewBook, boddy: NewBook })
// @ts-expect-error '~standard' is missing
post('/x', { body: { title: 'x' } })
// @ts-expect-error 'json' or 'form'
post('/x', { body: NewBook, accepts: ['xml'] })
// @ts-expect-error a route of that name is not there
resources('books', { contracts: { creates: { body: NewBook } } })
