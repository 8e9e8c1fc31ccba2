import { describe, expectTypeOf, it } from 'vitest'
import type { Fetcher } from './fetcher.ts'
import type { Submission } from './submission.ts'
import type { Location, Transition } from './transition.ts'

declare const transition: Transition
declare const fetcher: Fetcher<{ id: number }>

describe('Transition', () => {
  it('narrows on type', () => {
    if (transition.type === 'actionReload') {
      expectTypeOf(transition.submission).toEqualTypeOf<Submission>()
      expectTypeOf(transition.state).toEqualTypeOf<'loading'>()
    }
    if (transition.type === 'load') expectTypeOf(transition.submission).toEqualTypeOf<undefined>()
  })

  it('narrows on state', () => {
    if (transition.state === 'submitting') {
      expectTypeOf(transition.submission).toEqualTypeOf<Submission>()
      expectTypeOf(transition.type).toEqualTypeOf<'actionSubmission' | 'loaderSubmission'>()
    }
    if (transition.state === 'idle') expectTypeOf(transition.location).toEqualTypeOf<undefined>()
    else expectTypeOf(transition.location).toEqualTypeOf<Location>()
  })
})

describe('Fetcher', () => {
  it('narrows on type and state', () => {
    if (fetcher.type === 'actionReload') {
      expectTypeOf(fetcher.data).toEqualTypeOf<{ id: number } | undefined>()
    }
    if (fetcher.state === 'submitting') {
      expectTypeOf(fetcher.submission).toEqualTypeOf<Submission>()
      expectTypeOf(fetcher.data).toEqualTypeOf<undefined>()
    } else expectTypeOf(fetcher.submission).toEqualTypeOf<undefined>()
  })
})
