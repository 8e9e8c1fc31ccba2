import type { PageParams } from './match-pages.ts'
import type { FormFields, Submission } from './submission.ts'

/** The argument of `shouldReload`. */
export interface ShouldReloadArgs {
  url: URL
  prevUrl: URL
  params: PageParams
  submission?: Submission
}

/** Can prevent a reload of the loader. It cannot cause one. */
export type ShouldReloadFunction = (args: ShouldReloadArgs) => boolean

/** The argument of `shouldRevalidate`, in the format of React Router. */
export interface ShouldRevalidateArgs extends Partial<FormFields> {
  currentUrl: URL
  currentParams: PageParams
  nextUrl: URL
  nextParams: PageParams
  actionResult?: unknown
  actionStatus?: number
  /** What happens without this function. */
  defaultShouldRevalidate: boolean
}

/** Decides whether the loader reloads. It can prevent a reload or cause one. */
export type ShouldRevalidateFunction = (args: ShouldRevalidateArgs) => boolean

/** The exports of a route module that decide whether its loader runs again. */
export interface PolicyExports {
  shouldReload?: unknown
  unstable_shouldReload?: unknown
  shouldRevalidate?: unknown
}

/** Whether a module decides itself whether its loader runs again. Only the browser can ask it. */
export function hasPolicy(module: PolicyExports | undefined): boolean {
  return !!(module?.shouldReload ?? module?.unstable_shouldReload ?? module?.shouldRevalidate)
}
