import type { LoaderVerdict } from '../page-protocol/loader-reasons.ts'
import type { ManifestRoute, RouteManifest } from '../page-protocol/manifest.ts'
import type { PageMatcher } from '../page-protocol/match-pages.ts'
import type {
  ShouldReloadFunction,
  ShouldRevalidateFunction,
} from '../page-protocol/should-reload.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { DataResponse } from '../page-protocol/wire.ts'
import type { Location } from '../page-protocol/transition.ts'

/** The client router reaches everything outside it through these functions. */
export interface Seams {
  history: RouterHistory
  /** Sends a request: `fetch` with `credentials: 'same-origin'`. Rejects if the network fails, or on abort. */
  data: (request: DataRequest) => Promise<DataResponse>
  modules: ModuleSeam
  /**
   * Loads a document, after the `useBeforeUnload` callbacks. Resolves only if the page is still open after a while (8 s in
   * a browser), because of a download or because the user cancelled.
   */
  loadDocument: (href: string, how: Departure, submission?: KeyedSubmission) => Promise<void>
  skew: SkewSeam
  /** Resolves when the user sees `snapshot`, or after a short time. @default nothing waits */
  painted?: (snapshot: Snapshot) => Promise<void>
  /** Called when a page loads, with the reason why each of its loaders runs or does not. For tools and tests. */
  explained?: (loaders: readonly LoaderVerdict[]) => void
  /**
   * Called when a boundary shows an error that a component threw, or an `errorElement` shows any error, with the id of its
   * route. React's stack of components is known only if a component threw.
   */
  failed?: (error: unknown, routeId: string, componentStack?: string | null) => void
  /** Called when a live page opens or ends its stream, hears that routes are stale, or begins to poll. */
  followed?: (event: LiveStep) => void
}

/** A step of a live page, and the ids of the routes that it is about. */
export interface LiveStep {
  phase: 'open' | 'stale' | 'end' | 'poll'
  routes: readonly string[]
}

/** One request of the data seam. */
export interface DataRequest {
  /** Path and search, ready to be fetched. */
  url: string
  method: string
  /** For mutations: the `body` for `fetch`, which also determines the content type. */
  body: FormData | URLSearchParams | Blob | string | undefined
  signal: AbortSignal
  /** `reload` if data changed on the server and this URL was requested since. `no-cache` if it was not requested since. */
  cache: 'default' | 'no-cache' | 'reload'
  /** `manual` for pages, whose redirects are in the body. `follow` for other URLs. */
  redirect: 'manual' | 'follow'
  /** The reason for the request. Without it, the request is for a navigation. */
  purpose?: RequestPurpose
  /** The header with the key of a mutation, if it has a key. */
  headers?: Record<string, string>
  /** The form element that was submitted. */
  source?: object | undefined
}

/** A submission that the browser sends. In an app with `once`, it has a key. */
export type KeyedSubmission = Submission & { readonly once?: string | undefined }

/** The reason for a request of the data seam. */
export interface RequestPurpose {
  cause: 'fetcher' | 'revalidate' | 'live'
  /** The key of the fetcher. */
  key?: string
}

/** Loads route modules. */
export interface ModuleSeam {
  /** Returns the module if it is loaded. */
  get(id: string): PolicyModule | undefined
  /** Loads the module and waits for its stylesheets. Called only for modules that `get` does not have. */
  load(route: ManifestRoute): Promise<unknown>
}

/** The exports of a route module that the client router uses. */
export interface PolicyModule {
  shouldReload?: ShouldReloadFunction
  unstable_shouldReload?: ShouldReloadFunction
  shouldRevalidate?: ShouldRevalidateFunction
}

/** The four ways a browser has to load a document. `hash` changes the hash in place, then reloads. */
export type Departure = 'assign' | 'replace' | 'reload' | 'hash'

/** Stores the record of the loop guard across documents, for a browser that runs an older build than the server. */
export interface SkewSeam {
  read(): SkewRecord | undefined
  /** Returns `false` if nothing can be stored. Then no document loads automatically. */
  write(record: SkewRecord): boolean
  clear(): void
}

