import type { Fetcher } from '../page-protocol/fetcher.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { FormSubmission } from './create-submission.ts'

/** The interface between the fetchers and the page. */
export interface Fetching {
  /** Returns the visible fetchers. */
  current(): ReadonlyMap<string, Fetcher>
  /** Called after each update. */
  published(): void
  /** Whether a mutation of a fetcher is pending. */
  isMutating(): boolean
  /** Called when a mutation starts. */
  cancelLoads(): void
  /**
   * Reloads the `load` fetchers that are due, or whose route module wants a reload. The promises resolve when the loads have
   * ended. While another mutation is pending, fetchers that are due load after it.
   *
   * @param isDue Whether a mutation ended, or the app called `revalidate()`
   */
  reload(location: Location, cause: ReloadCause, isDue: boolean): Promise<void>[]
  /** Called when a navigation ends. */
  finishWaiting(): void
  dispose(): void
}

/** The methods of the router whose code a browser loads on first use. */
export interface FetchingEvents extends FetcherEvents {
  revalidate(): Promise<void>
}

/** The events of fetchers, as methods of the router. */
export interface FetcherEvents {
  /** Call this when a component uses the fetcher. `owner` is the id of its route, whose boundary shows errors. */
  fetcherMount(key: string, owner: string): void
  /** Call this when a component stops using it. Pending work goes on. An idle fetcher without users is removed. */
  fetcherUnmount(key: string): void
  /**
   * @param owner As for `fetcherMount`, for a fetcher that is not mounted
   * @returns A promise that resolves when the fetcher is idle or does something else. It never rejects
   */
  fetcherLoad(key: string, href: string, owner?: string): Promise<void>
  /**
   * @param key Without a key, a new fetcher is created
   * @param owner As for `fetcherMount`, for a fetcher that is not mounted
   * @returns As of `fetcherLoad`
   */
  fetcherSubmit(key: string | undefined, form: FormSubmission, owner?: string): Promise<void>
  fetcherReset(key: string): void
}

/** The reason for which a page loads. */
export interface ReloadCause {
  /** Whether no mutation caused the load. Then a URL that is on show already loads again. */
  isPlain: boolean
  /** Whether the app called `revalidate()`, so that every loader is due. */
  isRevalidation?: boolean
  /** Whether this only looks ahead. Then no loader counts as due. */
  isPreview?: boolean
  submission?: Submission | undefined
  actionResult?: unknown
  actionStatus?: number | undefined
}

/** A fetcher and its current call. */
export interface FetcherRecord {
  readonly key: string
  /** The route whose boundary shows its errors. */
  owner: string | undefined
  mounts: number
  value: Fetcher
  operation: Operation | undefined
  /** The `href` of the last `load()`, which reloads after mutations. A submission clears it. */
  href: string | undefined
  /** Whether the fetcher redirected the page. It is done when that navigation ends. */
  isWaiting: boolean
}

/** One call of a fetcher. Responses to earlier calls are ignored. */
export interface Operation {
  readonly startedAt: number
  readonly controller: AbortController
  readonly isMutation: boolean
  /** The form element that was submitted. */
  readonly source: object | undefined
}
