import type { PageMatch } from '../page-protocol/match-pages.ts'
import { canDeclare } from './can-declare.ts'
import type { DebtReason, Held, Judged } from './loader-reasons.ts'
import type { Load, RouterState } from './router-state.ts'

/** Returns the key of a debt: a route at another pathname has other data. */
export function debtKey({ id, pathname }: PageMatch): string {
  return `${pathname} ${id}`
}

/**
 * Makes the debts of a mutation that has its response. The verdict on a loader counts only if the page still has the data
 * that it is about.
 */
export function oweAfter(router: RouterState, judged: Judged): void {
  const { invalid } = judged
  if (invalid) {
    if (invalid.reload) owe(router, 'session')
    return
  }
  if (!canDeclare) return owe(router, 'undeclared')
  const { held } = router
  const { sent, verdicts } = judged
  owe(router, isDeclared(held) ? 'unknown' : 'undeclared', (match) => {
    const key = debtKey(match)
    const verdict = verdicts && Object.hasOwn(verdicts, match.id) && verdicts[match.id]
    if (!verdict || !sent?.has(key)) return sent && 'unknown'
    if (sent.get(key)!.reads !== held.get(key)?.reads) return 'reads-changed'
    return verdict.run ? (verdict.reason as DebtReason) : null
  })
}

/** Whether a route of the page declares what its loader reads. */
export function isDeclared(held: Held): boolean {
  return [...held.values()].some(({ reads }) => reads)
}

/**
 * Makes a debt for every loader of the page. All reasons except `revalidate` mean that data changed on the server.
 *
 * @param judge Returns another reason for a loader, or `null` if its data stays
 */
export function owe(
  router: RouterState,
  reason: DebtReason,
  judge?: (match: PageMatch) => DebtReason | undefined | null,
): void {
  const since = ++router.clock
  if (reason === 'revalidate') router.revalidated = since
  else {
    router.changed = since
    router.current = new Set()
  }
  for (const match of router.snapshot.matches) {
    const own = canDeclare ? judge?.(match) : undefined
    if (own !== null) addDebt(router, match, since, own ?? reason)
  }
}

function addDebt({ owed }: RouterState, match: PageMatch, since: number, reason: DebtReason): void {
  if (!match.route.hasLoader) return
  const key = debtKey(match)
  const old = owed.get(key)
  owed.set(key, { since: Math.max(since, old?.since ?? 0), reason: old?.reason ?? reason })
}

/**
 * Ends the debts that a load has paid, when the page shows its data, and those of routes that left the page.
 *
 * A failed load pays nothing, and owes what it asked for. A load that started before a mutation ended or before
 * `revalidate()` may have read what was there before, so every loader that it ran has to run again.
 */
export function payDebts(
  router: RouterState,
  { asked, matches, startedAt }: Load,
  { isFailure, results }: { isFailure?: boolean; results: object },
): void {
  const { changed, owed, revalidated } = router
  const old = new Map(owed)
  owed.clear()
  for (const match of matches) {
    const { id } = match
    const debt = old.get(debtKey(match))
    const hasRun = Object.hasOwn(results, id)
    const isMissing = !hasRun && asked.includes(id)
    // If it was not asked for, its module refused.
    const isPaid = !isFailure && !isMissing && debt && debt.since < startedAt
    if (debt && !isPaid) owed.set(debtKey(match), debt)
    if (isMissing) addDebt(router, match, startedAt, 'unknown')
    if (hasRun && startedAt < changed) addDebt(router, match, changed, 'unknown')
    if (hasRun && startedAt < revalidated) addDebt(router, match, revalidated, 'revalidate')
  }
  if (!isFailure && startedAt > changed) router.changed = 0
}
