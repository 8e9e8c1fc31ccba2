import { otherSpelling } from '../../router/route-pattern/shared.ts'
import { dataQuery } from '../../pages/page-protocol/shared.ts'
import { freeParams } from './addresses.ts'
import { encodeText, urlencoded, type Attack } from './attack.ts'
import type { Draft, Planned } from './planned.ts'
import { endMark, mark } from './values.ts'

type Header = Attack['headers'][number]

/** Plans other ways to send a request with the same input: methods, headers, data requests, spellings, other sites. */
export function* planVariants({ target, isSafe, base, plan }: Draft): Generator<Planned> {
  const { headers, query } = base
  const keep = (what: string, changed: Partial<Attack>, isForGuard = false): Planned =>
    plan(what, changed, { keepsInput: true, isForGuard })
  const dataQueries = target.data.map((ids) => [...query, dataQuery(ids)])

  if (isSafe) {
    yield keep('with HEAD', { method: 'HEAD' })
    for (const [what, ...own] of acceptHeaders) yield keep(what, { headers: own })
    for (const [what, ...more] of readHeaders) yield keep(what, { headers: [...headers, ...more] })
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      yield plan(`with the method ${method}`, { method })
    }
  }
  for (const data of dataQueries) {
    yield keep('as a data request', { query: data })
    if (isSafe) yield keep('as a data request with HEAD', { method: 'HEAD', query: data })
  }
  if (target.isLive) {
    // What a page holds that the visitor once saw. A stream runs no loader, so only middleware can refuse it.
    const held = target.data[0]!.map((id) => `${encodeURIComponent(id)}~aaaaaaaaaaaa`).join()
    const stream = `${dataQuery([])};live=1;tab=aaaaaaaaaaaa;have=${held}`
    yield keep('as the stream of a live page', { query: [...query, stream] }, true)
    const reload = `${dataQuery(target.data[0]!)};live=;tab=aaaaaaaaaaaa`
    yield keep('as the reload of a live page', { query: [...query, reload] }, true)
  }
  for (const [what, ...more] of oddHeaders) yield keep(what, { headers: [...headers, ...more] })
  for (const [what, ...more] of guardHeaders) {
    yield keep(what, { headers: [...headers, ...more] }, true)
  }
  for (const opener of openers) {
    yield keep('with a query that opens it', { query: [...query, ...opener] }, true)
  }
  for (const { path, what } of spellings(base.path)) {
    yield keep(what, { path })
    if (!isSafe) continue
    yield keep(`${what} and HEAD`, { method: 'HEAD', path }, true)
    for (const data of dataQueries.slice(0, 1)) {
      yield keep(`${what}, as a data request`, { path, query: data }, true)
    }
  }
  if (isSafe) return

  for (const [what, ...more] of foreignHeaders) {
    const foreign = [...headers, ...more]
    yield plan(`${what}`, { headers: foreign }, { isForeign: true })
    for (const data of dataQueries.slice(0, 1)) {
      yield plan(
        `${what}, as a data request`,
        { headers: foreign, query: data },
        { isForeign: true },
      )
    }
  }
  if (/^(?:PUT|PATCH|DELETE)$/.test(target.method)) {
    const form = headers.some(([, value]) => value === urlencoded) ? `${base.body}&` : ''
    yield keep('as a form with _method', {
      method: 'POST',
      headers: [['Content-Type', urlencoded]],
      body: `${form}_method=${target.method}`,
    })
  }
}

type Variant = readonly [what: string, ...headers: Header[]]

/** A host that does not belong to the app. */
export const foreignHost = 'attacker.example'

const foreignOrigin: Header = ['Origin', `https://${foreignHost}`]

/** A browser sends a form to another site without asking first. */
const foreignHeaders: readonly Variant[] = [
  ['from a page of another site', foreignOrigin, ['Sec-Fetch-Site', 'cross-site']],
  ['from another origin, by an old browser', foreignOrigin],
  ['from a sandboxed page', ['Origin', 'null']],
]

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
    ['X-Forwarded-Host', foreignHost],
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

/** Headers that every client can write. A guard must not believe them: the tokens match a secret that was never set. */
const guardHeaders: readonly Variant[] = [
  ...['Bearer undefined', 'Bearer null', 'Bearer'].map((token): Variant => [
    'with a token that was never set',
    ['Authorization', token],
  ]),
  [
    'with cookies that a client can write itself',
    [
      'Cookie',
      'admin=1; isAdmin=true; role=admin; user=1; userId=1; user_id=1; username=admin; loggedIn=true; authenticated=1; auth=1; preview=1; debug=1; session=1; token=1',
    ],
  ],
]

const openNames: readonly string[] =
  'preview draft debug admin isAdmin test internal bypass force public share print export embed noauth token key user userId'.split(
    ' ',
  )

