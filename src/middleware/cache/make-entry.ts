import type { NextFunction, RequestContext } from '../../router/fetch-router/index.ts'
import {
  createAnonymousRequest,
  noticesOf,
  watchRun,
} from '../../internal/exchange/anonymous-run.ts'
import type { AnonymousRun } from '../../internal/exchange/run.ts'
import type { Handler } from '../../internal/exchange/incoming.ts'
import { createLightResponse } from '../../internal/exchange/light-response.ts'
import { factsOf } from '../../internal/exchange/request-body.ts'
import { discardBody } from '../../internal/exchange/edit-headers.ts'
import { internalsOf, sendInner } from '../../router/fetch-router/shared.ts'
import { createLookup, type KeyedParts, type Lookup } from './cache-key.ts'
import { createEntry, type CacheEntry } from './entry.ts'
import type { Found } from './find-entry.ts'
import { readLifetime } from './policy.ts'
import { readBody } from './read-body.ts'
import type { RefusalKind } from './refusals.ts'
import type { MadePage, StorePage } from './store-page.ts'
import { readTags } from './tag-ids.ts'

/** The result of a run: a page for all requests that arrived before the run began, or the reason why there is none. */
export type Made = MadePage | Refusal

export interface Refusal {
  readonly kind: RefusalKind
  readonly why: string
  readonly error?: unknown
}

/** Creates entries, without a visitor. */
export interface EntryMaker {
  /** Requests a response without a visitor, and stores it. Rejects if the storage does not work before the run. */
  make(context: RequestContext, lookup: Lookup, found: Found): Promise<Made>
  /**
   * Runs `next` for a request of {@link EntryMaker.make} and keeps its response. Returns `undefined` for any other request.
   */
  take(
    run: AnonymousRun,
    context: RequestContext,
    next: NextFunction,
  ): Promise<Response> | undefined
}

interface MakerOptions {
  readonly store: StorePage
  readonly keyed: KeyedParts
  /** The most milliseconds that reading a body may take. */
  readonly bodyTimeout: number
}

/** A response on its way from the inner request to the outer one. */
interface Capture {
  readonly key: string
  isReached: boolean
  taken?: { readonly context: RequestContext; readonly response: Response }
}

export function createEntryMaker({ store, keyed, bodyTimeout }: MakerOptions): EntryMaker {
  const captures = new WeakMap<AnonymousRun, Capture>()
  const vary = new Set(keyed.vary.map((name) => name.toLowerCase()))

  return {
    async make(context, lookup, found) {
      const storeAfter = await store(lookup.key, found)
      const request = createAnonymousRequest(lookup.url, lookup.headers)
      const capture: Capture = { key: lookup.key, isReached: false }
      captures.set(factsOf(request)!.run!, capture)
      try {
        discardBody(await sendInner(context.router as Handler, request, { outer: context }))
      } catch (error) {
        return { kind: 'failed', why: `the run threw ${String(error)}`, error }
      }

      const { taken } = capture
      if (taken === undefined) return { kind: 'personal', why: explainAbsence(capture) }

      const judged = await judge(request, taken.context, taken.response)
      if ('why' in judged) {
        discardBody(taken.response)
        return judged
      }
      return storeAfter(judged.page, judged.tags)
    },

    take(run, context, next) {
      const capture = captures.get(run)
      if (capture === undefined || capture.isReached) return undefined

      capture.isReached = true
      return keep(capture, context, next)
    },
  }

  async function keep(
    capture: Capture,
    context: RequestContext,
    next: NextFunction,
  ): Promise<Response> {
    const isSame = createLookup(context, keyed)?.key === capture.key
    if (isSame)
      capture.taken = { context, response: await watchRun(internalsOf(context).run, next) }
    // Middleware outside of the cache must not change the response, and need not compress it, so it gets an empty one.
    return createLightResponse(capture.taken?.response.status ?? 404, '', [], null)
  }

  async function judge(
    request: Request,
    context: RequestContext,
    response: Response,
  ): Promise<Refusal | { page: CacheEntry; tags: readonly string[] }> {
    const personal = explainNotices(request)
    if (personal !== undefined) return personal

    const lifetime = readLifetime(response, vary)
    if (typeof lifetime === 'string') {
      // A visitor may get another response than this run. So the run does not show whether the visitor's response is
      // personal.
      return { kind: response.status >= 500 ? 'failed' : 'personal', why: lifetime }
    }
    let tags: readonly string[]
    try {
      tags = readTags(context, response)
    } catch (error) {
      return { kind: 'other', why: (error as Error).message }
    }

    let body: Awaited<ReturnType<typeof readBody>>
    try {
      body = await internalsOf(context).run!.watch(() => readBody(response, bodyTimeout))
    } catch (error) {
      return { kind: 'failed', why: `its body threw ${String(error)}`, error }
    }
    if ('why' in body) return body

    // The code that creates the body may have read personal data only now.
    return explainNotices(request) ?? { page: createEntry(response, body, lifetime), tags }
  }
}

function explainAbsence({ isReached }: Capture): string {
  return isReached
    ? 'middleware before cache() changed the URL or a header for the visitor'
    : 'middleware before cache() refused the run'
}

function explainNotices(request: Request): Refusal | undefined {
  const notices = noticesOf(request)
  return notices.length === 0
    ? undefined
    : {
        kind: 'personal',
        why: `it is not the same for every visitor: the run ${notices.join(', ')}`,
      }
}
