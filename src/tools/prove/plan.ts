import type { Schema } from '../../router/contract/index.ts'
import type { ContractPart } from '../../router/contract/shared.ts'
import { rowsField } from '../../internal/forms/fields.ts'
import { isSafeMethod } from '../../internal/http/http.ts'
import { readingWith, writeTokens, type Tokens } from '../../router/route-pattern/shared.ts'
import { freeParams } from './addresses.ts'
import {
  encodeText,
  entriesOf,
  hasFile,
  longUrlText,
  pairsOf,
  queryOf,
  urlencoded,
  withBody,
  type Attack,
  type Kind,
} from './attack.ts'
import { foreignLinks, planEchoes, planVariants } from './plan-variants.ts'
import type { Draft, Planned } from './planned.ts'
import { readSent } from './read-sent.ts'
import { namesOf, type Params, type Target } from './targets.ts'
import { draftValue, endMark, hostileValues, mark, validValues } from './values.ts'

/**
 * Plans the attacks on a target.
 *
 * @param texts Texts for the first param, if it is optional: the languages that pages link to
 */
export function planAttacks(draft: Draft, texts: Iterable<string> = []): Planned[] {
  const plans = [planValid, planEchoes, planVariants]
  if (!draft.target.isBrief) {
    plans.push((one) => planParams(one, texts), planSearch)
    if (!draft.isSafe) plans.push(planBodies)
  }
  const kinds = plans.map((planKind) => [...planKind(draft)])
  const turns = Math.max(...kinds.map((attacks) => attacks.length))
  // One attack of each kind after the other, so that a short run has tried something of all kinds.
  const attacks = Array.from({ length: turns }, (_, turn) =>
    kinds.flatMap((kind) => kind.slice(turn, turn + 1)),
  )
  return attacks.flat()
}

/** Creates valid input for a target, at the address with these params. */
export async function draftPlan(target: Target, params: Params): Promise<Draft> {
  const { method, contract } = target
  const schemaOf = (name: ContractPart['name']): Schema | undefined =>
    contract?.parts.find((part) => part.name === name)?.schema
  const [search, body] = [schemaOf('search'), schemaOf('body')]
  const isSafe = isSafeMethod(method)
  const searches = search ? await validValues(search) : []
  const bodies = body && !isSafe ? await validValues(body) : []
  const pathWith: Draft['pathWith'] = (change) => writePath(target, { ...params, ...change })
  const plain: Attack = {
    method,
    origin: target.origin,
    path: pathWith({}),
    query: [...target.query, ...queryOf(searches[0])],
    headers: isSafe ? [['Accept', 'text/html']] : [],
  }
  const validBodies: Attack[] = []
  for (const value of bodies) {
    for (const kind of kindsOf(target)) {
      const attack = withBody(plain, value, kind)
      if (attack && (await acceptsBody(target, attack))) validBodies.push(attack)
    }
  }
  const base = validBodies[0] ?? plain
  const plan: Draft['plan'] = (what, changed, options) => ({
    target,
    attack: { ...base, ...changed },
    what,
    ...options,
  })

  return {
    target,
    isSafe,
    params,
    base,
    search,
    body,
    searches,
    bodies,
    validBodies,
    pathWith,
    plan,
  }
}

/** A form cannot express everything: an empty list of objects is missing in it. */
async function acceptsBody({ contract, isPage }: Target, attack: Attack): Promise<boolean> {
  const parts = contract!.parts.filter(({ name }) => name === 'body')
  return (await readSent({ ...contract!, parts }, attack, {}, isPage)) === 'accepted'
}

/** A form comes first: a page is sent one, and a browser sends it to another site without asking. */
function kindsOf({ contract }: Target): readonly Kind[] {
  const accepts = contract?.accepts ?? ['json', 'form']
  if (!accepts.includes('form')) return ['json']
  return accepts.includes('json')
    ? ['urlencoded', 'json', 'multipart']
    : ['urlencoded', 'multipart']
}

/** Writes the path of a target. An optional part is written if one of its params is given. */
export function writePath({ tokens }: Target, params: Params): string {
  const path = writeTokens(givenTokens(tokens, params), {}, textOf)
  return path === '' ? '/' : path

  function textOf(token: string): string {
    return params[token.slice(1) || '*'] ?? '1'
  }
}

function givenTokens(tokens: Tokens, params: Params): Tokens {
  const given: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token[0] !== '?') {
      given.push(token)
      continue
    }
    const end = i + Number(token.slice(1))
    const names = namesOf(readingWith(tokens.slice(i + 1, end + 1), false))
    if (names.length > 0 && !names.some((name) => Object.hasOwn(params, name))) i = end
  }
  return given
}

/** Plans requests with other input that the contract accepts. */
export function* planValid({ plan, searches, target, validBodies }: Draft): Generator<Planned> {
  for (const value of searches.slice(1)) {
    const query = [...target.query, ...queryOf(value)]
    yield plan('with other valid values in the query', { query })
  }
  for (const attack of validBodies) yield plan('with a valid body', attack)
}

