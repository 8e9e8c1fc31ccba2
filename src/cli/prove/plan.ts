import type { Schema } from '../../contract/index.ts'
import type { ContractPart } from '../../contract/shared.ts'
import { encodeNames, toText } from '../../internal/encode-names.ts'
import { isSafeMethod } from '../../internal/is-safe-method.ts'
import { capturesOf } from '../../route-pattern/shared.ts'
import { boundary, encodeText, urlOf, type Attack, type AttackBody } from './attack.ts'
import { hostileValues, longText } from './hostile-values.ts'
import type { Random } from './random.ts'
import { readSent } from './read-sent.ts'
import { spellings } from './spellings.ts'
import type { Target } from './targets.ts'
import { draftValue, validValues } from './valid-values.ts'
import { writePath } from './write-path.ts'

/** An attack, and what is special about it. */
export interface Planned {
  readonly attack: Attack
  /** In words: `with a lone surrogate in "title"`. */
  readonly what: string
  /** Whether the input is that of the plain request, so that a guard must treat both alike. */
  readonly keepsInput: boolean
  /** Whether a browser would send it from a page of another site. */
  readonly isForeign: boolean
  /** Whether it can only find a gap in a guard. */
  readonly isForGuard?: boolean
}

/** The attacks on one target. */
export interface Plan {
  readonly target: Target
  /** How everybody requests the route: with valid input, then with input that is refused. */
  readonly plain: readonly Planned[]
  readonly attacks: readonly Planned[]
}

/** The longest text that is sent in a URL. Servers refuse longer ones themselves. */
const longUrlText = 'a'.repeat(4_096)

type Kind = 'json' | 'urlencoded' | 'multipart'

