import { initFetcher } from '../page-protocol/fetcher.ts'
import { decodeForeignResponse } from '../page-protocol/foreign-response.ts'
import { actionTarget } from '../page-protocol/match-pages.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { RedirectInstruction, RefusedForm } from '../page-protocol/wire.ts'
import { isSameData } from './commit-page.ts'
import { createSubmission, isJoined, isMutation } from './create-submission.ts'
import { canLearn, canOnce } from '../page-protocol/features.ts'
import {
  beginOperation,
  cancelLoads,
  currentFetchers,
  delayLoad,
  doneFetcher,
  failFetcher,
  finishFetcher,
  finishWaiting,
  isCancelled,
  loadFetcher,
  recordOf,
  redirectFetcher,
  reloadFetcher,
  stopFetcher,
  submittingFetcher,
  type FetcherRecords,
} from './fetcher-records.ts'
import type { FetcherRecord, Fetching, FetchingEvents, Operation, ReloadCause } from './fetching.ts'
import { createKey, pathOf, resolveHref } from './href.ts'
import { recoverHere } from './load-document.ts'
import { isReloadWanted, makeDueAfter } from './loaders.ts'
import { redirectPage, revalidate, startReload } from './reload.ts'
import { describe, loadModules, request, requestTarget, type Result } from './request-data.ts'
import {
  findPage,
  isMutating,
  publish,
  requireUrl,
  setFetching,
  setWaiting,
  whenDone,
  type RouterState,
} from './router-state.ts'
import type { DataRequest } from './seams.ts'

/** Adds fetchers to a client router. Returns their methods. */
export function createFetching(router: RouterState): FetchingEvents {
  const records: FetcherRecords = new Map()
  const fetching = connectFetchers(router, records)
  setFetching(router, fetching)
  const whenIdle = (record: FetcherRecord): Promise<void> => {
    const { operation } = record
    // A fetcher has no operation while the page reloads or follows its redirect.
    return whenDone(
      router,
      () => record.value.state === 'idle' || !!(record.operation && record.operation !== operation),
    )
  }
  const unmounted: FetcherRecord[] = []
  const forget = (): void => {
    for (const record of unmounted.splice(0)) record.mounts--
    if (fetching.current() !== router.snapshot.fetchers) publish(router)
  }

  return {
    revalidate: () => revalidate(router),
    fetcherMount(key, owner) {
      const record = recordOf(records, key)
      record.owner = owner
      record.mounts++
    },
    // Waits for the effects of this render, in which another component may start to use the fetcher.
    fetcherUnmount(key) {
      if (unmounted.push(recordOf(records, key)) === 1) queueMicrotask(forget)
    },
    fetcherLoad(key, href, owner) {
      requireUrl(router, href)
      const record = recordOf(records, key)
      record.owner ??= owner
      record.href = href
      void startLoad(router, record, 'default')
      publish(router)
      return whenIdle(record)
    },
    fetcherSubmit(key = createKey(), form, owner) {
      const url = requireUrl(router, form.action)
      const created = createSubmission(form, url, true)
      const isOurs = url.origin === router.options.origin
      const submission = isOurs ? created : Object.freeze({ ...created, action: url.href })
      const record = recordOf(records, key)
      record.owner ??= owner
      const { operation, value } = record
      if (!isJoined(operation, value.submission, submission, form.source)) {
        void submit(router, record, submission, form.source)
      }
      return whenIdle(record)
    },
    fetcherReset(key) {
      const record = recordOf(records, key)
      stopFetcher(router, record)
      finishFetcher(record, initFetcher(key))
      record.href = undefined
      publish(router)
    },
  }
}

/** Creates the interface between the fetchers and the page. */
function connectFetchers(router: RouterState, records: FetcherRecords): Fetching {
  const start = (record: FetcherRecord): Promise<void> => startLoad(router, record, 'reload')
  return {
    current: () => currentFetchers(records, router.snapshot.fetchers),
    cancelLoads: () => cancelLoads(records),
    finishWaiting: () => finishWaiting(records),
    reload(location, cause, isDue) {
      const found = [...records.values()].filter(
        (record) => isCancelled(record) || isReloading(router, record, location, cause, isDue),
      )
      if (!isDue || !isMutating(router)) return found.map(start)
      // Each form that is still pending would make all of them load again. They load once, after the last form.
      for (const record of found) delayLoad(record)
      return []
    },
    isMutating: () => [...records.values()].some(({ operation }) => operation?.isMutation),
    // If a mutation failed or was cancelled, no reload follows. So this starts the loads that wait for it.
    published() {
      if (isMutating(router)) return
      for (const record of [...records.values()].filter(isCancelled)) void start(record)
      if (router.isWaiting && !router.navigation && router.reloads.size === 0) {
        setWaiting(router, false)
        void startReload(router, undefined, { isRevalidation: true })
      }
    },
    dispose() {
      for (const record of records.values()) stopFetcher(router, record)
    },
  }
}

// A mutation reloads every mounted `load` fetcher, unless `shouldReload` of its route returns `false` (FE-11). Other loads
// of the page also ask `shouldRevalidate` (RE-6).
function isReloading(
  router: RouterState,
  { href, isWaiting, mounts, operation }: FetcherRecord,
  location: Location,
  cause: ReloadCause,
  isDue: boolean,
): boolean {
  if (href === undefined || isWaiting || mounts === 0 || (operation && !isDue)) return false

  const url = resolveHref(href, router.options.origin)!
  const matches = findPage(router, url)
  if (!matches) return isDue

  const { id, params } = actionTarget(matches, url.search)
  return isReloadWanted(router, location, cause, id, params, params, isDue) ?? isDue
}

