import { restoreSlashes } from '../internal/canonical-path.ts'
import type { RoutePattern } from './route-pattern.ts'
import type { Captures } from './tokens.ts'

/** Params by name, without a prototype: a param may be called `__proto__`. */
export type MatchParams = Record<string, string | undefined>

/** A captured piece of a URL. */
export interface MatchMeta {
  type: ':' | '*'
  /** `'*'` for a wildcard without a name. */
  name: string
  value: string
  /** Where it begins in the decoded host or path. */
  begin: number
  end: number
}

/** A pattern that matches a URL. */
export interface Match<Source extends string = string, MatchedParams = MatchParams> {
  url: URL
  pattern: RoutePattern<Source>
  /** Without a prototype; a capture that takes no part is there as `undefined`. */
  params: MatchedParams
  /** The captures that take part, in order. A pattern without a host captures the whole host as `*`. */
  paramsMeta: { hostname: MatchMeta[]; pathname: MatchMeta[] }
}

/** A match of a `MultiMatcher`. */
export interface MultiMatch<Data> extends Match {
  data: Data
}

/** Adds the named captures of `text` to `params`. One that takes no part is there as `undefined`, or as it was. */
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

/** The captures that take part. */
export function readMeta(
  { names, variables }: Captures,
  spans: readonly number[],
  text: string,
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
        begin,
        end,
      },
    ]
  })
}