/** Texts that are often read as something else. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  ...'abc -1 0 1.5 1e3 1e400 0x10 NaN 9007199254740993 __proto__ constructor ../../etc/passwd'.split(
    ' ',
  ),
  'é\u{1F4DA}',
  "'",
  mark,
  endMark,
  ...foreignLinks,
]

/** Percent-encoding that is broken, or that hides something. */
const rawTexts: readonly (readonly [what: string, text: string])[] = [
  ['with a broken percent sign in', '%'],
  ['with a broken escape in', '%zz'],
  ['with a lone surrogate in', '%ED%A0%80'],
  ['with a NUL character in', 'a%00b'],
  ['with bytes that are not UTF-8 in', '%ff%fe'],
  ['with encoded slashes in', '..%2f..%2fa'],
  ['with line breaks in', 'a%0d%0aSet-Cookie:x=1'],
  ['with 4 KiB of text in', longUrlText],
]

/** Plans requests with other params, one changed at a time. */
function* planParams(
  { plan, pathWith, params, target }: Draft,
  texts: Iterable<string>,
): Generator<Planned> {
  const encoded = hostileTexts.map(
    (text) => [`with ${JSON.stringify(text)} as`, encodeText(text)] as const,
  )
  const { first } = target
  for (const text of first === undefined ? [] : texts) {
    const what = `with ${JSON.stringify(text)} as the param "${first}"`
    yield plan(what, { path: pathWith({ [first!]: text }) }, { keepsInput: true })
  }
  for (const name of new Set(namesOf(target.tokens))) {
    const label = name === '*' ? 'the wildcard' : `the param "${name}"`
    const isOtherPage = freeParams(target, params).includes(name)
    for (const [what, text] of [...encoded, ...rawTexts]) {
      yield plan(`${what} ${label}`, { path: pathWith({ [name]: text }) }, { isOtherPage })
    }
  }
}

/** Names of queries that many apps read, and texts for them. */
const commonNames: readonly string[] = ['q', 'page', 'id', 'sort', 'limit']
const commonTexts: readonly string[] = ['', 'abc', '-1', '1e400', '__proto__']

/** Parts of a query that careless code reads as something else. */
const oddPairs: readonly string[] =
  '% = && __proto__=1 constructor=1 toString=1 hasOwnProperty=1 a[b][c]=1 a.b.c.d.e.f.g.h.i.j=1'.split(
    ' ',
  )

/** A kind of input that costs careless code far more than its size. */
type Costly = readonly [what: string, create: (size: number) => string]

const costlyPairs: readonly Costly[] = [
  ['a name of dots', (size) => `${'.'.repeat(size)}=0`],
  ['a deep name', (size) => `${'a.'.repeat(size / 2)}a=0`],
  ['a long number', (size) => `items=${'1'.repeat(size)}`],
  ['many names', (size) => Array.from({ length: size / 8 }, (_, i) => `k${i}=0`).join('&')],
  ['many equal names', (size) => 'items=a&'.repeat(size / 8)],
  ['many wrong escapes', (size) => '%zz&'.repeat(size / 4)],
  ['a long secret of line breaks', (size) => `password=${'a%0D%0A'.repeat(size / 7)}`],
]

const costlyMembers: readonly Costly[] = [
  ['a long key with many items', (size) => `"${'k'.repeat(size / 2)}":[${'0,'.repeat(size / 4)}0]`],
  ['many keys', (size) => Array.from({ length: size / 10 }, (_, i) => `"k${i}":0`).join()],
  ['many objects', (size) => `"items":[${'{"title":0},'.repeat(size / 12)}0]`],
  ['many escapes', (size) => `"items":"${'\\"'.repeat(size / 2)}"`],
  ['brackets that do not end', (size) => '"items":'.padEnd(size, '[')],
]

/** Servers refuse URLs of 16 KiB themselves. */
const costlyQuery = 8 * 1024

/** Plans requests with other queries, one name changed at a time. */
function* planSearch({ plan: planOne, search, searches, target }: Draft): Generator<Planned> {
  const plan = (what: string, pairs: readonly string[]): Planned =>
    planOne(what, { query: [...target.query, ...pairs] })
  const valid = queryOf(searches[0])
  const hasContract = search !== undefined
  for (const { value, what } of hasContract ? hostileValues(search, searches[0] ?? {}) : []) {
    if (!what.includes('1,000 levels')) yield plan(`with ${what}`, queryOf(value))
  }
  const own = valid.map((pair) => pair.split('=', 1)[0]!)
  for (const name of new Set([...own, ...(hasContract ? [] : commonNames)])) {
    const others = valid.filter((pair) => !pair.startsWith(`${name}=`))
    for (const text of hasContract ? hostileTexts : commonTexts) {
      const what = `with ${JSON.stringify(text)} in "${name}" of the query`
      yield plan(what, [...others, `${name}=${encodeText(text)}`])
    }
    // One name is enough to find code that decodes the query itself.
    for (const [what, text] of hasContract || name === commonNames[0] ? rawTexts : []) {
      yield plan(`${what} "${name}" of the query`, [...others, `${name}=${text}`])
    }
    yield plan(`with "${name}" twice in the query`, [...others, `${name}=1`, `${name}=2`])
  }
  for (const pair of oddPairs) {
    yield plan(`with ${JSON.stringify(pair)} in the query`, [...valid, pair])
  }
  for (const [what, create] of hasContract ? costlyPairs : []) {
    yield plan(`with ${what} in the query`, [...valid, create(costlyQuery)])
  }
  const many = Array.from({ length: 2_000 }, (_, i) => `n${i}=`)
  yield plan('with 2,000 names in the query', many)
}

