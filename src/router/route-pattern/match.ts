import { restoreSlashes } from './canonical-path.ts'
import type { RoutePattern } from './route-pattern.ts'
import type { Captures } from './tokens.ts'

/** Params by name. The object has no prototype, because a param can be called `__proto__`. */
export type MatchParams = Record<string, string | undefined>

/** A captured piece of a URL. */
export interface MatchMeta {
  type: ':' | '*'
  /** The name, or `'*'` for a wildcard without a name. */
  name: string
  value: string
  /** The position of its start in the decoded host or path. */
  begin: number
  end: number
}

/** A pattern that matches a URL. */
export interface Match<Source extends string = string, MatchedParams = MatchParams> {
  readonly url: URL
  readonly pattern: RoutePattern<Source>
  /** An object without a prototype. A capture in an optional that was left out is `undefined`. */
  readonly params: MatchedParams
  /** The captures, in order, without those that were left out. A pattern without a host captures the host as `*`. */
  readonly paramsMeta: { hostname: MatchMeta[]; pathname: MatchMeta[] }
}

/** A match of a `MultiMatcher`. */
export interface MultiMatch<Data> extends Match {
  readonly data: Data
}

/**
 * Adds the named captures of `text` to `params`. For a capture that was left out, adds `undefined` unless the name is there
 * already.
 */
export function readCaptures(
  params: MatchParams,
  names: readonly string[],
  spans: readonly number[],
  text: string,
  isDecoded: boolean,
): void {
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!
    if (name === '') continue
    const begin = spans[i * 2]!
    if (begin !== -1) {
      const value = text.slice(begin, spans[i * 2 + 1])
      params[name] = isDecoded ? restoreSlashes(value) : value
    } else if (!(name in params)) params[name] = undefined
  }
}

/** Lists the captures, without those that were left out. The host or the path begins at `start` of `text`. */
export function readMeta(
  { names, variables }: Captures,
  spans: readonly number[],
  text: string,
  start = 0,
): MatchMeta[] {
  return names.flatMap((name, i) => {
    const begin = spans[i * 2]!
    const end = spans[i * 2 + 1]!
    if (begin === -1) return []
    const value = restoreSlashes(text.slice(begin, end))
    return [
      {
        type: variables[i] ? (':' as const) : ('*' as const),
        name: name || '*',
        value,
        begin: begin - start,
        end: end - start,
      },
    ]
  })
}
