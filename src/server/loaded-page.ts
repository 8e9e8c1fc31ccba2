import type { ErrorResult, Result } from './result.ts'

/** The facts about a page that are known before its loaders run. */
export interface PageStart {
  /** The action that ran, and its result. */
  action?: { id: string; result: Result }
  /** An error that already happened, and the index of its route. */
  failure?: { index: number; result: ErrorResult }
  /** Whether middleware of that route refused the request. */
  isByMiddleware?: boolean
  /** The allowed methods, for the `Allow` header. */
  allow?: string
}

/** A page with its data, and the error that one of its boundaries shows. */
export interface LoadedPage {
  loaders: ReadonlyMap<string, Result>
  action: PageStart['action']
  shown: { boundary: number; error: unknown; headers: Headers | undefined } | undefined
  status: number
}
