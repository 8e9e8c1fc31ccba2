import { hostileMembers, hostilePairs } from '../../internal/hostile-shapes.ts'
import { boundary } from './attack.ts'
import type { Draft } from './draft-plan.ts'
import { hostileValues } from './hostile-values.ts'
import { planOne, type Planned } from './plan-one.ts'
import { draftValue } from './valid-values.ts'
import { hasFile, namesOf, pairsOf, types, withBody } from './write-values.ts'

/** The size of bodies that would cost far more than their size in careless code: seconds, where others take milliseconds. */
const costlySize = 128 * 1024

/** Plans requests with other bodies: a valid one that is changed in one place, and texts that are not a body at all. */
export function* planBodies(draft: Draft): Generator<Planned> {
  const { base, body, bodies, kinds, random } = draft
  const drafted = bodies[0] ?? (body === undefined ? {} : draftValue(body, random))
  const value = bodies.find((other) => !hasFile(other)) ?? drafted
  for (const kind of body === undefined ? [] : kinds) {
    const isMultipart = kind === 'multipart'
    const valid = (isMultipart && bodies.find(hasFile)) || value
    for (const change of hostileValues(body!, valid)) {
      // The parser of multipart forms is the slowest one, so it gets a third of what others get too.
      if (isMultipart && !hasFile(change.value) && random.below(3) !== 0) continue
      const changed = withBody(base, change.value, [kind])
      if (changed.body !== undefined) yield planOne(draft, `with ${change.what} (${kind})`, changed)
    }
  }

  const plan = (what: string, type: string | undefined, text: string): Planned =>
    planOne(draft, what, {
      headers: type === undefined ? [] : [['Content-Type', type]],
      body: { kind: 'text', text },
    })
  for (const [what, type, text] of rawBodies) yield plan(what, type, text)
  for (const { what, create } of body === undefined ? [] : hostileMembers) {
    yield plan(`with ${what} in JSON`, types.json, `{${create(costlySize)}}`)
  }
  for (const { what, create } of body === undefined ? [] : hostilePairs) {
    yield plan(`with ${what} in a form`, types.urlencoded, create(costlySize))
  }
  for (const name of namesOf(value)) {
    const others = pairsOf(value).filter((pair) => !pair.startsWith(`${name}=`))
    const pairs = [...others, `${name}=1`, `${name}=2`]
    yield plan(`with "${name}" twice`, types.urlencoded, pairs.join('&'))
  }
}

const jsonTexts = ['', '{', 'null', '[]', '0', '""', '{"__proto__":{"a":1}}', '\uFEFF{}']

const rawBodies: readonly (readonly [what: string, type: string | undefined, text: string])[] = [
  ...jsonTexts.map((text) => [`with ${JSON.stringify(text)} as JSON`, types.json, text] as const),
  ['with 1,000 levels of JSON', types.json, '['.repeat(1_000) + ']'.repeat(1_000)],
  ['with a type that is not accepted', 'text/plain', 'a=b'],
  ['with another charset', 'application/json; charset=utf-16', '{}'],
  ['with a broken type', 'application/json;;=', '{}'],
  ['with a body without a type', undefined, 'a=b'],
  ['with a form that is not UTF-8', types.urlencoded, 'a=%ff%fe&%zz=%&__proto__=1&__proto__.a=1'],
  ['with 2,000 fields', types.urlencoded, 'a=1&'.repeat(2_000)],
  ['with deep names', types.urlencoded, `${'a.'.repeat(1_000)}a=1`],
  ['with a multipart form that does not end', types.multipart, `--${boundary}\r\n`],
  ['with a multipart form without a boundary', 'multipart/form-data', 'a'],
  ['with an unknown _method', types.urlencoded, '_method=BREW'],
]
