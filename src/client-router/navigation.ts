import { boundaryOf } from '../page-protocol/boundaries.ts'
import { createErrorResponse } from '../page-protocol/errors.ts'
import { stripIndexParam } from '../page-protocol/index-param.ts'
import { isResourceRoute } from '../page-protocol/manifest.ts'
import { actionTarget, type PageMatch } from '../page-protocol/match-pages.ts'
import type { Submission } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { RedirectInstruction, RefusedForm } from '../page-protocol/wire.ts'
import { actionStateOf, commitHash, commitPage, endNavigation } from './commit-page.ts'
import { owe, oweAfter } from './debts.ts'
import { createLocation, hrefOf, pathOf, resolveHref } from './href.ts'
import { plainIntent, type Intent } from './intent.ts'
import { hold, loadDocument, mayLoadDocument, recoverPage } from './load-document.ts'
import {
  findPage,
  publish,
  type ActionAnswer,
  type FetcherRecord,
  type Machine,
  type Navigation,
} from './machine.ts'
import { hasData, loadersToRun } from './reload-policy.ts'
import { failingRoute, requestPage, requestTarget, type PageOutcome } from './request-data.ts'
import type { LearnFailure } from './seams.ts'
import { isMutation } from './create-submission.ts'
import { afterRedirect, createTransition, type PendingType } from './create-transition.ts'

/** How many redirects a navigation follows. */
const MAX_REDIRECTS = 20

/** Starts a new navigation. */
export function begin(machine: Machine, intent: Intent): void {
  machine.latest = ++machine.clock
  goTo(machine, intent)
}

/** Starts a navigation in place of a pending one: see PT and IN in docs/behaviour.md. */
function goTo(machine: Machine, intent: Intent): void {
  const { isAction, submission, url } = intent
  interrupt(machine)
  const navigation = createNavigation(machine, intent)
  machine.navigation = navigation
  const learning = !intent.isDocument && machine.options.learn?.(url)
  if (learning) {
    return hold(
      machine,
      navigation,
      () => learning,
      (failed) => goOn(machine, navigation, failed),
    )
  }

  const leaf = navigation.matches.at(-1)
  if (
    intent.isDocument ||
    !leaf ||
    leaf.route.scripts === false ||
    (!isAction && isResourceRoute(leaf.route))
  ) {
    const isOurs = url.origin === machine.options.origin
    // PT-18: the pending transition stays until the browser leaves.
    if (intent.isDocument || !isOurs) navigation.transition = machine.snapshot.transition
    const href = isOurs ? hrefOf(url) : url.href
    const sent = isAction ? submission : undefined
    return sent && !sent.formData
      ? refuse(machine, navigation, sent, href)
      : goToDocument(machine, navigation, href, sent)
  }
  if (isAction) return void act(machine, navigation)
  if (isHashOnly(machine, navigation)) return commitHash(machine, navigation)
  void load(machine, navigation)
}

// PT-20: the manifest is split, and the routes of the target had to be loaded first.
function goOn(machine: Machine, navigation: Navigation, failed?: LearnFailure): void {
  const { historyAction, isAction, location } = navigation
  // SK-8. No form was sent yet, so the browser can submit it. After a pop, its address is that of the target already.
  const isStuck =
    failed &&
    historyAction !== 'POP' &&
    (failed.type === 'error' || !(isAction || mayLoadDocument(machine, location)))
  if (!isStuck) return goTo(machine, { ...navigation, isDocument: !!failed })

  Object.assign(navigation, shownPage(machine))
  fail(machine, navigation, failed.error)
}

// The browser can only submit fields to another document.
function refuse(
  machine: Machine,
  navigation: Navigation,
  { encType }: Submission,
  href: string,
): void {
  Object.assign(navigation, shownPage(machine))
  const error = new Error(`Cannot submit ${encType} to "${href}": it is not a page. Use a fetcher.`)
  fail(machine, navigation, error)
}

function fail(machine: Machine, navigation: Navigation, error: Error): void {
  const id = failingRoute(machine, navigation.matches)
  commitPage(machine, navigation, { results: { [id]: { error } }, isFailure: true })
}

function interrupt(machine: Machine): void {
  const { navigation } = machine
  navigation?.controller.abort()
  // The server may have run the action anyway.
  if (navigation?.phase === 'acting') owe(machine, 'unknown')
  machine.navigation = undefined
}

