import { hostilePairs } from '../../internal/hostile-shapes.ts'
import { encodeText } from './attack.ts'
import type { Draft } from './draft-plan.ts'
import { commonNames, hostileTexts, rawTexts, textsOfUnknown } from './hostile-texts.ts'
import { hostileValues } from './hostile-values.ts'
import { planOne, type Planned } from './plan-one.ts'
import { queryOf } from './write-values.ts'

/** Servers refuse URLs of 16 KiB themselves. */
const costlySize = 8 * 1024

/** Plans requests with other queries, one name changed at a time. */
export function* planSearch(draft: Draft): Generator<Planned> {
  const { target, search, searches } = draft
  const plan = (what: string, pairs: readonly string[]): Planned =>
    planOne(draft, what, { query: [...target.query, ...pairs] })
  const valid = queryOf(searches[0])
  const names = new Set(valid.map((pair) => pair.split('=', 1)[0]!))
  if (search !== undefined) {
    for (const { value, what } of hostileValues(search, searches[0] ?? {})) {
      if (!what.includes('1,000 levels')) yield plan(`with ${what}`, queryOf(value))
    }
  } else {
    for (const name of commonNames) names.add(name)
  }
  for (const name of names) {
    const others = valid.filter((pair) => !pair.startsWith(`${name}=`))
    const label = `in "${name}" of the query`
    for (const text of search === undefined ? textsOfUnknown : hostileTexts) {
      const pair = `${name}=${encodeText(text)}`
      yield plan(`with ${JSON.stringify(text)} ${label}`, [...others, pair])
    }
    // One name is enough to find code that decodes the query itself.
    const isFirst = name === names.values().next().value
    for (const [what, text] of isFirst || search !== undefined ? rawTexts : []) {
      yield plan(`${what} "${name}" of the query`, [...others, `${name}=${text}`])
    }
    yield plan(`with "${name}" twice in the query`, [...others, `${name}=1`, `${name}=2`])
  }
  for (const pair of pairs) {
    yield plan(`with ${JSON.stringify(pair)} in the query`, [...valid, pair])
  }
  for (const { what, create } of search === undefined ? [] : hostilePairs) {
    yield plan(`with ${what} in the query`, [...valid, create(costlySize)])
  }
  yield plan(
    'with 2,000 names in the query',
    Array.from({ length: 2_000 }, (_, i) => `n${i}=`),
  )
}

/** Parts of a query that careless code reads as something else. */
const pairs: readonly string[] = [
  '%',
  '=',
  '&&',
  '__proto__=1',
  'constructor=1',
  'toString=1',
  'hasOwnProperty=1',
  'a[b][c]=1',
  'a.b.c.d.e.f.g.h.i.j=1',
]
