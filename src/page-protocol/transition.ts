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
