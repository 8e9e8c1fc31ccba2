import type { RouteManifest } from '../page-protocol/manifest.ts'
import { createPageMatcher, matchRoot, type PageMatch } from '../page-protocol/match-pages.ts'
import { createSnapshot, type HistoryAction, type Snapshot } from '../page-protocol/snapshot.ts'
import type { Location } from '../page-protocol/transition.ts'
import { block, type BlockFunction } from './blockers.ts'
import type { FetcherEvents } from './fetcher-events.ts'
import { createFetching } from './fetchers.ts'
import { createLocation, hrefOf, resolveHref } from './href.ts'
import { plainIntent, type Intent } from './intent.ts'
import { recoverHere } from './load-document.ts'
import { requireUrl, type Machine } from './machine.ts'
import { abandon, begin } from './navigation.ts'
import { preview, type NavigationPreview } from './preview.ts'
import { revalidate } from './reload.ts'
import type { ClientRouterOptions, ModuleSeam } from './seams.ts'
import { createSubmission, isMutation, type FormSubmission } from './create-submission.ts'

/** The page and fetcher state machine. */
export interface ClientRouter extends FetcherEvents {
  readonly manifest: RouteManifest
  readonly modules: ModuleSeam
  getSnapshot(): Snapshot
  /** Calls `listener` after every new snapshot; returns a function that stops it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /** Goes to `href`, a path with the basename (or a URL), resolved already. A number moves in the history. */
  navigate(href: string | number, options?: NavigateOptions): void
  /** Submits a form. */
  submit(form: FormSubmission, options?: NavigateOptions): void
  /** Runs the page's loaders and the mounted `load` fetchers again. */
  revalidate(): void
  /** Asks `shouldBlock` before each navigation that a user starts. One at a time; returns a function that stops it. */
  block(shouldBlock: BlockFunction): () => void
  /**
   * What a navigation to `href` would need that this page does not have; `null` when it would leave the document, or
   * when its routes are not known yet.
   */
  preview(href: string): NavigationPreview | null
  /**
   * Tells that a chunk of the page cannot be loaded: a deploy may have removed it. Loads the document again, once. A
   * navigation that is pending finds out by itself.
   */
  recover(): void
  /** Tells that the visitor left the document and came back to it: what was pending is not wanted any more. */
  abandon(): void
  /** The branch of routes for a pathname with the basename; `null` when it is no page, or not known yet. */
  match(pathname: string): PageMatch[] | null
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

/**
 * Creates the machine that moves an app from page to page.
 *
 * @param options The manifest, the first page, and the seams to history, network, modules and document
 * @returns Events in, one immutable snapshot out
 */
export function createClientRouter(options: ClientRouterOptions): ClientRouter {
  const machine = createMachine(options)
  const { history, manifest, modules, origin, skew } = machine.options
  const start = (intent: Intent, delta?: number): void => {
    if (!machine.blocks?.(intent, delta)) begin(machine, intent)
  }

  // This build is here, so what another one could not load is history.
  const last = skew.read()
  if (last && last.version !== manifest.version) skew.clear()

  const stopListening = history.listen((location, delta) => {
    const { nextPop } = machine
    machine.nextPop = undefined
    if (nextPop) return nextPop()
    const url = resolveHref(hrefOf(location), origin)!
    start({ ...plainIntent(url, location), historyAction: 'POP' }, delta)
  })

  return {
    ...machine.fetching.events,
    manifest,
    modules,
    match: machine.match,
    getSnapshot: () => machine.snapshot,
    subscribe(listener) {
      machine.listeners.add(listener)
      return () => machine.listeners.delete(listener)
    },
    navigate(href, given = {}) {
      if (typeof href === 'number') return history.go(href)
      const url = requireUrl(machine, href)
      const location = createLocation(url, given.state)
      start({
        ...plainIntent(url, location, given),
        historyAction: historyActionOf(machine, location, given.replace),
      })
    },
    submit(form, given = {}) {
      const url = requireUrl(machine, form.action)
      const submission = createSubmission(form, url, false)
      const isAction = isMutation(submission)
      start({
        ...plainIntent(url, createLocation(url, given.state), given),
        historyAction: given.replace ? 'REPLACE' : 'PUSH',
        type: isAction ? 'actionSubmission' : 'loaderSubmission',
        submission,
        isAction,
      })
    },
    revalidate: () => revalidate(machine),
    block: (shouldBlock) => block(machine, shouldBlock),
    preview: (href) => preview(machine, href),
    abandon: () => abandon(machine),
    recover() {
      if (!machine.navigation) recoverHere(machine, () => {})
    },
    dispose() {
      stopListening()
      machine.listeners.clear()
      machine.navigation?.controller.abort()
      machine.navigation = undefined
      for (const { controller } of machine.reloads) controller.abort()
      machine.reloads.clear()
      machine.fetching.dispose()
    },
  }
}

function createMachine(given: ClientRouterOptions): Machine {
  const { history, manifest, page = {} } = given
  const match = given.match ?? createPageMatcher(manifest)
  const { location } = history
  const machine = {
    options: { origin: 'http://localhost', now: Date.now, page, ...given },
    match,
    listeners: new Set(),
    snapshot: createSnapshot({
      location,
      matches: match(location.pathname) ?? matchRoot(manifest),
      ...page,
    }),
    clock: 0,
    latest: 0,
    staleSince: 0,
    shownSince: 0,
    navigation: undefined,
    reloads: new Set(),
    blocks: undefined,
    nextPop: undefined,
  } as Omit<Machine, 'fetching'> as Machine
  machine.fetching = createFetching(machine)
  return machine
}

// An identical click restarts the pending navigation as what it is; a link to where the page is replaces the entry.
function historyActionOf(
  { navigation, snapshot }: Machine,
  location: Location,
  replace = false,
): HistoryAction {
  const href = hrefOf(location)
  if (navigation?.historyAction && !navigation.submission && hrefOf(navigation.location) === href) {
    // The browser shows a popped entry already.
    return navigation.historyAction === 'PUSH' ? 'PUSH' : 'REPLACE'
  }
  return replace || hrefOf(snapshot.location) === href ? 'REPLACE' : 'PUSH'
}
