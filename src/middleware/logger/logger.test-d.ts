import { describe, expectTypeOf, it } from 'vitest'
import { createRouter, type RequestContext } from '../../router/fetch-router/index.ts'
import { Logger, logger, type ContextWithLogger, type Log } from './index.ts'

describe('the types of logger()', () => {
  it('give handlers behind it context.logger and context.get(Logger)', () => {
    const router = createRouter({ middleware: [logger()] })
    router.get('/', (context) => {
      expectTypeOf(context.logger).toEqualTypeOf<Log>()
      expectTypeOf(context.get(Logger)).toEqualTypeOf<Log>()
      return new Response()
    })
  })

  it('say so in ContextWithLogger', () => {
    expectTypeOf<ContextWithLogger['logger']>().toEqualTypeOf<Log>()
    expectTypeOf<ContextWithLogger<RequestContext<{ id: string }>>['params']>().toEqualTypeOf<{
      id: string
    }>()
  })

  it('leave it undefined where nobody is known to have set it', () => {
    expectTypeOf<RequestContext>().not.toHaveProperty('logger')
  })
})
