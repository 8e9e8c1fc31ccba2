import type { FormSubmission } from './create-submission.ts'

/** The events of fetchers, as methods of the router. */
export interface FetcherEvents {
  /** Tells that a component uses the fetcher. `owner` is the id of its route, whose boundary shows errors. */
  fetcherMount(key: string, owner: string): void
  /** Tells that it does not any more. What is pending goes on; at rest, and used by no other, it is forgotten. */
  fetcherUnmount(key: string): void
  /** @param owner As for `fetcherMount`, for a fetcher that is not mounted */
  fetcherLoad(key: string, href: string, owner?: string): void
  /**
   * @param key Without one, it is a fetcher of its own
   * @param owner As for `fetcherMount`, for a fetcher that is not mounted
   */
  fetcherSubmit(key: string | undefined, form: FormSubmission, owner?: string): void
  fetcherReset(key: string): void
}