function createNavigation(machine: Machine, intent: Intent): Navigation {
  const { submission, type, url } = intent
  const matches = findPage(machine, url) ?? []
  const location = Object.freeze({ ...intent.location, pathname: url.pathname })
  return {
    ...intent,
    startedAt: machine.clock,
    asked: [],
    controller: new AbortController(),
    phase: 'loading',
    location,
    matches,
    transition: createTransition(type, location, submission),
    answer: undefined,
    modules: undefined,
  }
}

// Going back to the same page without its hash does not reload it. Clicking a link to it does.
function isHashOnly({ changed, snapshot }: Machine, navigation: Navigation): boolean {
  const { location, historyAction, submission } = navigation
  const current = snapshot.location
  if (changed > 0 || submission || pathOf(current) !== pathOf(location)) return false
  return historyAction === 'POP' ? current.hash !== location.hash : location.hash !== ''
}

// The browser loads another document. If that is a download, the page and its URL stay.
function goToDocument(
  machine: Machine,
  navigation: Navigation,
  href: string,
  submission?: Submission,
): void {
  loadDocument(machine, navigation, href, () => stay(machine, navigation), submission)
}

/** Cancels the pending navigation, if there is one, and stays on the current page. */
export function abandon(machine: Machine): void {
  const { navigation } = machine
  interrupt(machine)
  if (navigation) stay(machine, navigation)
}

function stay(machine: Machine, navigation: Navigation): void {
  const { history, origin } = machine.options
  const { changed, owed, snapshot } = machine
  const { location } = snapshot
  if (navigation.historyAction === 'POP') history.replace(location)
  if (changed === 0 && owed.size === 0 && hrefOf(history.location) === hrefOf(location)) {
    return endNavigation(machine)
  }
  const url = resolveHref(hrefOf(history.location), origin)!
  goTo(machine, { ...plainIntent(url, history.location), historyAction: 'POP' })
}

/** PT-5, PT-6, PT-13, PT-14: calls the action, while the modules of its page load. */
async function act(machine: Machine, navigation: Navigation): Promise<void> {
  const { controller, location, matches, submission } = navigation
  const isResource = isResourceRoute(matches.at(-1)!.route)
  navigation.phase = 'acting'
  machine.fetching.cancelLoads()
  const request = requestTarget(machine, location, matches, submission, {
    signal: controller.signal,
    cache: 'default',
  })
  if (!isResource) navigation.modules = loadModules(machine, matches)
  publish(machine, { transition: navigation.transition })

  const outcome = await request
  if (machine.navigation !== navigation) return
  navigation.phase = 'loading'
  navigation.source = undefined
  oweAfter(machine, outcome)
  const { invalid } = outcome as { invalid?: RefusedForm }

  const { id } = actionTarget(matches, location.search)
  const { historyAction, transition } = navigation
  // A resource route is not a page, so the current page stays and shows what changed. So does the page of a refused form.
  if (isResource || (invalid && isShown(machine, location))) {
    Object.assign(navigation, shownPage(machine))
  }

  if (outcome.type === 'redirect')
    return follow(machine, navigation, outcome.redirect, true, historyAction)
  if (outcome.type === 'opaque')
    return goToDocument(machine, navigation, hrefOf(navigation.location))
  if (outcome.type === 'missing') {
    const error = new Error(`Failed to load data for ${id}`)
    const failing = isResource ? failingRoute(machine, navigation.matches) : id
    return recoverPage(machine, navigation, { results: {} }, error, failing)
  }

  navigation.answer = !invalid
    ? { ...(outcome as ActionAnswer), id }
    : isResource
      ? { type: 'error', error: createErrorResponse(422, '', invalid.errors), id }
      : // One object until the next submission, so that a form handles its failure once.
        { type: 'invalid', invalid: { ...invalid, sent: submission?.formData }, id }
  if (transition.type === 'actionSubmission') {
    navigation.transition = createTransition('actionReload', location, submission)
  }
  const { changed, owed, snapshot } = machine
  const isDone = changed === 0 && owed.size === 0 && !snapshot.errors
  if (invalid && isDone && navigation.matches === snapshot.matches) {
    // CT-1: nothing changed, so nothing is due. Reloads that were started before go on.
    navigation.startedAt = 0
    publish(machine, { transition: navigation.transition, ...actionStateOf(navigation) })
    await machine.options.painted?.(machine.snapshot)
    if (isCurrent(machine, navigation, 0)) commitPage(machine, navigation, { results: {} })
    return
  }
  return load(machine, navigation)
}

