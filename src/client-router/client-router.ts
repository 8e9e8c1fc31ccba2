import { block, type BlockFunction } from './blockers.ts'
import { fetchersOf } from './fetchers.ts'
import { createPageRouter, type PageRouter } from './page-router.ts'
import { preview, type NavigationPreview } from './preview.ts'
import { revalidate } from './revalidate.ts'
import type { ClientRouterOptions } from './seams.ts'
import type { FormSubmission } from './submission.ts'

/** The page and fetcher state machine, with everything it can do as a method. */
export interface ClientRouter extends PageRouter {
  /** Runs the page's loaders and the mounted `load` fetchers again. */
  revalidate(): void
  /** Tells that a component uses the fetcher. `owner` is the id of its route, whose boundary shows errors. */
  fetcherMount(key: string, owner: string): void
  /** Tells that it does not any more. What is pending goes on. */
  fetcherUnmount(key: string): void
  /** @param owner As for `fetcherMount`, for a fetcher that is not mounted */
  fetcherLoad(key: string, href: string, owner?: string): void
  /** @param owner As for `fetcherMount`, for a fetcher that is not mounted */
  fetcherSubmit(key: string, form: FormSubmission, owner?: string): void
  fetcherReset(key: string): void
  /** Asks `shouldBlock` before each navigation that a user starts. One at a time; returns a function that stops it. */
  block(shouldBlock: BlockFunction): () => void
  /** What a navigation to `href` would need that this page does not have; `null` when it would leave the document. */
  preview(href: string): NavigationPreview | null
}

/**
 * Creates the machine that moves an app from page to page.
 *
 * `createPageRouter` is the same without the methods that not every page needs: they are functions there, so that a
 * bundle has only those that are used.
 *
 * @param options The manifest, the first page, and the seams to history, network, modules and document
 * @returns Events in, one immutable snapshot out
 */
export function createClientRouter(options: ClientRouterOptions): ClientRouter {
  const router = createPageRouter(options)
  const fetchers = fetchersOf(router)

  return {
    ...router,
    revalidate: () => revalidate(router),
    fetcherMount: fetchers.mount,
    fetcherUnmount: fetchers.unmount,
    fetcherLoad: fetchers.load,
    fetcherSubmit: fetchers.submit,
    fetcherReset: fetchers.reset,
    block: (shouldBlock) => block(router, shouldBlock),
    preview: (href) => preview(router, href),
  }
}
