import { keepShape } from '../../internal/process/keep-shape.ts'
import { readCaptures, readMeta, type MatchParams, type MultiMatch } from './match.ts'
import type { PathEntry, PathMatch } from './path-match.ts'
import type { RoutePattern } from './route-pattern.ts'
import { capturesOf, type Captures } from './tokens.ts'
import { originOf, startOfPath } from './url-parts.ts'

/** A pattern in a matcher. */
export interface MatcherEntry<Data> extends PathEntry {
  readonly pattern: RoutePattern
  readonly data: Data
  /** `null` if the pattern matches any host. */
  readonly host: Captures | null
}

type ParamsMeta = MultiMatch<unknown>['paramsMeta']

/** A host that matches. */
interface HostMatch {
  readonly hostname: string
  readonly captures: Captures
  readonly spans: readonly number[]
}

/** A match of a `MultiMatcher`. Most of it is computed when it is read. */
export class FoundMatch<Data> implements MultiMatch<Data> {
  readonly data: Data
  readonly #path: PathMatch<MatcherEntry<Data>>
  #url: string | URL
  readonly #host: HostMatch | undefined
  #params: MatchParams | undefined
  #paramsMeta: ParamsMeta | undefined

  /** @param host `undefined` if the matcher has not looked at the host, because no pattern has one */
  constructor(path: PathMatch<MatcherEntry<Data>>, url: string | URL, host: HostMatch | undefined) {
    this.data = path.data
    this.#path = path
    this.#url = url
    this.#host = host
  }

  get pattern(): RoutePattern {
    return this.#path.entry.pattern
  }

  get order(): number {
    return this.#path.entry.order
  }

  get url(): URL {
    if (typeof this.#url === 'string') this.#url = new URL(this.#url)
    return this.#url
  }

  get params(): MatchParams {
    const { host } = this.#path.entry
    return host === null ? this.#path.params : (this.#params ??= this.#readParams(host))
  }

  #readParams({ names }: Captures): MatchParams {
    const { spans, hostname } = this.#host!
    const params = Object.create(null) as MatchParams
    readCaptures(params, names, spans, hostname, false)
    return this.#path.addParams(params)
  }

  get paramsMeta(): ParamsMeta {
    return (this.#paramsMeta ??= this.#readMeta())
  }

  #readMeta(): ParamsMeta {
    const { entry, spans, text, start } = this.#path
    const { hostname, captures, spans: hostSpans } = this.#host ?? this.#anyHost()
    return {
      hostname: readMeta(entry.host ?? captures, hostSpans, hostname),
      pathname: readMeta(entry.path, spans, text, start),
    }
  }

  /** Returns the whole match, for JSON and for `console.log()`. */
  toJSON(): MultiMatch<Data> {
    const { url, pattern, params, paramsMeta, data } = this
    return { url, pattern, params, paramsMeta, data }
  }

  #anyHost(): HostMatch {
    const { href } = this.url
    const { hostname } = originOf(href, startOfPath(href))
    return { hostname, captures: capturesOf(['*']), spans: [0, hostname.length] }
  }
}

keepShape(new FoundMatch({ entry: {} } as PathMatch<MatcherEntry<unknown>>, '', undefined))

Object.defineProperty(FoundMatch.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value: FoundMatch.prototype.toJSON,
})