// Whether a form that was sent to `location` belongs to the current page. `?index` only says to which of its routes.
function isShown({ snapshot }: Machine, location: Location): boolean {
  return stripIndexParam(pathOf(location)) === stripIndexParam(pathOf(snapshot.location))
}

// The current page, or the page of the URL if an interrupted pop has changed it. If that URL is not a page, or its
// routes are not loaded yet, the URL is replaced with that of the current page.
function shownPage(machine: Machine): Pick<Navigation, 'location' | 'matches' | 'historyAction'> {
  const { location, matches } = machine.snapshot
  const shown = machine.options.history.location
  const isAway = hrefOf(shown) !== hrefOf(location)
  const popped = isAway && machine.match(shown.pathname)
  return popped
    ? { location: shown, matches: popped, historyAction: 'POP' }
    : { location, matches, historyAction: isAway ? 'REPLACE' : undefined }
}

/** Loads the data and the modules of the next page in parallel. */
async function load(machine: Machine, navigation: Navigation): Promise<void> {
  const { answer, location, matches, submission } = navigation
  const { changed, owed, snapshot: page, waitingSince } = machine
  const isAfterMutation = isMutation(submission)
  const startedAt = ++machine.clock
  navigation.startedAt = startedAt

  const returned = answer?.type === 'data' ? answer : undefined
  const cause = {
    isPlain: !isAfterMutation,
    submission,
    actionResult: returned?.data,
    actionStatus: returned?.status,
  }
  let ids = loadersToRun(machine, location, matches, cause)
  if (answer?.type === 'error') ids = ids.filter(isAbove(matches, boundaryOf(matches, answer.id)))

  navigation.asked = ids
  const fetchers = machine.fetching.reload(location, cause, changed > 0 || waitingSince > 0)
  // Middleware also guards pages without loaders. After an action, it has already run.
  const needsData = ids.length > 0 || (!answer && matches.some(({ route }) => route.hasMiddleware))
  const hasWork = needsData || fetchers.length > 0 || absentModule(machine, matches)
  if (!hasWork && !isAfterMutation) return commitPage(machine, navigation, { results: {} }) // PT-19.

  const isSamePage = pathOf(page.location) === pathOf(location)
  if (isSamePage) machine.current &&= new Set()
  const request: PageOutcome | Promise<PageOutcome> = needsData
    ? requestPage(machine, location, matches, ids, {
        signal: navigation.controller.signal,
        cache: changed > 0 || owed.size > 0 || isSamePage ? 'reload' : 'default',
      })
    : { results: {} }
  navigation.modules ??= loadModules(machine, matches)
  publish(machine, {
    transition: navigation.transition,
    ...(answer && actionStateOf(navigation)),
  })

  const outcome = await request
  if (!hasWork) await machine.options.painted?.(machine.snapshot)
  if (!outcome.redirect) await Promise.all(fetchers)
  if (isCurrent(machine, navigation, startedAt)) return settle(machine, navigation, outcome)
}

/** Handles the data: follows a redirect, loads the document of a new build, or commits when the modules are loaded too. */
export async function settle(
  machine: Machine,
  navigation: Navigation,
  outcome: PageOutcome,
): Promise<void> {
  const { location, matches, startedAt, submission } = navigation
  if (outcome.redirect) return follow(machine, navigation, outcome.redirect, false)
  if (outcome.isOpaque) return goToDocument(machine, navigation, hrefOf(location))

  const isOtherBuild = outcome.version && outcome.version !== machine.options.manifest.version
  // A server with a newer build may no longer have the missing chunk.
  if (isOtherBuild && !isMutation(submission) && absentModule(machine, matches)) {
    if (mayLoadDocument(machine, location))
      return goToDocument(machine, navigation, hrefOf(location))
  }

  const failed = await navigation.modules
  if (!isCurrent(machine, navigation, startedAt)) return
  if (lacksData(machine, navigation, outcome)) return load(machine, navigation)
  const absent = failed ?? outcome.missing
  // Without a network, loading a document would fail too, and this page can show a better error.
  if (!absent || outcome.isFailure) return commitPage(machine, navigation, outcome)

  const error = new Error(`Failed to load ${failed ? 'module' : 'data'} for ${absent}`)
  recoverPage(machine, navigation, outcome, error, absent)
}

