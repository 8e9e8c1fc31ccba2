import { dataQuery } from '../../page-protocol/data-url.ts'
import type { Attack } from './attack.ts'
import { emptyTokens, openers, ownCookies } from './bait.ts'
import type { Draft } from './draft-plan.ts'
import { planOne, type Planned } from './plan-one.ts'
import { spellings } from './spellings.ts'
import { types } from './write-values.ts'

type Header = Attack['headers'][number]

/** Plans other ways to send a request with the same input: methods, headers, data requests, spellings, other sites. */
export function* planVariants(draft: Draft, from: Attack): Generator<Planned> {
  const { target, isSafe, random } = draft
  const { headers, query } = from
  const keep = (what: string, changed: Partial<Attack>, isForGuard = false): Planned =>
    planOne(draft, what, { ...from, ...changed }, { keepsInput: true, isForGuard })
  const dataQueries = target.data.map((ids) => [...query, dataQuery(ids)])

  if (isSafe) {
    yield keep('with HEAD', { method: 'HEAD' })
    for (const [what, ...own] of acceptHeaders) yield keep(what, { headers: own })
    for (const [what, ...more] of readHeaders) yield keep(what, { headers: [...headers, ...more] })
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      yield planOne(draft, `with the method ${method}`, { ...from, method })
    }
  }
  for (const data of dataQueries) {
    yield keep('as a data request', { query: data })
    if (isSafe) yield keep('as a data request with HEAD', { method: 'HEAD', query: data })
  }
  for (const [what, ...more] of oddHeaders) yield keep(what, { headers: [...headers, ...more] })
  for (const [what, ...more] of guardHeaders) {
    yield keep(what, { headers: [...headers, ...more] }, true)
  }
  for (const opener of openers) {
    yield keep('with a query that opens it', { query: [...query, ...opener] }, true)
  }
  for (const { path, what } of spellings(from.path, random)) {
    yield keep(what, { path })
    if (!isSafe) continue
    yield keep(`${what} and HEAD`, { method: 'HEAD', path }, true)
    for (const data of dataQueries.slice(0, 1)) {
      yield keep(`${what}, as a data request`, { path, query: data }, true)
    }
  }
  if (!isSafe) yield* planForeign(draft, from, dataQueries[0])
  const overridden = overrideMethod(target.method, from)
  if (overridden) yield keep('as a form with _method', overridden)
}

/** The same form as a POST request with `_method`. */
function overrideMethod(method: string, { body }: Attack): Partial<Attack> | undefined {
  if (!/^(?:PUT|PATCH|DELETE)$/.test(method) || body?.kind === 'json') return undefined
  const pairs = body?.kind === 'urlencoded' ? body.pairs : []
  return {
    method: 'POST',
    headers: [['Content-Type', types.urlencoded]],
    body: { kind: 'urlencoded', pairs: [...pairs, `_method=${method}`] },
  }
}

/** A browser sends a form to another site without asking first. */
function* planForeign(
  draft: Draft,
  from: Attack,
  dataQuery: readonly string[] | undefined,
): Generator<Planned> {
  const plan = (what: string, headers: readonly Header[], changed: Partial<Attack> = {}): Planned =>
    planOne(
      draft,
      what,
      { ...from, ...changed, headers: [...from.headers, ...headers] },
      { isForeign: true },
    )
  const origin: Header = ['Origin', 'https://attacker.example']
  const site: Header = ['Sec-Fetch-Site', 'cross-site']

  yield plan('from a page of another site', [origin, site])
  yield plan('from another origin, by an old browser', [origin])
  yield plan('from a sandboxed page', [['Origin', 'null']])
  if (dataQuery === undefined) return
  yield plan('from a page of another site, as a data request', [origin, site], { query: dataQuery })
}

type Variant = readonly [what: string, ...headers: Header[]]

/** In place of the `Accept` header of the plain request. */
const acceptHeaders: readonly Variant[] = [
  ['without an Accept header'],
  ['with Accept: application/json', ['Accept', 'application/json']],
  ['with a broken Accept header', ['Accept', ';;q=x,*/,text']],
]

/** Headers of requests that only read. */
const readHeaders: readonly Variant[] = [
  ['with a Range header', ['Range', 'bytes=0-0']],
  ['with a broken Range header', ['Range', 'bytes=5-1,-,x']],
  ['with a condition', ['If-None-Match', '*'], ['If-Modified-Since', 'x']],
  ['as a prefetch', ['Sec-Purpose', 'prefetch']],
]

/** Headers that careless code cannot read, or believes. */
const oddHeaders: readonly Variant[] = [
  [
    'with cookies that are not ours',
    ['Cookie', 'session=%E0%A4%A; user=eyJ; a="; =x; ;; __proto__=1'],
  ],
  ['with broken credentials', ['Authorization', 'Basic !!!']],
  ['with an unknown token', ['Authorization', 'Bearer x']],
  [
    'with headers that only a proxy may send',
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'attacker.example'],
    ['X-Forwarded-Proto', 'x'],
    ['X-Real-IP', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
    ['X-Original-URL', '/'],
    ['X-Rewrite-URL', '/'],
    ['X-HTTP-Method-Override', 'GET'],
  ],
  [
    'with a broken Accept-Encoding and Accept-Language',
    ['Accept-Encoding', 'gzip;q=abc, ,*;'],
    ['Accept-Language', '--;q=,*-x'],
  ],
]

/** Headers that every client can write. A guard must not believe them. */
const guardHeaders: readonly Variant[] = [
  ...emptyTokens.map((token): Variant => [
    'with a token that was never set',
    ['Authorization', token],
  ]),
  ['with cookies that a client can write itself', ['Cookie', ownCookies]],
]
