import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'

/** All types except `idle`. */
export type PendingType = Exclude<Transition['type'], 'idle'>

/** Returns the type after a redirect: PT-4, PT-6 to PT-10. */
export function afterRedirect(type: PendingType): PendingType {
  if (type === 'load') return 'redirect'
  if (type.startsWith('loader')) return 'loaderSubmissionRedirect'
  return type.startsWith('action') ? 'actionRedirect' : type
}

/** Creates a pending transition. It has a submission only if a form of the page started it. */
export function createTransition(
  type: PendingType,
  location: Location,
  submission: Submission | undefined,
): Transition {
  return Object.freeze({
    state: type.endsWith('Submission') ? 'submitting' : 'loading',
    type,
    submission: /^(?:loader|action)/.test(type) ? submission : undefined,
    location,
  }) as Transition
}
