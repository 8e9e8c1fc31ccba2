import type { LoaderArgs } from 'framework'
import type { ContextEntry, RequestContext } from 'framework/fetch-router'
import type { Books } from '../../api/books.ts'

/** The arguments of a loader or an action. The front router has put the books on the context. */
export type Args<Pattern extends string = string> = LoaderArgs<
  Pattern,
  RequestContext<{}, [ContextEntry<typeof Books, Books>]>
>
