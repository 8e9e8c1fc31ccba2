import type { DatabaseSync } from 'node:sqlite'
import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { once, Once, type ContextWithOnce, type OnceFunction } from './index.ts'

describe('the types of once()', () => {
  it('give handlers behind it context.once and context.get(Once)', () => {
    const keyed = once({ visitor: () => '' })
    createRouter({ middleware: [keyed] }).post('/', (context) => {
      expectTypeOf(context.once({} as DatabaseSync, () => 1)).toEqualTypeOf<number>()
      expectTypeOf(context.get(Once)).toEqualTypeOf<OnceFunction>()
      return new Response()
    })
    expectTypeOf<ContextWithOnce['once']>().toEqualTypeOf<OnceFunction>()
  })
})
