import { boundaryOf } from './boundaries.ts'
import { doneFetcher, initFetcher, type Fetcher } from './fetcher.ts'
import { resolveHref } from './href.ts'
import {
  findPage,
  isCancelled,
  type FetcherRecord,
  type Machine,
  type Operation,
} from './machine.ts'
import { actionTarget } from './match-pages.ts'
import { isReloadWanted, type ReloadCause } from './reload-policy.ts'
import type { Snapshot } from './snapshot.ts'
import type { Location } from './transition.ts'

/** The record of a fetcher, made on first use. */
export function recordOf(machine: Machine, key: string): FetcherRecord {
  let record = machine.fetchers.get(key)
  if (!record) {
    const value = initFetcher(key)
    record = { key, owner: undefined, mounts: 0, value, operation: undefined, href: undefined }
    machine.fetchers.set(key, record)
  }
  return record
}

/** Starts a new call of a fetcher. */
export function beginOperation(
  machine: Machine,
  record: FetcherRecord,
  isMutation: boolean,
): Operation {
  stopFetcher(machine, record)
  record.operation = { id: ++machine.clock, controller: new AbortController(), isMutation }
  return record.operation
}

/** Aborts what a fetcher is doing. A reload that it caused goes on without it. */
export function stopFetcher(machine: Machine, record: FetcherRecord): void {
  record.operation?.controller.abort()
  record.operation = undefined
  machine.waiting.delete(record)
  for (const reload of machine.reloads) {
    if (reload.origin === record) reload.origin = undefined
  }
}

/** Ends a fetcher's call. */
export function finishFetcher(record: FetcherRecord, value: Fetcher): void {
  record.operation = undefined
  record.value = value
}

/** Fetchers whose redirect the page followed are done, with the data they had: F8, F9. */
export function finishWaiting(machine: Machine): void {
  for (const record of machine.waiting) {
    finishFetcher(record, doneFetcher(record.value, record.value.data))
  }
  machine.waiting.clear()
}

/** F10: the fetcher is as if never used. Returns the errors that the page shows from now on. */
export function failFetcher(
  { snapshot, options }: Machine,
  record: FetcherRecord,
  error: unknown,
): Snapshot['errors'] {
  finishFetcher(record, initFetcher(record.key))
  record.href = undefined

  const isMatched = snapshot.matches.some(({ id }) => id === record.owner)
  if (!isMatched && record.mounts === 0) {
    console.error(error) // nobody is left to show it
    return snapshot.errors
  }
  const boundary = boundaryOf(
    snapshot.matches,
    isMatched ? record.owner! : snapshot.matches[0]!.id,
    ({ id }) => options.modules.get(id) !== undefined,
  )
  return Object.freeze({ ...snapshot.errors, [boundary]: error })
}

/** A mutation starts: `load` fetchers in flight would bring what was there before it. They run again after it. */
export function cancelLoads(machine: Machine): void {
  for (const record of machine.fetchers.values()) {
    if (record.value.type !== 'load' || machine.waiting.has(record)) continue
    record.operation?.controller.abort()
    record.operation = undefined
  }
}

/** F11: loads every mounted `load` fetcher again, unless its route's module refuses. */
export function reloadFetchers(
  machine: Machine,
  location: Location,
  cause: ReloadCause,
): Promise<void>[] {
  return [...machine.fetchers.values()]
    .filter(
      (record) =>
        isCancelled(machine, record) ||
        (record.mounts > 0 &&
          record.href !== undefined &&
          !machine.waiting.has(record) &&
          isFetcherReloadWanted(machine, record.href, location, cause)),
    )
    .map(machine.startLoad)
}

function isFetcherReloadWanted(
  machine: Machine,
  href: string,
  location: Location,
  cause: ReloadCause,
): boolean {
  const { origin, modules } = machine.options
  const url = resolveHref(href, origin)!
  const matches = findPage(machine, url)
  if (!matches) return true

  const { id, params } = actionTarget(matches, url.search)
  const question = { page: machine.snapshot, location, cause, modules, origin }
  return isReloadWanted(question, id, params, params, true)
}