/** The last automatic document load: the build, the target, and the time (ms since the epoch). */
export interface SkewRecord {
  version: string
  href: string
  t: number
}

/** Finds and loads the routes of a split manifest. */
export interface RouteSeam {
  /** Returns the matches for a pathname, or `null` if it is not a page or not loaded yet. */
  match: PageMatcher
  /**
   * Loads the parts of the manifest that are needed to find the page at `url`.
   *
   * @returns `undefined` if they are loaded already. Otherwise a promise of the failure, which never rejects
   */
  learn(url: URL): Promise<LearnFailure | undefined> | undefined
}

/** Why routes could not be loaded: their build is gone from the server (`missing`), or the network failed. */
export interface LearnFailure {
  type: 'missing' | 'error'
  error: Error
}

/** The key of a form, in an app with `once`. */
export interface FormKey {
  readonly key: string
  /** Until when the key can be sent for the first time, in milliseconds. Only for a key of the document. */
  until?: number | undefined
  /** Called when the app has responded. */
  onUsed?: (() => void) | undefined
}

/** Options for {@link createClientRouter}. Without a route seam, the manifest has every page. */
export interface ClientRouterOptions extends Seams, Partial<RouteSeam> {
  manifest: RouteManifest
  /** The page that the server rendered. Without it, the first page has no data until `revalidate()` is called. */
  page?: {
    loaderData?: Readonly<Record<string, unknown>>
    /** The declarations of the loaders, by route id. */
    reads?: Readonly<Record<string, string>> | undefined
    query?: Readonly<Record<string, readonly string[]>> | undefined
    live?: Readonly<Record<string, number>> | undefined
    actionData?: Readonly<Record<string, unknown>> | undefined
    fields?: Snapshot['fields']
    invalid?: Snapshot['invalid']
    errors?: Readonly<Record<string, unknown>> | undefined
  }
  /** Returns the URL of a data request: path and search of the page, and the ids of the loaders. @default createDataUrl */
  dataUrl?: (url: string, ids: readonly string[], fields?: readonly string[]) => string
  /** @default 'http://localhost' */
  origin?: string
  /** @default Date.now */
  now?: () => number
  /** Where live pages run. In a browser, the framework needs no options for that. @default no page is live */
  live?: LiveOptions
  /** In an app with `once`: the keys of forms that the app has not responded to, by element. @default none */
  onceKeys?: WeakMap<object, FormKey> | undefined
  /** Called after every new snapshot, from the first one on. */
  listeners?: readonly ((snapshot: Snapshot) => void)[]
}

/** The history seam: the browser's history, or one in memory. Only a committed navigation pushes or replaces. */
export interface RouterHistory {
  /** The current entry. On a pop, the browser has already moved, so this entry is ahead of the committed location. */
  readonly location: Location
  push(location: Location): void
  replace(location: Location): void
  go(delta: number): void
  /** Calls `listener` after back, forward and `go()`. Returns a function that stops it. */
  listen(listener: PopListener): () => void
}

/** `delta` is how far the history moved. It is `undefined` if other code created the entry. */
export type PopListener = (location: Location, delta: number | undefined) => void

/** The window of live pages, and the largest age of their data. */
export interface LiveOptions {
  /** @default globalThis */
  window?: LiveWindow
  /** Milliseconds after which a live page reloads, also if no event came. @default 120_000, which varies by 20 % */
  maxAge?: number
}

/** The part of a browser's `window` that live pages use. */
export interface LiveWindow {
  readonly document: { readonly visibilityState: string }
  readonly navigator: { readonly locks?: Pick<LockManager, 'request'> | undefined }
  readonly performance: { getEntriesByType(type: 'navigation'): object[] }
  readonly EventSource: new (url: string) => LiveSource
  addEventListener(type: string, listener: (event: { readonly type: string }) => void): void
  setTimeout(run: () => void, delay: number): unknown
  clearTimeout(timer: unknown): void
}

/** The part of an `EventSource` that live pages use. */
export type LiveSource = Pick<EventSource, 'close' | 'onerror' | 'onmessage' | 'readyState'>
