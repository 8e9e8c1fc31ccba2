import type { Schema } from '../contract/index.ts'
import { encodeNames, toText } from './encode-names.ts'
import type { HrefArgs, HrefOptions } from '../route-pattern/index.ts'

/** Options of `route.href` for a route whose contract has a search schema. */
export interface SearchHrefOptions<Search> extends HrefOptions {
  /** The query, as input of the search schema. It replaces `searchParams`. */
  readonly search?: Search
}

/** Options of `route.href` for a search schema with a member that must be given. */
export interface RequiredSearchHrefOptions<Search> extends HrefOptions {
  /** The query, as input of the search schema. It replaces `searchParams`. */
  readonly search: Search
}

/** The arguments of `route.href`: those of the pattern, with the search of the contract. */
export type RouteHrefArgs<Pattern extends string, Own> = Own extends {
  readonly search: Schema<infer Search, any>
}
  ? WithSearch<HrefArgs<Pattern>, Search>
  : HrefArgs<Pattern>

type WithSearch<Args extends readonly unknown[], Search> = {} extends Search
  ? undefined extends Args[0]
    ? [params?: Args[0], options?: SearchHrefOptions<Search>]
    : [params: Args[0], options?: SearchHrefOptions<Search>]
  : // The label is the name of the missing argument in messages of TypeScript.
    [params: Args[0], optionsWithSearch: RequiredSearchHrefOptions<Search>]

/** Returns the same arguments, with `search` converted to `searchParams`. */
export function withSearch(args: readonly unknown[]): readonly unknown[] {
  const { search, ...options } = (args[1] ?? {}) as SearchHrefOptions<object | undefined>
  if (search === undefined) return args
  if (options.searchParams !== undefined) {
    throw new TypeError(
      'Cannot use "search" together with "searchParams" in href(): use one of them',
    )
  }

  const searchParams = new URLSearchParams()
  encodeNames(search, (name, item) => searchParams.append(name, toText(name, item)))
  return [args[0], { ...options, searchParams }]
}
