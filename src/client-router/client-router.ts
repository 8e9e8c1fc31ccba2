import { isBlocked, type BlockFunction } from './blockers.ts'
import { fetcherLoad, fetcherReset, fetcherSubmit, startLoad } from './fetchers.ts'
import { recordOf, stopFetcher } from './fetcher-records.ts'
import { createLocation, hrefOf, pathOf, resolveHref } from './href.ts'
import { findPage, type Machine } from './machine.ts'
import { isResourceRoute, type RouteManifest } from './manifest.ts'
import { createPageMatcher, matchRoot, type PageMatch } from './match-pages.ts'
import { goTo, type Intent } from './navigation.ts'
import { revalidate } from './reload.ts'
import { keptMatch, loadersToRun } from './reload-policy.ts'
import type { ClientRouterOptions } from './seams.ts'
import { createSnapshot, PLAIN_COMMIT, type HistoryAction, type Snapshot } from './snapshot.ts'
import { createSubmission, isMutation, type FormSubmission } from './submission.ts'
import type { Location } from './transition.ts'
import { createDataUrl } from './wire.ts'

/** The page and fetcher state machine. */
export interface ClientRouter {
  readonly manifest: RouteManifest
  getSnapshot(): Snapshot
  /** Calls `listener` after every new snapshot; returns a function that stops it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /** Goes to `href`, a path with the basename (or a URL), resolved already. A number moves in the history. */
  navigate(href: string | number, options?: NavigateOptions): void
  /** Submits a form. */
  submit(form: FormSubmission, options?: NavigateOptions): void
  /** Runs the page's loaders and the mounted `load` fetchers again. */
  revalidate(): void
  /** Tells that a component uses the fetcher. `owner` is the id of its route, whose boundary shows errors. */
  fetcherMount(key: string, owner: string): void
  /** Tells that it does not any more. What is pending goes on. */
  fetcherUnmount(key: string): void
  /** @param owner As for `fetcherMount`, for a fetcher that is not mounted */
  fetcherLoad(key: string, href: string, owner?: string): void
  /** @param owner As for `fetcherMount`, for a fetcher that is not mounted */
  fetcherSubmit(key: string, form: FormSubmission, owner?: string): void
  fetcherReset(key: string): void
  /** Asks `shouldBlock` before each navigation that a user starts. One at a time; returns a function that stops it. */
  block(shouldBlock: BlockFunction): () => void
  /** The branch of routes for a pathname with the basename; `null` when it is no page. */
  match(pathname: string): PageMatch[] | null
  /** What a navigation to `href` would need that this page does not have; `null` when it would leave the document. */
  preview(href: string): NavigationPreview | null
  /** Stops listening to the history and aborts what is pending. */
  dispose(): void
}

export interface NavigateOptions {
  /** Replace the history entry instead of adding one. @default false */
  replace?: boolean
  /** Stored with the history entry. */
  state?: unknown
  /** @default false */
  preventScrollReset?: boolean
  /** @default false */
  viewTransition?: boolean
}

/** What to prefetch. */
export interface NavigationPreview {
  matches: readonly PageMatch[]
  /** The matches that this page does not show: another route, or another pathname of it. */
  newMatches: readonly PageMatch[]
  /** Exactly the URL that the navigation will request, or `null` if it requests none. */
  dataUrl: string | null
}

/**
 * Creates the machine that moves an app from page to page.
 *
 * @param options The manifest, the first page, and the seams to history, network, modules and document
 * @returns Events in, one immutable snapshot out
 */
