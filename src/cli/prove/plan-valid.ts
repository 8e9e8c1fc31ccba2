import type { Draft } from './draft-plan.ts'
import { planOne, type Planned } from './plan-one.ts'
import { queryOf } from './write-values.ts'

/** Plans requests with other input that the contract accepts. */
export function* planValid(draft: Draft): Generator<Planned> {
  for (const value of draft.searches.slice(1)) {
    const query = [...draft.target.query, ...queryOf(value)]
    yield planOne(draft, 'with other valid values in the query', { query })
  }
  for (const attack of draft.validBodies) yield planOne(draft, 'with a valid body', attack)
}
