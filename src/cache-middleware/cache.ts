import {
  createContextKey,
  WaitUntil,
  type ContextEntry,
  type ContextKey,
  type ContextWithEntry,
  type Middleware,
  type NextFunction,
  type RequestContext,
} from '../fetch-router/index.ts'
import { hrefsOf } from '../fetch-router/shared.ts'
import { runOf } from '../internal/anonymous-run.ts'
import { withoutBody } from '../internal/exchange/without-body.ts'
import { isWorker } from '../internal/runtime.ts'
import { warnOnce } from '../internal/warn-once.ts'
import { Session } from '../session/index.ts'
import { checkTags } from '../tags/shared.ts'
import { createLookup, type Lookup } from './cache-key.ts'
import { ageOf, parseEntry, toResponse, type Entry } from './entry.ts'
import { finish } from './finish.ts'
import { createEntryMaker, type Made } from './make-entry.ts'
import { readOptions, type CacheOptions } from './cache-options.ts'
import { createRefusals, type RefusalKind } from './refusals.ts'
import { report } from './report.ts'
import { areCurrent, invalidateTags } from './tag-ids.ts'
import { writtenTags } from './tags-of.ts'

/** Drops stored responses. `cache()` puts one on the context of each request. */
export interface ResponseCache {
  /**
   * Drops every response that has one of these tags, on all machines that share the storage.
   *
   * @throws {TypeError} If a tag is invalid, or if there are more than 64
   */
  invalidate(...tags: string[]): Promise<void>
}

/** The key of the {@link ResponseCache} that {@link cache} sets. */
export const ResponseCache: ContextKey<ResponseCache> =
  /* @__PURE__ */ createContextKey<ResponseCache>()

/** What {@link cache} adds to the context: `context.get(ResponseCache)`. */
export type ResponseCacheEntry = ContextEntry<typeof ResponseCache, ResponseCache>

/** `Context` after {@link cache} has run. */
export type ContextWithResponseCache<Context = RequestContext> = ContextWithEntry<
  Context,
  ResponseCacheEntry
>

/** What {@link cache} returns: middleware, with `invalidate()` for code outside of a request. */
export type CacheMiddleware = Middleware<ResponseCacheEntry> & ResponseCache

/**
 * Stores responses and sends them to everybody.
 *
 * A response is made without a visitor: without cookies, credentials, an address and other headers. It is stored only if
 * its `Cache-Control` says so and nothing has asked who the visitor is. So a stored response is never somebody's.
 *
 * Put it before `session()`, and after middleware that counts, logs or compresses.
 *
 * @param options Where and what to store
 * @returns Middleware, with `invalidate()` for code outside of a request
 * @throws {TypeError} If an option is not known or has a value that it cannot have
 *
 * @example
 * const responses = cache({ storage: createMemoryStorage(), routes: ['/', '/books/*'] })
 * const router = createRouter({ middleware: [compression(), responses, session(sessions)] })
 */
