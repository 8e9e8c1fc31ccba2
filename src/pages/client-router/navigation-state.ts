import type { FormFailure } from '../page-protocol/form-failure.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { PLAIN_COMMIT, type Commit, type HistoryAction } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location, Transition } from '../page-protocol/transition.ts'
import type { CarriedPage } from '../page-protocol/wire.ts'

/** The target of a navigation, and its cause. */
export interface Intent {
  url: URL
  location: Location
  /** `undefined` if the page stays, as after a mutation of a resource route. */
  historyAction: HistoryAction | undefined
  /** Whether it replaces its entry only because a redirect leads to the page on show. If that redirects on, it adds one. */
  isBack?: boolean
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
  /**
   * The page that came with the response of the action, until it is used. Before the response, `{}` if a page may be used
   * (OT-12).
   */
  page?: Partial<CarriedPage> | undefined
  /** The controller of the navigation that goes on with this intent. It aborts its requests. */
  controller?: AbortController
}

/** All types of a transition except `idle`. */
export type PendingType = Exclude<Transition['type'], 'idle'>

/** A navigation that is not committed yet. Other files than `navigation.ts` and `router-state.ts` only read it. */
export type Navigation = Readonly<MutableNavigation>

export interface MutableNavigation extends Intent {
  /** When the load started. */
  startedAt: number
  /** The loaders that the load requested. */
  asked: readonly string[]
  controller: AbortController
  /** `waiting` means that its routes are being loaded, or that the browser is loading another document. */
  phase: 'acting' | 'loading' | 'waiting'
  matches: readonly PageMatch[]
  transition: Transition
  /** The result of the action, once it has responded. */
  result: ActionResult | undefined
  /** Resolves to the id of a route whose module could not be loaded, or to `undefined`. */
  modules: Promise<string | undefined> | undefined
}

/** The data that an action returned. */
export interface ActionData {
  type: 'data'
  id: string
  data: unknown
  status: number
}

/** The result of an action: data, a form that was refused, or an error and the route that it belongs to. */
export type ActionResult =
  | ActionData
  | { type: 'error'; id: string; error: unknown }
  | { type: 'invalid'; id: string; invalid: FormFailure }

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

/**
 * Creates a navigation, which loads unless its action has to be called first.
 *
 * @param matches The page, or `undefined` if the URL has none
 * @param startedAt The time on the clock of the router
 */
export function createNavigation(
  intent: Intent,
  matches: readonly PageMatch[],
  startedAt: number,
): MutableNavigation {
  const { submission, type, url } = intent
  const location = Object.freeze({ ...intent.location, pathname: url.pathname })
  return {
    ...intent,
    startedAt,
    asked: [],
    controller: intent.controller ?? new AbortController(),
    phase: 'loading',
    location,
    matches,
    transition: createTransition(type, location, submission),
    result: undefined,
    modules: undefined,
  }
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

/** Returns the type of a transition after a redirect (PT-4, PT-6 to PT-10). */
export function afterRedirect(type: PendingType): PendingType {
  if (type === 'load') return 'redirect'
  if (type.startsWith('loader')) return 'loaderSubmissionRedirect'
  return type.startsWith('action') ? 'actionRedirect' : type
}
