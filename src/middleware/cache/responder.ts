import type { RequestContext } from '../../router/fetch-router/index.ts'
import { holdOpen } from '../../router/fetch-router/shared.ts'
import { withoutBody } from '../../internal/exchange/edit-headers.ts'
import type { GuardedStorage } from '../../state/storage/shared.ts'
import type { Lookup } from './cache-key.ts'
import {
  ageOf,
  toResponse,
  toVisitorResponse,
  isForWaiters,
  isFresh,
  mayBeStale,
  mayReplaceError,
  type CacheEntry,
} from './entry.ts'
import { findEntry, type Found } from './find-entry.ts'
import type { Invalidations } from './invalidations.ts'
import type { EntryMaker, Made } from './make-entry.ts'
import { createRefusals, type RefusalKind } from './refusals.ts'
import { fail, report } from './report.ts'
import { within } from '../../internal/process/promises.ts'
import { isWorker } from '../../internal/process/runtime.ts'

interface ResponderOptions {
  readonly storage: GuardedStorage
  readonly invalidations: Invalidations
  readonly maker: EntryMaker
  readonly lockTimeout: number
  readonly forward: boolean
}

/** Responds from the storage, or creates a response that can be stored. */
export class Responder {
  readonly #storage: GuardedStorage
  readonly #invalidations: Invalidations
  readonly #maker: EntryMaker
  readonly #lockTimeout: number
  readonly #forward: boolean
  readonly #refusals = createRefusals()
  readonly #runs = new Runs<Made | undefined>()
  readonly #looks = new Looks<Look>()

  constructor(options: ResponderOptions) {
    this.#storage = options.storage
    this.#invalidations = options.invalidations
    this.#maker = options.maker
    this.#lockTimeout = options.lockTimeout
    this.#forward = options.forward
  }

  /** Returns a response without a visitor's data, or the reason why the visitor has to wait for a separate response. */
  async respond(context: RequestContext, lookup: Lookup): Promise<Response | RefusalKind> {
    const arrival = this.#runs.arrive()
    const refused = this.#refusals.get(lookup.key)
    if (refused !== undefined && refused !== 'failed') return this.#pass(context, refused)

    try {
      const look = await this.#look(lookup.key)
      const { found } = look
      const { entry } = found
      if (isFresh(entry)) return this.#send(context, entry, 'hit')
      if (mayBeStale(entry)) {
        if (refused === undefined) this.#refresh(context, lookup, found)
        return this.#send(context, entry, 'stale')
      }
      report(context, { result: 'miss' })
      if (refused === undefined) return await this.#obtain(context, lookup, look, arrival)
      return mayReplaceError(entry)
        ? this.#send(context, entry, 'stale')
        : this.#pass(context, refused)
    } catch (error) {
      fail(context, error, this.#storage)
      return 'failed'
    }
  }

  /** Waits for a run that began after the request arrived. All requests that wait for it share it. */
  async #obtain(
    context: RequestContext,
    lookup: Lookup,
    { found, run }: Look,
    arrival: number,
  ): Promise<Response | RefusalKind> {
    const { key } = lookup
    // The run that was pending when the look-up began may have ended since, and stored its page.
    const other = this.#runs.get(key) ?? run
    if (other === undefined)
      return this.#settle(context, found, await this.#start(context, lookup, found))

    const made = await within(other.made, this.#lockTimeout * 1000)
    if (other.isAfter(arrival)) return this.#settle(context, found, made)

    // The run may be older than an invalidation that this visitor has seen, so only the storage can tell.
    const again = await this.#look(key)
    const { entry } = again.found
    if (isForWaiters(entry)) return this.#send(context, entry)
    if (made?.kind === 'failed') return this.#settle(context, again.found, made)
    const refused = this.#refusals.get(key)
    if (refused !== undefined) return this.#pass(context, refused)
    return this.#runs.get(key) === other
      ? this.#pass(context, 'late')
      : this.#obtain(context, lookup, again, arrival)
  }

  #settle(
    context: RequestContext,
    { entry }: Found,
    made: Made | undefined,
  ): Response | RefusalKind {
    if (made === undefined) return 'failed'
    if ('page' in made) {
      return made.kind === 'stored'
        ? this.#send(context, made.page)
        : this.#sendUnstored(context, made.page)
    }
    return made.kind === 'failed' && mayReplaceError(entry)
      ? this.#send(context, entry, 'stale')
      : made.kind
  }

