import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { Deadline, timeout, type ContextWithDeadline } from './index.ts'

describe('the types of timeout()', () => {
  it('give handlers behind it the signal', () => {
    createRouter({ middleware: [timeout(1000)] }).get('/', (context) => {
      expectTypeOf(context.get(Deadline)).toEqualTypeOf<AbortSignal>()
      return new Response()
    })
    const context = null as unknown as ContextWithDeadline
    void (() => expectTypeOf(context.get(Deadline)).toEqualTypeOf<AbortSignal>())
  })
})
