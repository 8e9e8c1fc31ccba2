import { describe, expectTypeOf, it } from 'vitest'
import { later } from '../../http/response/index.ts'
import { Await, useAsyncError, useFetcher, useLoaderData } from './index.ts'
import type { NavigateFunction } from './navigation-hooks.ts'
import { Form } from './form.tsx'
import { Link } from './link.ts'

const loader = async () => ({
  title: 'Dune',
  reviews: later(async () => [{ text: 'good', at: new Date(0) }]),
})

describe('<Await>', () => {
  it('gives its function the value of a deferred member', () => {
    function Book() {
      const { reviews } = useLoaderData<typeof loader>()
      expectTypeOf(reviews).toEqualTypeOf<Promise<{ text: string; at: string }[]>>()
      return (
        <Await resolve={reviews}>
          {(value) => {
            expectTypeOf(value).toEqualTypeOf<{ text: string; at: string }[]>()
            return value.length
          }}
        </Await>
      )
    }
    expectTypeOf(Book).toBeFunction()
  })

  it('takes plain children, and optional elements', () => {
    const element = (
      <Await resolve={Promise.resolve(1)} fallback="…" errorElement={<p>No</p>}>
        Done
      </Await>
    )
    expectTypeOf(element).not.toBeAny()
  })

  it('refuses a plain value', () => {
    function Book() {
      const { title } = useLoaderData<typeof loader>()
      // @ts-expect-error -- `resolve` is not a promise
      return <Await resolve={title}>{(value) => String(value)}</Await>
    }
    expectTypeOf(Book).toBeFunction()
  })

  it('has promises in the data of a fetcher', () => {
    function Look() {
      const { data } = useFetcher<typeof loader>()
      expectTypeOf(data?.reviews).toEqualTypeOf<
        Promise<{ text: string; at: string }[]> | undefined
      >()
      return null
    }
    expectTypeOf(Look).toBeFunction()
    expectTypeOf(useAsyncError).returns.toBeUnknown()
  })
})

describe('viewTransition', () => {
  it('is a boolean, or a type', () => {
    const elements = [
      <Link key="1" to="/" viewTransition />,
      <Link key="2" to="/" viewTransition="zoom" />,
      <Form key="3" viewTransition="zoom" />,
      // @ts-expect-error -- not a number
      <Link key="4" to="/" viewTransition={1} />,
    ]
    expectTypeOf(elements).toBeArray()
    expectTypeOf<NonNullable<Parameters<NavigateFunction>[1]>['viewTransition']>().toEqualTypeOf<
      boolean | string | undefined
    >()
  })
})
