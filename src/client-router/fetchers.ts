import {
  doneFetcher,
  initFetcher,
  loadFetcher,
  redirectFetcher,
  reloadFetcher,
  submittingFetcher,
} from './fetcher.ts'
import {
  beginOperation,
  cancelLoads,
  failFetcher,
  finishFetcher,
  recordOf,
  stopFetcher,
} from './fetcher-records.ts'
import { pathOf, resolveHref } from './href.ts'
import { recoverHere } from './leave-page.ts'
import { owe, publish, type FetcherRecord, type Machine, type Operation } from './machine.ts'
import { followRedirect, redirectError } from './navigation.ts'
import { startReload } from './reload.ts'
import { requestTarget, type Outcome } from './request-data.ts'
import { PLAIN_COMMIT } from './snapshot.ts'
import { isMutation, type Submission } from './submission.ts'
import type { RedirectInstruction } from './wire.ts'

/** F1: `load()`. */
export function fetcherLoad(machine: Machine, key: string, href: string): void {
  const record = recordOf(machine, key)
  record.href = href
  void startLoad(machine, record, 'default')
  publish(machine)
}

/** F1, F11: asks the loader. Settles when the load has ended, however it ended. */
export async function startLoad(
  machine: Machine,
  record: FetcherRecord,
  cache: 'default' | 'reload',
): Promise<void> {
  const operation = beginOperation(machine, record, false)
  if (record.value.type !== 'load') record.value = loadFetcher(record.value)
  const { signal } = operation.controller
  const outcome = await requestTarget(machine, record.href!, undefined, { signal, cache })
  answerLoad(machine, record, operation, outcome)
}

/** F3, F5: `submit()`. */
export async function fetcherSubmit(
  machine: Machine,
  key: string,
  submission: Submission,
): Promise<void> {
  const record = recordOf(machine, key)
  const operation = beginOperation(machine, record, isMutation(submission))
  const { signal } = operation.controller
  record.href = undefined
  record.value = submittingFetcher(record.value, submission)
  if (operation.isMutation) cancelLoads(machine)
  const request = requestTarget(machine, submission.action, submission, {
    signal,
    cache: 'default',
  })
  publish(machine)

  const outcome = await request
  if (operation.isMutation) answerAction(machine, record, operation, outcome, submission)
  else answerLoad(machine, record, operation, outcome)
}

/** F12. */
export function fetcherReset(machine: Machine, key: string): void {
  const record = recordOf(machine, key)
  stopFetcher(machine, record)
  finishFetcher(record, initFetcher(key))
  record.href = undefined
  publish(machine)
}

// F2, F4, F9, F10.
function answerLoad(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Outcome,
): void {
  if (record.operation !== operation) return
  if (outcome.type === 'data') {
    finishFetcher(record, doneFetcher(record.value, outcome.data))
    return publish(machine)
  }
  if (outcome.type !== 'redirect') return fail(machine, record, operation, outcome)

  if (machine.latest > operation.id) {
    finishFetcher(record, doneFetcher(record.value, record.value.data))
    return publish(machine)
  }
  redirectPage(machine, record, outcome.redirect, undefined)
}

// F6, F8, F10. Whatever it answered, the action ran.
function answerAction(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Outcome,
  submission: Submission,
): void {
  if (record.operation !== operation) return
  owe(machine)
  const cause = { everything: true, submission }
  if (outcome.type === 'data') {
    finishFetcher(record, reloadFetcher(record.value, outcome.data))
    const { data: actionResult, status: actionStatus } = outcome
    return void startReload(machine, record, { ...cause, actionResult, actionStatus })
  }
  if (outcome.type !== 'redirect') return fail(machine, record, operation, outcome)

  if (machine.latest > operation.id) {
    // The user went elsewhere since and stays there; what the action changed shows there too.
    finishFetcher(record, doneFetcher(record.value, undefined))
    return void startReload(machine, undefined, cause)
  }
  finishFetcher(record, redirectFetcher(record.value))
  redirectPage(machine, record, outcome.redirect, submission)
}

// T11, T12: the fetcher is done when that navigation ends.
function redirectPage(
  machine: Machine,
  record: FetcherRecord,
  redirect: RedirectInstruction,
  submission: Submission | undefined,
): void {
  const { origin } = machine.options
  const url = resolveHref(redirect.location, origin + pathOf(machine.snapshot.location))
  if (!url) {
    const error = redirectError(redirect.location)
    return publish(machine, { errors: failFetcher(machine, record, error) })
  }
  record.operation = undefined
  machine.waiting.add(record)
  machine.latest = ++machine.clock
  followRedirect(machine, redirect, url, {
    type: submission ? 'fetchActionRedirect' : 'redirect',
    action: 'PUSH',
    commit: PLAIN_COMMIT,
    hops: 0,
    submission,
    state: undefined,
    isOfAction: submission !== undefined,
  })
}

// F10; what only a new document can answer, section F.
function fail(
  machine: Machine,
  record: FetcherRecord,
  operation: Operation,
  outcome: Extract<Outcome, { type: 'error' | 'missing' | 'opaque' }>,
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
