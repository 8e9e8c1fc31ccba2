import type { RequestContext } from '../fetch-router/index.ts'
import { observationOf } from '../fetch-router/shared.ts'
import { warnOnce } from '../internal/warn-once.ts'

/** What a cache did with a request. */
export interface CacheReport {
  readonly result: 'hit' | 'stale' | 'miss' | 'store' | 'refuse' | 'pass' | 'invalidate'
  /** Why a response was not served from the cache or stored. */
  readonly why?: string
  /** In seconds. */
  readonly age?: number
}

/** Tells the observers of a request what the cache did with it. */
export function report(context: RequestContext, fields: CacheReport): void {
  observationOf(context)?.emit({ type: 'cache', phase: 'once', ...fields })
}

/** Reports that the storage does not work. Only the first time it is printed: a message may contain the key of a request. */
export function fail(context: RequestContext, error: unknown, storage: object): undefined {
  const why = `cache() cannot use its storage: ${error instanceof Error ? error.message : String(error)}`
  report(context, { result: 'refuse', why })
  warnOnce(why, storage)
}