export function createClientRouter(options: ClientRouterOptions): ClientRouter {
  const machine = createMachine(options)
  const { history, manifest, skew } = machine.options
  const ask = (intent: Intent): void => {
    if (!isBlocked(machine, intent.location, intent.action, () => begin(machine, intent))) {
      begin(machine, intent)
    }
  }

  // This build is here, so what another one could not load is history.
  const last = skew.read()
  if (last && last.version !== manifest.version) skew.clear()

  let nextPop: 'ask' | 'ignore' | 'follow' = 'ask'
  const stopListening = history.listen((location, delta) => {
    const isAsked = nextPop === 'ask' && delta
    const isIgnored = nextPop === 'ignore'
    nextPop = 'ask'
    if (isIgnored) return

    const proceed = (): void => {
      nextPop = 'follow'
      history.go(delta!)
    }
    if (isAsked && isBlocked(machine, location, 'POP', proceed)) {
      nextPop = 'ignore'
      history.go(-delta) // the browser has moved already
      return
    }
    const url = resolveHref(hrefOf(location), machine.options.origin)!
    begin(machine, { ...plain(url, location), action: 'POP' })
  })

  return {
    manifest,
    getSnapshot: () => machine.snapshot,
    subscribe(listener) {
      machine.listeners.add(listener)
      return () => machine.listeners.delete(listener)
    },
    navigate(href, given = {}) {
      if (typeof href === 'number') return history.go(href)
      const url = requireUrl(machine, href)
      const location = createLocation(url, given.state)
      ask({ ...plain(url, location, given), action: actionOf(machine, location, given.replace) })
    },
    submit(form, given = {}) {
      const url = requireUrl(machine, form.action)
      const submission = createSubmission(form, url, false)
      const isAction = isMutation(submission)
      ask({
        ...plain(url, createLocation(url, given.state), given),
        action: given.replace ? 'REPLACE' : 'PUSH',
        type: isAction ? 'actionSubmission' : 'loaderSubmission',
        submission,
        isAction,
      })
    },
    revalidate: () => revalidate(machine),
    fetcherMount(key, owner) {
      const record = recordOf(machine, key)
      record.owner = owner
      record.mounts++
    },
    fetcherUnmount(key) {
      recordOf(machine, key).mounts--
    },
    fetcherLoad(key, href, owner) {
      requireUrl(machine, href)
      recordOf(machine, key).owner ??= owner
      fetcherLoad(machine, key, href)
    },
    fetcherSubmit(key, form, owner) {
      const url = requireUrl(machine, form.action)
      const submission = createSubmission(form, url, true)
      recordOf(machine, key).owner ??= owner
      void fetcherSubmit(machine, key, submission)
    },
    fetcherReset: (key) => fetcherReset(machine, key),
    block(shouldBlock) {
      machine.shouldBlock = shouldBlock
      return () => {
        if (machine.shouldBlock === shouldBlock) machine.shouldBlock = undefined
      }
    },
    match: machine.match,
    preview: (href) => preview(machine, href),
    dispose() {
      stopListening()
      machine.listeners.clear()
      machine.navigation?.controller.abort()
      machine.navigation = undefined
      for (const { controller } of machine.reloads) controller.abort()
      machine.reloads.clear()
      for (const record of machine.fetchers.values()) stopFetcher(machine, record)
    },
  }
}

function createMachine(given: ClientRouterOptions): Machine {
  const { history, manifest, page = {} } = given
  const match = createPageMatcher(manifest)
  const { location } = history
  const matches = match(location.pathname) ?? matchRoot(manifest)
  const machine: Machine = {
    options: { origin: 'http://localhost', now: Date.now, page, ...given },
    match,
    listeners: new Set(),
    snapshot: createSnapshot({ location, matches, ...page }),
    clock: 0,
    latest: 0,
    owed: 0,
    landed: 0,
    navigation: undefined,
    reloads: new Set(),
    fetchers: new Map(),
    waiting: new Set(),
    shouldBlock: undefined,
    startLoad: (record) => startLoad(machine, record, 'reload'),
  }
  return machine
}

function begin(machine: Machine, intent: Intent): void {
  machine.latest = ++machine.clock
  goTo(machine, intent)
}

function plain(url: URL, location: Location, given: NavigateOptions = {}): Intent {
  const { preventScrollReset = false, viewTransition = false } = given
  return {
    url,
    location,
    action: 'PUSH',
    type: 'load',
    submission: undefined,
    isAction: false,
    isDocument: false,
    hops: 0,
    commit: { ...PLAIN_COMMIT, preventScrollReset, viewTransition },
  }
}

// An identical click restarts the pending navigation as what it is; a link to where the page is replaces the entry.
function actionOf(
  { navigation, snapshot }: Machine,
  location: Location,
  replace = false,
): HistoryAction {
  const href = hrefOf(location)
  if (navigation?.action && !navigation.submission && hrefOf(navigation.location) === href) {
    // The browser shows a popped entry already.
    return navigation.action === 'PUSH' ? 'PUSH' : 'REPLACE'
  }
  return replace || hrefOf(snapshot.location) === href ? 'REPLACE' : 'PUSH'
}

function requireUrl({ options, snapshot }: Machine, href: string): URL {
  const url = resolveHref(href, options.origin + pathOf(snapshot.location))
  if (!url) throw new TypeError(`Cannot go to "${href}": it is not an http or https URL`)
  return url
}

function preview(machine: Machine, href: string): NavigationPreview | null {
  const { options, snapshot: page } = machine
  const { modules, origin } = options
  const url = resolveHref(href, origin)
  const matches = url && findPage(machine, url)
  if (!matches || isResourceRoute(matches.at(-1)!.route)) return null

  const location = createLocation(url)
  const cause = { everything: false }
  const ids = loadersToRun({ page, location, matches, cause, modules, origin })
  const isHere = pathOf(page.location) === pathOf(location)
  const needsData = ids.length > 0 || matches.some(({ route }) => route.hasMiddleware)
  return {
    matches,
    newMatches: matches.filter((match) => !keptMatch(page.matches, match)),
    dataUrl: needsData && !isHere ? createDataUrl(pathOf(location), ids) : null,
  }
}
