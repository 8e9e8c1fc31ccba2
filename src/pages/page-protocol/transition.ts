import type { Submission } from './submission.ts'

/** A location in the app. `pathname` contains the basename. */
export interface Location {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty. */
  readonly hash: string
  /** The state that the app stored with the history entry, or `null`. */
  readonly state: unknown
  /** Unique per history entry. `default` for the first one. */
  readonly key: string
}

/** The pending navigation or submission of the page. Narrow it by `state` or `type`. */
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
  readonly isRetrying?: undefined
}

/** A form is being sent to an action, or to loaders if its method is GET. */
export interface SubmittingTransition {
  readonly state: 'submitting'
  readonly type: 'actionSubmission' | 'loaderSubmission'
  readonly submission: Submission
  readonly location: Location
  /** Whether a submission with a key is being sent again, because no response came. */
  readonly isRetrying?: boolean
}

/** The next page loads. No form of this page caused that. */
export interface LoadingTransition {
  readonly state: 'loading'
  readonly type: 'load' | 'redirect' | 'fetchActionRedirect'
  readonly submission: undefined
  readonly location: Location
  readonly isRetrying?: undefined
}

/** Loaders run because of a form. */
export interface ReloadingTransition {
  readonly state: 'loading'
  readonly type: 'actionReload' | 'actionRedirect' | 'loaderSubmissionRedirect'
  readonly submission: Submission
  readonly location: Location
  readonly isRetrying?: boolean
}

/** The idle transition. It is always the same object. */
export const IDLE: IdleTransition = Object.freeze({
  state: 'idle',
  type: 'idle',
  submission: undefined,
  location: undefined,
})
