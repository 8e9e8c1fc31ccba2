import { createLocation, hrefOf, requireUrl, resolveHref } from './href.ts'
import type { Machine } from './machine.ts'
import type { RouteManifest } from './manifest.ts'
import { createPageMatcher, matchRoot, type PageMatch } from './match-pages.ts'
import { plainIntent, type Intent } from './intent.ts'
import { begin } from './navigation.ts'
import type { ClientRouterOptions } from './seams.ts'
import { createSnapshot, type HistoryAction, type Snapshot } from './snapshot.ts'
import { createSubmission, isMutation, type FormSubmission } from './submission.ts'
import type { Location } from './transition.ts'

/**
 * The page state machine. What not every page needs is a function that takes it: `fetchersOf`, `revalidate`, `block`,
 * `preview`.
 */
export interface PageRouter {
  readonly manifest: RouteManifest
  getSnapshot(): Snapshot
  /** Calls `listener` after every new snapshot; returns a function that stops it. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
  /** Goes to `href`, a path with the basename (or a URL), resolved already. A number moves in the history. */
  navigate(href: string | number, options?: NavigateOptions): void
  /** Submits a form. */
  submit(form: FormSubmission, options?: NavigateOptions): void
  /** The branch of routes for a pathname with the basename; `null` when it is no page. */
  match(pathname: string): PageMatch[] | null
  /** Stops listening to the history and aborts what is pending. */
  dispose(): void
  /** @internal */
  readonly machine: Machine
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
export function createPageRouter(options: ClientRouterOptions): PageRouter {
  const machine = createMachine(options)
  const { history, manifest, origin, skew } = machine.options
  const start = (intent: Intent, delta?: number): void => {
    if (!machine.blocks?.(intent, delta)) begin(machine, intent)
  }

  // This build is here, so what another one could not load is history.
  const last = skew.read()
  if (last && last.version !== manifest.version) skew.clear()

  const stopListening = history.listen((location, delta) => {
    const url = resolveHref(hrefOf(location), origin)!
    start({ ...plainIntent(url, location), action: 'POP' }, delta)
  })

  return {
    machine,
    manifest,
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
        action: actionOf(machine, location, given.replace),
      })
    },
    submit(form, given = {}) {
      const url = requireUrl(machine, form.action)
      const submission = createSubmission(form, url, false)
      const isAction = isMutation(submission)
      start({
        ...plainIntent(url, createLocation(url, given.state), given),
        action: given.replace ? 'REPLACE' : 'PUSH',
        type: isAction ? 'actionSubmission' : 'loaderSubmission',
        submission,
        isAction,
      })
    },
    dispose() {
      stopListening()
      machine.listeners.clear()
      machine.navigation?.controller.abort()
      machine.navigation = undefined
      for (const { controller } of machine.reloads) controller.abort()
      machine.reloads.clear()
      machine.fetching?.dispose()
    },
  }
}

function createMachine(given: ClientRouterOptions): Machine {
  const { history, manifest, page = {} } = given
  const match = createPageMatcher(manifest)
  const { location } = history
  return {
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
    owed: 0,
    landed: 0,
    navigation: undefined,
    reloads: new Set(),
    fetching: undefined,
    blocks: undefined,
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