const types: Readonly<Record<Kind, string>> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
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
  const { method, contract } = target
  const schemaOf = (name: ContractPart['name']): Schema | undefined =>
    contract?.parts.find((part) => part.name === name)?.schema
  const [params, search, body] = [schemaOf('params'), schemaOf('search'), schemaOf('body')]
  const isSafe = isSafeMethod(method)
  const kinds = kindsOf(target)

  const paramTexts = await textsOfParams(target, params, random, links)
  const searches = search ? await validValues(search, random) : []
  const bodies = body ? await validValues(body, random) : []
  const path = writePath(target, (name) => paramTexts[name] ?? '1', random.below(2) === 0)
  const base: Attack = withBody(
    {
      method,
      origin: target.origin,
      path,
      query: [...target.query, ...queryOf(searches[0])],
      headers: isSafe ? [['Accept', 'text/html']] : [],
      body: undefined,
    },
    isSafe ? undefined : bodies[0],
    kinds,
  )

  const planned: Planned[] = []
  const add = (what: string, changed: Partial<Attack>, options: Partial<Planned> = {}): void => {
    const attack = { ...base, ...changed }
    planned.push({ attack, what, keepsInput: false, isForeign: false, ...options })
  }
  const plain: Planned[] = [
    { attack: base, what: 'as it is', keepsInput: true, isForeign: false },
    ...(await refusedPlain()),
  ]

  for (const value of searches.slice(1)) {
    add('with other valid values in the query', { query: [...target.query, ...queryOf(value)] })
  }
  for (const value of bodies) {
    for (const kind of kinds) add('with a valid body', withBody(base, value, [kind]))
  }
  // Without `--writes`, a guard of an unsafe route can be tried only with input that is refused.
  for (const { attack } of plain) addVariants(attack)
  if (target.isBrief) return { target, plain, attacks: planned }
  addParams()
  addSearch()
  if (!isSafe) addBodies()

  return { target, plain, attacks: planned }

  /** The plain request with input that the contract refuses. */
  async function refusedPlain(): Promise<Planned[]> {
    if (isSafe || contract === undefined) return []
    for (const attack of candidates()) {
      const url = urlOf(attack)
      const match = url === null ? null : target.matcher.match(url)
      const reading = match && (await readSent(contract, attack, match.params, target.isPage))
      if (reading !== 'refused') continue
      return [{ attack, what: 'with input that is refused', keepsInput: true, isForeign: false }]
    }
    return []
  }

  function* candidates(): Generator<Attack> {
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
      for (const text of hostileTexts) yield { ...base, path: pathWith(() => encodeText(text)) }
    }
  }

  function addVariants(from: Attack): void {
    const keepsInput = true
    const { query } = from
    const addKept = (what: string, changed: Partial<Attack>, isForGuard = false): void =>
      add(what, { ...from, ...changed }, { keepsInput, isForGuard })
    const withHeaders = (...headers: [string, string][]): Partial<Attack> => ({
      headers: [...from.headers, ...headers],
    })
    const dataQueries = target.data.map((ids) => [
      ...query,
      `_data=${ids.map(encodeURIComponent).join(',')}`,
    ])

    if (isSafe) {
      addKept('with HEAD', { method: 'HEAD' })
      addKept('without an Accept header', { headers: [] })
      addKept('with Accept: application/json', { headers: [['Accept', 'application/json']] })
      addKept('with a broken Accept header', { headers: [['Accept', ';;q=x,*/,text']] })
      addKept('with a Range header', withHeaders(['Range', 'bytes=0-0']))
      addKept('with a broken Range header', withHeaders(['Range', 'bytes=5-1,-,x']))
      addKept('with a condition', withHeaders(['If-None-Match', '*'], ['If-Modified-Since', 'x']))
      addKept('as a prefetch', withHeaders(['Sec-Purpose', 'prefetch']))
      for (const other of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        add(`with the method ${other}`, { ...from, method: other })
      }
    }
    for (const data of dataQueries) {
      addKept('as a data request', { query: data })
      if (isSafe) addKept('as a data request with HEAD', { method: 'HEAD', query: data })
    }
    addKept(
      'with cookies that are not ours',
      withHeaders(['Cookie', 'session=%E0%A4%A; user=eyJ; a="; =x; ;; __proto__=1']),
    )
    addKept('with broken credentials', withHeaders(['Authorization', 'Basic !!!']))
    addKept('with an unknown token', withHeaders(['Authorization', 'Bearer x']))
    addKept('with headers that only a proxy may send', {
      headers: [...from.headers, ...proxyHeaders],
    })
    addKept(
      'with a broken Accept-Encoding and Accept-Language',
      withHeaders(['Accept-Encoding', 'gzip;q=abc, ,*;'], ['Accept-Language', '--;q=,*-x']),
    )
    for (const { path: spelled, what } of spellings(from.path, random)) {
      addKept(what, { path: spelled })
      if (!isSafe) continue
      addKept(`${what} and HEAD`, { method: 'HEAD', path: spelled }, true)
      for (const data of dataQueries.slice(0, 1)) {
        addKept(`${what}, as a data request`, { path: spelled, query: data }, true)
      }
    }
    if (!isSafe) addForeign(from, dataQueries)
    if (/^(?:PUT|PATCH|DELETE)$/.test(method) && from.body?.kind !== 'json') {
      const pairs = from.body?.kind === 'urlencoded' ? from.body.pairs : []
      addKept('as a form with _method', {
        method: 'POST',
        headers: [['Content-Type', types.urlencoded]],
        body: { kind: 'urlencoded', pairs: [...pairs, `_method=${method}`] },
      })
    }
  }

  /** A browser sends a form to another site without asking first. */
  function addForeign(from: Attack, dataQueries: readonly (readonly string[])[]): void {
    const foreign: [string, string][] = [
      ['Origin', 'https://attacker.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ]
    const headers = [...from.headers, ...foreign]
    const isForeign = true
    add('from a page of another site', { ...from, headers }, { isForeign })
    add(
      'from another origin, by an old browser',
      { ...from, headers: [...from.headers, foreign[0]!] },
      { isForeign },
    )
    add(
      'from a sandboxed page',
      { ...from, headers: [...from.headers, ['Origin', 'null']] },
      { isForeign },
    )
    for (const query of dataQueries.slice(0, 1)) {
      add(
        'from a page of another site, as a data request',
        { ...from, query, headers },
        { isForeign },
      )
    }
  }

  function pathWith(change: (name: string) => string | undefined): string {
    return writePath(target, (name) => change(name) ?? paramTexts[name] ?? '1', true)
  }

  function addParams(): void {
    for (const name of new Set(capturesOf(target.tokens).names)) {
      const label = name === '' || name === '*' ? 'the wildcard' : `the param "${name}"`
      const addParam = (what: string, text: string): void =>
        add(`${what} ${label}`, { path: pathWith((other) => (other === name ? text : undefined)) })
      for (const text of hostileTexts) addParam(`with ${JSON.stringify(text)} as`, encodeText(text))
      for (const [what, text] of rawTexts) addParam(what, text)
    }
  }

  function addSearch(): void {
    const addQuery = (what: string, pairs: readonly string[]): void =>
      add(what, { query: [...target.query, ...pairs] })
    const valid = queryOf(searches[0])
    const names = new Set(valid.map((pair) => pair.split('=', 1)[0]!))
    if (search !== undefined) {
      for (const { value, what } of hostileValues(search, searches[0] ?? {})) {
        if (!what.includes('1,000 levels')) addQuery(`with ${what}`, queryOf(value))
      }
    } else {
      for (const name of commonNames) names.add(name)
    }
    for (const name of names) {
      const others = valid.filter((pair) => !pair.startsWith(`${name}=`))
      const label = `in "${name}" of the query`
      for (const text of search === undefined ? textsOfUnknown : hostileTexts) {
        addQuery(`with ${JSON.stringify(text)} ${label}`, [
          ...others,
          `${name}=${encodeText(text)}`,
        ])
      }
      // One name is enough to find code that decodes the query itself.
      const isFirst = name === names.values().next().value
      for (const [what, text] of isFirst || search !== undefined ? rawTexts : []) {
        addQuery(`${what} "${name}" of the query`, [...others, `${name}=${text}`])
      }
      addQuery(`with "${name}" twice in the query`, [...others, `${name}=1`, `${name}=2`])
    }
    for (const pair of [
      '%',
      '=',
      '&&',
      '__proto__=1',
      'constructor=1',
      'toString=1',
      'hasOwnProperty=1',
      'a[b][c]=1',
      'a.b.c.d.e.f.g.h.i.j=1',
    ]) {
      addQuery(`with ${JSON.stringify(pair)} in the query`, [...valid, pair])
    }
    addQuery(
      'with 2,000 names in the query',
      Array.from({ length: 2_000 }, (_, i) => `n${i}=`),
    )
  }

  function addBodies(): void {
    const value = bodies[0] ?? (body === undefined ? {} : draftValue(body, random))
    const changes = body === undefined ? [] : hostileValues(body, value)
    for (const kind of kinds) {
      // The parser of multipart forms is the slowest one.
      const some = kind === 'multipart' ? changes.filter(() => random.below(3) === 0) : changes
      for (const change of some) {
        const changed = withBody(base, change.value, [kind])
        if (changed.body !== undefined) add(`with ${change.what} (${kind})`, changed)
      }
    }
    const raw = (what: string, type: string | undefined, text: string): void =>
      add(what, {
        headers: type === undefined ? [] : [['Content-Type', type]],
        body: { kind: 'text', text },
      })
    for (const text of ['', '{', 'null', '[]', '0', '""', '{"__proto__":{"a":1}}', '\uFEFF{}']) {
      raw(`with ${JSON.stringify(text)} as JSON`, types.json, text)
    }
    raw('with 1,000 levels of JSON', types.json, '['.repeat(1_000) + ']'.repeat(1_000))
    raw('with a type that is not accepted', 'text/plain', 'a=b')
    raw('with another charset', 'application/json; charset=utf-16', '{}')
    raw('with a broken type', 'application/json;;=', '{}')
    raw('with a body without a type', undefined, 'a=b')
    raw(
      'with a form that is not UTF-8',
      types.urlencoded,
      'a=%ff%fe&%zz=%&__proto__=1&__proto__.a=1',
    )
    raw('with 2,000 fields', types.urlencoded, 'a=1&'.repeat(2_000))
    raw('with deep names', types.urlencoded, `${'a.'.repeat(1_000)}a=1`)
    raw('with a multipart form that does not end', types.multipart, `--${boundary}\r\n`)
    raw('with a multipart form without a boundary', 'multipart/form-data', 'a')
    raw('with an unknown _method', types.urlencoded, '_method=BREW')
    for (const name of namesOf(value)) {
      const others = pairsOf(value).filter((pair) => !pair.startsWith(`${name}=`))
      raw(`with "${name}" twice`, types.urlencoded, [...others, `${name}=1`, `${name}=2`].join('&'))
    }
  }
}

const proxyHeaders: readonly [string, string][] = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'attacker.example'],
  ['X-Forwarded-Proto', 'x'],
  ['X-Real-IP', '127.0.0.1'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Original-URL', '/'],
  ['X-Rewrite-URL', '/'],
  ['X-HTTP-Method-Override', 'GET'],
]