// A reload failed in the meantime and removed data that this page should have kept.
function lacksData(
  { snapshot: page }: Machine,
  { answer, matches }: Navigation,
  { isFailure, missing, results }: PageOutcome,
): boolean {
  const hasError = Object.values(results).some((result) => 'error' in result)
  if (isFailure || missing || hasError || answer?.type === 'error') return false
  return matches.some(
    (match) => match.route.hasLoader && !results[match.id] && !hasData(page, match),
  )
}

// PT-4, PT-6 to PT-10, PT-14.
function follow(
  machine: Machine,
  navigation: Navigation,
  redirect: RedirectInstruction,
  isOfAction: boolean,
  historyAction = navigation.historyAction,
): void {
  const { hops, location, transition } = navigation
  const url = resolveHref(redirect.location, machine.options.origin + pathOf(location))
  if (url && hops < MAX_REDIRECTS) {
    const intent: Intent = {
      ...navigation,
      url,
      location: createLocation(url, location.state),
      historyAction,
      type: afterRedirect(transition.type as PendingType),
      hops: hops + 1,
    }
    return followRedirect(machine, redirect, intent, isOfAction)
  }

  const why = url && `more than ${MAX_REDIRECTS} redirects`
  fail(machine, navigation, redirectError(redirect.location, why))
}

/**
 * PT-11, PT-12: the page follows the redirect of a fetcher or a reload.
 *
 * @param record The fetcher that is done when that navigation ends
 * @param submission The submission, if an action redirected
 * @returns The error to show if the redirect cannot be followed
 */
export function redirectPage(
  machine: Machine,
  record: FetcherRecord | undefined,
  redirect: RedirectInstruction,
  submission?: Submission,
): Error | undefined {
  const { options, snapshot } = machine
  const url = resolveHref(redirect.location, options.origin + pathOf(snapshot.location))
  if (!url) return redirectError(redirect.location)

  if (record) {
    record.operation = undefined
    record.isWaiting = true
  }
  machine.latest = ++machine.clock
  const type = submission ? 'fetchActionRedirect' : 'redirect'
  const intent: Intent = { ...plainIntent(url, createLocation(url)), type, submission }
  followRedirect(machine, redirect, intent, submission !== undefined)
  return undefined
}

function redirectError(location: string, why = 'only http and https are followed'): Error {
  return new Error(`Cannot follow the redirect to "${location}": ${why}`)
}

// Navigates to the target of a redirect.
function followRedirect(
  machine: Machine,
  { reload, replace, revalidate, status }: RedirectInstruction,
  intent: Intent,
  isOfAction: boolean,
): void {
  const { historyAction = 'PUSH', submission, url } = intent
  const { location } = machine.snapshot
  const isBack = url.origin === machine.options.origin && pathOf(url) === pathOf(location)
  const isAction = isOfAction && (status === 307 || status === 308)
  if (revalidate) owe(machine, 'cookie')

  goTo(machine, {
    ...intent,
    historyAction: replace || isBack || historyAction !== 'PUSH' ? 'REPLACE' : 'PUSH',
    submission: isAction ? Object.freeze({ ...submission!, action: pathOf(url) }) : submission,
    isAction,
    isDocument: reload,
  })
}

function isCurrent(machine: Machine, navigation: Navigation, startedAt: number): boolean {
  return machine.navigation === navigation && navigation.startedAt === startedAt
}

function isAbove(matches: readonly PageMatch[], boundary: string): (id: string) => boolean {
  const ids = matches.map(({ id }) => id)
  return (id) => ids.indexOf(id) < ids.indexOf(boundary)
}

function absentModule({ options }: Machine, matches: readonly PageMatch[]): PageMatch | undefined {
  return matches.find(({ id, route }) => route.module && !options.modules.get(id))
}

/** Resolves to the id of the first route whose module could not be loaded. */
async function loadModules(
  { options }: Machine,
  matches: readonly PageMatch[],
): Promise<string | undefined> {
  const failed = await Promise.all(
    matches.map(async ({ id, route }) => {
      try {
        if (route.module && !options.modules.get(id)) await options.modules.load(route)
        return undefined
      } catch {
        return id // The response decides what happens next.
      }
    }),
  )
  return failed.find((id) => id !== undefined)
}
