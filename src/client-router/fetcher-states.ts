import type {
  DoneFetcher,
  Fetcher,
  LoadFetcher,
  RedirectFetcher,
  ReloadFetcher,
  SubmittingFetcher,
} from '../page-protocol/fetcher.ts'
import { formFields, type Submission } from '../page-protocol/submission.ts'

/** FE-2, FE-4, FE-7: idle, with data. After a redirect (FE-8), without data. */
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

/** FE-1, FE-11: loading, because of `load()` or a mutation. */
export function loadFetcher(old: Fetcher): LoadFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'loading',
    type: 'load',
    submission: undefined,
    invalid: undefined,
  })
}

/** FE-3, FE-5: submitting a form. There is no `data` until the response. */
export function submittingFetcher(old: Fetcher, submission: Submission): SubmittingFetcher {
  return Object.freeze({
    ...old,
    ...formFields(submission),
    state: 'submitting',
    type: submission.method === 'GET' ? 'loaderSubmission' : 'actionSubmission',
    submission,
    data: undefined,
    previousData: old.data ?? old.previousData,
    invalid: undefined,
  })
}

/** FE-6: has the data of the action, or why it refused the form, while the loaders of the page reload. */
export function reloadFetcher(
  old: Fetcher,
  data: unknown,
  invalid?: Fetcher['invalid'],
): ReloadFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionReload',
    submission: undefined,
    data,
    invalid,
  })
}

/** FE-8: keeps the fields of the form until the page after the redirect shows. */
export function redirectFetcher(old: Fetcher): RedirectFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionRedirect',
    submission: undefined,
    data: undefined,
  })
}
