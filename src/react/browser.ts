import type { ClientRouter, FormSubmission, ManifestRoute } from '../client-router/index.ts'
import type { ClientRouteModule } from './route-module.ts'

/** What components need to know in a browser. */
export interface Browser {
  readonly router: ClientRouter
  /** The URL of the entry module, as the document names it. */
  readonly entry: string
  readonly modules: ReadonlyMap<string, ClientRouteModule>
  /** Whether the page has been hydrated: before that, nothing may navigate or submit. */
  isReady: boolean
  /** Loads a route's module and stylesheets. */
  load(route: ManifestRoute): Promise<unknown>
  /** Submits as a fetcher; without a key as one that nobody else sees. */
  submitFetcher(key: string | undefined, owner: string, submission: FormSubmission): void
}