/** The size of costly bodies: they take seconds, where others take milliseconds. */
const costlyBody = 128 * 1024

/** Plans requests with other bodies: a valid one that is changed in one place, and texts that are not a body at all. */
function* planBodies({ plan: planOne, target, base, body, bodies }: Draft): Generator<Planned> {
  const plan = (what: string, type: string | undefined, text: string | undefined): Planned =>
    planOne(what, { headers: type === undefined ? [] : [['Content-Type', type]], body: text })
  for (const [what, type, text] of rawBodies) yield plan(what, type, text)

  const drafted = bodies[0] ?? (body === undefined ? {} : draftValue(body))
  const value = bodies.find((other) => !hasFile(other)) ?? drafted
  for (const kind of body === undefined ? [] : kindsOf(target)) {
    const valid = (kind === 'multipart' && bodies.find(hasFile)) || value
    for (const [i, change] of hostileValues(body!, valid).entries()) {
      // The parser of multipart forms is the slowest one, so it gets a third of what others get too.
      if (kind === 'multipart' && !hasFile(change.value) && i % 3 !== 0) continue
      const changed = withBody(base, change.value, kind)
      if (changed) yield planOne(`with ${change.what} (${kind})`, changed)
    }
  }

  for (const [what, create] of body === undefined ? [] : costlyMembers) {
    yield plan(`with ${what} in JSON`, json, `{${create(costlyBody)}}`)
  }
  for (const [what, create] of body === undefined ? [] : costlyPairs) {
    yield plan(`with ${what} in a form`, urlencoded, create(costlyBody))
  }
  for (const [what, pairs] of changedForms(value)) yield plan(what, urlencoded, pairs.join('&'))
}

/** How many rows of a form are changed. More of them find the same mistakes. */
const maxRows = 3

/** Changes of a form: equal names, rows with an index after a gap, and the buttons that add and remove a row. */
function* changedForms(value: unknown): Generator<[what: string, pairs: string[]]> {
  const pairs = pairsOf(value)
  const names = new Set(entriesOf(value).map(([name]) => name))
  for (const name of names) {
    const others = pairs.filter((pair) => !pair.startsWith(`${name}=`))
    yield [`with "${name}" twice`, [...others, `${name}=1`, `${name}=2`]]
  }
  for (const row of [...names].filter((name) => /\.\d+$/.test(name)).slice(0, maxRows)) {
    const [name, list] = [encodeText(row), row.slice(0, row.lastIndexOf('.'))]
    const isWithin = (pair: string): boolean =>
      pair.startsWith(name) && /[.=]/.test(pair[name.length]!)
    const moved = pairs.map((pair) =>
      isWithin(pair) ? `${encodeText(list)}.9999${pair.slice(name.length)}` : pair,
    )
    yield [`with the row "${row}" after a gap`, moved]
    for (const button of [`+${list}`, `-${row}`]) {
      yield [`with the button "${button}"`, [...pairs, `${rowsField}=${encodeText(button)}`]]
    }
  }
}

const json = 'application/json'
const jsonTexts = ['', '{', 'null', '[]', '0', '""', '{"__proto__":{"a":1}}', '\uFEFF{}']

const rawBodies: readonly (readonly [what: string, type?: string, text?: string])[] = [
  ['without a body'],
  ...jsonTexts.map((text) => [`with ${JSON.stringify(text)} as JSON`, json, text] as const),
  ['with 1,000 levels of JSON', json, '['.repeat(1_000) + ']'.repeat(1_000)],
  ['with a type that is not accepted', 'text/plain', 'a=b'],
  ['with another charset', 'application/json; charset=utf-16', '{}'],
  ['with a broken type', 'application/json;;=', '{}'],
  ['with a body without a type', undefined, 'a=b'],
  ['with a form that is not UTF-8', urlencoded, 'a=%ff%fe&%zz=%&__proto__=1&__proto__.a=1'],
  ['with 2,000 fields', urlencoded, 'a=1&'.repeat(2_000)],
  ['with deep names', urlencoded, `${'a.'.repeat(1_000)}a=1`],
  ['with a multipart form that does not end', 'multipart/form-data; boundary=x', '--x\r\n'],
  ['with a multipart form without a boundary', 'multipart/form-data', 'a'],
  ['with an unknown _method', urlencoded, '_method=BREW'],
]
