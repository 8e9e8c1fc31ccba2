import type { DueReason, Verdicts } from '../page-protocol/loader-reasons.ts'
import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Declared } from '../page-protocol/wire.ts'
import { canDeclare } from './can-declare.ts'
import type { PageResult } from './request-data.ts'
import type { Load, RouterState } from './router-state.ts'
import type { ClientRouterOptions } from './seams.ts'

/**
 * What the client router knows about one loader of the page.
 *
 * Times are numbers of the router's clock. So each rule about old data is a comparison.
 */
export interface LoaderRecord extends LoaderData {
  readonly id: string
  /** When the load started that brought the data, or that left it as it was. */
  readonly loadedAt: number
  /** When the data last became old. */
  readonly dueSince: number
  /** The oldest reason for which the loader is due, if it is. */
  readonly why?: DueReason | undefined
}

/** What the page shows of a loader, and what its route declares about it. No `data` if the loader failed. */
export interface LoaderData extends Declared {
  readonly data?: unknown
}

/** The records of the page, root first, by pathname and id: a route at another pathname has other data. */
export type LoaderRecords = Map<string, LoaderRecord>

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

/** Creates the records of the page that the server rendered. */
export function createRecords(
  matches: readonly PageMatch[],
  { loaderData = {}, query, reads }: NonNullable<ClientRouterOptions['page']>,
): LoaderRecords {
  return new Map(
    matches
      .filter(({ route }) => route.hasLoader)
      .map((match) => {
        const { id } = match
        const shown = Object.hasOwn(loaderData, id) && { data: loaderData[id] }
        const declared = canDeclare && { reads: reads?.[id], query: query?.[id] }
        return [recordKey(match), { ...shown, ...declared, id, loadedAt: 0, dueSince: 0 }]
      }),
  )
}

/** Whether the page has data for a match. */
export function hasData({ loaders }: RouterState, match: PageMatch): boolean {
  return 'data' in (loaders.get(recordKey(match)) ?? {})
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
export function makeDueAfter(router: RouterState, { invalid, sent, verdicts }: Judged): void {
  if (invalid) {
    if (invalid.reload) makeDue(router, 'session')
    return
  }
  if (!canDeclare) return makeDue(router, 'undeclared')
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
  const now = ++router.clock
  if (why === 'revalidate') router.revalidatedAt = now
  else {
    router.changedAt = now
    router.requested = new Set()
  }
  for (const [key, record] of router.loaders) {
    const own = canDeclare ? judge?.(record, key) : undefined
    if (own !== null) router.loaders.set(key, dueFrom(record, now, own ?? why))
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
  { changedAt, loaders, revalidatedAt }: RouterState,
  match: PageMatch,
  shown: LoaderData,
  { asked, startedAt }: Load,
  { isFailure, results }: PageResult,
): LoaderRecord {
  const { id } = match
  const old = loaders.get(recordKey(match))
  const { loadedAt = 0 } = old ?? {}
  const hasRun = Object.hasOwn(results, id)
  // The page does not show what the load asked for. What it shows may belong to another query.
  const isMissing = asked.includes(id) && (!hasRun || shown === old)
  let record: LoaderRecord = {
    ...shown,
    id,
    // If a loader that is due was not asked for, its module refused.
    loadedAt: isMissing ? 0 : isFailure ? loadedAt : Math.max(loadedAt, startedAt),
    dueSince: old && isDue(old) ? old.dueSince : 0,
    why: old?.why,
  }
  if (hasRun && startedAt < changedAt) record = dueFrom(record, changedAt, 'unknown')
  if (hasRun && startedAt < revalidatedAt) record = dueFrom(record, revalidatedAt, 'revalidate')
  if (isMissing) record = dueFrom(record, startedAt, 'unknown')
  return record
}

function dueFrom(record: LoaderRecord, since: number, why: DueReason): LoaderRecord {
  return {
    ...record,
    dueSince: Math.max(record.dueSince, since),
    why: isDue(record) ? record.why : why,
  }
}
