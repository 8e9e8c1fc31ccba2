import type { FormFailure } from './form-failure.ts'
import { formFields, type FormFields, type Submission } from './submission.ts'

/** The state of a fetcher. Narrow it by `state` or `type`. */
export type Fetcher<Data = unknown> =
  | InitFetcher
  | DoneFetcher<Data>
  | LoadFetcher<Data>
  | ReloadFetcher<Data>
  | RedirectFetcher<Data>
  | SubmittingFetcher<Data>

/** The fields of the submission are set until the fetcher is done, for optimistic UI. */
interface FetcherFields<Data> extends FormFields {
  readonly key: string
  /** The data before the last submission, for UI that must not disappear while there is no `data`. */
  readonly previousData: Data | undefined
  /** The reasons for which the last form was refused. There is no `data` then. */
  readonly invalid: Pick<FormFailure, 'form' | 'errors'> | undefined
  /** Whether a submission with a key is being sent again, because no response came. */
  readonly isRetrying?: boolean
}

/** The fetcher was never used, was reset, or was removed by an error. */
export interface InitFetcher extends FetcherFields<never> {
  readonly state: 'idle'
  readonly type: 'init'
  readonly submission: undefined
  readonly data: undefined
}

/** The fetcher is idle. `data` is `undefined` only after a redirect, or if there is `invalid`. */
export interface DoneFetcher<Data = unknown> extends FetcherFields<Data> {
  readonly state: 'idle'
  readonly type: 'done'
  readonly submission: undefined
  readonly data: Data | undefined
}

/** The fetcher is loading, because of `load()` or a mutation. `data` is the previous data. */
export interface LoadFetcher<Data = unknown> extends FetcherFields<Data> {
  readonly state: 'loading'
  readonly type: 'load'
  readonly submission: undefined
  readonly data: Data | undefined
}

/** The action returned data, and the loaders of the page reload. `data` is `undefined` if there is `invalid`. */
export interface ReloadFetcher<Data = unknown> extends FetcherFields<Data> {
  readonly state: 'loading'
  readonly type: 'actionReload'
  readonly submission: undefined
  readonly data: Data | undefined
}

/** The action redirected and the next page loads. */
export interface RedirectFetcher<Data = unknown> extends FetcherFields<Data> {
  readonly state: 'loading'
  readonly type: 'actionRedirect'
  readonly submission: undefined
  readonly data: undefined
}

/** A form is being sent. */
export interface SubmittingFetcher<Data = unknown> extends FetcherFields<Data> {
  readonly state: 'submitting'
  readonly type: 'actionSubmission' | 'loaderSubmission'
  readonly submission: Submission
  readonly data: undefined
}

/** Creates the state of a fetcher that was never used, or was reset. */
export function initFetcher(key: string): InitFetcher {
  return Object.freeze({
    key,
    state: 'idle',
    type: 'init',
    submission: undefined,
    data: undefined,
    previousData: undefined,
    invalid: undefined,
    ...formFields(undefined),
  })
}
