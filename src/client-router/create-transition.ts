import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'

/** The types that are not idle. */
export type PendingType = Exclude<Transition['type'], 'idle'>

/** What each type becomes when it meets a redirect: PT-4, PT-6 to PT-10. */
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
