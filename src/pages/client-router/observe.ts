import type { Snapshot } from '../page-protocol/snapshot.ts'
import type { LoaderReason } from '../page-protocol/loader-reasons.ts'
import { takeDataParam } from '../page-protocol/data-url.ts'
import type { ClientEvent, DataStart, NavigationEnd, NavigationStart } from './client-event.ts'
import { pathOf } from './href.ts'
import type { ClientRouterOptions, DataRequest } from './seams.ts'

export type { ClientEvent } from './client-event.ts'

/** An event without its id. */
type Fields = ClientEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'id'>
    : never
  : never

/**
 * Observes the client router: navigations, requests for data, fetchers, live pages, and the errors that boundaries show.
 * Only pages that import this load its code.
 *
 * @param listener Called with each event, at once. If it throws, the error is printed, and the page does not change
 * @returns An option for `hydrate({ extend })`
 *
 * @example
 * export default hydrate({
 *   extend: observe((event) => {
 *     if (event.type === 'navigation' && event.phase === 'end') {
 *       navigator.sendBeacon('/times', JSON.stringify(event))
 *     }
 *   }),
 * })
 */
export function observe(
  listener: (event: ClientEvent) => void,
): (options: ClientRouterOptions) => ClientRouterOptions {
  return (options) => {
    let lastId = 0
    const emit = (fields: Fields, id = ++lastId): number => {
      try {
        listener({ ...fields, id } as ClientEvent)
      } catch (error) {
        console.error(error)
      }
      return id
    }
    const told = new WeakSet<object>(Object.values(options.page?.errors ?? {}).filter(isObject))
    const fail = (error: unknown, routeId: string, componentStack?: string | null): void => {
      if (isObject(error)) {
        // If a boundary cannot show an error, the boundary above reports it again.
        if (told.has(error)) return
        told.add(error)
      }
      const stack = componentStack ? { componentStack } : {}
      emit({ type: 'error', phase: 'once', routeId, error, ...stack })
    }
    const page = createPageTracker(options, emit, fail)
    let reasons: Readonly<Record<string, LoaderReason>> = {}

    return {
      ...options,
      listeners: [...(options.listeners ?? []), page.update],
      explained(loaders) {
        const due = loaders.filter(({ run }) => run)
        reasons = Object.fromEntries(due.map(({ id, reason }) => [id, reason]))
        options.explained?.(loaders)
      },
      failed(error, routeId, componentStack) {
        fail(error, routeId, componentStack)
        options.failed?.(error, routeId, componentStack)
      },
      followed(step) {
        emit({ type: 'live', ...step })
        options.followed?.(step)
      },
      data(request) {
        const isOfPage = request.method === 'GET' && request.purpose?.cause !== 'fetcher'
        return observeData(request, options.data, emit, isOfPage ? reasons : {})
      },
      loadDocument(href, how, submission) {
        page.leave(href)
        return options.loadDocument(href, how, submission)
      },
      skew: {
        ...options.skew,
        write(record) {
          const { version, href } = record
          emit({ type: 'skew', phase: 'once', version, href })
          return options.skew.write(record)
        },
      },
    }
  }
}

type Emit = (fields: Fields, id?: number) => number

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

async function observeData(
  request: DataRequest,
  send: ClientRouterOptions['data'],
  emit: Emit,
  reasons: Readonly<Record<string, LoaderReason>>,
): ReturnType<ClientRouterOptions['data']> {
  const isExplained = Object.keys(reasons).length > 0
  const start = { ...describeData(request), ...(isExplained && { reasons }) }
  const id = emit(start)
  const startedAt = performance.now()
  const end = (result: 'response' | 'abort' | 'error', status: number, requestId: string | null) =>
    emit(
      {
        ...start,
        phase: 'end',
        result,
        status,
        requestId,
        duration: performance.now() - startedAt,
      },
      id,
    )

  try {
    const response = await send(request)
    end('response', response.status, response.headers.get('X-Request-Id'))
    return response
  } catch (error) {
    end(request.signal.aborted ? 'abort' : 'error', 0, null)
    throw error
  }
}