/** Queries that open a door in some apps. */
const openers: readonly (readonly string[])[] = [
  openNames.map((name) => `${name}=1`),
  openNames.map((name) => `${name}=true`),
  ['role=admin', 'as=admin', 'user=admin', 'auth=0', 'auth=false', 'mode=preview', 'env=test'],
]

/** Other ways to write a path that a careless guard reads differently than the router. */
function spellings(path: string): { path: string; what: string }[] {
  const recode = (percent: string): string =>
    path.replace(/(?<!%[0-9A-F]?)[a-z]/i, (letter) => percent + letter.charCodeAt(0).toString(16))
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(path) ?? []

  const all = [
    { path: `/${path}`, what: 'with two slashes at the start' },
    { path: `${first}/${rest}`, what: 'with two slashes inside' },
    { path: otherSpelling(path), what: 'with another trailing slash' },
    { path: `${path}//`, what: 'with two trailing slashes' },
    { path: recode('%'), what: 'with a letter percent-encoded' },
    { path: recode('%25'), what: 'with a letter percent-encoded twice' },
    { path: path.toUpperCase(), what: 'in capital letters' },
    { path: `/.${path}`, what: 'with a dot segment' },
    { path: `/x/..${path}`, what: 'with dot segments that lead back' },
    { path: `/x/%2e%2e${path}`, what: 'with encoded dot segments that lead back' },
    { path: `${path}/.`, what: 'with a dot at the end' },
    { path: `${path}/%2e%2e/${path.split('/').at(-1)}`, what: 'with dot segments at the end' },
    { path: `${path};x=1`, what: 'with a path parameter' },
    { path: `${path}%20`, what: 'with a space at the end' },
    { path: `${path}%`, what: 'with a broken percent sign at the end' },
    { path: `${path}%00`, what: 'with a NUL at the end' },
    { path: `${path}%2f`, what: 'with an encoded slash at the end' },
    { path: `${path}.json`, what: 'with .json at the end' },
    { path: path.replaceAll('/', '\\').replace('\\', '/'), what: 'with backslashes' },
  ]
  const seen = new Set(['', path])
  return all.filter(({ path: other }) => !seen.has(other) && seen.add(other))
}

/** A link that runs code. */
export const codeLink = 'javascript:prove()'

/** Addresses of another site. Browsers read a backslash as a slash, and take the scheme of the page if it is missing. */
export const foreignLinks: readonly string[] = [
  `https://${foreignHost}/`,
  `//${foreignHost}/`,
  `/\\${foreignHost}/`,
]

/** Names of queries that many apps link or redirect to. */
const linkNames: readonly string[] =
  'next to url redirect redirectTo redirect_to redirect_uri redirectUrl return returnTo return_to returnUrl back continue goto dest destination target callback'.split(
    ' ',
  )

/** Names of queries that many apps show on a page. */
const shownNames: readonly string[] =
  'q query search s name title message error text email category tag lang id page sort filter from'.split(
    ' ',
  )

/** Plans requests with values that must not come back as they are: tags, links, hosts and origins of other sites. */
export function* planEchoes({ base, isSafe, params, plan, target }: Draft): Generator<Planned> {
  const withHeaders = (...headers: Attack['headers']): Partial<Attack> => ({
    headers: [...base.headers, ...headers],
  })
  const withNames = (names: readonly string[], text: string): Partial<Attack> => ({
    query: [...base.query, ...names.map((name) => `${name}=${encodeText(text)}`)],
  })

  yield plan('over HTTPS', { origin: base.origin.replace('http:', 'https:') })
  for (const link of foreignLinks) {
    yield plan('with a link to another site in the query', withNames(linkNames, link))
  }
  yield plan('with a link that runs code in the query', withNames(linkNames, codeLink))
  for (const text of [mark, endMark]) {
    yield plan('with a tag in the query', withNames([...shownNames, ...linkNames], text))
  }
  if (!isSafe) return

  const tag = encodeText(mark)
  const isOtherPage = freeParams(target, params).length > 0
  const path = `${base.path.replace(/\/$/, '')}/${tag}`
  yield plan('with a tag after the path', { path }, { isOtherPage })
  yield plan(
    'with a tag in its headers',
    withHeaders(
      ['User-Agent', mark],
      ['Referer', `http://localhost/?${mark}`],
      ['Cookie', `name=${tag}; theme=${tag}; lang=${tag}; message=${tag}`],
    ),
  )
  if (target.origin === 'http://localhost') {
    yield plan('for another host', { origin: `http://${foreignHost}` })
  }
  for (const origin of [`https://${foreignHost}`, 'null', `https://localhost.${foreignHost}`]) {
    yield plan('from a script of another site', withHeaders(['Origin', origin]))
  }
  yield plan('as a preflight request of another site', {
    method: 'OPTIONS',
    headers: [foreignOrigin, ['Access-Control-Request-Method', 'GET']],
  })
}
