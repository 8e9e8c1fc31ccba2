import type {
  DoneFetcher,
  Fetcher,
  LoadFetcher,
  RedirectFetcher,
  ReloadFetcher,
  SubmittingFetcher,
} from '../page-protocol/fetcher.ts'
import { formFields, type Submission } from '../page-protocol/submission.ts'

/** F2, F4, F7: at rest with data; after a redirect (F8) without. */
export function doneFetcher(old: Fetcher, data: unknown): DoneFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'idle',
    type: 'done',
    submission: undefined,
    data,
  })
}

/** F1, F11: `load()`, or a mutation made it load again. */
export function loadFetcher(old: Fetcher): LoadFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'loading',
    type: 'load',
    submission: undefined,
  })
}

/** F3, F5: a form is on its way, and `data` is unavailable until it is answered. */
export function submittingFetcher(old: Fetcher, submission: Submission): SubmittingFetcher {
  return Object.freeze({
    ...old,
    ...formFields(submission),
    state: 'submitting',
    type: submission.method === 'GET' ? 'loaderSubmission' : 'actionSubmission',
    submission,
    data: undefined,
    previousData: old.data ?? old.previousData,
  })
}

/** F6: the action's data, before the page's loaders finish. */
export function reloadFetcher(old: Fetcher, data: unknown): ReloadFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionReload',
    submission: undefined,
    data,
  })
}

/** F8: the form's fields stay until the redirect's page is there. */
export function redirectFetcher(old: Fetcher): RedirectFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionRedirect',
    submission: undefined,
    data: undefined,
  })
}
