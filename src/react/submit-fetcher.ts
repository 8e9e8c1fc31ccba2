import { fetchersOf, type FormSubmission, type PageRouter } from '../client-router/index.ts'

/** Submits as a fetcher of the route `owner`; without a key as one that nobody else sees. */
export function submitFetcher(
  router: PageRouter,
  key: string = crypto.randomUUID(),
  owner: string,
  submission: FormSubmission,
): void {
  fetchersOf(router).submit(key, submission, owner)
}
