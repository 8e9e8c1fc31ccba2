import { initFetcher } from '../page-protocol/fetcher.ts'
import { actionTarget } from '../page-protocol/match-pages.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { RedirectInstruction, RefusedForm } from '../page-protocol/wire.ts'
import {
  doneFetcher,
  loadFetcher,
  redirectFetcher,
  reloadFetcher,
  submittingFetcher,
} from './fetcher-states.ts'
import {
  beginOperation,
  cancelLoads,
  currentFetchers,
  failFetcher,
  finishFetcher,
  finishWaiting,
  isCancelled,
  recordOf,
  stopFetcher,
  type FetcherRecords,
} from './fetcher-records.ts'
import { oweAfter } from './debts.ts'
import { createKey, resolveHref } from './href.ts'
import { recoverHere } from './load-document.ts'
import {
  findPage,
  isMutating,
  publish,
  requireUrl,
  whenDone,
  type Fetching,
  type FetcherRecord,
  type Machine,
  type Operation,
  type ReloadCause,
} from './machine.ts'
import { redirectPage } from './navigation.ts'
import { revalidate, startReload } from './reload.ts'
import { isReloadWanted } from './reload-policy.ts'
import { isSameData } from './same-data.ts'
import { requestTarget, type Outcome } from './request-data.ts'
import { requestForeign } from './request-foreign.ts'
import type { DataRequest } from './seams.ts'
import { createSubmission, isJoined, isMutation } from './create-submission.ts'

/** Creates the fetchers of a client router. */
export function createFetching(machine: Machine): Fetching {
  const records: FetcherRecords = new Map()
  const start = (record: FetcherRecord): Promise<void> => startLoad(machine, record, 'reload')
  const current = (): Machine['snapshot']['fetchers'] =>
    currentFetchers(records, machine.snapshot.fetchers)
  const whenIdle = (record: FetcherRecord): Promise<void> => {
    const { operation } = record
    // While the page reloads or follows a redirect, there is no operation.
    return whenDone(
      machine,
      () => record.value.state === 'idle' || !!(record.operation && record.operation !== operation),
    )
  }
  const unmounted: FetcherRecord[] = []
  const forget = (): void => {
    for (const record of unmounted.splice(0)) record.mounts--
    if (current() !== machine.snapshot.fetchers) publish(machine)
  }

  return {
    current,
    cancelLoads: () => cancelLoads(records),
    finishWaiting: () => finishWaiting(records),
    reload: (location, cause, isDue) =>
      [...records.values()]
        .filter(
          (record) => isCancelled(record) || isReloading(machine, record, location, cause, isDue),
        )
        .map(start),
    isMutating: () => [...records.values()].some(({ operation }) => operation?.isMutation),
    // A mutation that failed or was cancelled reloads nothing, so start what waited for it.
    published() {
      if (isMutating(machine)) return
      for (const record of [...records.values()].filter(isCancelled)) void start(record)
      if (machine.waitingSince > 0 && !machine.navigation && machine.reloads.size === 0) {
        machine.waitingSince = 0
        void startReload(machine, undefined, { isRevalidation: true })
      }
    },
    dispose() {
      for (const record of records.values()) stopFetcher(machine, record)
    },
    events: {
      revalidate: () => revalidate(machine),
      fetcherMount(key, owner) {
        const record = recordOf(records, key)
        record.owner = owner
        record.mounts++
      },
      // Wait for the effects of this render, in which another component may start to use the fetcher.
      fetcherUnmount(key) {
        if (unmounted.push(recordOf(records, key)) === 1) queueMicrotask(forget)
      },
      fetcherLoad(key, href, owner) {
        requireUrl(machine, href)
        const record = recordOf(records, key)
        record.owner ??= owner
        record.href = href
        void startLoad(machine, record, 'default')
        publish(machine)
        return whenIdle(record)
      },
      fetcherSubmit(key = createKey(), form, owner) {
        const url = requireUrl(machine, form.action)
        const created = createSubmission(form, url, true)
        const isOurs = url.origin === machine.options.origin
        const submission = isOurs ? created : Object.freeze({ ...created, action: url.href })
        const record = recordOf(records, key)
        record.owner ??= owner
        const { operation, value } = record
        if (!isJoined(operation, value.submission, submission, form.source)) {
          void submit(machine, record, submission, form.source)
        }
        return whenIdle(record)
      },
      // FE-12.
      fetcherReset(key) {
        const record = recordOf(records, key)
        stopFetcher(machine, record)
        finishFetcher(record, initFetcher(key))
        record.href = undefined
        publish(machine)
      },
    },
  }
}

