import { capturesOf } from '../../route-pattern/shared.ts'
import { encodeText } from './attack.ts'
import type { Draft } from './draft-plan.ts'
import { hostileTexts, rawTexts } from './hostile-texts.ts'
import { planOne, type Planned } from './plan-one.ts'

/** Plans requests with other params, one changed at a time. */
export function* planParams(draft: Draft): Generator<Planned> {
  for (const name of new Set(capturesOf(draft.target.tokens).names)) {
    const label = name === '' || name === '*' ? 'the wildcard' : `the param "${name}"`
    const plan = (what: string, text: string): Planned => {
      const path = draft.pathWith((other) => (other === name ? text : undefined))
      return planOne(draft, `${what} ${label}`, { path })
    }
    for (const text of hostileTexts) {
      yield plan(`with ${JSON.stringify(text)} as`, encodeText(text))
    }
    for (const [what, text] of rawTexts) yield plan(what, text)
  }
}