export function cache(options: CacheOptions): CacheMiddleware {
  const { storage, isRouted, vary, lockTimeout, forward } = readOptions(options)
  const maker = createEntryMaker({ storage, vary, bodyTimeout: lockTimeout * 1000 })
  const refusals = createRefusals()
  /** The runs of this process. A Worker must not wait for another request. */
  const pending = new Map<string, Promise<Made | undefined>>()
  const responses: ResponseCache = { invalidate }

  const middleware = async (context: RequestContext, next: NextFunction): Promise<Response> => {
    if (context.has(Session)) throw new Error('cache() must stand before session()')
    context.set(ResponseCache, responses)

    const run = runOf(context)
    if (run !== undefined) {
      return maker.take(run, context, () => runNext(context, next)) ?? runNext(context, next)
    }
    if (!isReading(context) || !isRouted(hrefsOf(context).current)) {
      return finish(await runNext(context, next), 'uncached', forward)
    }

    const lookup = mayLookUp(context) ? createLookup(context, vary) : null
    const stored = lookup && (await respond(context, lookup))
    if (typeof stored === 'object' && stored !== null) return stored

    return finish(await runNext(context, next), stored ?? 'personal', forward)
  }
  return Object.assign(middleware, responses)

  async function invalidate(...tags: string[]): Promise<void> {
    checkTags('invalidate()', tags)
    await invalidateTags(storage, tags)
  }

  /** Runs `next()`, and drops what it has written. */
  async function runNext(context: RequestContext, next: NextFunction): Promise<Response> {
    try {
      return await next()
    } finally {
      const tags = writtenTags(context)
      if (tags.length > 0) {
        report(context, { result: 'invalidate' })
        await invalidateTags(storage, tags).catch((error: unknown) => fail(context, error))
      }
    }
  }

  /** Returns the stored response, or why the visitor has to wait for another one. */
  async function respond(context: RequestContext, lookup: Lookup): Promise<Response | RefusalKind> {
    const refused = refusals.get(lookup.key)
    if (refused !== undefined) return refused

    try {
      const found = await find(lookup.key)
      if (found !== null) {
        const age = ageOf(found)
        const { fresh, staleWhileRevalidate } = found.lifetime
        if (age < fresh) return send(context, found, 'hit')
        if (age < fresh + staleWhileRevalidate) {
          refresh(context, lookup)
          return send(context, found, 'stale')
        }
      }
      report(context, { result: 'miss' })
      const others = pending.get(lookup.key)
      return await (others ? join(context, lookup, others) : wait(context, lookup, found))
    } catch (error) {
      fail(context, error)
      return 'failed'
    }
  }

  /** Makes the response, for the first visitor who asks for it. */
  async function wait(
    context: RequestContext,
    lookup: Lookup,
    found: Entry | null,
  ): Promise<Response | RefusalKind> {
    const made = await start(context, lookup, found !== null)
    if (made?.entry) return send(context, made.entry)
    if (made?.kind === 'failed' && mayReplaceError(found)) return send(context, found, 'stale')
    return made === undefined || made.kind === 'overtaken' ? 'failed' : made.kind
  }

  /** Waits for the run of another visitor. */
  async function join(
    context: RequestContext,
    { key }: Lookup,
    others: Promise<Made | undefined>,
  ): Promise<Response | RefusalKind> {
    const made = await within(others, lockTimeout * 1000)
    // The run may be older than an invalidation that this visitor knows of, so only the storage can tell.
    const found = await find(key)
    if (found !== null && ageOf(found) <= found.lifetime.fresh) return send(context, found)
    if (made?.kind === 'failed' && mayReplaceError(found)) return send(context, found, 'stale')
    return refusals.get(key) ?? 'failed'
  }

  /** Makes a response again, after a visitor got the old one. Only one machine does. */
  function refresh(context: RequestContext, lookup: Lookup): void {
    if (pending.has(lookup.key)) return

    const lock = `l:${lookup.key}`
    const work = async (): Promise<void> => {
      if (!(await storage.set(lock, '1', { ttl: lockTimeout, when: 'new' }))) return

      const made = await start(context, lookup, true)
      await storage.delete(lock)
      if (made && 'error' in made) console.error(made.error)
    }
    const done = work().catch((error: unknown) => fail(context, error))
    context.get(WaitUntil)?.(done)
  }

  /** Starts a run. Resolves to `undefined` if the storage does not work. */
  function start(
    context: RequestContext,
    lookup: Lookup,
    hasEntry: boolean,
  ): Promise<Made | undefined> {
    const { key } = lookup
    const job = maker
      .make(context, lookup)
      .then(async (made) => {
        await remember(context, key, made, hasEntry)
        return made
      })
      .catch((error: unknown) => fail(context, error))
      .finally(() => pending.delete(key))
    if (!isWorker) pending.set(key, job)
    return job
  }

  async function remember(
    context: RequestContext,
    key: string,
    made: Made,
    hasEntry: boolean,
  ): Promise<void> {
    if (made.entry) return report(context, { result: 'store' })

    report(context, { result: 'refuse', why: made.why })
    if (made.kind === 'overtaken' || (made.kind === 'failed' && hasEntry)) return

    refusals.add(key, made.kind)
    if (hasEntry) await storage.delete(key)
  }

  async function find(key: string): Promise<Entry | null> {
    const text = await storage.get(key)
    const entry = text === null ? null : parseEntry(text)
    return entry !== null && (await areCurrent(storage, entry.tags)) ? entry : null
  }

  function send(context: RequestContext, entry: Entry, result?: 'hit' | 'stale'): Response {
    const age = ageOf(entry)
    if (result !== undefined) report(context, { result, age })
    const response = toResponse(entry, age, forward)
    return context.method === 'HEAD' ? withoutBody(response) : response
  }
}

function fail(context: RequestContext, error: unknown): undefined {
  const why = `cache() cannot use its storage: ${error instanceof Error ? error.message : String(error)}`
  report(context, { result: 'refuse', why })
  warnOnce(why)
}

/** An override must not make a POST look like a GET, so both methods count. */
function isReading({ method, originalMethod }: RequestContext): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    (originalMethod === 'GET' || originalMethod === 'HEAD')
  )
}

/** The names that data requests and forms use in a query. */
const reservedParams = ['_data', '_wait', '_method']

/** `Cache-Control` of the request does not count: a visitor must not be able to empty a cache. */
function mayLookUp(context: RequestContext): boolean {
  const { headers } = context
  if (['Authorization', 'Proxy-Authorization', 'Range'].some((name) => headers.has(name))) {
    return false
  }
  // Most URLs have no query, and then `context.url` need not be created.
  if (!hrefsOf(context).current.includes('?')) return true
  return !reservedParams.some((name) => context.url.searchParams.has(name))
}

function mayReplaceError(entry: Entry | null): entry is Entry {
  return entry !== null && ageOf(entry) < entry.lifetime.fresh + entry.lifetime.staleIfError
}

/** Resolves when `work` has settled, or to `undefined` when the time is up. */
async function within<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
