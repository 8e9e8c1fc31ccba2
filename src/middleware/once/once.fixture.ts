import { createOnce, type Once, type OnceSubmission } from './create-once.ts'
import type { OnceResult } from '../../internal/forms/once-results.ts'

/** The function `once` of one request, and what it has reported. */
export interface TestOnce {
  readonly once: Once
  readonly results: OnceResult[]
}

/** Creates the function `once` of a request. By default, all requests repeat one submission. */
export function arrive(submission: Partial<OnceSubmission> = {}): TestOnce {
  const results: OnceResult[] = []
  const once = createOnce(
    {
      id: 'the-submission-a',
      owners: ['ada'],
      print: '',
      target: ['/order', {}],
      route: 'pages/order',
      ...submission,
    },
    (result) => results.push(result),
  )
  return { once, results }
}
