import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { Nonce, secureHeaders, type ContextWithNonce } from './index.ts'

describe('the types of secureHeaders()', () => {
  it('say that there is a nonce if one was asked for', () => {
    createRouter({ middleware: [secureHeaders({ nonce: true })] }).get('/', (context) => {
      expectTypeOf(context.get(Nonce)).toEqualTypeOf<string>()
      return new Response()
    })
    createRouter({ middleware: [secureHeaders()] }).get('/', (context) => {
      expectTypeOf(context.get(Nonce)).toEqualTypeOf<string | undefined>()
      return new Response()
    })
    const context = null as unknown as ContextWithNonce
    void (() => expectTypeOf(context.get(Nonce)).toEqualTypeOf<string>())
  })

  it('refuse an option that does not exist', () => {
    // @ts-expect-error It is called `contentSecurityPolicy`.
    void (() => secureHeaders({ csp: false }))
  })
})