// FE-11: a mutation reloads every mounted `load` fetcher, unless `shouldReload` of its route returns `false`. RE-6: other
// loads of the page also ask `shouldRevalidate`.
function isReloading(
  machine: Machine,
  { href, isWaiting, mounts, operation }: FetcherRecord,
  location: Location,
  cause: ReloadCause,
  isDue: boolean,
): boolean {
  if (href === undefined || isWaiting || mounts === 0 || (operation && !isDue)) return false

  const url = resolveHref(href, machine.options.origin)!
  const matches = findPage(machine, url)
  if (!matches) return isDue

  const { id, params } = actionTarget(matches, url.search)
  return isReloadWanted(machine, location, cause, id, params, params, isDue) ?? isDue
}

// FE-1, FE-11. Resolves when the load has ended, even if it failed.
async function startLoad(
  machine: Machine,
  record: FetcherRecord,
  cache: DataRequest['cache'],
): Promise<void> {
  const operation = beginOperation(machine, record, false)
  if (record.value.type !== 'load') record.value = loadFetcher(record.value)
  const { signal } = operation.controller
  const outcome = await request(machine, record.href!, undefined, {
    signal,
    cache,
    purpose: { cause: 'fetcher', key: record.key },
  })
  answerLoad(machine, record, operation, outcome)
}

// FE-3, FE-5.
async function submit(
  machine: Machine,
  record: FetcherRecord,
  submission: Submission,
  source: object | undefined,
): Promise<void> {
  const operation = beginOperation(machine, record, isMutation(submission), source)
  const { signal } = operation.controller
  record.href = undefined
  record.value = submittingFetcher(record.value, submission)
  if (operation.isMutation) machine.fetching.cancelLoads()
  const asked = request(machine, submission.action, submission, {
    signal,
    cache: 'default',
    purpose: { cause: 'fetcher', key: record.key },
  })
  publish(machine)

  const outcome = await asked
  if (operation.isMutation) answerAction(machine, record, operation, outcome, submission)
  else answerLoad(machine, record, operation, outcome)
}

function request(
  machine: Machine,
  href: string,
  submission: Submission | undefined,
  options: Pick<DataRequest, 'signal' | 'cache' | 'purpose'>,
): Promise<Outcome> {
  const url = requireUrl(machine, href)
  const learning = machine.options.learn?.(url)
  if (learning) {
    return learning.then((failed) => failed ?? request(machine, href, submission, options))
  }

  const matches = findPage(machine, url)
  return matches
    ? requestTarget(machine, url, matches, submission, options)
    : requestForeign(machine, url, submission, options)
}

// FE-2, FE-4, FE-9, FE-10.
function answerLoad(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Outcome,
): void {
  if (record.operation !== operation) return
  const { type } = outcome
  if (type !== 'data' && type !== 'redirect') {
    return fail(machine, record, operation, outcome as Failed)
  }
  if (type === 'redirect' && machine.latest <= operation.startedAt) {
    return followRedirect(machine, record, outcome.redirect)
  }
  const { data: old } = record.value
  const data = type === 'data' && !isSameData(old, outcome.data) ? outcome.data : old
  finishFetcher(record, doneFetcher(record.value, data))
  publish(machine)
}

// FE-6, FE-8, FE-10. The action ran, whatever its result is.
function answerAction(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Outcome,
  submission: Submission,
): void {
  if (record.operation !== operation) return
  oweAfter(machine, outcome)
  if (outcome.type === 'data' || outcome.type === 'invalid') {
    const { data, status, invalid } = outcome as Answered
    // CT-3.
    finishFetcher(record, reloadFetcher(record.value, data, invalid))
    return void startReload(machine, record, {
      submission,
      actionResult: data,
      actionStatus: status,
    })
  }
  if (outcome.type !== 'redirect') return fail(machine, record, operation, outcome as Failed)

  if (machine.latest > operation.startedAt) {
    // The user has navigated since, so the redirect is ignored. The reload shows what the action changed.
    finishFetcher(record, doneFetcher(record.value, undefined))
    return void startReload(machine, undefined, { submission })
  }
  finishFetcher(record, redirectFetcher(record.value))
  followRedirect(machine, record, outcome.redirect, submission)
}

function followRedirect(
  machine: Machine,
  record: FetcherRecord,
  redirect: RedirectInstruction,
  submission?: Submission,
): void {
  const error = redirectPage(machine, record, redirect, submission)
  if (error) publish(machine, { errors: failFetcher(machine, record, error) })
}

/** What the action returned, or why it refused the form. */
type Answered = { data?: unknown; status?: number; invalid?: RefusedForm }

type Failed = Extract<Outcome, { type: 'error' | 'missing' | 'opaque' }>

// FE-10. Or SK-1, if only a new document can handle the response.
function fail(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Failed,
): void {
  if (outcome.type === 'error') {
    return publish(machine, { errors: failFetcher(machine, record, outcome.error) })
  }
  recoverHere(machine, () => {
    if (record.operation !== operation) return
    const error = new Error('Failed to load data for a fetcher: the server has another version')
    publish(machine, { errors: failFetcher(machine, record, error) })
  })
}