/** Texts that are often read as something else. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  '0x10',
  'NaN',
  '9007199254740993',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'é\u{1F4DA}',
  "'",
]

const textsOfUnknown: readonly string[] = ['', 'abc', '-1', '1e400', '__proto__']

/** Names of queries that many apps read. */
const commonNames: readonly string[] = ['q', 'page', 'id', 'sort', 'limit']

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

function kindsOf({ contract }: Target): readonly Kind[] {
  const accepts = contract?.accepts ?? ['json', 'form']
  // A form comes first: a page is sent one, and a browser sends it to another site without asking.
  return accepts.includes('form')
    ? accepts.includes('json')
      ? ['urlencoded', 'json', 'multipart']
      : ['urlencoded', 'multipart']
    : ['json']
}

async function textsOfParams(
  { tokens, matcher, origin }: Target,
  schema: Schema | undefined,
  random: Random,
  links: Iterable<string>,
): Promise<Record<string, string>> {
  const { names } = capturesOf(tokens)
  if (names.length === 0) return {}

  for (const path of links) {
    const match = matcher.match(origin + path)
    if (match === null) continue
    const params = Object.entries(match.params as Record<string, string | undefined>)
    return Object.fromEntries(params.map(([name, text]) => [name, encodeText(text ?? '')]))
  }
  const [value] = schema ? await validValues(schema, random) : []
  const texts = (entriesOf(value) ?? []).map(([name, text]) => [name, encodeText(text)] as const)
  return Object.fromEntries([...names.map((name) => [name, '1'] as const), ...texts])
}

