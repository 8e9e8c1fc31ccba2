import { WaitUntil, type RequestContext } from '../fetch-router/index.ts'
import { withoutBody } from '../internal/exchange/without-body.ts'
import type { GuardedStorage } from '../storage/shared.ts'
import type { Lookup } from './cache-key.ts'
import { ageOf, toResponse, toVisitorResponse, type CacheEntry } from './entry.ts'
import { findEntry, type Found } from './find-entry.ts'
import { isForWaiters, isFresh, mayBeStale, mayReplaceError } from './freshness.ts'
import type { Invalidations } from './invalidations.ts'
import type { EntryMaker, Made } from './make-entry.ts'
import { createRefusals, type RefusalKind } from './refusals.ts'
import { fail, report } from './report.ts'
import { Runs } from './runs.ts'
import { within } from './within.ts'

interface ResponderOptions {
  readonly storage: GuardedStorage
  readonly invalidations: Invalidations
  readonly maker: EntryMaker
  readonly lockTimeout: number
  readonly forward: boolean
}

/** Returns a response without a visitor's data, or why the visitor has to wait for a separate one. */
export type Respond = (context: RequestContext, lookup: Lookup) => Promise<Response | RefusalKind>

export function createResponder({
  storage,
  invalidations,
  maker,
  lockTimeout,
  forward,
}: ResponderOptions): Respond {
  const refusals = createRefusals()
  const runs = new Runs<Made | undefined>()
  const find = (key: string) => findEntry(storage, invalidations, key)

  return async (context, lookup) => {
    const arrival = runs.arrive()
    const refused = refusals.get(lookup.key)
    if (refused !== undefined && refused !== 'failed') return refused

    try {
      const found = await find(lookup.key)
      const { entry } = found
      if (isFresh(entry)) return send(context, entry, 'hit')
      if (mayBeStale(entry)) {
        if (refused === undefined) refresh(context, lookup, found)
        return send(context, entry, 'stale')
      }
      report(context, { result: 'miss' })
      if (refused === undefined) return await obtain(context, lookup, found, arrival)
      return mayReplaceError(entry) ? send(context, entry, 'stale') : refused
    } catch (error) {
      fail(context, error, storage)
      return 'failed'
    }
  }

  /** Waits for a run that began after the request arrived. All requests that wait for it share it. */
  async function obtain(
    context: RequestContext,
    lookup: Lookup,
    found: Found,
    arrival: number,
  ): Promise<Response | RefusalKind> {
    const { key } = lookup
    const other = runs.get(key)
    if (other === undefined) return settle(context, found, await start(context, lookup, found))

    const made = await within(other.made, lockTimeout * 1000)
    if (other.isAfter(arrival)) return settle(context, found, made)

    // The run may be older than an invalidation that this visitor knows of, so only the storage can tell.
    const again = await find(key)
    if (isForWaiters(again.entry)) return send(context, again.entry)
    if (made?.kind === 'failed') return settle(context, again, made)
    const isLate = runs.get(key) === other
    return refusals.get(key) ?? (isLate ? 'failed' : obtain(context, lookup, again, arrival))
  }

  function settle(
    context: RequestContext,
    { entry }: Found,
    made: Made | undefined,
  ): Response | RefusalKind {
    if (made === undefined) return 'failed'
    if ('page' in made) {
      return made.kind === 'stored' ? send(context, made.page) : sendUnstored(context, made.page)
    }
    return made.kind === 'failed' && mayReplaceError(entry)
      ? send(context, entry, 'stale')
      : made.kind
  }

  /** Makes a response again, after a visitor got the old one. Only one machine does. */
  function refresh(context: RequestContext, lookup: Lookup, found: Found): void {
    if (runs.get(lookup.key)) return

    const lock = `l:${lookup.key}`
    const work = async (): Promise<void> => {
      if (!(await storage.set(lock, '1', { ttl: lockTimeout, when: 'new' }))) return

      await start(context, lookup, found)
      await storage.delete(lock)
    }
    const done = work().catch((error: unknown) => fail(context, error, storage))
    context.get(WaitUntil)?.(done)
  }

  /** Starts a run. Resolves to `undefined` if the storage does not work. */
  function start(context: RequestContext, lookup: Lookup, found: Found): Promise<Made | undefined> {
    return runs.start(lookup.key, async () => {
      try {
        const made = await maker.make(context, lookup, found)
        await remember(context, lookup.key, made, found)
        return made
      } catch (error) {
        return fail(context, error, storage)
      }
    })
  }

  async function remember(
    context: RequestContext,
    key: string,
    made: Made,
    found: Found,
  ): Promise<void> {
    if ('page' in made) {
      refusals.delete(key)
      const { kind, why = '' } = made
      if ('error' in made) return fail(context, made.error, storage)
      return report(context, kind === 'stored' ? { result: 'store' } : { result: 'refuse', why })
    }

    report(context, { result: 'refuse', why: made.why })
    refusals.add(key, made.kind)
    // Visitors get the old response, so nothing else would say that the app does not work.
    const isHidden = mayBeStale(found.entry) || mayReplaceError(found.entry)
    if ('error' in made && isHidden) console.error(made.error)
    if (found.entry !== null && made.kind !== 'failed') await storage.delete(key)
  }

  function send(context: RequestContext, entry: CacheEntry, result?: 'hit' | 'stale'): Response {
    const age = ageOf(entry)
    if (result !== undefined) report(context, { result, age })
    return forMethod(context, toResponse(entry, age, forward))
  }

  function sendUnstored(context: RequestContext, page: CacheEntry): Response {
    return forMethod(context, toVisitorResponse(page))
  }
}

function forMethod({ method }: RequestContext, response: Response): Response {
  return method === 'HEAD' ? withoutBody(response) : response
}
