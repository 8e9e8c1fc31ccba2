import { PLAIN_COMMIT, type Commit, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { CarriedPage } from '../page-protocol/wire.ts'
import type { PendingType } from './create-transition.ts'

/** Where to go, and why. */
export interface Intent {
  url: URL
  location: Location
  /** `undefined` if the page stays, as after a mutation of a resource route. */
  historyAction: HistoryAction | undefined
  type: PendingType
  /** The submission that started the navigation, kept through all redirects. */
  submission?: Submission | undefined
  /** The form element that was submitted, until the action responds. */
  source?: object | undefined
  /** Whether the submission still has to be sent to an action. */
  isAction?: boolean
  /** Whether the server asked for a new document. */
  isDocument?: boolean
  /** How many redirects were followed. */
  hops: number
  commit: Commit
  /** The page that came with the response of the action, until it is used. Before that, `{}` if it may be used: OT-12. */
  page?: Partial<CarriedPage> | undefined
  /** Aborts the requests of the navigation that goes on with this one. */
  controller?: AbortController
}

/** Creates the intent of a plain link. */
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
    hops: 0,
    commit: { ...PLAIN_COMMIT, preventScrollReset, viewTransition },
  }
}
