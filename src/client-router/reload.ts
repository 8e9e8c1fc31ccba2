import { commitReload, finishOrigin } from './commit-page.ts'
import { reloadFetchers } from './fetcher-records.ts'
import { pathOf, resolveHref } from './href.ts'
import { recoverHere } from './leave-page.ts'
import { publish, type FetcherRecord, type Machine, type Reload } from './machine.ts'
import { followRedirect, redirectError, settle } from './navigation.ts'
import { loadersToRun, type ReloadCause } from './reload-policy.ts'
import { failingRoute, requestPage, type PageOutcome } from './request-data.ts'
import { PLAIN_COMMIT } from './snapshot.ts'

/** T17: runs the page's loaders again. A mutation that is on its way does so itself. */
export function revalidate(machine: Machine): void {
  if (machine.navigation?.phase !== 'acting') {
    void startReload(machine, undefined, { everything: true })
  }
}

/** Runs the loaders of the page again; of the pending one, if one is loading. */
export async function startReload(
  machine: Machine,
  origin: FetcherRecord | undefined,
  cause: ReloadCause,
): Promise<void> {
  const { navigation, snapshot: page, options } = machine
  const { location, matches } = navigation?.phase === 'loading' ? navigation : page
  const reload: Reload = {
    id: ++machine.clock,
    controller: new AbortController(),
    matches,
    errors: page.errors,
    origin,
  }
  const { modules, origin: host } = options
  const ids = loadersToRun({ page, location, matches, cause, modules, origin: host })
  const fetchers = reloadFetchers(machine, location, cause)
  if (ids.length + fetchers.length === 0) {
    finishOrigin(reload)
    return publish(machine)
  }

  machine.reloads.add(reload)
  const { signal } = reload.controller
  const request =
    ids.length > 0 && requestPage(machine, location, matches, ids, { signal, cache: 'reload' })
  publish(machine)

  const outcome = (await request) || undefined
  if (!outcome?.redirect) await Promise.all(fetchers)
  if (machine.reloads.has(reload)) land(machine, reload, outcome)
}

function land(machine: Machine, reload: Reload, outcome: PageOutcome | undefined): void {
  const { navigation } = machine
  const { origin } = reload
  machine.reloads.delete(reload)
  if (!outcome) {
    finishOrigin(reload)
    return publish(machine)
  }
  if (outcome.redirect) return redirectPage(machine, reload, outcome)

  const isPending = navigation?.phase === 'loading' && navigation.matches === reload.matches
  if (isPending && navigation.id < reload.id) {
    // C.3: the navigation has its data, and fresher than what it asked for itself.
    navigation.controller.abort()
    navigation.controller = reload.controller
    navigation.id = reload.id
    if (origin) machine.waiting.add(origin)
    return void settle(machine, navigation, outcome)
  }

  if (!outcome.isOpaque && !outcome.missing) return commitReload(machine, reload, outcome)
  machine.reloads.add(reload)
  recoverHere(machine, () => {
    if (!machine.reloads.delete(reload)) return
    const id = outcome.missing ?? failingRoute(machine, reload.matches)
    const error = new Error(`Failed to load data for ${id}`)
    const results = { ...outcome.results, [id]: { error } }
    commitReload(machine, reload, { results, isFailure: true })
  })
}

// T12: unless the user has gone elsewhere since.
function redirectPage(machine: Machine, reload: Reload, { redirect }: PageOutcome): void {
  const { location } = machine.snapshot
  const { origin } = reload
  const url = resolveHref(redirect!.location, machine.options.origin + pathOf(location))
  if (machine.latest > reload.id) {
    finishOrigin(reload)
    return publish(machine)
  }
  if (!url) {
    const error = redirectError(redirect!.location)
    const id = failingRoute(machine, reload.matches)
    return commitReload(machine, reload, { results: { [id]: { error } }, isFailure: true })
  }
  if (origin) machine.waiting.add(origin)
  machine.latest = ++machine.clock
  followRedirect(machine, redirect!, url, {
    type: 'redirect',
    action: 'PUSH',
    commit: PLAIN_COMMIT,
    hops: 0,
    submission: undefined,
    state: undefined,
    isOfAction: false,
  })
}
