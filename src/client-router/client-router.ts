import type { HistoryAction, Snapshot } from './snapshot.ts'
import type { PageMatch } from './match-pages.ts'
import type { RouteManifest } from './manifest.ts'
import type { Location } from './transition.ts'

/** The page and fetcher state machine. */
export interface ClientRouter {
  readonly manifest: RouteManifest
  getSnapshot(): Snapshot
  /** Calls `listener` after every new snapshot; returns a function that stops it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /** Goes to `href`, a path with the basename (or a URL), resolved already. A number moves in the history. */
  navigate(href: string | number, options?: NavigateOptions): void
  /** Submits a form. */
  submit(form: FormSubmission, options?: NavigateOptions): void
  /** Runs the page's loaders and the mounted `load` fetchers again. */
  revalidate(): void
  /** Tells that a component uses the fetcher. `owner` is the id of its route, whose boundary shows errors. */
  fetcherMount(key: string, owner: string): void
  /** Tells that it does not any more. What is pending goes on. */
  fetcherUnmount(key: string): void
  fetcherLoad(key: string, href: string): void
  fetcherSubmit(key: string, form: FormSubmission): void
  fetcherReset(key: string): void
  /** Asks `shouldBlock` before each navigation that a user starts. One at a time; returns a function that stops it. */
  block(shouldBlock: BlockFunction): () => void
  /** The branch of routes for a pathname with the basename; `null` when it is no page. */
  match(pathname: string): PageMatch[] | null
  /** What a navigation to `href` would need that this page does not have; `null` when it would leave the document. */
  preview(href: string): NavigationPreview | null
  /** Stops listening to the history and aborts what is pending. */
  dispose(): void
}

export interface NavigateOptions {
  /** Replace the history entry instead of adding one. @default false */
  replace?: boolean
  /** Stored with the history entry. */
  state?: unknown
  /** @default false */
  preventScrollReset?: boolean
  /** @default false */
  viewTransition?: boolean
}

/** What `submit` and `fetcherSubmit` take. */
export interface FormSubmission {
  /** Where to: a path with the basename (or a URL), resolved already. */
  action: string
  /** Any case; anything but the five is GET. @default 'GET' */
  method?: string
  formData: FormData
  /** @default 'application/x-www-form-urlencoded' */
  encType?: string
}

/** Whether a navigation should wait for the user. */
export type BlockFunction = (args: {
  currentLocation: Location
  nextLocation: Location
  historyAction: HistoryAction
}) => boolean

/** What to prefetch. */
export interface NavigationPreview {
  matches: readonly PageMatch[]
  /** The matches whose module, data or params this page does not have. */
  newMatches: readonly PageMatch[]
  /** Exactly the URL that the navigation will request, or `null` if it requests none. */
  dataUrl: string | null
}
