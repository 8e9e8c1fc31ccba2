import type { RequestContext } from '../fetch-router/index.ts'
import { observationOf } from '../fetch-router/shared.ts'

/** What a cache did with a request. */
export interface CacheReport {
  readonly result: 'hit' | 'stale' | 'miss' | 'store' | 'refuse' | 'invalidate'
  /** Why something was refused. */
  readonly why?: string
  /** In seconds. */
  readonly age?: number
}

/** Tells the observers of a request what the cache did with it. */
export function report(context: RequestContext, fields: CacheReport): void {
  observationOf(context)?.emit({ type: 'cache', phase: 'once', ...fields })
}
