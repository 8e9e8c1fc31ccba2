import type { DueReason, Verdicts } from '../page-protocol/loader-reasons.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import { canDeclare } from './can-declare.ts'
import type { Load, LoaderData, LoaderRecord, LoaderRecords, RouterState } from './router-state.ts'

/** What a mutation says about the data of the page on show. */
export interface Judged {
  verdicts?: Verdicts | undefined
  /** The records when the mutation was sent, if the server was told what the page holds. */
  sent?: LoaderRecords | undefined
  /** The form that was refused, so that nothing was written. It says whether the visitor may be another one since. */
  invalid?: { readonly reload?: boolean | undefined }
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

/** Whether a loader has to run, because its data may be old. A load that started later, and did not fail, ends that. */
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

/**
 * Makes loaders due after a mutation that has its response. The verdict on a loader counts only if the page still has the
 * data that it is about.
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
 * Makes every loader of the page due. All reasons except `revalidate` mean that data changed on the server. A page that
 * comes with the response of a form may be older, so it is not used: OT-12.
 *
 * @param judge Returns another reason for a loader, or `null` if its data stays
 */
export function makeDue(
  router: RouterState,
  why: DueReason,
  judge?: (record: LoaderRecord, key: string) => DueReason | undefined | null,
): void {
  const now = ++router.clock
  if (router.navigation) router.navigation.page = undefined
  if (why === 'revalidate') router.revalidatedAt = now
  else {
    router.changedAt = now
    router.requested = new Set()
  }
  for (const [key, record] of router.loaders) {
    const own = canDeclare ? judge?.(record, key) : undefined
    if (own !== null) setDue(record, now, own ?? why)
  }
}

/**
 * Returns the record of a loader after a load.
 *
 * A load that fails leaves the loader as due as it was. If it asked for the loader, the loader is due. A load that started
 * before a mutation ended or before `revalidate()` may have read what was there before, so what it ran has to run again.
 *
 * @param shown What the page shows of the loader from now on
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
  // The page does not show what the load asked for. What it shows may belong to another query.
  const isMissing = asked.includes(id) && (!hasRun || shown === old)
  const record: LoaderRecord = {
    ...shown,
    id,
    // If a loader that is due was not asked for, its module refused.
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
