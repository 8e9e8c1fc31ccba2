/**
 * Why a loader runs, or does not. This is the whole list.
 *
 * In the browser, `client-router/loader-records.ts` notes why data may be old, and `reload-policy.ts` decides what runs.
 * `live.ts` adds what others have written. After a mutation, `server/judge-loaders.ts` decides it on the server. A new
 * reason has a row in docs/behaviour.md.
 */
export type LoaderReason =
  | DueReason
  | 'new'
  | 'params'
  | 'no-data'
  | 'module'
  | 'search'
  | 'same-url'
  | 'search-unread'
  | 'unwritten'
  | 'kept'

/** Why the data of a loader may be old. A load keeps the reason until the loader has run. */
export type DueReason = WriteReason | 'revalidate' | 'live' | 'unknown'

/** Why the data of a loader may be old after a mutation. */
export type WriteReason =
  | 'cookie'
  | 'session'
  | 'failed'
  | 'undeclared'
  | 'undeclared-write'
  | 'reads-changed'
  | 'written'

/** Whether a loader runs, and why. */
export interface Verdict {
  readonly run: boolean
  readonly reason: LoaderReason
  /** In development: the tag that was written. */
  readonly tag?: string
}

/** What the server says about the loaders of the page on show after a mutation, by route id. */
export type Verdicts = Readonly<Record<string, Verdict>>

/** The verdict on a loader of a page that loads. */
export interface LoaderVerdict extends Verdict {
  readonly id: string
}
