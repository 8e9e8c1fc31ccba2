/**
 * Why a loader runs or does not run. This list is complete. Where a reason is found depends on its kind:
 *
 * - A difference between two pages, such as `params`: `explainLoader()` in client-router/loaders.ts.
 * - Data that may be old, such as `revalidate`: the callers of `setDue()` and `makeDue()` in client-router/loaders.ts.
 * - A write of an action, such as `written`: `judgeLoader()` in server/judge-loaders.ts. For a page that comes with the
 *   response of a form, `chooseLoaders()` in server/choose-next.ts also applies the first kind.
 *
 * A new reason has a row in docs/behaviour.md and a sentence in panel/browser/why-view.ts.
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

/** The verdicts of the server on the loaders of the page on show after a mutation, by route id. */
export type Verdicts = Readonly<Record<string, Verdict>>

/** The verdict on a loader of a page that loads. */
export interface LoaderVerdict extends Verdict {
  readonly id: string
}
