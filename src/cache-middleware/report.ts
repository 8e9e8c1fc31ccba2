import type { RequestContext } from '../fetch-router/index.ts'

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
  const { observation } = context as Observed
  observation?.emit({ type: 'cache', phase: 'once', ...fields })
}

interface Observed {
  /** The events of the request, if something observes it. */
  readonly observation?: {
    emit(event: CacheReport & { type: 'cache'; phase: 'once' }): void
  }
}
