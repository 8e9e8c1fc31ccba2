import type {
  DoneFetcher,
  Fetcher,
  LoadFetcher,
  RedirectFetcher,
  ReloadFetcher,
  SubmittingFetcher,
} from '../page-protocol/fetcher.ts'
import { formFields, type Submission } from '../page-protocol/submission.ts'

/** FE-2, FE-4, FE-7: at rest with data; after a redirect (FE-8) without. */
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

/** FE-1, FE-11: `load()`, or a mutation made it load again. */
export function loadFetcher(old: Fetcher): LoadFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'loading',
    type: 'load',
    submission: undefined,
  })
}

/** FE-3, FE-5: a form is on its way, and `data` is unavailable until it is answered. */
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

/** FE-6: the action's data, before the page's loaders finish. */
export function reloadFetcher(old: Fetcher, data: unknown): ReloadFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionReload',
    submission: undefined,
    data,
  })
}

/** FE-8: the form's fields stay until the redirect's page is there. */
export function redirectFetcher(old: Fetcher): RedirectFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionRedirect',
    submission: undefined,
    data: undefined,
  })
}