/** The first of `kinds` in which a value can be sent. */
function withBody(attack: Attack, value: unknown, kinds: readonly Kind[]): Attack {
  const { headers } = attack
  const others = headers.filter(([name]) => name !== 'Content-Type')
  for (const kind of value === undefined ? [] : kinds) {
    const body = writeBody(value, kind)
    if (body) return { ...attack, headers: [...others, ['Content-Type', types[kind]]], body }
  }
  return { ...attack, headers: others, body: undefined }
}

function writeBody(value: unknown, kind: Kind): AttackBody | undefined {
  if (kind === 'json') return { kind, value }
  const entries = entriesOf(value)
  if (entries === undefined) return undefined
  return kind === 'urlencoded'
    ? { kind, pairs: entries.map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`) }
    : { kind, parts: entries.map(([name, text]) => ({ name, text })) }
}

/** The names and texts of a value, or `undefined` if a form cannot express it. */
function entriesOf(value: unknown): [string, string][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries: [string, string][] = []
  try {
    encodeNames(value, (name, item) => entries.push([name, toText(name, item)]))
  } catch {
    return undefined
  }
  return entries
}

function pairsOf(value: unknown): string[] {
  return (entriesOf(value) ?? []).map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`)
}

function namesOf(value: unknown): string[] {
  return [...new Set((entriesOf(value) ?? []).map(([name]) => name))]
}

/** Longer texts are cut, because servers refuse long URLs themselves. */
function queryOf(value: unknown): string[] {
  return pairsOf(value).map((pair) => pair.replaceAll(longText, longUrlText))
}
