import type { RedirectInstruction } from '../page-protocol/wire.ts'
import { acceptAnswer, freezeErrors, mergePage } from './commit-page.ts'
import { owe } from './debts.ts'
import { doneFetcher } from './fetcher-states.ts'
import { recoverHere } from './load-document.ts'
import {
  isMutating,
  isRevalidating,
  publish,
  whenDone,
  type FetcherRecord,
  type Machine,
  type Reload,
  type ReloadCause,
} from './machine.ts'
import { redirectPage, settle } from './navigation.ts'
import { loadersToRun } from './reload-policy.ts'
import { isMutation } from './create-submission.ts'
import { failingRoute, requestPage, type PageOutcome } from './request-data.ts'

/** PT-17: reloads the loaders of the page and the mounted `load` fetchers. IN-15: not before a pending mutation ends. */
export function revalidate(machine: Machine): Promise<void> {
  machine.current &&= new Set()
  // A navigation that aborts the reload runs what it would have run.
  owe(machine, 'revalidate')
  if (isMutating(machine)) {
    machine.waitingSince = machine.clock
    publish(machine)
  } else void startReload(machine, undefined, { isRevalidation: true })

  // A navigation may load what the reload would have.
  return whenDone(machine, () => !isRevalidating(machine) && !machine.navigation)
}

/** Reloads the loaders of the page, or of the pending page if one is loading. */
export async function startReload(
  machine: Machine,
  origin: FetcherRecord | undefined,
  given: Partial<ReloadCause> = {},
): Promise<void> {
  const { navigation, snapshot: page } = machine
  const pending = navigation?.phase === 'loading' ? navigation : undefined
  const { location, matches } = pending ?? page
  const cause = { ...given, isPlain: !!pending && !isMutation(pending.submission) }
  const startedAt = ++machine.clock
  const isOld = machine.changed > 0 || machine.waitingSince > 0 || given.isRevalidation
  // After a form that was refused, nothing may be old. Then no module is asked.
  const ids = isOld || machine.owed.size > 0 ? loadersToRun(machine, location, matches, cause) : []
  const reload: Reload = {
    startedAt,
    asked: ids,
    controller: new AbortController(),
    matches,
    errors: page.errors,
    origin,
    finish() {
      const fetcher = this.origin
      if (fetcher) fetcher.value = doneFetcher(fetcher.value, fetcher.value.data)
    },
  }
  const fetchers = isOld ? machine.fetching.reload(location, cause, true) : []
  const hasWork = ids.length + fetchers.length > 0
  if (!hasWork && !origin) return answer(machine, reload, undefined)

  machine.reloads.add(reload)
  const { signal } = reload.controller
  const request =
    ids.length > 0 &&
    requestPage(machine, location, matches, ids, {
      signal,
      cache: 'reload',
      purpose: { cause: 'revalidate' },
    })
  publish(machine)

  const outcome = (await request) || undefined
  if (!hasWork) await machine.options.painted?.(machine.snapshot)
  if (!outcome?.redirect) await Promise.all(fetchers)
  if (machine.reloads.delete(reload)) answer(machine, reload, outcome)
}

function answer(machine: Machine, reload: Reload, outcome: PageOutcome | undefined): void {
  const { navigation } = machine
  if (!outcome) {
    // No loader is due, or the modules refused. Then nothing is owed any more.
    if (machine.snapshot.matches === reload.matches) acceptAnswer(machine, reload, { results: {} })
    return end(machine, reload)
  }
  if (outcome.redirect) return followRedirect(machine, reload, outcome.redirect)

  const isPending = navigation?.phase === 'loading' && navigation.matches === reload.matches
  if (isPending && navigation.startedAt < reload.startedAt) {
    // IN-10: the navigation uses this data, which is fresher than its own request.
    navigation.controller.abort()
    navigation.controller = reload.controller
    navigation.startedAt = reload.startedAt
    navigation.asked = reload.asked
    if (reload.origin) reload.origin.isWaiting = true
    return void settle(machine, navigation, outcome)
  }

  if (!outcome.isOpaque && !outcome.missing) return commit(machine, reload, outcome)
  machine.reloads.add(reload)
  recoverHere(machine, () => {
    if (!machine.reloads.delete(reload)) return
    const id = outcome.missing ?? failingRoute(machine, reload.matches)
    fail(machine, reload, id, new Error(`Failed to load data for ${id}`))
  })
}

// PT-12: unless the user has navigated since.
function followRedirect(machine: Machine, reload: Reload, redirect: RedirectInstruction): void {
  if (machine.latest > reload.startedAt) return end(machine, reload)

  const error = redirectPage(machine, reload.origin, redirect)
  if (error) fail(machine, reload, failingRoute(machine, reload.matches), error)
}

function fail(machine: Machine, reload: Reload, id: string, error: Error): void {
  commit(machine, reload, { results: { [id]: { error } }, isFailure: true })
}

// Commits the results, unless the page has changed.
function commit(machine: Machine, reload: Reload, outcome: PageOutcome): void {
  const { snapshot: page } = machine
  if (page.matches !== reload.matches) return end(machine, reload)

  const { errors, ...merged } = mergePage(machine, page.matches, outcome, reload.startedAt)
  acceptAnswer(machine, reload, outcome)
  reload.finish()
  // Keeps errors of fetchers that are newer than this reload.
  const later = Object.entries(page.errors ?? {}).filter(
    ([id, error]) => reload.errors?.[id] !== error,
  )
  publish(machine, {
    ...merged,
    errors: freezeErrors({ ...errors, ...Object.fromEntries(later) }),
  })
}

function end(machine: Machine, reload: Reload): void {
  reload.finish()
  publish(machine)
}
