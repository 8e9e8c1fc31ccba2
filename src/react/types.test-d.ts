import { describe, expectTypeOf, it } from 'vitest'
import type { Fetcher, Transition } from '../client-router/index.ts'
import { createContextKey, type ContextEntry, type RequestContext } from '../fetch-router/index.ts'
import { data, json, redirect } from '../response/index.ts'
import { route } from '../routes/index.ts'
import {
  useActionData,
  type useFetcher,
  useLoaderData,
  useRouteLoaderData,
  useTransition,
  type ActionArgs,
  type JsonOf,
  type LoaderArgs,
  type LoaderFunction,
  type MetaFunction,
} from './index.ts'

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
    expectTypeOf<JsonOf<Map<string, number>>>().toEqualTypeOf<{ readonly size: number }>()
    expectTypeOf<JsonOf<any>>().toEqualTypeOf<unknown>()
    expectTypeOf<JsonOf<unknown>>().toEqualTypeOf<unknown>()
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
    const response = () => new Response()
    expectTypeOf(useLoaderData<typeof response>).returns.toEqualTypeOf<unknown>()
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
    expectTypeOf<ActionArgs<'/a/:b'>['request']>().toEqualTypeOf<Request>()
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
    if (fetcher.type === 'actionReload') expectTypeOf(fetcher.data).toEqualTypeOf<{ at: string }>()
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

describe('MetaFunction', () => {
  it('types its data', () => {
    const meta: MetaFunction<{ title: string }> = ({ data }) => ({ title: data.title })
    expectTypeOf(meta).toBeFunction()
  })
})
