import { boundaryOf } from '../page-protocol/boundaries.ts'
import { canLearn, canOnce } from '../page-protocol/features.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import { actionTarget, type PageMatch } from '../page-protocol/match-pages.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { SubmittingTransition } from '../page-protocol/transition.ts'
import type { Decoded, RedirectInstruction } from '../page-protocol/wire.ts'
import {
  actionStateOf,
  commitFailure,
  commitHash,
  commitPage,
  isHashOnly,
  isShown,
  lacksData,
  shownPage,
  toActionResult,
} from './commit-page.ts'
import { isMutation } from './create-submission.ts'
import { createLocation, hrefOf, pathOf } from './href.ts'
import { loadDocument, mayLoadDocument, recoverPage } from './load-document.ts'
import { hasChanged, isOld, loadersToRun, makeDue, makeDueAfter } from './loaders.ts'
import {
  absentModule,
  failingRoute,
  isWhole,
  loadModules,
  requestPage,
  requestTarget,
  type PageResult,
  type Result,
} from './request-data.ts'
import {
  afterRedirect,
  createNavigation,
  createTransition,
  type ActionData,
  type Intent,
  type MutableNavigation,
  type PendingType,
} from './navigation-state.ts'
import {
  endNavigation,
  findPage,
  forgetRequests,
  hold,
  markNavigated,
  popIntent,
  publish,
  resolveIn,
  setNavigation,
  tick,
  type RouterState,
} from './router-state.ts'
import type { LearnFailure } from './seams.ts'

/** How many redirects a navigation follows. */
const MAX_REDIRECTS = 20

/** Starts a new navigation. */
export function begin(router: RouterState, intent: Intent): void {
  markNavigated(router)
  goTo(router, intent)
}

/** Starts a navigation in place of a pending one. The tables PT and IN of docs/behaviour.md have all cases. */
function goTo(router: RouterState, intent: Intent): void {
  const { isAction, submission, url } = intent
  // A navigation that goes on keeps its requests: the request of its action may still bring deferred values.
  if (!intent.controller) interrupt(router)
  const navigation = createNavigation(intent, findPage(router, url) ?? [], router.clock)
  setNavigation(router, navigation)
  const learning = canLearn && !intent.isDocument && router.options.learn?.(url)
  if (learning) {
    return hold(
      router,
      navigation,
      () => learning,
      (failed) => goOn(router, navigation, failed),
    )
  }

  const leaf = navigation.matches.at(-1)
  if (
    intent.isDocument ||
    !leaf ||
    leaf.route.scripts === false ||
    (!isAction && isResourceRoute(leaf.route))
  ) {
    const isOurs = url.origin === router.options.origin
    // The pending transition stays until the browser leaves (PT-18).
    if (intent.isDocument || !isOurs) navigation.transition = router.snapshot.transition
    const href = isOurs ? hrefOf(url) : url.href
    const sent = isAction ? submission : undefined
    return sent && !sent.formData
      ? refuse(router, navigation, sent, href)
      : goToDocument(router, navigation, href, sent)
  }
  if (isAction) {
    return void callAction(router, navigation).then(
      (result) => result && leaveAction(router, navigation, result),
    )
  }
  if (isHashOnly(router, navigation)) return commitHash(router, navigation)
  void load(router, navigation)
}

// Goes on when the routes of the target are loaded, if the manifest is split (PT-20).
function goOn(router: RouterState, navigation: MutableNavigation, failed?: LearnFailure): void {
  const { historyAction, isAction, location } = navigation
  // The document of the target may load, because no form was sent yet (SK-8). After a pop, the browser already shows
  // the address of the target, so the document must load.
  const isStuck =
    failed &&
    historyAction !== 'POP' &&
    (failed.type === 'error' || !(isAction || mayLoadDocument(router, location)))
  if (!isStuck) return goTo(router, { ...navigation, isDocument: !!failed })

  Object.assign(navigation, shownPage(router))
  commitFailure(router, navigation, failed.error)
}

// The browser can only submit fields to another document, so other bodies are refused.
function refuse(
  router: RouterState,
  navigation: MutableNavigation,
  { encType }: Submission,
  href: string,
): void {
  Object.assign(navigation, shownPage(router))
  const error = new Error(`Cannot submit ${encType} to "${href}": it is not a page. Use a fetcher.`)
  commitFailure(router, navigation, error)
}

function interrupt(router: RouterState): void {
  const { navigation } = router
  navigation?.controller.abort()
  // The server may have run the action anyway.
  if (navigation?.phase === 'acting') makeDue(router, 'unknown')
  setNavigation(router, undefined)
}

// The browser loads another document. If that is a download, the page and its URL stay.
function goToDocument(
  router: RouterState,
  navigation: MutableNavigation,
  href: string,
  submission?: Submission,
): void {
  loadDocument(router, navigation, href, () => stay(router, navigation), submission)
}

