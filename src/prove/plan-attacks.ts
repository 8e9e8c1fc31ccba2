import { rowsField } from '../internal/fields.ts'
import { hostileMembers, hostilePairs } from './hostile-shapes.ts'
import { capturesOf } from '../route-pattern/shared.ts'
import { boundary, encodeText, urlOf, type Attack } from './attack.ts'
import { commonNames, hostileTexts, rawTexts, textsOfUnknown } from './bait.ts'
import { draftPlan, type Draft, type Planned } from './draft-plan.ts'
import { hostileValues } from './hostile-values.ts'
import { planEchoes, planVariants } from './plan-variants.ts'
import type { Random } from './random.ts'
import { readSent } from './read-sent.ts'
import type { Target } from './targets.ts'
import { draftValue } from './valid-values.ts'
import { hasFile, namesOf, pairsOf, queryOf, types, withBody } from './write-values.ts'

/** The attacks on one target. */
export interface Plan {
  readonly target: Target
  /** How every visitor requests the route: with valid input, then with input that is refused. */
  readonly plain: readonly Planned[]
  readonly attacks: readonly Planned[]
}

/**
 * Plans the attacks on a target. The same seed plans the same ones.
 *
 * @param links Paths that pages of the app link to. They have params of things that exist
 */
export async function planAttacks(
  target: Target,
  random: Random,
  links: Iterable<string>,
): Promise<Plan> {
  const draft = await draftPlan(target, random, links)
  const plain = [draft.plan('as it is', {}, { keepsInput: true }), ...(await planRefused(draft))]
  const kinds = [
    planValid(draft),
    planEchoes(draft),
    // Without `--writes`, a guard of an unsafe route can be tried only with input that is refused.
    ...plain.map(({ attack }) => planVariants(draft, attack)),
  ]
  if (!target.isBrief) {
    kinds.push(planParams(draft), planSearch(draft))
    if (!draft.isSafe) kinds.push(planBodies(draft))
  }
  return { target, plain, attacks: [...takeTurns(kinds)] }
}

/** One attack of each kind after the other, so that a short run has tried something of all kinds. */
function* takeTurns(kinds: Generator<Planned>[]): Generator<Planned> {
  for (let left = kinds; left.length > 0;) {
    const turns = left.map((kind) => ({ kind, turn: kind.next() }))
    for (const { turn } of turns) if (!turn.done) yield turn.value
    left = turns.filter(({ turn }) => !turn.done).map(({ kind }) => kind)
  }
}

/** Plans the plain request with input that the contract refuses. The list is empty if there is none. */
async function planRefused(draft: Draft): Promise<Planned[]> {
  const { contract, matcher, isPage } = draft.target
  if (draft.isSafe || contract === undefined) return []

  for (const attack of refusedAttacks(draft)) {
    const url = urlOf(attack)
    const match = url === null ? null : matcher.match(url)
    const reading = match && (await readSent(contract, attack, match.params, isPage))
    if (reading !== 'refused') continue
    return [draft.plan('with input that is refused', attack, { keepsInput: true })]
  }
  return []
}