// Loads the `href` of a fetcher (FE-1, FE-11). Resolves when the load has ended, even if it failed.
async function startLoad(
  router: RouterState,
  record: FetcherRecord,
  cache: DataRequest['cache'],
): Promise<void> {
  const operation = beginOperation(router, record, false)
  if (record.value.type !== 'load') record.value = loadFetcher(record.value)
  const { signal } = operation.controller
  const result = await send(router, record.href!, undefined, {
    signal,
    cache,
    purpose: { cause: 'fetcher', key: record.key },
  })
  endLoad(router, record, operation, result)
}

// Submits a form with a fetcher (FE-3, FE-5).
async function submit(
  router: RouterState,
  record: FetcherRecord,
  submission: Submission,
  source: object | undefined,
): Promise<void> {
  const operation = beginOperation(router, record, isMutation(submission), source)
  const { signal } = operation.controller
  record.href = undefined
  record.value = submittingFetcher(record.value, submission)
  const { value } = record
  if (operation.isMutation) router.fetching!.cancelLoads()
  const asked = send(
    router,
    submission.action,
    submission,
    { signal, cache: 'default', purpose: { cause: 'fetcher', key: record.key }, source },
    // Shows that the request is sent again, because the app has not responded (ON-16).
    canOnce &&
      (() => {
        record.value = Object.freeze({ ...value, isRetrying: true })
        publish(router)
      }),
  )
  publish(router)

  const result = await asked
  if (canOnce && record.operation === operation) record.value = value
  if (operation.isMutation) endAction(router, record, operation, result, submission)
  else endLoad(router, record, operation, result)
}

/** Requests a page, or a URL that is not a page. Never rejects. */
function send(
  router: RouterState,
  href: string,
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose' | 'source'>,
  onRetry?: (() => void) | false,
): Promise<Result> {
  const url = requireUrl(router, href)
  const learning = canLearn && router.options.learn?.(url)
  if (learning) {
    return learning.then((failed) => failed ?? send(router, href, submission, options, onRetry))
  }

  const matches = findPage(router, url)
  // The module of its route may decide whether the fetcher reloads (RE-6).
  if (matches && !submission) void loadModules(router, [actionTarget(matches, url.search)])
  return matches
    ? requestTarget(router, url, matches, submission, options, onRetry)
    : requestForeign(router, url, submission, options)
}

async function requestForeign(
  router: RouterState,
  url: URL,
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose' | 'source'>,
): Promise<Result> {
  const isOurs = url.origin === router.options.origin
  const target = {
    url: isOurs ? pathOf(url) : url.href,
    redirect: 'follow' as const,
    ...describe(submission),
    ...options,
  }
  return (await request(router, target, decodeForeignResponse)) as Result
}

// Ends a load or a GET form with its data (FE-2, FE-4), a redirect of the page (FE-9) or an error (FE-10).
function endLoad(
  router: RouterState,
  record: FetcherRecord,
  operation: Operation,
  result: Result,
): void {
  if (record.operation !== operation) return
  const { type } = result
  if (type !== 'data' && type !== 'redirect') {
    return fail(router, record, operation, result as Failed)
  }
  if (type === 'redirect' && router.navigatedAt <= operation.startedAt) {
    return followRedirect(router, record, result.redirect)
  }
  const { data: old } = record.value
  const data = type === 'data' && !isSameData(old, result.data) ? result.data : old
  finishFetcher(record, doneFetcher(record.value, data))
  publish(router)
}

// Ends a mutation. The action ran, whatever its result is: data (FE-6), a redirect (FE-8) or an error (FE-10).
function endAction(
  router: RouterState,
  record: FetcherRecord,
  operation: Operation,
  result: Result,
  submission: Submission,
): void {
  if (record.operation !== operation) return
  makeDueAfter(router, result)
  if (result.type === 'data' || result.type === 'invalid') {
    const { data, status, invalid } = result as Returned
    // A refused form counts as data: the fetcher does not follow a page (CT-3).
    finishFetcher(record, reloadFetcher(record.value, data, invalid))
    return void startReload(router, record, {
      submission,
      actionResult: data,
      actionStatus: status,
    })
  }
  if (result.type !== 'redirect') return fail(router, record, operation, result as Failed)

  if (router.navigatedAt > operation.startedAt) {
    // The user has navigated since, so the redirect is ignored. The reload shows what the action changed.
    finishFetcher(record, doneFetcher(record.value, undefined))
    return void startReload(router, undefined, { submission })
  }
  finishFetcher(record, redirectFetcher(record.value))
  followRedirect(router, record, result.redirect, submission)
}

function followRedirect(
  router: RouterState,
  record: FetcherRecord,
  redirect: RedirectInstruction,
  submission?: Submission,
): void {
  const error = redirectPage(router, record, redirect, submission)
  if (error) publish(router, { errors: failFetcher(router, record, error) })
}

/** The data that the action returned, or its reasons to refuse the form. */
type Returned = { data?: unknown; status?: number; invalid?: RefusedForm }

type Failed = Extract<Result, { type: 'error' | 'missing' | 'opaque' }>

// Shows an error (FE-10), or loads a document if the response is of another build (SK-1).
function fail(
  router: RouterState,
  record: FetcherRecord,
  operation: Operation,
  result: Failed,
): void {
  if (result.type === 'error') {
    return publish(router, { errors: failFetcher(router, record, result.error) })
  }
  recoverHere(router, () => {
    if (record.operation !== operation) return
    const error = new Error('Failed to load data for a fetcher: the server has another version')
    publish(router, { errors: failFetcher(router, record, error) })
  })
}
