import {
  initFetcher,
  type DoneFetcher,
  type Fetcher,
  type LoadFetcher,
  type RedirectFetcher,
  type ReloadFetcher,
  type SubmittingFetcher,
} from '../page-protocol/fetcher.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { formFields, type Submission } from '../page-protocol/submission.ts'
import { boundaryIn } from './commit-page.ts'
import type { FetcherRecord, Operation } from './fetching.ts'
import { makeDue } from './loaders.ts'
import { leaveReloads, tick, type RouterState } from './router-state.ts'

/** All fetchers, by key. */
export type FetcherRecords = Map<string, FetcherRecord>

/** Returns the record of a fetcher. Creates it on first use. */
export function recordOf(records: FetcherRecords, key: string): FetcherRecord {
  let record = records.get(key)
  if (!record) {
    record = {
      key,
      owner: undefined,
      mounts: 0,
      value: initFetcher(key),
      operation: undefined,
      href: undefined,
      isWaiting: false,
    }
    records.set(key, record)
  }
  return record
}

/** Starts a new call of a fetcher. */
export function beginOperation(
  router: RouterState,
  record: FetcherRecord,
  isMutation: boolean,
  source?: object,
): Operation {
  stopFetcher(router, record)
  record.operation = {
    startedAt: tick(router),
    controller: new AbortController(),
    isMutation,
    source,
  }
  return record.operation
}

/** Aborts the current call of a fetcher. A reload that it caused goes on. */
export function stopFetcher(router: RouterState, record: FetcherRecord): void {
  const { operation } = record
  operation?.controller.abort()
  if (operation?.isMutation) makeDue(router, 'unknown') // The server may have run the action.
  record.operation = undefined
  record.isWaiting = false
  leaveReloads(router, record)
}

/** Ends a fetcher's call. */
export function finishFetcher(record: FetcherRecord, value: Fetcher): void {
  record.operation = undefined
  record.isWaiting = false
  record.value = value
}

/** Records that the page follows the redirect of a fetcher, which is done when that navigation ends. */
export function waitForPage(record: FetcherRecord): void {
  record.operation = undefined
  record.isWaiting = true
}

/** Ends the fetchers whose redirect the page has followed, with the data that they had (FE-8, FE-9). */
export function finishWaiting(records: FetcherRecords): void {
  for (const record of records.values()) {
    if (record.isWaiting) finishFetcher(record, doneFetcher(record.value, record.value.data))
  }
}

/** Resets a fetcher that failed (FE-10). Returns the errors that the page has to show. */
export function failFetcher(
  router: RouterState,
  record: FetcherRecord,
  error: unknown,
): Snapshot['errors'] {
  const { matches, errors } = router.snapshot
  finishFetcher(record, initFetcher(record.key))
  record.href = undefined

  const isMatched = matches.some(({ id }) => id === record.owner)
  if (!isMatched && record.mounts === 0) {
    console.error(error) // No route is left to show it.
    return errors
  }
  const boundary = boundaryIn(router, matches, isMatched ? record.owner! : matches[0]!.id)
  return Object.freeze({ ...errors, [boundary]: error })
}

/** Whether a mutation cancelled the load of a fetcher that has not run again yet. */
export function isCancelled({ isWaiting, operation, value }: FetcherRecord): boolean {
  return value.type === 'load' && !operation && !isWaiting
}

/** Cancels pending `load` fetchers when a mutation starts, because their data would be old. They run again after it. */
export function cancelLoads(records: FetcherRecords): void {
  for (const record of records.values()) {
    if (record.value.type === 'load' && !record.isWaiting) delayLoad(record)
  }
}

/** Makes a fetcher load when no mutation is pending any more. Aborts its current load. */
export function delayLoad(record: FetcherRecord): void {
  record.operation?.controller.abort()
  record.operation = undefined
  if (record.value.type !== 'load') record.value = loadFetcher(record.value)
}

/**
 * Returns the visible fetchers, without those that are unmounted and idle. It is the same map until one of them changes,
 * so that components that only read fetchers do not render.
 */
export function currentFetchers(
  records: FetcherRecords,
  seen: ReadonlyMap<string, Fetcher>,
): ReadonlyMap<string, Fetcher> {
  const next = new Map<string, Fetcher>()
  for (const [key, { mounts, value }] of records) {
    if (mounts === 0 && value.state === 'idle') records.delete(key)
    else next.set(key, value)
  }
  const isSame =
    next.size === seen.size && [...next].every(([key, value]) => seen.get(key) === value)
  return isSame ? seen : next
}

/** The fetcher is idle, with data (FE-2, FE-4, FE-7). After a redirect it has none (FE-8). */
export function doneFetcher(old: Fetcher, data: unknown): DoneFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'idle',
    type: 'done',
    submission: undefined,
    data,
  })
}

/** The fetcher is loading, because of `load()` or a mutation (FE-1, FE-11). */
export function loadFetcher(old: Fetcher): LoadFetcher {
  return Object.freeze({
    ...old,
    ...formFields(undefined),
    state: 'loading',
    type: 'load',
    submission: undefined,
    invalid: undefined,
  })
}

/** The fetcher submits a form. It has no `data` until the response (FE-3, FE-5). */
export function submittingFetcher(old: Fetcher, submission: Submission): SubmittingFetcher {
  return Object.freeze({
    ...old,
    ...formFields(submission),
    state: 'submitting',
    type: submission.method === 'GET' ? 'loaderSubmission' : 'actionSubmission',
    submission,
    data: undefined,
    previousData: old.data ?? old.previousData,
    invalid: undefined,
  })
}

/** The fetcher has the data of its action, or the errors of a refused form, while the loaders of the page reload (FE-6). */
export function reloadFetcher(
  old: Fetcher,
  data: unknown,
  invalid?: Fetcher['invalid'],
): ReloadFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionReload',
    submission: undefined,
    data,
    invalid,
  })
}

/** The fetcher keeps the fields of its form until the page after the redirect shows (FE-8). */
export function redirectFetcher(old: Fetcher): RedirectFetcher {
  return Object.freeze({
    ...old,
    state: 'loading',
    type: 'actionRedirect',
    submission: undefined,
    data: undefined,
  })
}