/** Cancels the pending navigation, if there is one, and stays on the current page. */
export function abandon(router: RouterState): void {
  const { navigation } = router
  interrupt(router)
  if (navigation) stay(router, navigation)
}

function stay(router: RouterState, navigation: MutableNavigation): void {
  const { history } = router.options
  const { location } = router.snapshot
  if (navigation.historyAction === 'POP') history.replace(location)
  if (!isOld(router) && hrefOf(history.location) === hrefOf(location)) {
    return endNavigation(router)
  }
  goTo(router, popIntent(router, history.location))
}

/**
 * Calls the action of a navigation, while the modules of its page load (PT-5). The loaders are due after it.
 *
 * @returns The result, or `undefined` if another navigation has begun
 */
async function callAction(
  router: RouterState,
  navigation: MutableNavigation,
): Promise<Result | undefined> {
  const { controller, location, matches, submission, transition } = navigation
  navigation.phase = 'acting'
  router.fetching?.cancelLoads()
  navigation.page = {}
  const request = requestTarget(
    router,
    location,
    matches,
    submission,
    { signal: controller.signal, cache: 'default', source: navigation.source },
    // Shows that the request is sent again, because the app has not responded (ON-16).
    canOnce &&
      (() => {
        navigation.transition = Object.freeze({
          ...(transition as SubmittingTransition),
          isRetrying: true,
        })
        publish(router, { transition: navigation.transition })
      }),
  )
  if (!isResourceRoute(matches.at(-1)!.route)) navigation.modules = loadModules(router, matches)
  publish(router, { transition })

  const result = await request
  if (router.navigation !== navigation) return undefined
  navigation.phase = 'loading'
  navigation.source = undefined
  if (canOnce) navigation.transition = transition
  const { page } = navigation
  makeDueAfter(router, result)
  navigation.page = page && result.page
  return result
}

/** Goes on with the result of the action: a redirect (PT-6), another document, data (PT-5), errors (PT-13) or a refusal. */
async function leaveAction(
  router: RouterState,
  navigation: MutableNavigation,
  result: Result,
): Promise<void> {
  const { historyAction, location, matches, submission, transition } = navigation
  const { id } = actionTarget(matches, location.search)
  const isResource = isResourceRoute(matches.at(-1)!.route)
  const isRefused = result.type === 'invalid'
  // A resource route is not a page, so the current page stays and shows what changed. So does the page of a refused form.
  if (isResource || (isRefused && isShown(router, location))) {
    Object.assign(navigation, shownPage(router))
  }

  if (result.type === 'redirect')
    return follow(router, navigation, result.redirect, true, historyAction)
  if (result.type === 'opaque') return goToDocument(router, navigation, hrefOf(navigation.location))
  if (result.type === 'missing') {
    const error = new Error(`Failed to load data for ${id}`)
    const failing = isResource ? failingRoute(router, navigation.matches) : id
    return recoverPage(router, navigation, { results: {} }, error, failing)
  }

  navigation.result = toActionResult(result, id, isResource, submission)
  if (transition.type === 'actionSubmission') {
    navigation.transition = createTransition('actionReload', location, submission)
  }
  const { errors, matches: shown } = router.snapshot
  if (isRefused && !isOld(router) && !errors && navigation.matches === shown) {
    // The action has written nothing, so no loader is due (CT-1). Older reloads go on.
    navigation.startedAt = 0
    publish(router, { transition: navigation.transition, ...actionStateOf(navigation) })
    await router.options.painted?.(router.snapshot)
    if (isCurrent(router, navigation, 0)) commitPage(router, navigation, { results: {} })
    return
  }
  return load(router, navigation)
}