  /** Creates a new response after a visitor got the old one. Only one machine does this. */
  #refresh(context: RequestContext, lookup: Lookup, found: Found): void {
    if (this.#runs.get(lookup.key)) return

    const lock = `l:${lookup.key}`
    const work = async (): Promise<void> => {
      if (!(await this.#storage.set(lock, '1', { ttl: this.#lockTimeout, when: 'new' }))) return

      await this.#start(context, lookup, found)
      await this.#storage.delete(lock)
    }
    const done = work().catch((error: unknown) => fail(context, error, this.#storage))
    holdOpen(context, done)
  }

  /** Starts a run. Resolves to `undefined` if the storage does not work. */
  #start(context: RequestContext, lookup: Lookup, found: Found): Promise<Made | undefined> {
    return this.#runs.start(lookup.key, async () => {
      try {
        const made = await this.#maker.make(context, lookup, found)
        await this.#remember(context, lookup.key, made, found)
        return made
      } catch (error) {
        return fail(context, error, this.#storage)
      }
    })
  }

  async #remember(context: RequestContext, key: string, made: Made, found: Found): Promise<void> {
    if ('page' in made) {
      this.#refusals.delete(key)
      const { kind, why = '' } = made
      if ('error' in made) return fail(context, made.error, this.#storage)
      return report(context, kind === 'stored' ? { result: 'store' } : { result: 'refuse', why })
    }

    report(context, { result: 'refuse', why: made.why })
    this.#refusals.add(key, made.kind)
    // Visitors get the old response, so without this report no one would notice that the app fails.
    const isHidden = mayBeStale(found.entry) || mayReplaceError(found.entry)
    if ('error' in made && isHidden) console.error(made.error)
    if (found.entry !== null && made.kind !== 'failed') await this.#storage.delete(key)
  }

  #send(context: RequestContext, entry: CacheEntry, result?: 'hit' | 'stale'): Response {
    const age = ageOf(entry)
    if (result !== undefined) report(context, { result, age })
    return forMethod(context, toResponse(entry, age, this.#forward))
  }

  #sendUnstored(context: RequestContext, page: CacheEntry): Response {
    return forMethod(context, toVisitorResponse(page))
  }

  /** Reports why this request is not looked up or no longer waits. Returns how to treat its own response. */
  #pass(context: RequestContext, reason: RefusalKind | 'late'): RefusalKind {
    report(context, { result: 'pass', why: passReasons[reason] })
    return reason === 'late' ? 'failed' : reason
  }

  #look(key: string): Promise<Look> {
    return this.#looks.share(key, this.#lockTimeout * 1000, async () => {
      const run = this.#runs.get(key)
      return { found: await findEntry(this.#storage, this.#invalidations, key), run }
    })
  }
}

/** The result of a look-up. */
interface Look {
  readonly found: Found
  /** The run that was pending when the look-up began. */
  readonly run: PendingRun<Made | undefined> | undefined
}

/** Why the app creates a separate response for a request although its URL is cached. */
const passReasons = {
  personal: 'less than a minute ago, a response for this URL was not for every visitor',
  other: 'less than a minute ago, a response for this URL could not be stored',
  failed: 'a short while ago, a response for this URL could not be made',
  late: 'another request makes this response, and takes longer than `lockTimeout`',
} as const

function forMethod({ method }: RequestContext, response: Response): Response {
  return method === 'HEAD' ? withoutBody(response) : response
}

/**
 * The look-ups of this process. Requests for one page share the next look-up, so that many of them at once do not block the
 * storage for other requests. If a look-up began before a request arrived, it may be older than an invalidation that the
 * visitor has seen, so it is not shared with that request (CA-13).
 */
class Looks<Found> {
  /** The running look-up of each key. The next one begins after it. */
  readonly #current = new Map<string, Promise<Found>>()
  /** The look-ups that have not begun yet. */
  readonly #next = new Map<string, Promise<Found>>()

  /** @param patience How long the next look-up waits for the current one, in milliseconds */
  share(key: string, patience: number, look: () => Promise<Found>): Promise<Found> {
    const current = this.#current.get(key)
    if (current === undefined || isWorker) return this.#begin(key, look)

    let next = this.#next.get(key)
    if (next === undefined) {
      const begin = (): Promise<Found> => {
        this.#next.delete(key)
        return this.#begin(key, look)
      }
      next = within(current, patience).then(begin, begin)
      this.#next.set(key, next)
    }
    return next
  }

  #begin(key: string, look: () => Promise<Found>): Promise<Found> {
    const current = look()
    const end = (): void => {
      if (this.#current.get(key) === current) this.#current.delete(key)
    }
    // This has to run first, because a request whose look-up has ended may look again at once.
    current.then(end, end)
    this.#current.set(key, current)
    return current
  }
}

/** A pending run. */
interface PendingRun<Made> {
  /** Whether the run began after a request arrived. Such a run includes every write that the visitor has seen. */
  isAfter(arrival: number): boolean
  readonly made: Promise<Made>
}

/** The runs of this process. A Worker must not wait for another request, so there they are not shared. */
class Runs<Made> {
  /** How many runs have begun. */
  #begun = 0
  readonly #pending = new Map<string, PendingRun<Made>>()

  /** Call this when a request arrives. */
  arrive(): number {
    return this.#begun
  }

  get(key: string): PendingRun<Made> | undefined {
    return this.#pending.get(key)
  }

  start(key: string, make: () => Promise<Made>): Promise<Made> {
    const number = ++this.#begun
    if (isWorker) return make()

    const made = make().finally(() => {
      if (this.#pending.get(key) === run) this.#pending.delete(key)
    })
    const run: PendingRun<Made> = { isAfter: (arrival) => number > arrival, made }
    this.#pending.set(key, run)
    return made
  }
}
