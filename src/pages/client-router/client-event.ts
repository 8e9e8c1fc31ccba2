import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { LoaderReason } from '../page-protocol/loader-reasons.ts'
import type { HistoryAction } from '../page-protocol/snapshot.ts'
import type { Transition } from '../page-protocol/transition.ts'

/** An event of `observe()`. Narrow it by `type` and `phase`. */
export type ClientEvent =
  | NavigationStart
  | NavigationEnd
  | DataStart
  | DataEnd
  | FetcherChange
  | ReloadStart
  | ReloadEnd
  | CommitEvent
  | LiveStepEvent
  | SkewEvent
  | ClientErrorEvent

/** The fields of every event. */
interface ClientEventBase {
  /** Counts up in each document. The start and the end of the same work have one id. */
  readonly id: number
}

interface NavigationBase extends ClientEventBase {
  readonly type: 'navigation'
  /** Path and search of the page that is shown. */
  readonly from: string
  /** Path and search of the target, or the URL of another site. */
  readonly to: string
  /** The type of the transition when the navigation started: `load`, `actionSubmission` and so on. */
  readonly transition: Transition['type']
}

/** A navigation or a submission of the page has started. A redirect starts another one. */
export interface NavigationStart extends NavigationBase {
  readonly phase: 'start'
}

/** How a navigation has ended. */
export interface NavigationEnd extends NavigationBase {
  readonly phase: 'end'
  /**
   * `commit` shows the new page, and `error` shows it with an error. `redirect` goes on to another page. `abort` means that
   * another navigation has started or that the page stays. `leave` means that the browser loads a document.
   */
  readonly result: 'commit' | 'redirect' | 'abort' | 'leave' | 'error'
  /** How the history has changed. Only after a commit. */
  readonly action?: HistoryAction | undefined
  /** In milliseconds. */
  readonly duration: number
}

interface DataBase extends ClientEventBase {
  readonly type: 'data'
  readonly cause: 'navigation' | 'mutation' | 'fetcher' | 'revalidate' | 'live'
  /** The key of the fetcher. */
  readonly key?: string | undefined
  readonly method: string
  /** Path and search of the page. */
  readonly path: string
  /** The ids of the routes whose loaders or action run. It is empty for a URL that is not a page. */
  readonly routes: readonly string[]
  /** Why each loader of a page runs, by route id. */
  readonly reasons?: Readonly<Record<string, LoaderReason>> | undefined
  readonly cache: 'default' | 'no-cache' | 'reload'
}

/** A request for data is sent. */
export interface DataStart extends DataBase {
  readonly phase: 'start'
}

/** A request for data has ended, with or without a response. */
export interface DataEnd extends DataBase {
  readonly phase: 'end'
  /** `abort` if the client router no longer needs it, and `error` if the network failed. */
  readonly result: 'response' | 'abort' | 'error'
  /** The status of the response, or 0. */
  readonly status: number
  /** `X-Request-Id` of the response, to find the request in the logs of the server. */
  readonly requestId: string | null
  /** In milliseconds. */
  readonly duration: number
}

/** The state or the type of a fetcher has changed. */
export interface FetcherChange extends ClientEventBase {
  readonly type: 'fetcher'
  readonly phase: 'once'
  readonly key: string
  readonly state: Fetcher['state']
  readonly stateType: Fetcher['type']
}

/** `revalidate()` reloads the page. */
export interface ReloadStart extends ClientEventBase {
  readonly type: 'reload'
  readonly phase: 'start'
}

export interface ReloadEnd extends ClientEventBase {
  readonly type: 'reload'
  readonly phase: 'end'
  /** In milliseconds. */
  readonly duration: number
}

/** The client router shows another page. */
export interface CommitEvent extends ClientEventBase {
  readonly type: 'commit'
  readonly phase: 'once'
  /** Path and search. */
  readonly path: string
  /** The ids of its routes, root first. */
  readonly routes: readonly string[]
  readonly hashOnly: boolean
  readonly mutation: boolean
}

/**
 * A live page: its stream has opened, has named stale routes, or has ended. `poll` means that the page cannot have a stream
 * now, and reloads from time to time.
 */
export interface LiveStepEvent extends ClientEventBase {
  readonly type: 'live'
  readonly phase: 'open' | 'stale' | 'end' | 'poll'
  /** The ids of the routes that the message is about. */
  readonly routes: readonly string[]
}

/** The server has another build, so the browser loads a document. */
export interface SkewEvent extends ClientEventBase {
  readonly type: 'skew'
  readonly phase: 'once'
  /** The build of this document. */
  readonly version: string
  readonly href: string
}

/**
 * A boundary shows an error of a loader, an action, a deferred value or a component, or an `errorElement` shows an error of
 * a deferred value or a component. Each error is one event. There is no event for an error that the document already had,
 * because the server has reported it.
 */
export interface ClientErrorEvent extends ClientEventBase {
  readonly type: 'error'
  readonly phase: 'once'
  /** The route whose boundary or `<Await>` shows the error. */
  readonly routeId: string
  readonly error: unknown
  /** The components around the one that threw, as React writes them. Missing if no component threw. */
  readonly componentStack?: string
}
