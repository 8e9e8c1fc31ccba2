import { describe, expectTypeOf, it } from 'vitest'
import { data, later, type Later } from './index.ts'
import type { JsonOf, SerializeFrom } from './json-of.ts'

interface Review {
  at: Date
  text: string
}
declare function findReviews(options: { signal: AbortSignal }): Promise<Review[]>

describe('later', () => {
  it('knows the value of a function, whether it is asynchronous or not', () => {
    expectTypeOf(later((signal) => findReviews({ signal }))).toEqualTypeOf<Later<Review[]>>()
    expectTypeOf(later(() => 1)).toEqualTypeOf<Later<number>>()
    expectTypeOf(later(async () => ({ a: 1 }), { timeout: 50 })).toEqualTypeOf<
      Later<{ a: number }>
    >()
    // @ts-expect-error -- a promise is already running
    later(findReviews({ signal: new AbortController().signal }))
  })

  it('is a promise of the JSON type for the page', () => {
    const loader = async () => ({ title: 'x', reviews: later((signal) => findReviews({ signal })) })
    expectTypeOf<SerializeFrom<typeof loader>>().toEqualTypeOf<{
      title: string
      reviews: Promise<{ at: string; text: string }[]>
    }>()
    const withInit = () => data({ count: later(() => 1) }, 201)
    expectTypeOf<SerializeFrom<typeof withInit>>().toEqualTypeOf<{ count: Promise<number> }>()
    expectTypeOf<JsonOf<{ a?: Later<1> }>>().toEqualTypeOf<{ a?: Promise<1> }>()
    expectTypeOf<JsonOf<{ a: Later<unknown> | 1 }>>().toEqualTypeOf<{ a: Promise<unknown> | 1 }>()
  })

  it('says in words that a promise needs it', () => {
    const loader = () => ({ reviews: Promise.resolve([]) })
    expectTypeOf<SerializeFrom<typeof loader>>().toEqualTypeOf<{
      reviews: 'Cannot send a promise: await it, or defer it with later()'
    }>()
  })
})
