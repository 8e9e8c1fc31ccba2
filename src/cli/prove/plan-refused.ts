import { encodeText, urlOf, type Attack } from './attack.ts'
import type { Draft } from './draft-plan.ts'
import { hostileTexts } from './hostile-texts.ts'
import { hostileValues } from './hostile-values.ts'
import { planOne, type Planned } from './plan-one.ts'
import { readSent } from './read-sent.ts'
import { queryOf, withBody } from './write-values.ts'

/** Plans the plain request with input that the contract refuses. The list is empty if there is none. */
export async function planRefused(draft: Draft): Promise<Planned[]> {
  const { target, isSafe } = draft
  const { contract, matcher, isPage } = target
  if (isSafe || contract === undefined) return []

  for (const attack of candidates(draft)) {
    const url = urlOf(attack)
    const match = url === null ? null : matcher.match(url)
    const reading = match && (await readSent(contract, attack, match.params, isPage))
    if (reading !== 'refused') continue
    return [planOne(draft, 'with input that is refused', attack, { keepsInput: true })]
  }
  return []
}

function* candidates(draft: Draft): Generator<Attack> {
  const { target, base, params, search, body, searches, bodies, kinds } = draft
  if (body !== undefined) {
    const changes = hostileValues(body, bodies[0] ?? {}).map(({ value }) => value)
    for (const value of [{}, 0, null, [], '', ...changes]) yield withBody(base, value, kinds)
  }
  if (search !== undefined) {
    for (const { value } of hostileValues(search, searches[0] ?? {})) {
      yield { ...base, query: [...target.query, ...queryOf(value)] }
    }
  }
  if (params !== undefined) {
    for (const text of hostileTexts) {
      yield { ...base, path: draft.pathWith(() => encodeText(text)) }
    }
  }
}
