import { describe, expectTypeOf, it } from 'vitest'
import { createRouter, RequestId, type RequestContext } from '../../router/fetch-router/index.ts'
import { asyncContext, getContext } from './index.ts'

describe('the types of asyncContext()', () => {
  it('say that there may be no request', () => {
    expectTypeOf(getContext()).toEqualTypeOf<RequestContext | undefined>()
    // @ts-expect-error Code outside of a request has no context.
    void (() => getContext().get(RequestId))
  })

  it('leave the context of handlers as it is', () => {
    createRouter({ middleware: [asyncContext()] }).get('/:id', (context) => {
      expectTypeOf(context.params).toEqualTypeOf<{ id: string }>()
      return new Response()
    })
  })
})