function describeData({ cache, method, purpose, url }: DataRequest): Omit<DataStart, 'id'> {
  const { url: path, ids } = takeDataParam(url)
  return {
    type: 'data',
    phase: 'start',
    cause: method === 'GET' ? (purpose?.cause ?? 'navigation') : 'mutation',
    ...(purpose?.key !== undefined && { key: purpose.key }),
    method,
    path,
    routes: ids ?? [],
    cache,
  }
}

/** Derives events from the difference between two snapshots. */
function createPageTracker(
  { history, page: first }: ClientRouterOptions,
  emit: Emit,
  fail: (error: unknown, routeId: string) => void,
): { update(snapshot: Snapshot): void; leave(href: string): void } {
  let shown: Pick<Snapshot, 'location' | 'errors'> & Partial<Snapshot> = {
    location: history.location,
    errors: first?.errors,
  }
  let pending:
    | { start: Omit<NavigationStart, 'id'>; id: number; key: string; at: number }
    | undefined
  let reload: { id: number; at: number } | undefined

  const start = (transition: Snapshot['transition']['type'], to: string, key = ''): void => {
    const from = pathOf(shown.location)
    const fields = { type: 'navigation', phase: 'start', from, to, transition } as const
    pending = { start: fields, id: emit(fields), key, at: performance.now() }
  }
  const end = (result: Pick<NavigationEnd, 'result' | 'action'>): void => {
    if (pending === undefined) return
    const { at, id, start } = pending
    pending = undefined
    emit({ ...start, phase: 'end', ...result, duration: performance.now() - at }, id)
  }
  const begin = ({ transition }: Snapshot): void => {
    if (transition.state === 'idle' || transition === shown.transition) return
    const { location, type } = transition
    // The same navigation goes on with its loaders after its action.
    if (pending?.key === location.key) return
    end({ result: /[rR]edirect$/.test(type) ? 'redirect' : 'abort' })
    start(type, pathOf(location), location.key)
  }
  const commit = ({ commit, errors, historyAction, location, matches }: Snapshot): void => {
    // A page that needs no data is committed at once.
    if (pending === undefined) start('load', pathOf(location))
    const isFailed = errors !== undefined && errors !== shown.errors
    end({ result: isFailed ? 'error' : 'commit', action: historyAction })
    const routes = matches.map(({ id }) => id)
    const { hashOnly, mutation } = commit
    emit({ type: 'commit', phase: 'once', path: pathOf(location), routes, hashOnly, mutation })
  }
  const change = ({ fetchers }: Snapshot): void => {
    for (const [key, { state, type }] of fetchers) {
      if (shown.fetchers?.get(key)?.type === type) continue
      emit({ type: 'fetcher', phase: 'once', key, state, stateType: type })
    }
  }

  return {
    update(snapshot) {
      const { commit: committed, errors, revalidation, transition } = snapshot
      if (committed !== (shown.commit ?? committed) || (!shown.commit && !committed.initial)) {
        commit(snapshot)
      } else if (transition.state === 'idle') end({ result: 'abort' })
      begin(snapshot)

      change(snapshot)
      if (revalidation === 'loading') {
        reload ??= { id: emit({ type: 'reload', phase: 'start' }), at: performance.now() }
      } else if (reload !== undefined) {
        emit({ type: 'reload', phase: 'end', duration: performance.now() - reload.at }, reload.id)
        reload = undefined
      }
      for (const [routeId, error] of Object.entries(errors ?? {})) {
        if (shown.errors?.[routeId] !== error) fail(error, routeId)
      }
      shown = snapshot
    },
    leave(href) {
      if (pending === undefined) start('load', href)
      end({ result: 'leave' })
    },
  }
}