/** Attacks that the contract probably refuses. */
function* refusedAttacks(draft: Draft): Generator<Attack> {
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

/** Plans requests with other input that the contract accepts. */
export function* planValid({ plan, searches, target, validBodies }: Draft): Generator<Planned> {
  for (const value of searches.slice(1)) {
    const query = [...target.query, ...queryOf(value)]
    yield plan('with other valid values in the query', { query })
  }
  for (const attack of validBodies) yield plan('with a valid body', attack)
}

/** Plans requests with other params, one changed at a time. */
function* planParams({ plan, pathWith, target }: Draft): Generator<Planned> {
  for (const name of new Set(capturesOf(target.tokens).names)) {
    const label = name === '' || name === '*' ? 'the wildcard' : `the param "${name}"`
    const texts = [
      ...hostileTexts.map((text) => [`with ${JSON.stringify(text)} as`, encodeText(text)] as const),
      ...rawTexts,
    ]
    for (const [what, text] of texts) {
      const path = pathWith((other) => (other === name ? text : undefined))
      yield plan(`${what} ${label}`, { path })
    }
  }
}

/** Servers refuse URLs of 16 KiB themselves. */
const costlyQuery = 8 * 1024

/** Plans requests with other queries, one name changed at a time. */
function* planSearch({ plan: planOne, search, searches, target }: Draft): Generator<Planned> {
  const plan = (what: string, pairs: readonly string[]): Planned =>
    planOne(what, { query: [...target.query, ...pairs] })
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
  for (const pair of oddPairs) {
    yield plan(`with ${JSON.stringify(pair)} in the query`, [...valid, pair])
  }
  for (const { what, create } of search === undefined ? [] : hostilePairs) {
    yield plan(`with ${what} in the query`, [...valid, create(costlyQuery)])
  }
  yield plan(
    'with 2,000 names in the query',
    Array.from({ length: 2_000 }, (_, i) => `n${i}=`),
  )
}

/** Parts of a query that careless code reads as something else. */
const oddPairs: readonly string[] =
  '% = && __proto__=1 constructor=1 toString=1 hasOwnProperty=1 a[b][c]=1 a.b.c.d.e.f.g.h.i.j=1'.split(
    ' ',
  )

/** The size of bodies that would cost far more than their size in careless code: seconds, where others take milliseconds. */
const costlyBody = 128 * 1024

/** Plans requests with other bodies: a valid one that is changed in one place, and texts that are not a body at all. */
function* planBodies(draft: Draft): Generator<Planned> {
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
      if (changed.body !== undefined) yield draft.plan(`with ${change.what} (${kind})`, changed)
    }
  }

  const plan = (what: string, type: string | undefined, text: string): Planned =>
    draft.plan(what, {
      headers: type === undefined ? [] : [['Content-Type', type]],
      body: { kind: 'text', text },
    })
  for (const [what, type, text] of rawBodies) yield plan(what, type, text)
  for (const { what, create } of body === undefined ? [] : hostileMembers) {
    yield plan(`with ${what} in JSON`, types.json, `{${create(costlyBody)}}`)
  }
  for (const { what, create } of body === undefined ? [] : hostilePairs) {
    yield plan(`with ${what} in a form`, types.urlencoded, create(costlyBody))
  }
  for (const name of namesOf(value)) {
    const others = pairsOf(value).filter((pair) => !pair.startsWith(`${name}=`))
    const pairs = [...others, `${name}=1`, `${name}=2`]
    yield plan(`with "${name}" twice`, types.urlencoded, pairs.join('&'))
  }
  for (const [what, pairs] of rowChanges(value)) {
    yield plan(what, types.urlencoded, pairs.join('&'))
  }
}

/** How many rows of a form are changed. More of them find the same mistakes. */
const maxRows = 3

/** Changes of the rows of a form: an index after a gap, and the buttons that add and remove a row. */
function* rowChanges(value: unknown): Generator<[what: string, pairs: string[]]> {
  const pairs = pairsOf(value)
  const rows = namesOf(value).filter((name) => /\.\d+$/.test(name))
  for (const row of rows.slice(0, maxRows)) {
    const name = encodeText(row)
    const list = name.slice(0, name.lastIndexOf('.'))
    const isWithin = (pair: string): boolean =>
      pair.startsWith(name) && /[.=]/.test(pair[name.length]!)
    const moved = pairs.map((pair) =>
      isWithin(pair) ? `${list}.9999${pair.slice(name.length)}` : pair,
    )
    yield [`with the row "${row}" after a gap`, moved]
    for (const button of [`+${row.slice(0, row.lastIndexOf('.'))}`, `-${row}`]) {
      yield [`with the button "${button}"`, [...pairs, `${rowsField}=${encodeText(button)}`]]
    }
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
