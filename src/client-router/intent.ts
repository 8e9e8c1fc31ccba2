import { PLAIN_COMMIT, type Commit, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { PendingType } from './create-transition.ts'

/** Where to go, and why. */
export interface Intent {
  url: URL
  location: Location
  /** `undefined` when the page stays: a mutation of a resource route. */
  historyAction: HistoryAction | undefined
  type: PendingType
  /** The form that led here, through all redirects. */
  submission: Submission | undefined
  /** Whether the form is yet to be sent to an action. */
  isAction: boolean
  /** Whether the server wants a new document. */
  isDocument: boolean
  /** The redirects that led here. */
  hops: number
  commit: Commit
}

/** What a plain link intends. */
export function plainIntent(
  url: URL,
  location: Location,
  { preventScrollReset = false, viewTransition = false }: Partial<Commit> = {},
): Intent {
  return {
    url,
    location,
    historyAction: 'PUSH',
    type: 'load',
    submission: undefined,
    isAction: false,
    isDocument: false,
    hops: 0,
    commit: { ...PLAIN_COMMIT, preventScrollReset, viewTransition },
  }
}
