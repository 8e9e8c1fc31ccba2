import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'

/** All types except `idle`. */
export type PendingType = Exclude<Transition['type'], 'idle'>

/** The type after a redirect, for each type: PT-4, PT-6 to PT-10. */
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

/** Creates a pending transition. It has a submission only if a form of the page started it. */
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
