import type { PageParams } from './match-pages.ts'
import type { FormFields, Submission } from './submission.ts'

/** The argument of `shouldReload`. */
export interface ShouldReloadArgs {
  url: URL
  prevUrl: URL
  params: PageParams
  submission?: Submission
}

/** Returns `false` to prevent a reload of the loader. It cannot cause a reload. */
export type ShouldReloadFunction = (args: ShouldReloadArgs) => boolean

/** The argument of `shouldRevalidate`, in the format of React Router. */
export interface ShouldRevalidateArgs extends Partial<FormFields> {
  currentUrl: URL
  currentParams: PageParams
  nextUrl: URL
  nextParams: PageParams
  actionResult?: unknown
  actionStatus?: number
  /** The decision without this function. */
  defaultShouldRevalidate: boolean
}

/** Decides whether the loader reloads. It can prevent or cause a reload. */
export type ShouldRevalidateFunction = (args: ShouldRevalidateArgs) => boolean

/** The exports of a route module that decide whether its loader runs again. */
export interface PolicyExports {
  shouldReload?: unknown
  unstable_shouldReload?: unknown
  shouldRevalidate?: unknown
}

/**
 * Whether a module decides whether its loader runs again. Only the browser can call its function.
 */
export function hasPolicy(module: PolicyExports | undefined): boolean {
  return !!(module?.shouldReload ?? module?.unstable_shouldReload ?? module?.shouldRevalidate)
}
