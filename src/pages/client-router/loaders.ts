import { stripIndexParam } from '../page-protocol/index-param.ts'
import type { DueReason, LoaderVerdict, Verdicts } from '../page-protocol/loader-reasons.ts'
import type { PageMatch, PageParams } from '../page-protocol/match-pages.ts'
import type { Snapshot } from '../page-protocol/snapshot.ts'
import { formFields } from '../page-protocol/submission.ts'
import type { Location } from '../page-protocol/transition.ts'
import type { Declared } from '../page-protocol/wire.ts'
import { canDecide, canDeclare } from '../page-protocol/features.ts'
import type { ReloadCause } from './fetching.ts'
import { pathOf } from './href.ts'
import {
  markOld,
  type Load,
  type LoaderData,
  type LoaderRecord,
  type LoaderRecords,
  type RouterState,
} from './router-state.ts'

/** Returns the ids of the loaders to run for a page that loads now, root first. */
export function loadersToRun(
  router: RouterState,
  location: Location,
  matches: readonly PageMatch[],
  cause: ReloadCause,
): string[] {
  const loaders = explainLoaders(router, location, matches, cause)
  router.options.explained?.(loaders)
  return idsToRun(router, matches, loaders)
}

/** Returns the ids of the loaders that run, and of routes without a loader whose fields the client lacks. */
export function idsToRun(
  { snapshot }: RouterState,
  matches: readonly PageMatch[],
  loaders: readonly LoaderVerdict[],
): string[] {
  return matches
    .filter((match) =>
      match.route.hasLoader
        ? loaders.some(({ id, run }) => id === match.id && run)
        : lacksFields(snapshot, match),
    )
    .map(({ id }) => id)
}

/** Returns for each loader of a page whether it runs and why, root first, by the rules RE-1 to RE-9. */
export function explainLoaders(
  router: RouterState,
  location: Location,
  matches: readonly PageMatch[],
  cause: ReloadCause,
): LoaderVerdict[] {
  return matches
    .filter(({ route }) => route.hasLoader)
    .map((match) => explainLoader(router, location, match, cause))
}

function explainLoader(
  router: RouterState,
  location: Location,
  match: PageMatch,
  cause: ReloadCause,
): LoaderVerdict {
  const { snapshot: page } = router
  const { id } = match
  const old = keptMatch(page.matches, match)
  if (!old) {
    const wasShown = page.matches.some((shown) => shown.id === id)
    return { id, run: true, reason: wasShown ? 'params' : 'new' }
  }

  const record = recordOf(router, match)
  // The loader has no data, because a boundary shows an error in its place.
  if (!('data' in record)) return { id, run: true, reason: 'no-data' }

  const hasOtherSearch = page.location.search !== location.search
  const isRead = !canDeclare || readsSearch(record, page.location, location, cause)
  const dueReason =
    hasOtherSearch && isRead
      ? 'search'
      : cause.isPlain && pathOf(page.location) === pathOf(location)
        ? 'same-url'
        : isDue(record) && !cause.isPreview
          ? record.why
          : cause.isRevalidation && 'revalidate'
  const run = !!dueReason
  const wanted = isReloadWanted(router, location, cause, id, old.params, match.params, run)
  if (wanted !== undefined) return { id, run: wanted, reason: 'module' }
  const kept =
    canDeclare && hasOtherSearch ? 'search-unread' : hasChanged(router) ? 'unwritten' : 'kept'
  return { id, run, reason: dueReason || kept }
}

// Whether a change of the query concerns a loader. Without names, a loader may read the whole query. After a mutation,
// `index` does not count: it only says which route a form belongs to.
function readsSearch(
  { query: names, reads }: Declared,
  from: Location,
  to: Location,
  { isPlain }: ReloadCause,
): boolean {
  const read = ({ search }: Location): string =>
    names
      ? JSON.stringify(names.map((name) => new URLSearchParams(search).getAll(name)))
      : isPlain
        ? search
        : stripIndexParam(search)
  return !(names ?? reads) || read(from) !== read(to)
}

/** Whether the client does not have the fields of a route yet. They are requested with its data, or with `null`. */
export function lacksFields(
  { fields }: Pick<Snapshot, 'fields'>,
  { id, route }: PageMatch,
): boolean {
  return !!route.hasFields && !fields[id]
}

/** Returns the old match of the same route with the same pathname, whose data can stay. */
export function keptMatch(old: readonly PageMatch[], match: PageMatch): PageMatch | undefined {
  return old.find(({ id, pathname }) => id === match.id && pathname === match.pathname)
}

/** Whether a route's module wants a reload, or `undefined` if it does not decide or is not loaded yet. */
export function isReloadWanted(
  { options, snapshot }: RouterState,
  location: Location,
  cause: ReloadCause,
  id: string,
  oldParams: PageParams,
  params: PageParams,
  due: boolean,
): boolean | undefined {
  if (!canDecide) return undefined
  const module = options.modules.get(id)
  const shouldReload = module?.shouldReload ?? module?.unstable_shouldReload
  if (!module?.shouldRevalidate && !(due && shouldReload)) return undefined

  const { submission, actionResult, actionStatus } = cause
  const prevUrl = new URL(pathOf(snapshot.location), options.origin)
  const url = new URL(pathOf(location), options.origin)
  try {
    if (!module?.shouldRevalidate) {
      return shouldReload!({ url, prevUrl, params, ...(submission && { submission }) })
    }
    return module.shouldRevalidate({
      currentUrl: prevUrl,
      currentParams: oldParams,
      nextUrl: url,
      nextParams: params,
      ...(submission && {
        ...formFields(submission),
        actionResult,
      }),
      ...(actionStatus && { actionStatus }),
      defaultShouldRevalidate: due,
    })
  } catch (error) {
    // An error in `shouldReload` must not stop a navigation.
    console.error(error)
    return undefined
  }
}