/** Loads the data and the modules of the next page in parallel. */
async function load(router: RouterState, navigation: MutableNavigation): Promise<void> {
  const { result, location, matches, page: arrived, submission } = navigation
  const { isWaiting, snapshot: page } = router
  const isAfterMutation = isMutation(submission)
  const startedAt = tick(router)
  navigation.startedAt = startedAt

  const { data: actionResult, status: actionStatus } = { ...result } as Partial<ActionData>
  const cause = { isPlain: !isAfterMutation, submission, actionResult, actionStatus }
  let ids = loadersToRun(router, location, matches, cause)
  if (result?.type === 'error') ids = ids.filter(isAbove(matches, boundaryOf(matches, result.id)))

  navigation.asked = ids
  navigation.page = undefined
  const fetchers = router.fetching?.reload(location, cause, hasChanged(router) || !!isWaiting) ?? []
  // Middleware also guards pages without loaders. After an action, it has already run for them.
  const needsData = ids.length > 0 || (!result && matches.some(({ route }) => route.hasMiddleware))
  const hasWork = needsData || fetchers.length > 0 || absentModule(router, matches)
  // After a mutation, effects see the pending state first (PT-19).
  if (!hasWork && !isAfterMutation) return commitPage(router, navigation, { results: {} })

  const isSamePage = pathOf(page.location) === pathOf(location)
  if (isSamePage) forgetRequests(router)
  const carried =
    arrived && isWhole(router, arrived, location, matches, ids) ? (arrived as Decoded) : undefined
  const request: PageResult | Promise<PageResult> = needsData
    ? requestPage(
        router,
        location,
        matches,
        ids,
        {
          signal: navigation.controller.signal,
          cache: isOld(router) || isSamePage ? 'reload' : 'default',
        },
        carried,
      )
    : { results: {} }
  navigation.modules ??= loadModules(router, matches)
  publish(router, {
    transition: navigation.transition,
    ...(result && actionStateOf(navigation)),
  })

  const loaded = await request
  if (!hasWork || carried) await router.options.painted?.(router.snapshot)
  if (!loaded.redirect) await Promise.all(fetchers)
  if (isCurrent(router, navigation, startedAt)) return settle(router, navigation, loaded)
}

/** Handles the data: follows a redirect, loads the document of a new build, or commits when the modules are loaded too. */
export async function settle(
  router: RouterState,
  navigation: MutableNavigation,
  loaded: PageResult,
): Promise<void> {
  const { location, matches, startedAt, submission } = navigation
  if (loaded.redirect) return follow(router, navigation, loaded.redirect, false)
  if (loaded.isOpaque) return goToDocument(router, navigation, hrefOf(location))

  const isOtherBuild = loaded.version && loaded.version !== router.options.manifest.version
  // A server with a newer build may no longer have the missing chunk.
  if (isOtherBuild && !isMutation(submission) && absentModule(router, matches)) {
    if (mayLoadDocument(router, location)) return goToDocument(router, navigation, hrefOf(location))
  }

  const failed = await navigation.modules
  if (!isCurrent(router, navigation, startedAt)) return
  if (lacksData(router, navigation, loaded)) return load(router, navigation)
  const absent = failed ?? loaded.missing
  // Without a network, a document would fail to load too. This page can show a better error.
  if (!absent || loaded.isFailure) return commitPage(router, navigation, loaded)

  const error = new Error(`Failed to load ${failed ? 'module' : 'data'} for ${absent}`)
  recoverPage(router, navigation, loaded, error, absent)
}

// Follows the redirect of an action or a loader (PT-4, PT-6 to PT-10).
function follow(
  router: RouterState,
  navigation: MutableNavigation,
  redirect: RedirectInstruction,
  isOfAction: boolean,
  historyAction = navigation.historyAction,
): void {
  const { hops, location, transition } = navigation
  const url = resolveIn(router, redirect.location, location)
  if (url && hops < MAX_REDIRECTS) {
    const intent: Intent = {
      ...navigation,
      url,
      location: createLocation(url, location.state),
      historyAction,
      type: afterRedirect(transition.type as PendingType),
      hops: hops + 1,
    }
    return followRedirect(router, redirect, intent, isOfAction)
  }

  const why = url && `more than ${MAX_REDIRECTS} redirects`
  commitFailure(router, navigation, redirectError(redirect.location, why))
}

/** Returns the error for a redirect that cannot be followed. */
export function redirectError(location: string, why = 'only http and https work'): Error {
  return new Error(`Cannot follow the redirect to "${location}": ${why}`)
}

/** Navigates to the target of a redirect. */
export function followRedirect(
  router: RouterState,
  { reload, replace, revalidate, status }: RedirectInstruction,
  intent: Intent,
  isOfAction: boolean,
): void {
  const { submission, url } = intent
  const { location } = router.snapshot
  const isPush = !replace && (intent.isBack || (intent.historyAction ?? 'PUSH') === 'PUSH')
  const isBack = isPush && url.origin === router.options.origin && pathOf(url) === pathOf(location)
  const isAction = isOfAction && (status === 307 || status === 308)
  // After an action, every loader is due already.
  if (revalidate && !isOfAction) makeDue(router, 'cookie')

  goTo(router, {
    ...intent,
    historyAction: isPush && !isBack ? 'PUSH' : 'REPLACE',
    isBack,
    submission: isAction ? Object.freeze({ ...submission!, action: pathOf(url) }) : submission,
    isAction,
    isDocument: reload,
  })
}

function isCurrent(router: RouterState, navigation: MutableNavigation, startedAt: number): boolean {
  return router.navigation === navigation && navigation.startedAt === startedAt
}

function isAbove(matches: readonly PageMatch[], boundary: string): (id: string) => boolean {
  const ids = matches.map(({ id }) => id)
  return (id) => ids.indexOf(id) < ids.indexOf(boundary)
}
