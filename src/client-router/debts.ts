import type { PageMatch } from '../page-protocol/match-pages.ts'
import type { DebtReason, Judged } from './loader-reasons.ts'
import type { Load, Machine } from './machine.ts'

/** Returns the key of a debt: a route at another pathname has other data. */
export function debtKey({ id, pathname }: PageMatch): string {
  return `${pathname} ${id}`
}

/**
 * Makes the debts of a mutation that has its response. The verdict on a loader counts only if the page still has the data
 * that it is about.
 */
export function oweAfter(machine: Machine, { invalid, sent, verdicts }: Judged): void {
  const { held, snapshot } = machine
  if (invalid) {
    if (invalid.reload) owe(machine, 'session')
    return
  }
  if (!verdicts || !sent) {
    return owe(machine, [...held.values()].some(({ reads }) => reads) ? 'unknown' : 'undeclared')
  }
  noteChange(machine)
  for (const match of snapshot.matches) {
    const key = debtKey(match)
    const verdict = Object.hasOwn(verdicts, match.id) ? verdicts[match.id] : undefined
    const isSame = sent.get(key)?.reads === held.get(key)?.reads
    const reason =
      !sent.has(key) || !verdict ? 'unknown' : isSame ? verdict.reason : 'reads-changed'
    if (match.route.hasLoader && !(isSame && sent.has(key) && verdict?.run === false)) {
      addDebt(machine, match, machine.changed, reason as DebtReason)
    }
  }
}

/** Makes a debt for every loader of the page. All reasons except `revalidate` mean that data changed on the server. */
export function owe(machine: Machine, reason: DebtReason): void {
  const since = reason === 'revalidate' ? ++machine.clock : noteChange(machine)
  for (const match of machine.snapshot.matches) {
    if (match.route.hasLoader) addDebt(machine, match, since, reason)
  }
}

function noteChange(machine: Machine): number {
  machine.current = new Set()
  return (machine.changed = ++machine.clock)
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
  { isFailure, results }: { isFailure?: boolean; results: object },
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
