import {
  createContextKey,
  WaitUntil,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type NextFunction,
  type RequestContext,
} from '../../router/fetch-router/index.ts'
import { internalsOf, routerBusOf, withRules } from '../../router/fetch-router/shared.ts'
import { Session } from '../../state/session/index.ts'
import { guardStorage } from '../../state/storage/shared.ts'
import { createLookup, isReading, obstacleOf } from './cache-key.ts'
import { readOptions, type CacheOptions } from './cache-options.ts'
import { finish } from './policy.ts'
import { createInvalidate, invalidationsOf } from './invalidations.ts'
import { createEntryMaker } from './make-entry.ts'
import { fail, report } from './report.ts'
import { Responder } from './responder.ts'
import { createStorePage } from './store-page.ts'
import { writtenTags } from './tag-ids.ts'

/** Drops stored responses. `cache()` puts one on the context of each request. */
export interface ResponseCache {
  /**
   * Drops every response with one of these tags, on all machines that share the storage. Resolves when the storage has
   * confirmed it.
   *
   * @throws {TypeError} If a tag is invalid, or if there are more than 64
   * @throws {Error} If the storage does not reply for 30 seconds. The tags are still sent until the storage replies
   */
  invalidate(...tags: string[]): Promise<void>
}

/** The key of the {@link ResponseCache} that {@link cache} sets. */
export const ResponseCache: ContextKey<ResponseCache> =
  /* @__PURE__ */ createContextKey<ResponseCache>()

/** The entry that {@link cache} adds to the context: `context.get(ResponseCache)`. */
type ResponseCacheEntry = ContextEntry<typeof ResponseCache, ResponseCache>

/** `Context` after {@link cache} has run. */
export type ContextWithResponseCache<Context = RequestContext> = ContextWithEntry<
  Context,
  ResponseCacheEntry
>

/** The return type of {@link cache}: middleware, with `invalidate()` for code outside of a request. */
export type CacheMiddleware = Middleware<ResponseCacheEntry> & ResponseCache

const mistake =
  'cache() must stand before session(), because it cannot notice that middleware before it uses the session. Move cache() up in the list.'

/**
 * Stores responses and sends them to every visitor.
 *
 * A response is created without a visitor: without cookies, credentials, an address and other headers. It is stored only if
 * its `Cache-Control` allows it and no code has read who the visitor is. So a stored response never contains one visitor's
 * data.
 *
 * Put it before `session()`, and after middleware that counts, logs or compresses.
 *
 * @param options Where to store responses, and which
 * @returns Middleware, with `invalidate()` for code outside of a request
 * @throws {TypeError} If an option is unknown or invalid
 *
 * @example
 * const responses = cache({ storage: createMemoryStorage(), routes: ['/', '/books/*'] })
 * const router = createRouter({ middleware: [compression(), responses, session(sessions)] })
 */
export function cache(options: CacheOptions): CacheMiddleware {
  const { isRouted, keyed, lockTimeout, forward, ...given } = readOptions(options)
  const storage = guardStorage(given.storage)
  const invalidations = invalidationsOf(given.storage)
  const store = createStorePage(storage, invalidations)
  const maker = createEntryMaker({ store, keyed, bodyTimeout: lockTimeout * 1000 })
  const responder = new Responder({ storage, invalidations, maker, lockTimeout, forward })
  const responses: ResponseCache = { invalidate: createInvalidate(invalidations) }

  const middleware = async function cache(
    context: RequestContext,
    next: NextFunction,
  ): Promise<Response> {
    if (context.has(Session)) throw new Error(mistake)
    context.set(ResponseCache, responses)

    const internals = internalsOf(context)
    const { run } = internals
    if (run !== undefined) {
      return maker.take(run, context, () => runNext(context, next)) ?? runNext(context, next)
    }
    if (!isReading(context) || !isRouted(internals.currentHref)) {
      const why = isReading(context)
        ? 'no pattern in `routes` matches its URL'
        : `its method is ${context.originalMethod}`
      report(context, { result: 'pass', why })
      return finish(await runNext(context, next), 'uncached', forward)
    }

    internals.isJudged = true
    const obstacle = obstacleOf(context)
    const lookup = obstacle === undefined ? createLookup(context, keyed) : null
    if (lookup === null) report(context, { result: 'pass', why: obstacle ?? 'its URL is too long' })
    const stored = lookup && (await responder.respond(context, lookup))
    if (typeof stored === 'object' && stored !== null) return stored

    return finish(await runNext(context, next), stored ?? 'personal', forward)
  }
  return withRules(Object.assign(middleware, responses), { before: { of: Session, mistake } })

  /** Runs `next()`, and invalidates the tags that it has written. */
  async function runNext(context: RequestContext, next: NextFunction): Promise<Response> {
    try {
      return await next()
    } finally {
      const tags = writtenTags(context)
      if (tags.length > 0) await drop(context, tags)
    }
  }

  async function drop(context: RequestContext, tags: readonly string[]): Promise<void> {
    report(context, { result: 'invalidate' })
    const { firstAttempt, arrived } = invalidations.send(tags)
    try {
      await firstAttempt
    } catch (error) {
      fail(context, error, storage)
      // Node does not do this: while a storage is down, each write would wait in memory.
      context.get(WaitUntil)?.(arrived())
      invalidations.publishLate(tags, routerBusOf(context).bus)
    }
  }
}
