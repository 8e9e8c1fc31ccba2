/**
 * Returns the name that was probably meant.
 *
 * @param name The unknown name
 * @param names The known names
 * @param most How many letters may differ
 */
export function nearestName(
  name: string,
  names: readonly string[],
  most: number = Infinity,
): string | undefined {
  const [nearest] = names
    .map((known) => [known, editDistance(name.toLowerCase(), known.toLowerCase())] as const)
    .toSorted(([, a], [, b]) => a - b)
  return nearest !== undefined && nearest[1] <= most ? nearest[0] : undefined
}

/** Counts how many letters have to be added, removed, replaced or swapped with the next one. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
      )
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
