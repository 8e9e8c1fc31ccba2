/**
 * Returns the name that was probably meant: the nearest one, if at most a third of the letters differ.
 *
 * @param name The unknown name
 * @param names The known names
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const nearest = closest(name, names)
  return nearest !== undefined && nearest[1] * 3 <= name.length ? nearest[0] : undefined
}

/** The name that is most like `name`, however different it is. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  return closest(name, names)?.[0]
}

function closest(
  name: string,
  names: readonly string[],
): readonly [name: string, distance: number] | undefined {
  const distances = names.map(
    (known) => [known, editDistance(name.toLowerCase(), known.toLowerCase())] as const,
  )
  return distances.toSorted(([, a], [, b]) => a - b)[0]
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
