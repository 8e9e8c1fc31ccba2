import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { Load, Machine } from './machine.ts'
import type { PageOutcome } from './request-data.ts'

/** Why the data of a loader may be old. */
export type DebtReason =
  | 'revalidate'
  | 'cookie'
  | 'session'
  | 'failed'
  | 'undeclared'
  | 'undeclared-write'
  | 'reads-changed'
  | 'written'
  | 'unknown'

/** What the page owes to one of its loaders: to run again. */
export interface Debt {
  /** When the data became old. Only a load that started later pays the debt. */
  readonly since: number
  /** The oldest reason, if there are several. */
  readonly reason: DebtReason
}

/** The debts of the page. The key is {@link debtKey}. */
export type Debts = Map<string, Debt>

/** Returns the key of a debt: a route at another pathname has other data. */
export function debtKey({ id, pathname }: PageMatch): string {
  return `${pathname} ${id}`
}

/** Makes a debt for every loader of the page. All reasons except `revalidate` mean that data changed on the server. */
export function owe(machine: Machine, reason: DebtReason): void {
  const since = ++machine.clock
  if (reason !== 'revalidate') {
    machine.changed = since
    machine.current = new Set()
  }
  for (const match of machine.snapshot.matches) {
    if (match.route.hasLoader) addDebt(machine, match, since, reason)
  }
}

function addDebt({ owed }: Machine, match: PageMatch, since: number, reason: DebtReason): void {
  const key = debtKey(match)
  const old = owed.get(key)
  owed.set(key, { since: Math.max(since, old?.since ?? 0), reason: old?.reason ?? reason })
}

/**
 * Ends the debts that a load has paid, when the page shows its data, and those of routes that left the page.
 *
 * A failed load pays nothing, and owes what it asked for. A load that started before a mutation ended may have read what
 * was there before, so every loader that it ran has to run again.
 */
export function payDebts(
  machine: Machine,
  { asked, matches, startedAt }: Load,
  { isFailure, results }: PageOutcome,
): void {
  const { changed, owed } = machine
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
    if (isMissing) addDebt(machine, match, startedAt, 'unknown')
    if (hasRun && startedAt < changed) addDebt(machine, match, changed, 'unknown')
  }
  if (!isFailure && startedAt > changed) machine.changed = 0
}
