import { formatSource, sourceParts } from './parse.ts'
import { RoutePattern } from './route-pattern.ts'

/**
 * Joins two patterns: `joinPatterns('/books', ':slug')` is `/books/:slug`.
 *
 * The paths are joined by exactly one slash. An empty right path does not change the left one. The protocol, host and
 * port of the right pattern replace those of the left one. Search constraints of both apply.
 *
 * @throws {ParseError} If one of them is not a valid pattern
 */
export function joinPatterns<const Left extends string, const Right extends string>(
  left: Left | RoutePattern<Left>,
  right: Right | RoutePattern<Right>,
): RoutePattern<JoinPatterns<Left, Right>> {
  const a = sourceParts(RoutePattern.parse(left).source)
  const b = sourceParts(RoutePattern.parse(right).source)

  return new RoutePattern(
    formatSource({
      protocol: b.protocol === '' || b.protocol === '://' ? a.protocol || b.protocol : b.protocol,
      hostname: b.hostname || a.hostname,
      port: b.port || a.port,
      pathname: joinPaths(a.pathname, b.pathname),
      search: joinSearches(a.search, b.search),
    }) as JoinPatterns<Left, Right>,
  )
}

function joinPaths(left: string, right: string): string {
  if (right === '/') return left
  if (left === '/') return right
  return withoutTrailingSlash(left) + right
}

/** Removes the slash at the end of a path, also in optionals: `/a/` is `/a`, `/(a/)` is `/(a)`, `/a(/)` is `/a`. */
function withoutTrailingSlash(pathname: string): string {
  const closing = /\)*$/.exec(pathname)![0]
  const open = pathname.slice(0, pathname.length - closing.length)
  if (!open.endsWith('/') || open.endsWith('\\/')) return pathname

  return withoutEmptyOptional(open.slice(0, -1), closing)
}

function withoutEmptyOptional(open: string, closing: string): string {
  let rest = closing
  while (rest !== '' && open.endsWith('(')) {
    open = open.slice(0, -1)
    rest = rest.slice(1)
  }
  return open + rest
}

/** Joins two searches. A constraint that both sides have is written once. */
function joinSearches(left: string, right: string): string {
  if (left === '') return right

  let joined = left
  for (const constraint of right.split('&')) {
    if (constraint !== '' && !`&${joined}&`.includes(`&${constraint}&`)) joined += `&${constraint}`
  }
  return joined
}

/**
 * The source of two joined patterns, as `joinPatterns` writes it:
 * `JoinPatterns<'blog', '(/:lang)/:slug'>` is `'/blog(/:lang)/:slug'`.
 */
// Most route maps have no base, so most patterns are joined to `/` and do not change.
export type JoinPatterns<Left extends string, Right extends string> = Left extends '/'
  ? Right extends `${string}?${string}`
    ? JoinSources<Left, Right>
    : Right extends `/${string}`
      ? Right
      : JoinSources<Left, Right>
  : JoinSources<Left, Right>

type JoinSources<Left extends string, Right extends string> = string extends Left | Right
  ? string
  : `${Left}${Right}` extends `${string}${'://' | '?' | '\\'}${string}`
    ? JoinParts<Parts<Left>, Parts<Right>>
    : JoinPaths<Left, Right>

type JoinPaths<Left extends string, Right extends string> = Right extends '' | '/'
  ? WithLeadingSlash<Left>
  : Left extends '' | '/'
    ? WithLeadingSlash<Right>
    : `${WithoutTrailingSlash<WithLeadingSlash<Left>>}${WithLeadingSlash<Right>}`

type WithLeadingSlash<Path extends string> = Path extends `/${string}`
  ? Path
  : Path extends `(${infer Rest}`
    ? OwnsLeadingSlash<Rest> extends true
      ? Path
      : `/${Path}`
    : `/${Path}`

type OwnsLeadingSlash<Path extends string> = Path extends `/${string}`
  ? true
  : Path extends `(${infer Rest}`
    ? OwnsLeadingSlash<Rest>
    : false

type WithoutTrailingSlash<
  Path extends string,
  Closing extends string = '',
