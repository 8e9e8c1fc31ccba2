import { internalsOf } from '../../router/fetch-router/shared.ts'
import type { RequestContext } from '../../router/fetch-router/index.ts'
import { warnOnce } from '../../internal/process/warn-once.ts'

/** The step of a cache for one request. */
export interface CacheReport {
  readonly result: 'hit' | 'stale' | 'miss' | 'store' | 'refuse' | 'pass' | 'invalidate'
  /** Why a response was not served from the cache or stored. */
  readonly why?: string
  /** In seconds. */
  readonly age?: number
}

/** Reports to the observers of a request how the cache has handled it. */
export function report(context: RequestContext, fields: CacheReport): void {
  internalsOf(context).observation?.emit({ type: 'cache', phase: 'once', ...fields })
}

/**
 * Reports that the storage does not work. Prints only the first message, because a message may contain the key of a request.
 */
export function fail(context: RequestContext, error: unknown, storage: object): undefined {
  const why = `cache() cannot use its storage: ${error instanceof Error ? error.message : String(error)}`
  report(context, { result: 'refuse', why })
  warnOnce(why, storage)
}