/** Returns the key of the record of a route. */
export function recordKey({ id, pathname }: PageMatch): string {
  return `${pathname} ${id}`
}

/** Returns the record of a route. It has no data if the route is not on the page. */
export function recordOf({ loaders }: RouterState, match: PageMatch): LoaderRecord {
  return loaders.get(recordKey(match)) ?? { id: match.id, loadedAt: 0, dueSince: 0 }
}

/** Whether the page has data for a match. */
export function hasData(router: RouterState, match: PageMatch): boolean {
  return 'data' in recordOf(router, match)
}

/** Whether a loader has to run, because its data may be old. A later load that succeeds ends that. */
export function isDue({ dueSince, loadedAt }: LoaderRecord): boolean {
  return dueSince > loadedAt
}

/** Whether data changed on the server after the page was loaded. */
export function hasChanged({ changedAt, loadedAt }: RouterState): boolean {
  return changedAt > loadedAt
}

/** Whether data changed on the server after the page was loaded, or a loader is due. */
export function isOld(router: RouterState): boolean {
  return hasChanged(router) || [...router.loaders.values()].some(isDue)
}

/** Whether a loader of the page declares what it reads. */
export function isDeclared({ loaders }: RouterState): boolean {
  return [...loaders.values()].some(({ reads }) => reads)
}

/** What the response of a mutation says about the data of the page on show. */
export interface Judged {
  verdicts?: Verdicts | undefined
  /** The records when the mutation was sent, if the request told the server which data the page holds. */
  sent?: LoaderRecords | undefined
  /** The refusal of the form: nothing was written. `reload` says that the visitor may be another one since. */
  invalid?: { readonly reload?: boolean | undefined }
}

/**
 * Makes loaders due when a mutation has its response. A verdict counts only if the page still has the data that the verdict
 * is about.
 */
export function makeDueAfter(router: RouterState, judged: Judged): void {
  const { invalid } = judged
  if (invalid) return invalid.reload ? makeDue(router, 'session') : undefined
  if (!canDeclare) return makeDue(router, 'undeclared')

  const { sent, verdicts } = judged
  makeDue(router, isDeclared(router) ? 'unknown' : 'undeclared', ({ id, reads }, key) => {
    const verdict = verdicts && Object.hasOwn(verdicts, id) && verdicts[id]
    if (!verdict || !sent?.has(key)) return sent && 'unknown'
    if (sent.get(key)!.reads !== reads) return 'reads-changed'
    return verdict.run ? (verdict.reason as DueReason) : null
  })
}

/**
 * Makes every loader of the page due. All reasons except `revalidate` mean that data changed on the server.
 *
 * @param judge Returns another reason for a loader, or `null` if its data stays
 */
export function makeDue(
  router: RouterState,
  why: DueReason,
  judge?: (record: LoaderRecord, key: string) => DueReason | undefined | null,
): void {
  const now = markOld(router, why === 'revalidate' ? 'revalidatedAt' : 'changedAt')
  for (const [key, record] of router.loaders) {
    const reason = canDeclare ? judge?.(record, key) : undefined
    if (reason !== null) setDue(record, now, reason ?? why)
  }
}

/**
 * Returns the record of a loader after a load.
 *
 * A load that fails leaves the loader as due as it was. If it requested the loader, the loader is due. A load that started
 * before a mutation ended or before `revalidate()` may have read older data, so its loaders have to run again.
 *
 * @param shown The data of the loader that the page shows from now on
 */
export function recordLoad(
  router: RouterState,
  match: PageMatch,
  shown: LoaderData,
  { asked, startedAt }: Load,
  { isFailure, results }: { isFailure?: boolean; results: Record<string, unknown> },
): LoaderRecord {
  const { changedAt, revalidatedAt } = router
  const { id } = match
  const old = recordOf(router, match)
  const changed = Math.max(changedAt, revalidatedAt)
  const hasRun = !!results[id]
  const isEarly = hasRun && startedAt < changed
  // The page does not show the data that the load requested. The data on show may belong to another query.
  const isMissing = asked.includes(id) && (!hasRun || shown === old)
  const record: LoaderRecord = {
    ...shown,
    id,
    // If a loader was due and was not requested, its module refused the reload.
    loadedAt: isMissing ? 0 : isFailure ? old.loadedAt : Math.max(old.loadedAt, startedAt),
    dueSince: isDue(old) ? old.dueSince : 0,
    why: old.why,
  }
  if (isMissing || isEarly) {
    const why = isEarly && startedAt > changedAt ? 'revalidate' : 'unknown'
    setDue(record, Math.max(startedAt, changed), why)
  }
  return record
}

/** Makes one loader due. The oldest reason counts. */
export function setDue(record: LoaderRecord, since: number, why: DueReason): void {
  if (!isDue(record)) record.why = why
  record.dueSince = Math.max(record.dueSince, since)
}
