import { expectTypeOf, it } from 'vitest'
import type { Schema } from '../contract/index.ts'
import type { RequestContext } from '../fetch-router/index.ts'
import { invalid } from '../response/index.ts'
import { any, form, route } from '../routes/index.ts'
import type { ActionArgs, LoaderArgs } from './handler-args.ts'
import type { SerializeFrom } from './data-of.ts'

declare const Search: Schema<{ page?: number }, { page: number }>
declare const Body: Schema<{ title: string; pages: number }, { title: string; pages: number }>
const contract = { search: Search, body: Body }
const routes = route({
  books: any('/books/:slug', { search: Search, body: Body }),
  login: form('login', { contract: { body: Body } }),
})

it('types the input of a loader by the contract of its module', () => {
  type Args = LoaderArgs<'/books/:slug', typeof contract>
  expectTypeOf<Args['input']>().toEqualTypeOf<{ readonly search: { page: number } }>()
  expectTypeOf<Args['params']['slug']>().toEqualTypeOf<string>()
  // @ts-expect-error a loader has no body
  type _Body = Args['input']['body']
})

it('types the input of an action', () => {
  type Args = ActionArgs<'/books/:slug', typeof contract>
  expectTypeOf<Args['input']['body']['pages']>().toEqualTypeOf<number>()
  expectTypeOf<Args['input']['search']['page']>().toEqualTypeOf<number>()
  // @ts-expect-error the contract has no params
  type _Params = Args['input']['params']
})

it('types the input by the contract of the route, and joins both', () => {
  expectTypeOf<ActionArgs<typeof routes.books>['input']['body']['title']>().toEqualTypeOf<string>()
  expectTypeOf<LoaderArgs<typeof routes.books>['input']>().toEqualTypeOf<{
    readonly search: { page: number }
  }>()
  type Login = ActionArgs<typeof routes.login.action, { search: typeof Search }>
  expectTypeOf<Login['input']['body']['title']>().toEqualTypeOf<string>()
  expectTypeOf<Login['input']['search']['page']>().toEqualTypeOf<number>()
})

it('takes the second type as the context if it has a request', () => {
  type Own = RequestContext & { user: string }
  expectTypeOf<LoaderArgs<'/books', Own>['context']['user']>().toEqualTypeOf<string>()
  expectTypeOf<LoaderArgs<'/books', Own>['input']>().toEqualTypeOf<{}>()
  type Both = ActionArgs<'/books', typeof contract, Own>
  expectTypeOf<Both['context']['user']>().toEqualTypeOf<string>()
  expectTypeOf<Both['input']['body']['title']>().toEqualTypeOf<string>()
})

it('has no input without a contract', () => {
  expectTypeOf<LoaderArgs['input']>().toEqualTypeOf<{}>()
  expectTypeOf<ActionArgs<'/books'>['input']>().toEqualTypeOf<{}>()
})

it('leaves invalid() out of the data of an action', () => {
  const action = (): ReturnType<typeof invalid> | { saved: boolean } => invalid({ title: 'x' })
  expectTypeOf<SerializeFrom<typeof action>>().toEqualTypeOf<{ saved: boolean }>()
  const own = () => ({ errors: { title: 'x' } })
  expectTypeOf<SerializeFrom<typeof own>>().toEqualTypeOf<{ errors: { title: string } }>()
})
