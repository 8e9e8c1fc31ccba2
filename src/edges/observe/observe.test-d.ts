import { describe, expectTypeOf, it } from 'vitest'
import { createRouter } from '../../router/fetch-router/index.ts'
import { recorder, type ServerEvent } from './index.ts'

describe('the types of events', () => {
  it('are narrowed by type and phase', () => {
    createRouter({
      observe: [
        recorder(),
        {
          event(event) {
            expectTypeOf(event).toEqualTypeOf<ServerEvent>()
            if (event.type === 'request' && event.phase === 'end') {
              expectTypeOf(event.result).toEqualTypeOf<'ok' | 'error' | 'aborted'>()
            }
            if (event.type === 'loader' && event.phase === 'end') {
              expectTypeOf(event.duration).toEqualTypeOf<number>()
            }
            if (event.type === 'request' && event.phase === 'start') {
              // @ts-expect-error Only the end has a status.
              void event.status
            }
          },
          run: (event, call) => (event.type === 'render' ? call() : call()),
        },
      ],
    })
  })

  it('refuse an observer whose run returns something else', () => {
    // @ts-expect-error `run` returns what `call` returns.
    createRouter({ observe: [{ run: () => 1 }] })
  })
})
