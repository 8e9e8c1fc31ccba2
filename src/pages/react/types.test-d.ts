import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { requireAuth } from '../../middleware/auth/index.ts'
import {
  createMiddleware,
  createContextKey,
  type ContextEntry,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { Transition } from '../page-protocol/transition.ts'
import { data, json, redirect, type JsonOf, type TypedResponse } from '../../http/response/index.ts'
import { route } from '../../router/routes/index.ts'
import {
  useActionData,
  type useFetcher,
  useLoaderData,
  useRouteLoaderData,
  useTransition,
  type ActionArgs,
  type LoaderArgs,
  type Prerender,
  type LoaderFunction,
  type Reads,
  type ReadsFunction,
  type MetaArgs,
  type SubmitFunction,
  type MetaFunction,
  type NavigateFunction,
  type SetSearchParams,
} from './index.ts'
import { type ReadsArgs } from './handler-args.ts'
import type { RouteMatch, RouteModule } from './route-module.ts'

const routes = route({ home: '/', books: { show: '/books/:slug', file: '/files/*path' } })

describe('JsonOf', () => {
  it('is what JSON leaves of a type', () => {
    expectTypeOf<JsonOf<{ at: Date; n: number; f(): void; s: symbol }>>().toEqualTypeOf<{
      at: string
      n: number
    }>()
    expectTypeOf<JsonOf<{ a?: number; b: string | undefined; c: undefined }>>().toEqualTypeOf<{
      a?: number
      b?: string
    }>()
    expectTypeOf<JsonOf<[Date, undefined, 1]>>().toEqualTypeOf<[string, null, 1]>()
    expectTypeOf<JsonOf<(Date | number)[]>>().toEqualTypeOf<(string | number)[]>()
    expectTypeOf<JsonOf<readonly { at: Date }[]>>().toEqualTypeOf<{ at: string }[]>()
    expectTypeOf<JsonOf<undefined>>().toEqualTypeOf<null>()
    expectTypeOf<JsonOf<'a' | null | true>>().toEqualTypeOf<'a' | null | true>()
    expectTypeOf<JsonOf<unknown>>().toEqualTypeOf<unknown>()
  })

  it('leaves any as it is, at every depth', () => {
    expectTypeOf<JsonOf<any>>().toBeAny()
    expectTypeOf<JsonOf<{ a: any }>>().toEqualTypeOf<{ a: any }>()
    expectTypeOf<JsonOf<{ a: { at: Date; b: any[] }[] }>>().toEqualTypeOf<{
      a: { at: string; b: any[] }[]
    }>()
    expectTypeOf<JsonOf<Record<string, any>>['a']>().toBeAny()
    expectTypeOf<JsonOf<[any, Date]>>().toEqualTypeOf<[any, string]>()
    expectTypeOf<JsonOf<{ a?: any; b: any; c: unknown }>['a' | 'b']>().toBeAny()
    expectTypeOf<JsonOf<{ c: unknown }>['c']>().toBeUnknown()
  })

  it('refuses, in words, what JSON would make an empty object of', () => {
    type Refused<Value> = { 'cannot be sent as JSON': Value }
    type Tags = Map<string, number>
    expectTypeOf<JsonOf<Tags>>().toExtend<Refused<Tags>>()
    expectTypeOf<Refused<Tags>>().toExtend<JsonOf<Tags>>()
    expectTypeOf<JsonOf<{ a: [Set<1>] }>['a'][0]>().toExtend<Refused<Set<1>>>()
    expectTypeOf<JsonOf<{ p?: Promise<1> }>['p']>().toEqualTypeOf<
      'Cannot send a promise: await it, or defer it with later()' | undefined
    >()
    expectTypeOf<JsonOf<Uint8Array>>().toExtend<Refused<Uint8Array>>()
    expectTypeOf<JsonOf<URLSearchParams | 1>>().toExtend<Refused<URLSearchParams> | 1>()
    expectTypeOf<JsonOf<FormData>>().toExtend<Refused<FormData>>()
    const loader = () => ({ tags: new Map([['a', 1]]), title: 'x' })
    type Data = ReturnType<typeof useLoaderData<typeof loader>>
    expectTypeOf<Data['title']>().toEqualTypeOf<string>()
    // @ts-expect-error -- a Map does not arrive
    type _Get = Data['tags']['get']
  })

  it('takes no other object for one of these', () => {
    expectTypeOf<JsonOf<{ name: string; message: string }>>().toEqualTypeOf<{
      name: string
      message: string
    }>()
    expectTypeOf<JsonOf<{ size: number; type: string }>>().toEqualTypeOf<{
      size: number
      type: string
    }>()
    expectTypeOf<JsonOf<{ then: string }>>().toEqualTypeOf<{ then: string }>()
    expectTypeOf<JsonOf<URL>>().toEqualTypeOf<string>()
    expectTypeOf<JsonOf<{}>>().toEqualTypeOf<{}>()
  })

  it('keeps a type that refers to itself', () => {
    interface Tree {
      at: Date
      children: Tree[]
    }
    expectTypeOf<JsonOf<Tree>['children'][number]['at']>().toEqualTypeOf<string>()
  })
})

describe('useLoaderData', () => {
  it('is the JSON type of what a loader returns', () => {
    const loader = async () => json({ at: new Date(), title: 'x' })
    expectTypeOf(useLoaderData<typeof loader>).returns.toEqualTypeOf<{
      at: string
      title: string
    }>()
  })

  it('reads values, data() and responses, and leaves redirects out', () => {
    const plain = () => ({ a: 1 as const })
    expectTypeOf(useLoaderData<typeof plain>).returns.toEqualTypeOf<{ a: 1 }>()
    const init = () => data({ at: new Date() }, 201)
    expectTypeOf(useLoaderData<typeof init>).returns.toEqualTypeOf<{ at: string }>()
    const either = () => (Math.random() ? redirect('/x') : json({ a: 1 }))
    expectTypeOf(useLoaderData<typeof either>).returns.toEqualTypeOf<{ a: number }>()
    const nothing = () => {}
    expectTypeOf(useLoaderData<typeof nothing>).returns.toEqualTypeOf<null>()
  })

  it('leaves a plain Response out beside other data, and is unknown for a Response alone', () => {
    const response = () => new Response()
    expectTypeOf(useLoaderData<typeof response>).returns.toEqualTypeOf<unknown>()
    const refusing = () => (Math.random() ? new Response('', { status: 404 }) : { at: new Date() })
    expectTypeOf(useLoaderData<typeof refusing>).returns.toEqualTypeOf<{ at: string }>()
    const typed = async (): Promise<Response | TypedResponse<{ a: number }>> => json({ a: 1 })
    expectTypeOf(useLoaderData<typeof typed>).returns.toEqualTypeOf<{ a: number }>()
    const init = () => (Math.random() ? new Response() : data({ a: 1 }))
    expectTypeOf(useLoaderData<typeof init>).returns.toEqualTypeOf<{ a: number }>()
    const nothing = (): Response | undefined => undefined
    expectTypeOf(useLoaderData<typeof nothing>).returns.toEqualTypeOf<null>()
    const either = (): Response | TypedResponse<never> => redirect('/x')
    expectTypeOf(useLoaderData<typeof either>).returns.toEqualTypeOf<unknown>()
    const redirecting = () => redirect('/x')
    expectTypeOf(useLoaderData<typeof redirecting>).returns.toEqualTypeOf<never>()
    const failing = (): never => {
      throw new Response()
    }
    expectTypeOf(useLoaderData<typeof failing>).returns.toEqualTypeOf<never>()
  })

  it('is any for a loader that returns any', () => {
    const loader = (): any => 1
    expectTypeOf(useLoaderData<typeof loader>).returns.toBeAny()
    const later = async (): Promise<any> => 1
    expectTypeOf(useLoaderData<typeof later>).returns.toBeAny()
    const wrapped = async () => json({} as any)
    expectTypeOf(useLoaderData<typeof wrapped>).returns.toBeAny()
    const init = async () => data({ a: {} as any })
    expectTypeOf(useLoaderData<typeof init>).returns.toEqualTypeOf<{ a: any }>()
    const either = async () => (Math.random() ? redirect('/') : json({} as any))
    expectTypeOf(useLoaderData<typeof either>).returns.toBeAny()
    expectTypeOf(useLoaderData<any>).returns.toBeAny()
  })

  it('is unknown without a type, and any other type is the data itself', () => {
    expectTypeOf(useLoaderData).returns.toEqualTypeOf<unknown>()
    expectTypeOf(useLoaderData<{ a: number }>).returns.toEqualTypeOf<{ a: number }>()
  })

  it('may be undefined where there may be none', () => {
    const action = () => json({ error: 'x' })
    expectTypeOf(useActionData<typeof action>).returns.toEqualTypeOf<
      { error: string } | undefined
    >()
    expectTypeOf(useRouteLoaderData<typeof action>).returns.toEqualTypeOf<
      { error: string } | undefined
    >()
  })
})

describe('Prerender', () => {
  it('is a list of params, or a function that returns one', () => {
    type Book = Prerender<typeof routes.books.show>
    expectTypeOf<Book>().toEqualTypeOf<Prerender<'/books/:slug'>>()
    expectTypeOf<true>().toExtend<Book>()
    expectTypeOf<{ slug: string }[]>().toExtend<Book>()
    expectTypeOf<readonly { slug: string }[]>().toExtend<Book>()
    expectTypeOf<() => { slug: string }[]>().toExtend<Book>()
    expectTypeOf<() => Promise<{ slug: string }[]>>().toExtend<Book>()
    expectTypeOf<() => false>().toExtend<Book>()
    expectTypeOf<{ name: string }[]>().not.toExtend<Book>()
    expectTypeOf<() => Promise<{ slug: number }[]>>().not.toExtend<Book>()
    expectTypeOf<{ '*': string }[]>().toExtend<Prerender<'/files/*'>>()
    expectTypeOf<{ lang: undefined }[]>().toExtend<Prerender<'(/:lang)/about'>>()
    type Help = Prerender<'(/:lang)/help/:topic'>
    expectTypeOf<{ topic: string }[]>().toExtend<Help>()
    expectTypeOf<{ topic: string; lang: string }[]>().toExtend<Help>()
    expectTypeOf<() => { topic: string; lang?: string | undefined }[]>().toExtend<Help>()
    expectTypeOf<{ lang: string }[]>().not.toExtend<Help>()
    expectTypeOf<{ topic: string; lang: number }[]>().not.toExtend<Help>()
    expectTypeOf<{ '*': string }[]>().toExtend<Prerender<'(/:lang)/files/*'>>()
  })

  it('is only a boolean for a pattern without params', () => {
    expectTypeOf<Prerender<'/about'>>().toEqualTypeOf<boolean>()
    expectTypeOf<{}[]>().not.toExtend<Prerender<typeof routes.home>>()
  })

  it('takes any params without a pattern', () => {
    expectTypeOf<{ slug: string }[]>().toExtend<Prerender>()
  })
})

describe('LoaderArgs', () => {
  it('types params by a route or a pattern', () => {
    expectTypeOf<LoaderArgs<typeof routes.books.show>['params']>().toEqualTypeOf<{ slug: string }>()
    expectTypeOf<LoaderArgs<typeof routes.books.file>['params']>().toEqualTypeOf<{ path: string }>()
    expectTypeOf<LoaderArgs<'/a/:b(/:c)'>['params']>().toEqualTypeOf<{
      b: string
      c: string | undefined
    }>()
    expectTypeOf<LoaderArgs<'/files/*'>['params']['*']>().toEqualTypeOf<string>()
    expectTypeOf<LoaderArgs['params']['x']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<LoaderArgs['url']>().toEqualTypeOf<URL>()
    expectTypeOf<ActionArgs<'/a/:b'>['url']>().toEqualTypeOf<URL>()
    expectTypeOf<ActionArgs<'/a/:b'>['request']>().toEqualTypeOf<Request>()
    expectTypeOf<ActionArgs<'/a/:b'>['writes']>().toEqualTypeOf<(...tags: string[]) => void>()
    expectTypeOf<LoaderArgs<'/a/:b'>>().not.toHaveProperty('writes')
    expectTypeOf<ReadsArgs<'/a/:b'>['params']>().toEqualTypeOf<{ b: string }>()
    expectTypeOf<keyof ReadsArgs>().toEqualTypeOf<'params' | 'search' | 'url' | 'context'>()
    expectTypeOf<ReadsFunction<typeof routes.books.show>>().returns.toEqualTypeOf<
      readonly string[]
    >()
    expectTypeOf<{ tags: () => string[]; query: ['q'] }>().toExtend<Reads>()
    expectTypeOf<() => Promise<string[]>>().not.toExtend<Reads>()
    expectTypeOf<Reads<'/a/:b'>>().toExtend<RouteModule['reads']>()
    const contract = { search: z.object({ week: z.coerce.number() }), body: z.object({}) }
    expectTypeOf<ReadsArgs<'/week', typeof contract>['search']>().toEqualTypeOf<{ week: number }>()
    expectTypeOf<ReadsArgs<'/week'>['search']>().toEqualTypeOf<{}>()
    expectTypeOf<Reads<'/week', typeof contract>>().toExtend<RouteModule['reads']>()
    const members = createMiddleware(
      requireAuth<{ id: number }>({ onFailure: () => new Response() }),
    )
    const own = ({ search, context }: ReadsArgs<'/week', typeof contract, typeof members>) =>
      [context.auth.identity.id, search.week] as const
    expectTypeOf(own).returns.toEqualTypeOf<readonly [number, number]>()
  })

  it('types the context', () => {
    const User = createContextKey<{ id: string } | null>(null)
    type Context = RequestContext<{}, [ContextEntry<typeof User, { id: string }>]>
    const read = ({ context }: LoaderArgs<'/a', Context>) => context.get(User)
    expectTypeOf(read).returns.toEqualTypeOf<{ id: string }>()
    const plain = ({ context }: LoaderArgs<'/a'>) => context.get(User)
    expectTypeOf(plain).returns.toEqualTypeOf<{ id: string } | null>()
  })

  it('makes a loader that fits a route module', () => {
    const loader = ({ params }: LoaderArgs<typeof routes.books.show>) => params.slug
    expectTypeOf(loader).toExtend<LoaderFunction>()
  })
})

describe('Transition and Fetcher', () => {
  it('narrow on type and on state', () => {
    const transition = {} as Transition
    if (transition.type === 'actionReload') {
      expectTypeOf(transition.submission.formData).toEqualTypeOf<FormData | undefined>()
      expectTypeOf(transition.submission.json).toEqualTypeOf<unknown>()
      expectTypeOf(transition.submission.text).toEqualTypeOf<string | undefined>()
      if (transition.submission.formData) {
        expectTypeOf(transition.submission.text).toEqualTypeOf<undefined>()
      }
      expectTypeOf(transition.state).toEqualTypeOf<'loading'>()
    }
    if (transition.state === 'submitting') {
      expectTypeOf(transition.type).toEqualTypeOf<'actionSubmission' | 'loaderSubmission'>()
      expectTypeOf(transition.location.pathname).toEqualTypeOf<string>()
    }
    if (transition.state === 'idle') expectTypeOf(transition.location).toEqualTypeOf<undefined>()
    expectTypeOf(useTransition).returns.toEqualTypeOf<Transition>()
  })

  it('narrow fetchers too, with the data of their handler', () => {
    const loader = () => json({ at: new Date() })
    const fetcher = {} as ReturnType<typeof useFetcher<typeof loader>>
    expectTypeOf(fetcher.data).toEqualTypeOf<{ at: string } | undefined>()
    if (fetcher.type === 'actionReload') {
      expectTypeOf(fetcher.data).toEqualTypeOf<{ at: string } | undefined>()
    }
    if (fetcher.state === 'submitting') {
      expectTypeOf(fetcher.submission.method).toEqualTypeOf<
        'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      >()
      expectTypeOf(fetcher.data).toEqualTypeOf<undefined>()
    }
    const plain = {} as Fetcher
    if (plain.type === 'init') expectTypeOf(plain.submission).toEqualTypeOf<undefined>()
  })
})

describe('submit', () => {
  const submit = {} as SubmitFunction
  const fetcher = {} as ReturnType<typeof useFetcher>

  it('takes fields, JSON and text, each with its encType', () => {
    interface Order {
      id: number
      at: Date
    }
    const order = {} as Order
    submit({ a: 1, b: ['x', 'y'] })
    submit({ a: 1 }, { method: 'post', encType: 'multipart/form-data' })
    submit(null, { action: '/logout', method: 'post' })
    submit(order, { method: 'post', encType: 'application/json' })
    submit([1, null, 'x'], { method: 'PUT', encType: 'application/json', replace: true })
    submit(null, { method: 'delete', encType: 'application/json' })
    submit('hello', { method: 'post', encType: 'text/plain' })
    fetcher.submit(order, { method: 'patch', encType: 'application/json' })
    fetcher.submit('hello', { method: 'post', encType: 'text/plain' })
  })

  it('takes flushSync, which has no effect', () => {
    submit({ a: 1 }, { flushSync: true })
    fetcher.submit({ a: 1 }, { flushSync: true })
    void fetcher.load('/a', { flushSync: true })
    void ({} as NavigateFunction)('/a', { flushSync: true })
    ;({} as SetSearchParams)('a=1', { flushSync: true })
  })

  it('refuses what cannot be sent so', () => {
    // @ts-expect-error -- an unknown encoding
    submit({ a: 1 }, { method: 'post', encType: 'application/xml' })
    // @ts-expect-error -- GET has no body
    submit([1], { method: 'get', encType: 'application/json' })
    // @ts-expect-error -- the default method is GET
    submit([1], { encType: 'application/json' })
    // @ts-expect-error -- fields are not nested
    submit({ a: { b: 1 } }, { method: 'post' })
    // @ts-expect-error -- text is a string
    submit([1], { method: 'post', encType: 'text/plain' })
    // @ts-expect-error -- a string has an encType
    submit('hello', { method: 'post' })
    // @ts-expect-error -- JSON would be {}
    submit(new Map(), { method: 'post', encType: 'application/json' })
    // @ts-expect-error -- JSON would be {}
    fetcher.submit(new FormData(), { method: 'post', encType: 'application/json' })
  })
})

describe('MetaFunction', () => {
  it('types its data', () => {
    const meta: MetaFunction<{ title: string }> = ({ data }) => ({ title: data.title })
    expectTypeOf(meta).toBeFunction()
  })

  it('types its data by a loader, too', () => {
    const loader = async () => json({ title: 'x', at: new Date() })
    const meta: MetaFunction<typeof loader> = ({ data }) => {
      expectTypeOf(data).toEqualTypeOf<{ title: string; at: string } | undefined>()
      return { title: data?.title }
    }
    expectTypeOf(meta).toBeFunction()
    expectTypeOf<MetaArgs<typeof loader>['data']>().toEqualTypeOf<
      { title: string; at: string } | undefined
    >()
    expectTypeOf<MetaArgs<typeof loader>['loaderData']>().toEqualTypeOf<
      { title: string; at: string } | undefined
    >()
    expectTypeOf<MetaArgs<{ a: 1 }>['data']>().toEqualTypeOf<{ a: 1 }>()
    expectTypeOf<MetaArgs['data']>().toEqualTypeOf<unknown>()
    expectTypeOf<MetaFunction<typeof loader>>().toExtend<NonNullable<RouteModule['meta']>>()
  })

  it('types the data of other routes by their loaders', () => {
    const loader = () => ({ title: 'x' })
    const rootLoader = () => ({ at: new Date() })
    const meta: MetaFunction<typeof loader, { root: typeof rootLoader; books: unknown }> = ({
      matches,
    }) => {
      const root = matches.find((match) => match.id === 'root')
      expectTypeOf(root?.data).toEqualTypeOf<{ at: string } | undefined>()
      expectTypeOf(root?.loaderData).toEqualTypeOf<{ at: string } | undefined>()
      return { title: root?.data?.at }
    }
    expectTypeOf(meta).toExtend<NonNullable<RouteModule['meta']>>()
    expectTypeOf<MetaArgs<typeof loader>['matches']>().toEqualTypeOf<readonly RouteMatch[]>()
    expectTypeOf<
      MetaArgs<typeof loader, Record<string, any>>['matches'][number]['loaderData']
    >().toBeAny()
  })
})
