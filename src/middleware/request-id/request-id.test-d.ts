import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { RequestId, requestId, type ContextWithRequestId } from './index.ts'

describe('the types of requestId()', () => {
  it('give handlers behind it context.requestId and context.get(RequestId)', () => {
    createRouter({ middleware: [requestId()] }).get('/', (context) => {
      expectTypeOf(context.requestId).toEqualTypeOf<string>()
      expectTypeOf(context.get(RequestId)).toEqualTypeOf<string>()
      return new Response()
    })
    expectTypeOf<ContextWithRequestId['requestId']>().toEqualTypeOf<string>()
  })
})