> = Path extends `${infer Open})`
  ? WithoutTrailingSlash<Open, `${Closing})`>
  : Path extends `${string}\\/`
    ? `${Path}${Closing}`
    : Path extends `${infer Open}/`
      ? WithoutEmptyOptional<Open, Closing>
      : `${Path}${Closing}`

type WithoutEmptyOptional<
  Open extends string,
  Closing extends string,
> = Closing extends `)${infer Rest}`
  ? Open extends `${infer Before}(`
    ? WithoutEmptyOptional<Before, Rest>
    : `${Open}${Closing}`
  : `${Open}${Closing}`

// The slow types, for patterns with an origin, a search or an escape.

interface SourceTexts {
  protocol: string
  hostname: string
  port: string
  pathname: string
  search: string
}

type JoinParts<Left extends SourceTexts, Right extends SourceTexts> = Format<
  Right['protocol'] extends '' | '://'
    ? Left['protocol'] extends ''
      ? Right['protocol']
      : Left['protocol']
    : Right['protocol'],
  Right['hostname'] extends '' ? Left['hostname'] : Right['hostname'],
  Right['port'] extends '' ? Left['port'] : Right['port'],
  JoinPaths<Left['pathname'], Right['pathname']>,
  JoinSearches<Left['search'], Right['search']>
>

type JoinSearches<Left extends string, Right extends string> = Left extends ''
  ? Right
  : Right extends `${infer First}&${infer Rest}`
    ? JoinSearches<WithConstraint<Left, First>, Rest>
    : WithConstraint<Left, Right>

type WithConstraint<Search extends string, Constraint extends string> = Constraint extends ''
  ? Search
  : `&${Search}&` extends `${string}&${Constraint}&${string}`
    ? Search
    : `${Search}&${Constraint}`

type Format<
  Protocol extends string,
  Hostname extends string,
  Port extends string,
  Pathname extends string,
  Search extends string,
> = Search extends ''
  ? `${Protocol}${Hostname}${Port}${Pathname}`
  : `${Protocol}${Hostname}${Port}${Pathname}?${Search}`

type Parts<Source extends string> = Source extends `${infer Protocol}://${infer Rest}`
  ? Protocol extends `${string}${'/' | '?' | '\\'}${string}`
    ? WithSearch<'', '', '', SplitAt<Source, '?'>>
    : WithHost<`${Protocol}://`, SplitAt<Rest, '?'>>
  : WithSearch<'', '', '', SplitAt<Source, '?'>>

type WithHost<Protocol extends string, Rest extends [string, string]> =
  SplitBeforePath<SplitAt<Rest[0], '/'>> extends [
    infer Host extends string,
    infer Path extends string,
  ]
    ? SplitPort<Host> extends [infer Hostname extends string, infer Port extends string]
      ? WithSearch<Protocol, Hostname, Port, [Path extends '' ? '/' : Path, Rest[1]]>
      : never
    : never

type WithSearch<
  Protocol extends string,
  Hostname extends string,
  Port extends string,
  Rest extends [string, string],
> = {
  protocol: Protocol
  hostname: Hostname
  port: Port
  pathname: WithLeadingSlash<Rest[0]>
  search: Rest[1] extends `?${infer Search}` ? Search : ''
}

/** Moves the parens directly before the first slash to the path: `://host(/:lang)/promo`. */
type SplitBeforePath<Halves extends [string, string]> = Halves extends [
  `${infer Host}(`,
  `${infer Path extends `${'/' | '('}${string}`}`,
]
  ? SplitBeforePath<[Host, `(${Path}`]>
  : Halves

/** Splits before the first unescaped `Character`. */
type SplitAt<
  Text extends string,
  Character extends string,
  Read extends string = '',
> = Text extends `${infer Head}${Character}${infer Tail}`
  ? Head extends `${string}\\`
    ? SplitAt<Tail, Character, `${Read}${Head}${Character}`>
    : [`${Read}${Head}`, `${Character}${Tail}`]
  : [`${Read}${Text}`, '']

type SplitPort<
  Host extends string,
  Read extends string = '',
> = Host extends `${infer Head}:${infer Tail}`
  ? Tail extends `${number}`
    ? [`${Read}${Head}`, `:${Tail}`]
    : SplitPort<Tail, `${Read}${Head}:`>
  : [`${Read}${Host}`, '']
