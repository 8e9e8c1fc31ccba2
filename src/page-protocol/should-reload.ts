import type { PageParams } from './match-pages.ts'
import type { FormFields, Submission } from './submission.ts'

/** What `shouldReload` is asked with. */
export interface ShouldReloadArgs {
  url: URL
  prevUrl: URL
  params: PageParams
  submission?: Submission
}

/** May refuse a reload that is due. It cannot ask for one. */
export type ShouldReloadFunction = (args: ShouldReloadArgs) => boolean

/** What `shouldRevalidate` is asked with: the shape that React Router users know. */
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

/** Decides about a reload in both directions. */
export type ShouldRevalidateFunction = (args: ShouldRevalidateArgs) => boolean
