import { expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { createFields, type HtmlField, type Schema } from '../../router/contract/index.ts'
import type { SafeHtml } from '../../http/html-template/index.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { invalid } from '../../http/response/index.ts'
import { any, form, post, route } from '../../router/routes/index.ts'
import type { ActionArgs, LoaderArgs } from './handler-args.ts'
import type { SerializeFrom } from '../../http/response/shared.ts'
import { useFetcher } from './use-fetcher.ts'
import type { Field } from './field-types.ts'
import { useFields } from './use-fields.ts'

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

const Address = z.object({ city: z.string(), zip: z.int().optional() })
const Order = z.object({
  title: z.string(),
  size: z.enum(['s', 'l']),
  stars: z.literal([1, 2]).optional(),
  colours: z.array(z.enum(['red', 'blue'])),
  copies: z.int().default(1),
  gift: z.boolean(),
  at: z.date().nullable(),
  photo: z.file().optional(),
  address: Address,
})
const order = { body: Order }
const union = {
  body: z.discriminatedUnion('intent', [
    z.object({ intent: z.literal('rename'), title: z.string(), size: z.enum(['s', 'l']) }),
    z.object({ intent: z.literal('remove'), sure: z.literal(true) }),
  ]),
}
const orders = route({ create: post('/orders', order), any: any('/any', { search: Search }) })

it('types the names of invalid() by the contract or the route', () => {
  invalid<typeof order>({ title: 'Taken', 'address.city': 'Unknown', '': 'Not today' })
  invalid<typeof order>({ 'colours.1': 'Sold out', colours: ['a', 'b'], copies: undefined })
  invalid<typeof orders.create>({ title: 'Taken' })
  invalid<typeof union>({ title: 'Taken', sure: 'Please' })
  // @ts-expect-error there is no such field
  invalid<typeof order>({ titel: 'Taken' })
  // @ts-expect-error an object is not a field
  invalid<typeof order>({ address: 'Unknown' })
  // @ts-expect-error there is no such field
  invalid<typeof orders.create>({ 'address.town': 'Unknown' })
  // @ts-expect-error a message is a string
  invalid<typeof order>({ title: 1 })
  invalid({ anything: 'goes' })

  interface Category {
    name: string
    parent?: Category
  }
  invalid<{ body: Schema<Category> }>({ 'parent.parent.name': 'Too long' })
})

it('types the form of a union', () => {
  useFields<typeof union>({ form: 'rename' })
  useFields<typeof order>()
  useFields<typeof orders.any>({ of: 'search' })
  // @ts-expect-error there is no such form
  useFields<typeof union>({ form: 'renam' })
  // @ts-expect-error a union needs a form
  useFields<typeof union>()
  // @ts-expect-error the same
  useFields<typeof union>({ values: { title: 'x' } })
  // @ts-expect-error there is one form
  useFields<typeof order>({ form: 'rename' })
})

it('types the values that fields begin with', () => {
  useFields<typeof order>({ values: { title: 'Dune', copies: '2', address: { city: null } } })
  useFields<typeof order>({ values: { at: new Date(), colours: ['red'], photo: null } })
  useFields<typeof order>({ values: undefined })
  const record: { id: number; title: string } | null = null
  useFields<typeof order>({ values: record })
  useFields<typeof union>({ form: 'rename', values: { title: 'x' } })
  useFields<{ search: typeof Search }>({ of: 'search', values: { page: 2 } })
  // @ts-expect-error there is no such field
  useFields<typeof order>({ values: { naem: 1 } })
  // @ts-expect-error there is no such field
  useFields<typeof order>({ values: { address: { town: 'Rom' } } })
  // @ts-expect-error an object cannot be shown
  useFields<typeof order>({ values: { title: {} } })
  // @ts-expect-error there is no such field
  useFields<{ search: typeof Search }>({ of: 'search', values: { pages: 2 } })
})

it('types the options of a field', () => {
  const { fields } = useFields<typeof order>()
  expectTypeOf(fields.size.options).toEqualTypeOf<readonly ('s' | 'l')[]>()
  expectTypeOf(fields.stars.options).toEqualTypeOf<readonly ('1' | '2')[]>()
  expectTypeOf(fields.colours.options).toEqualTypeOf<readonly ('red' | 'blue')[]>()
  expectTypeOf(fields.title.options).toEqualTypeOf<readonly string[]>()
  expectTypeOf(fields.copies.options).toEqualTypeOf<readonly string[]>()
  expectTypeOf(fields.address.city).toEqualTypeOf<Field>()
  expectTypeOf(fields.size).toExtend<Field>()
  fields.size.option('s')
  // @ts-expect-error there is no such value
  fields.size.option('zzz')
  // @ts-expect-error there is no such field
  void fields.titel
  const { fields: both } = useFields<typeof union>({ form: 'remove' })
  expectTypeOf(both.intent.options).toEqualTypeOf<readonly ('rename' | 'remove')[]>()
})

it('takes any fetcher', () => {
  useFields<typeof order>({ fetcher: useFetcher<() => { saved: boolean }>() })
})

it('refuses params that the path does not have', () => {
  const contract = { params: z.object({ idd: z.string() }) }
  expectTypeOf<LoaderArgs<'/books/:id', typeof contract>['input']>().toEqualTypeOf<{
    readonly 'the pattern has no param': 'idd'
  }>()
  expectTypeOf<LoaderArgs<'/books/:idd', typeof contract>['input']>().toEqualTypeOf<{
    readonly params: { idd: string }
  }>()
})

interface Line {
  title: string
  gift?: boolean
  parts: { name: string }[]
  tags: string[]
}
declare const list: { body: Schema<{ lines: Line[]; files: File[]; dates: Date[] }> }

it('types the rows of a list, with the fields of the row', () => {
  const { fields } = useFields<typeof list>({
    values: { lines: [{ title: 'a', parts: [{ name: 'x' }], tags: ['b'] }] },
  })
  const [row] = fields.lines.rows
  expectTypeOf(row!.key).toEqualTypeOf<number>()
  expectTypeOf(row!.fields.title).toEqualTypeOf<Field>()
  expectTypeOf(row!.fields.tags).toEqualTypeOf<Field>()
  expectTypeOf(row!.fields.parts.rows[0]!.fields.name).toEqualTypeOf<Field>()
  expectTypeOf(row!.errors).toEqualTypeOf<readonly string[]>()
  expectTypeOf(fields.lines.add.value).toEqualTypeOf<string>()
  expectTypeOf(fields.files).toEqualTypeOf<Field>()
  expectTypeOf(fields.dates).toEqualTypeOf<Field>()
  // @ts-expect-error a row has no such field
  void row!.fields.titel
  // @ts-expect-error a list is not a field
  void fields.lines.input
  // @ts-expect-error a row of the values has no such field
  useFields<typeof list>({ values: { lines: [{ titel: 'a' }] } })
  invalid<typeof list>({ lines: 'Add a line', 'lines.0': 'Twice', 'lines.0.title': 'Taken' })
})

it('types the rows of createFields() in the same way', () => {
  const fields = createFields(list.body)
  expectTypeOf(fields.lines.rows[0]!.fields.title).toEqualTypeOf<HtmlField>()
  expectTypeOf(fields.lines.rows[0]!.fields.parts.rows[0]!.fields.name).toEqualTypeOf<HtmlField>()
  expectTypeOf(fields.lines.add).toEqualTypeOf<SafeHtml>()
  expectTypeOf(fields.files).toEqualTypeOf<HtmlField>()
  // @ts-expect-error a row has no such field
  void fields.lines.rows[0]!.fields.titel
})
