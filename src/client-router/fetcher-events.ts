import type { FormSubmission } from './create-submission.ts'

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
