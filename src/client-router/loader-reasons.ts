import type { Declared, Verdicts } from '../page-protocol/wire.ts'

/** Why the data of a loader may be old. */
export type DebtReason =
  | 'revalidate'
  | 'cookie'
  | 'session'
  | 'failed'
  | 'undeclared'
  | 'undeclared-write'
  | 'reads-changed'
  | 'written'
  | 'unknown'

/** Why a loader runs, or does not. The list is closed: see the reload policy in docs/behaviour.md. */
export type LoaderReason =
  | DebtReason
  | 'new'
  | 'params'
  | 'no-data'
  | 'module'
  | 'search'
  | 'same-url'
  | 'search-unread'
  | 'unwritten'
  | 'kept'

/** Whether a loader of the next page runs, and why. */
export interface LoaderVerdict {
  id: string
  verdict: 'run' | 'keep'
  reason: LoaderReason
}

/** What the page owes to one of its loaders: to run again. */
export interface Debt {
  /** When the data became old. Only a load that started later pays the debt. */
  readonly since: number
  /** The oldest reason, if there are several. */
  readonly reason: DebtReason
}

/** The debts of the page, by the pathname and the id of the route. */
export type Debts = Map<string, Debt>

/** What the routes of the page declare about their data, by the same key. */
export type Held = ReadonlyMap<string, Declared>

/** What a mutation says about the data of the page on show. */
export interface Judged {
  verdicts?: Verdicts | undefined
  /** What the page held when the mutation was sent, if the server was told. */
  sent?: Held | undefined
  /** The form that was refused, so that nothing was written. It says whether the visitor may be another one since. */
  invalid?: { readonly reload?: boolean | undefined }
}
