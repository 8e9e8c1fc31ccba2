import type { Submission } from './submission.ts'

/** A place in the app. `pathname` is the browser's, with the basename. */
export interface Location {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty. */
  readonly hash: string
  /** What the app stored with the history entry; `null` if nothing. */
  readonly state: unknown
  /** Unique per history entry; `default` for the first one. */
  readonly key: string
}

/** The page's state. Narrow on `state` or on `type`. */
export type Transition =
  | IdleTransition
  | SubmittingTransition
  | LoadingTransition
  | ReloadingTransition

export interface IdleTransition {
  readonly state: 'idle'
  readonly type: 'idle'
  readonly submission: undefined
  readonly location: undefined
}

/** A form is being sent to an action, or to loaders when its method is GET. */
export interface SubmittingTransition {
  readonly state: 'submitting'
  readonly type: 'actionSubmission' | 'loaderSubmission'
  readonly submission: Submission
  readonly location: Location
}

/** The next page loads, and no form of this page led there. */
export interface LoadingTransition {
  readonly state: 'loading'
  readonly type: 'load' | 'redirect' | 'fetchActionRedirect'
  readonly submission: undefined
  readonly location: Location
}

/** Loaders run because of a form. */
export interface ReloadingTransition {
  readonly state: 'loading'
  readonly type: 'actionReload' | 'actionRedirect' | 'loaderSubmissionRedirect'
  readonly submission: Submission
  readonly location: Location
}

/** The one idle transition: the same reference whenever nothing is pending. */
export const IDLE: IdleTransition = Object.freeze({
  state: 'idle',
  type: 'idle',
  submission: undefined,
  location: undefined,
})

/** The types that are not idle. */
export type PendingType = Exclude<Transition['type'], 'idle'>

/** What each type becomes when it meets a redirect: T4, T6 to T10. */
export const afterRedirect: Record<PendingType, PendingType> = {
  load: 'redirect',
  redirect: 'redirect',
  fetchActionRedirect: 'fetchActionRedirect',
  loaderSubmission: 'loaderSubmissionRedirect',
  loaderSubmissionRedirect: 'loaderSubmissionRedirect',
  actionSubmission: 'actionRedirect',
  actionReload: 'actionRedirect',
  actionRedirect: 'actionRedirect',
}

/** A pending transition. Those that no form of the page began carry no submission. */
export function createTransition(
  type: PendingType,
  location: Location,
  submission: Submission | undefined,
): Transition {
  const isOfForm = type !== 'load' && type !== 'redirect' && type !== 'fetchActionRedirect'
  return Object.freeze({
    state: type.endsWith('Submission') ? 'submitting' : 'loading',
    type,
    submission: isOfForm ? submission : undefined,
    location,
  }) as Transition
}
