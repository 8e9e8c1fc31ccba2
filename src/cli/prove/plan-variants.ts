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
  const { query, body } = from
  const keep = (what: string, changed: Partial<Attack>, isForGuard = false): Planned =>
    planOne(draft, what, { ...from, ...changed }, { keepsInput: true, isForGuard })
  const keepWith = (what: string, ...headers: Header[]): Planned =>
    keep(what, { headers: [...from.headers, ...headers] })
  const dataQueries = target.data.map((ids) => [
    ...query,
    `_data=${ids.map(encodeURIComponent).join(',')}`,
  ])

  if (isSafe) {
    yield keep('with HEAD', { method: 'HEAD' })
    yield keep('without an Accept header', { headers: [] })
    yield keep('with Accept: application/json', { headers: [['Accept', 'application/json']] })
    yield keep('with a broken Accept header', { headers: [['Accept', ';;q=x,*/,text']] })
    yield keepWith('with a Range header', ['Range', 'bytes=0-0'])
    yield keepWith('with a broken Range header', ['Range', 'bytes=5-1,-,x'])
    yield keepWith('with a condition', ['If-None-Match', '*'], ['If-Modified-Since', 'x'])
    yield keepWith('as a prefetch', ['Sec-Purpose', 'prefetch'])
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      yield planOne(draft, `with the method ${method}`, { ...from, method })
    }
  }
  for (const data of dataQueries) {
    yield keep('as a data request', { query: data })
    if (isSafe) yield keep('as a data request with HEAD', { method: 'HEAD', query: data })
  }
  yield keepWith('with cookies that are not ours', [
    'Cookie',
    'session=%E0%A4%A; user=eyJ; a="; =x; ;; __proto__=1',
  ])
  yield keepWith('with broken credentials', ['Authorization', 'Basic !!!'])
  yield keepWith('with an unknown token', ['Authorization', 'Bearer x'])
  for (const token of emptyTokens) {
    yield keep(
      'with a token that was never set',
      { headers: [...from.headers, ['Authorization', token]] },
      true,
    )
  }
  yield keep(
    'with cookies that a client can write itself',
    { headers: [...from.headers, ['Cookie', ownCookies]] },
    true,
  )
  for (const opener of openers) {
    yield keep('with a query that opens it', { query: [...query, ...opener] }, true)
  }
  yield keepWith('with headers that only a proxy may send', ...proxyHeaders)
  yield keepWith(
    'with a broken Accept-Encoding and Accept-Language',
    ['Accept-Encoding', 'gzip;q=abc, ,*;'],
    ['Accept-Language', '--;q=,*-x'],
  )
  for (const { path, what } of spellings(from.path, random)) {
    yield keep(what, { path })
    if (!isSafe) continue
    yield keep(`${what} and HEAD`, { method: 'HEAD', path }, true)
    for (const data of dataQueries.slice(0, 1)) {
      yield keep(`${what}, as a data request`, { path, query: data }, true)
    }
  }
  if (!isSafe) yield* planForeign(draft, from, dataQueries[0])
  if (/^(?:PUT|PATCH|DELETE)$/.test(target.method) && body?.kind !== 'json') {
    const pairs = body?.kind === 'urlencoded' ? body.pairs : []
    yield keep('as a form with _method', {
      method: 'POST',
      headers: [['Content-Type', types.urlencoded]],
      body: { kind: 'urlencoded', pairs: [...pairs, `_method=${target.method}`] },
    })
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
